//! Refactorings over three or more places of which some are incomplete: what was done is still found.

mod common;

use common::found;

/// `found` holds every description of `expected`.
fn finds(before: &str, after: &str, expected: &[&str]) {
    let found = found(before, after);
    for e in expected {
        assert!(found.contains(*e), "missing {e}\nfound {found:#?}");
    }
}

/// Three methods hold the same lines; two call the new method now, and the third kept its copy.
#[test]
fn extraction_from_some_of_the_copies() {
    let copy = "log.info(\"start\"); int total = size * 2; log.info(total);";
    let class = |a: &str, b: &str, c: &str, more: &str| {
        format!(
            "class Report {{ Log log; int size; \
             void first() {{ open(); {a} close(); }} \
             void second() {{ check(); {b} flush(); }} \
             void third() {{ lock(); {c} release(); }} {more} }}"
        )
    };
    let helper = format!("private void body() {{ {copy} }}");
    let before = class(copy, copy, copy, "");
    let after = class("body();", "body();", copy, &helper);
    let described = |from: &str| {
        format!(
            "Extract Method private body() : void extracted from package {from}() : void in class Report"
        )
    };
    finds(
        &before,
        &after,
        &[&described("first"), &described("second")],
    );
    assert!(!found(&before, &after).contains(&described("third")));
}

/// Of one method some lines went to a new method, others were written anew, and one stayed.
#[test]
fn extraction_of_code_that_changed_on_the_way() {
    finds(
        "class Mail { Server server; void send(String to, String text) { \
         server.connect(); String head = \"To: \" + to; server.write(head); server.write(text); server.close(); } }",
        "class Mail { Server server; void send(String to, String text) { \
         server.connect(); transmit(to, text); server.close(); } \
         private void transmit(String receiver, String text) { \
         String head = \"To: \" + receiver; server.write(head); server.writeLine(text); server.flush(); } }",
        &[
            "Extract Method private transmit(receiver String, text String) : void extracted from package \
           send(to String, text String) : void in class Mail",
        ],
    );
}

/// The class went to another package while a part of one method went to a new class and another stayed a copy.
#[test]
fn extraction_into_a_new_class_while_the_origin_moves() {
    finds(
        "//- shop/Order.java\n\
         package shop; class Order { int count; int price; Log log; \
         int total() { log.info(\"total\"); int sum = count * price; int tax = sum / 5; return sum + tax; } \
         void show() { log.info(count); } }\n\
         //- shop/Keep.java\n\
         package shop; class Keep { int a; }",
        "//- shop/orders/Order.java\n\
         package shop.orders; class Order { int count; int price; Log log; \
         int total() { log.info(\"total\"); return Prices.withTax(count, price); } \
         void show() { log.info(count); } }\n\
         //- shop/orders/Prices.java\n\
         package shop.orders; class Prices { \
         static int withTax(int count, int price) { int sum = count * price; int tax = sum / 5; return sum + tax; } }\n\
         //- shop/Keep.java\n\
         package shop; class Keep { int a; }",
        &[
            "Move Class shop.Order moved to shop.orders.Order",
            "Extract And Move Method package withTax(count int, price int) : int extracted from package \
             total() : int in class shop.Order & moved to class shop.orders.Prices",
        ],
    );
}

/// One part of a method went to the superclass, another to a helper, and one stayed.
#[test]
fn a_method_split_between_a_superclass_and_a_helper() {
    finds(
        "class Base { Log log; }\n\
         class Writer extends Base { Out out; \
         void write(String text) { log.info(\"open\"); log.info(text); \
         String line = text.trim(); out.print(line); out.print(\"end\"); } }\n\
         class Format { int width; }",
        "class Base { Log log; \
         protected void announce(String text) { log.info(\"open\"); log.info(text); } }\n\
         class Writer extends Base { Out out; \
         void write(String text) { announce(text); Format.line(text, out); out.print(\"end\"); } }\n\
         class Format { int width; \
         static void line(String text, Out out) { String line = text.trim(); out.print(line); } }",
        &[
            "Extract And Move Method protected announce(text String) : void extracted from package \
             write(text String) : void in class Writer & moved to class Base",
            "Extract And Move Method package line(text String, out Out) : void extracted from package \
             write(text String) : void in class Writer & moved to class Format",
        ],
    );
}

/// Three classes gave a method to their superclass; a fourth kept its own.
#[test]
fn pulled_up_from_most_of_the_subclasses() {
    let method = "int area() { int a = width * height; return a + border; }";
    let classes = |one: &str, two: &str, three: &str, four: &str, base: &str| {
        format!(
            "class Shape {{ int width; int height; int border; {base} }}\n\
             class Box extends Shape {{ int a; {one} }}\n\
             class Tile extends Shape {{ int b; {two} }}\n\
             class Card extends Shape {{ int c; {three} }}\n\
             class Note extends Shape {{ int d; {four} }}"
        )
    };
    let own = "int area() { return 1; }";
    let before = classes(method, method, method, own, "");
    let after = classes("", "", "", own, method);
    let described = |from: &str| {
        format!(
            "Pull Up Method package area() : int from class {from} to package area() : int from class Shape"
        )
    };
    finds(
        &before,
        &after,
        &[&described("Box"), &described("Tile"), &described("Card")],
    );
    assert!(!found(&before, &after).contains(&described("Note")));
}
