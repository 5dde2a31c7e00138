//! Tests of what no example can show: warnings, files beside the program, programs that are changed. Examples are in the heads and in
//! `tests/suites`.

mod bad_input;
mod incomplete;
mod names_in_text;
mod symbols;
mod updates;
mod warnings;

use super::Java;
use reweave_refactor::{Request, Session, Standing, Target};
use reweave_refactor_testing::check_pages;
use reweave_text::{FileId, Sources};

#[test]
fn heads_are_true() {
    check_pages::<Java>();
}

#[test]
fn initial_values_that_move_are_warned_about() {
    let text = "class A {
    static int made;
    static final int ONE = 1 + 1;
    static int next = ONE;
    static final A first = new A();
    static int copy = made;
    static Runnable later;
}
class B { }
";
    let warned = |member: &str| -> Vec<&str> {
        let session = Session::<Java>::new(Sources::new([("main.java", text)]));
        let at = text.find(member).expect("it is there") as u32;
        let request = Request::new("move-members", Target::At(FileId(0), at)).with("to", "B");
        let outcome = session.apply(&request).expect("it can be moved");
        let conflicts = outcome.conflicts.iter();
        let ours = conflicts.filter(|c| c.kind == "order" && c.standing == Standing::Warns);
        ours.flat_map(|c| &c.places)
            .filter_map(|place| place.original)
            .map(|at| at.span.text(text))
            .collect()
    };
    assert_eq!(warned("first ="), ["new A()"]);
    assert_eq!(warned("copy ="), ["made"]);
    assert!(warned("next =").is_empty() && warned("later").is_empty());
}

#[test]
fn a_constructor_is_not_deleted_with_its_class() {
    let text = "class A { A() { } }";
    let session = Session::<Java>::new(Sources::new([("A.java", text)]));
    let at = text.find("A()").expect("it is there") as u32;
    let request = Request::new("safe-delete", Target::At(FileId(0), at));
    let outcome = session.apply(&request).expect("it can be asked for");
    assert!(!outcome.was_made());
    let told = &outcome.conflicts[0].message;
    assert!(told.contains("a constructor that nobody wrote"));
}
