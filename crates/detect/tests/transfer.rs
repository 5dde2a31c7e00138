//! What is, and what is not, evidence that code was extracted or inlined.

mod common;

use common::found;

fn finds(before: &str, after: &str, expected: &[&str]) {
    let found = found(before, after);
    let expected = expected.iter().map(|&e| e.to_owned()).collect();
    assert_eq!(found, expected);
}

/// A call on the interface could mean any class below it.
#[test]
fn a_call_on_a_supertype_names_no_class() {
    let engine = |call: &str| {
        format!("class Engine {{ Part part; void stop() {{ log(1); {call} log(2); }} }}\n")
    };
    let part = |more: &str| format!("interface Part {{ void off(); {more} }}\n");
    let class = |name: &str, more: &str| {
        format!("class {name} implements Part {{ public void off() {{ lamp(3); }} {more} }}\n")
    };
    let before = format!(
        "{}{}{}{}",
        engine("config.save(4);"),
        part(""),
        class("Disk", ""),
        class("Fan", "")
    );
    let after = |fan: &str| {
        format!(
            "{}{}{}{}",
            engine("part.end();"),
            part("void end();"),
            class("Disk", "public void end() { config.save(4); }"),
            class("Fan", fan)
        )
    };
    finds(&before, &after("public void end() { spin(5); }"), &[]);
    finds(
        &before,
        &after(""),
        &[
            "Extract And Move Method public end() : void extracted from package stop() : void in class Engine & moved to class Disk",
        ],
    );
}

/// Another value in the place of a call is no inlining.
#[test]
fn a_changed_value_was_not_inlined() {
    let before = "class A { String name(X x) { return x.first(2); } void run(X x) { log(1); print(name(x)); } }";
    let same = "class A { void run(X x) { log(1); print(x.first(2)); } }";
    let other = "class A { void run(X x) { log(1); print(x.second(2)); } }";
    finds(
        before,
        same,
        &["Inline Method package name(x X) : String inlined to package run(x X) : void in class A"],
    );
    finds(before, other, &[]);
}

/// In another class, one changed statement beside a new one is chance.
#[test]
fn one_changed_statement_of_two_says_little() {
    let before = "class A { Store store; void run(int k) { log(1); store.put(k, 1); log(2); } }\nclass Store { }";
    let after = |keep: &str| {
        format!(
            "class A {{ Store store; void run(int k) {{ log(1); store.keep(k); log(2); }} }}\n\
             class Store {{ void keep(int k) {{ {keep} }} }}"
        )
    };
    finds(before, &after("put(k, 2); count(k + 3);"), &[]);
    finds(
        before,
        &after("put(k, 1); count(k + 3);"),
        &[
            "Extract And Move Method package keep(k int) : void extracted from package run(k int) : void in class A & moved to class Store",
        ],
    );
}

/// What a new method's own helper does must be told by its statements, not by the place of its call.
#[test]
fn further_down_the_calls_statements_must_be_the_same() {
    let before = "class A { void run(int k) { open(k); write(k, 1); flush(k); close(k); } }";
    let after = |helper: &str| {
        format!(
            "class A {{ void run(int k) {{ work(k); }} void work(int k) {{ open(k); help(k); flush(k); close(k); }} \
             void help(int k) {{ {helper} }} }}"
        )
    };
    let work = "Extract Method package work(k int) : void extracted from package run(k int) : void in class A";
    let help = "Extract Method package help(k int) : void extracted from package run(k int) : void in class A";
    finds(before, &after("write(k, 1);"), &[work, help]);
    finds(before, &after("write(k, 2);"), &[work]);
}

/// Of two statements that are alike, the one below the same condition is the one that went along, whatever its words are.
#[test]
fn statements_go_with_their_conditions() {
    finds(
        "class Door { void open(String by) { if (!settings.open()) \
         throw new Refused(\"the door is shut today, ask for the key at the gate\"); turn(by); } }",
        "class Door { void open(String by) { allow(by); turn(by); } \
         void allow(String by) { if (!settings.open()) throw new Refused(\"shut\"); \
         if (!settings.guests() && isGuest(by)) throw new Refused(\"the door is shut for guests today, ask for the key at the gate\"); } }",
        &[
            "Extract Method package allow(by String) : void extracted from package open(by String) : void in class Door",
        ],
    );
}

