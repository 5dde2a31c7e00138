//! What was not read: files that were left out, and those of other languages.

use super::Fortran;
use reweave_refactor::Left;
use reweave_refactor_testing::unread::{accepted, out, refused, rename, warned};

const LIB: (&str, &str) = (
    "lib.f90",
    "subroutine area(x)\n  real :: x\n  x = 1.0\nend subroutine\nmodule m\n  private :: own\ncontains\n  subroutine twice(y)\n    real :: y\n    y = 2*y\n  end subroutine\n  subroutine own()\n  end subroutine\nend module\n",
);

#[test]
fn a_file_that_was_left_out_and_holds_the_name() {
    let outcome = rename::<Fortran>(
        LIB,
        ("area", "surface"),
        ("bad.f90", out(), b"\0\ncall AREA(z)"),
    );
    refused(&outcome, "bad.f90:2:");
    let outcome = rename::<Fortran>(
        LIB,
        ("twice", "double2"),
        ("bad.f90", out(), b"\0 call thrice(z)"),
    );
    accepted(&outcome);
    let outcome = rename::<Fortran>(LIB, ("own", "mine"), ("bad.f90", out(), b"\0 own"));
    accepted(&outcome);
}

#[test]
fn symbols_of_the_linker_in_c() {
    let outcome = rename::<Fortran>(
        LIB,
        ("area", "surface"),
        ("use.c", Left::Other, b"void f() {\n  area_(&x); }"),
    );
    refused(&outcome, "use.c:2:");
    let outcome = rename::<Fortran>(
        LIB,
        ("area", "surface"),
        ("use.c", Left::Other, b"int area;"),
    );
    warned(&outcome, "use.c:1:");
}
