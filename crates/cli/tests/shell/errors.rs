//! Errors that say what could have been meant, and what to do.

use crate::place::Place;

fn says(place: &Place, args: &[&str], code: i32, told: &[&str]) -> String {
    let ended = place.run(args);
    let all = format!("{}{}", ended.out, ended.err);
    assert_eq!(ended.code, code, "{args:?}: {all}");
    for part in told {
        assert!(all.contains(part), "{args:?}: no {part:?} in: {all}");
    }
    all
}

const SHOP: &str = "package shop;\nclass Invoice {\n  int total(int n) { return n; }\n  int total(int n, String s) { return n; }\n  int rest() { return total(1); }\n}\n";

#[test]
fn slips_in_names_are_seen_through() {
    let place = Place::new(&[("shop/Invoice.java", SHOP)]);
    let mean = |args: &[&str], told: &str| says(&place, args, 2, &[told]);
    mean(
        &["apply", "renmae", "--symbol", "shop.Invoice", "to=Bill"],
        "did you mean rename?",
    );
    mean(
        &["apply", "rename", "--symbol", "shop.Invoce", "to=Bill"],
        "did you mean shop.Invoice?",
    );
    mean(
        &["apply", "rename", "--symbol", "rset", "to=left"],
        "did you mean rest?",
    );
    mean(
        &["apply", "rename", "--symbol", "rest", "too=left"],
        "did you mean to?",
    );
    mean(
        &["apply", "rename", "--language", "jva", "to=x"],
        "did you mean java?",
    );
    mean(
        &["explain", "Extract Methd"],
        "did you mean Extract Method?",
    );
    mean(
        &["detect", "--only", "Rename Methd"],
        "did you mean Rename Method?",
    );
    mean(
        &["suggest", ".", "--type", "Inline Tmp"],
        "did you mean Inline Temp?",
    );
    mean(&["detect", "--onyl", "x"], "--only");
    mean(&["detekt"], "detect");
}

#[test]
fn overloads_are_listed_with_how_to_name_each() {
    let place = Place::new(&[("shop/Invoice.java", SHOP)]);
    let all = says(
        &place,
        &["apply", "rename", "--symbol", "Invoice.total", "to=sum"],
        2,
        &[
            "2 declarations are named Invoice.total",
            "--at shop/Invoice.java:3:7",
            "--symbol 'shop.Invoice.total(int)'",
            "--at shop/Invoice.java:4:7",
            "--symbol 'shop.Invoice.total(int,String)'",
        ],
    );
    assert_eq!(all.matches("2 declarations").count(), 1, "{all}");
    let one = [
        "apply",
        "rename",
        "--symbol",
        "shop.Invoice.total(int,String)",
        "to=sum",
    ];
    says(&place, &one, 0, &["+  int sum(int n, String s)"]);
}

#[test]
fn a_word_that_is_nothing_is_named() {
    let place = Place::new(&[]);
    says(
        &place,
        &["detect", "nowhere"],
        2,
        &["nowhere is no folder", "no Git repository"],
    );
    says(
        &place,
        &["detect", "nowhere", "HEAD"],
        2,
        &["nowhere is no folder"],
    );
    says(
        &place,
        &["compare", "nowhere", "v2"],
        2,
        &["nowhere is neither a folder, nor an archive, nor a revision"],
    );
}

#[test]
fn nothing_is_printed_twice() {
    let place = Place::new(&[(
        "A.java",
        "class A extends lib.Task { int n() { return 1; } int m() { return n(); } }\n",
    )]);
    let all = says(
        &place,
        &["apply", "rename", "--symbol", "A.m", "to=k"],
        1,
        &[],
    );
    assert_eq!(all.matches("did not resolve").count(), 1, "{all}");
    let broken = Place::new(&[("log.json", "{")]);
    let args = ["replay", "log.json", ".", "--old", ".", "--new", "."];
    let all = says(&broken, &args, 2, &["log.json"]);
    assert_eq!(all.matches("EOF while parsing").count(), 1, "{all}");
    let all = says(
        &broken,
        &["config", "--config", "none.toml"],
        2,
        &["none.toml"],
    );
    assert_eq!(all.matches("No such file").count(), 1, "{all}");
}

#[test]
fn what_would_not_compile_is_not_offered_to_be_allowed() {
    let text = "class A {\n  int f() { return 1; }\n  int g() { return f(); }\n}\n";
    let place = Place::new(&[("A.java", text)]);
    let all = says(
        &place,
        &["apply", "rename", "--symbol", "A.f", "to=g"],
        1,
        &["refused"],
    );
    assert!(!all.contains("--allow"), "{all}");
    assert!(all.contains("would not compile"), "{all}");
}

/// What lies in libraries is told as Java writes it, without descriptors of class files.
#[test]
fn names_of_libraries_are_told_as_java_writes_them() {
    let text = "class A extends java.util.ArrayList<String> {\n  int f() { return size(); }\n  int g() { return 1; }\n}\n";
    let place = Place::new(&[("A.java", text)]);
    let args = ["apply", "rename", "--symbol", "A.g", "to=size"];
    let all = says(&place, &args, 1, &["java.util.ArrayList.size()"]);
    assert!(!all.contains("java/util"), "{all}");
}

/// What stands in the way is read first, whatever the size of the change.
#[test]
fn conflicts_come_before_the_change() {
    let place = Place::new(&[("a.bc", "x = 1\ny = 2\nx\n")]);
    let all = says(
        &place,
        &["apply", "rename", "--at", "a.bc:1:1", "to=y"],
        1,
        &["refused", "--allow"],
    );
    let at = |part: &str| all.find(part).unwrap_or_else(|| panic!("{part}: {all}"));
    assert!(at("refused") < at("--- a/a.bc"), "{all}");
    assert!(at("--- a/a.bc") < at("nothing was written"), "{all}");
}

#[test]
fn stat_counts_lines() {
    let place = Place::new(&[("a.bc", "x = 1\ny = 2\nx + y\n")]);
    let all = says(
        &place,
        &["apply", "rename", "--at", "a.bc:1:1", "to=z", "--stat"],
        0,
        &["a.bc |    4 ++--", "1 file, 2 added, 2 removed"],
    );
    assert!(!all.contains("@@"), "{all}");
}