/// A call that went along into a method of the same name is not what stood for that method before.
#[test]
fn a_call_of_the_same_name_goes_along() {
    let before = "class A { Pump p; void run(int k) { open(k); p.flow.push(k, 1); close(k); } }\nclass Pump { Flow flow; }";
    let after = |on: &str| {
        format!(
            "class A {{ Pump p; void run(int k) {{ open(k); p.push(k, 1); close(k); }} }}\n\
             class Pump {{ Flow flow; void push(int k, int n) {{ {on}.push(k, n); count(k + n); }} }}"
        )
    };
    let push = "Extract And Move Method package push(k int, n int) : void extracted from package run(k int) : void \
                in class A & moved to class Pump";
    finds(before, &after("flow"), &[push]);
    finds(before, &after("other"), &[]);
}

/// A call in the place of a variable tells where the variable's value went, even where it changed on the way.
#[test]
fn a_call_takes_the_place_of_a_variable() {
    finds(
        "class A { void send(Command c) { Options o = manager.builder(Mode.SLOW, none(c)).build(); manager.send(c, o); log(c); } }",
        "class A { void send(Command c) { manager.send(c, options()); log(c); } \
         Options options() { return manager.builder(Mode.FAST, some()).build(); } }",
        &[
            "Extract Method package options() : Options extracted from package send(c Command) : void in class A",
        ],
    );
}

/// All that a method did may stand, with small changes, in the method of the same name that it asks now.
#[test]
fn a_method_asks_another_of_its_name() {
    let before = "class Store { Base base; int count; String text() { return \"nodes:\" + show(count) + \", edges:\" + show(edges.size()); } }\n\
         class Base { }";
    let after = |name: &str| {
        format!(
            "class Store {{ Base base; int count; String text() {{ String t = base.{name}(); if (wide()) t += extra(); return t; }} }}\n\
             class Base {{ String {name}() {{ return \"nodes:\" + show(nodes()) + \", edges:\" + show(edges.size()); }} }}"
        )
    };
    finds(
        before,
        &after("text"),
        &[
            "Extract And Move Method package text() : String extracted from package text() : String in class Store & moved to class Base",
        ],
    );
    finds(before, &after("details"), &[]);
}

/// An attribute's type says whose method is called on it.
#[test]
fn a_call_on_an_attribute_is_one_of_its_type() {
    let before = "class A { void run(int k) { open(k); write(k, 1); close(k); } }\nclass Pen { } class Ink { }";
    let after = |ty: &str| {
        format!(
            "class A {{ {ty} tool; void run(int k) {{ this.tool.use(k); open(k); close(k); }} }}\n\
             class Pen {{ void use(int k) {{ write(k, 1); }} }} class Ink {{ }}"
        )
    };
    let used = "Extract And Move Method package use(k int) : void extracted from package run(k int) : void \
                in class A & moved to class Pen";
    finds(before, &after("Pen"), &[used]);
    finds(before, &after("Ink"), &[]);
}

/// A method may be called on another object of its own class, too.
#[test]
fn a_call_on_another_object_of_the_class_is_linked() {
    let class = |body: &str, more: &str| {
        format!(
            "class Coder {{ int width; Coder(int w) {{ width = w; }} void run(Out out) {{ out.open(); {body} out.close(); }} {more} }}"
        )
    };
    let lines = "out.line(\"a\"); out.line(\"b\");";
    let extracted = "Extract Method package lines(out Out) : void extracted from package run(out Out) : void in class Coder";
    let more = format!("void lines(Out out) {{ {lines} }}");
    for call in [
        "new Coder(3).lines(out);",
        "Coder other = new Coder(3); other.lines(out);",
    ] {
        finds(&class(lines, ""), &class(call, &more), &[extracted]);
    }
}
