//! What was not read: files that were left out, and those of other languages.

use super::Fortran;
use reweave_refactor::{Around, Left, Outcome, Request, Session, Standing, Target, Unread};
use reweave_text::Sources;
use std::sync::Arc;

fn rename(source: (&str, &str), symbol: &str, to: &str, unread: (&str, Left, &[u8])) -> Outcome {
    let (path, left, bytes) = unread;
    let bytes = bytes.to_vec();
    let around = Around {
        unread: Arc::new([Unread {
            path: path.to_owned(),
            left,
            load: Arc::new(move || Some(bytes.clone())),
        }]),
        ..Around::default()
    };
    let session = Session::<Fortran>::within(Sources::new([source]), around);
    let request = Request::new("rename", Target::Symbol(symbol.to_owned())).with("to", to);
    session.apply(&request).expect("it can be asked for")
}

fn told(outcome: &Outcome) -> Vec<(Standing, &str)> {
    let all = outcome.conflicts.iter();
    all.map(|c| (c.standing, c.message.as_str())).collect()
}

fn refused(outcome: &Outcome, part: &str) {
    let all = told(outcome);
    let is_told = |(standing, message): &(Standing, &str)| {
        *standing == Standing::Refuses && message.contains(part)
    };
    assert!(all.iter().any(is_told), "{part} in {all:?}");
}

fn out() -> Left {
    Left::Out("it has NUL bytes".to_owned())
}

const LIB: (&str, &str) = (
    "lib.f90",
    "subroutine area(x)\n  real :: x\n  x = 1.0\nend subroutine\nmodule m\n  private :: own\ncontains\n  subroutine twice(y)\n    real :: y\n    y = 2*y\n  end subroutine\n  subroutine own()\n  end subroutine\nend module\n",
);

#[test]
fn a_file_that_was_left_out_and_holds_the_name() {
    let outcome = rename(
        LIB,
        "area",
        "surface",
        ("bad.f90", out(), b"\0\ncall AREA(z)"),
    );
    refused(&outcome, "bad.f90:2:");
    let outcome = rename(
        LIB,
        "twice",
        "double2",
        ("bad.f90", out(), b"\0 call thrice(z)"),
    );
    assert!(outcome.is_accepted(), "{:?}", told(&outcome));
    let outcome = rename(LIB, "own", "mine", ("bad.f90", out(), b"\0 own"));
    assert!(outcome.is_accepted(), "{:?}", told(&outcome));
}

#[test]
fn symbols_of_the_linker_in_c() {
    let outcome = rename(
        LIB,
        "area",
        "surface",
        ("use.c", Left::Other, b"void f() {\n  area_(&x); }"),
    );
    refused(&outcome, "use.c:2:");
    let outcome = rename(LIB, "area", "surface", ("use.c", Left::Other, b"int area;"));
    assert!(outcome.is_accepted(), "{:?}", told(&outcome));
    assert!(
        told(&outcome)[0].1.contains("use.c:1:"),
        "{:?}",
        told(&outcome)
    );
}
