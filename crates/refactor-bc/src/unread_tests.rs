//! What was not read: files that were left out, and those of other languages.

use super::Bc;
use reweave_refactor::Left;
use reweave_refactor_testing::unread::{accepted, out, refused, rename, warned};

const LIB: (&str, &str) = ("lib.bc", "define sq(n) {\n  return (n * n)\n}\nx = sq(2)\n");

#[test]
fn a_file_that_was_left_out_and_holds_the_name() {
    let outcome = rename::<Bc>(LIB, ("sq", "square"), ("bad.bc", out(), b"\0\nsq(3)"));
    refused(&outcome, "bad.bc:2:");
    let outcome = rename::<Bc>(LIB, ("sq", "square"), ("bad.bc", out(), b"\0 sqrt(3)"));
    accepted(&outcome);
    let outcome = rename::<Bc>(LIB, ("sq.n", "m"), ("bad.bc", out(), b"\0 n = 1"));
    accepted(&outcome);
}

#[test]
fn scripts_are_warned_of() {
    let script = b"bc lib.bc <<< 'sq'";
    let outcome = rename::<Bc>(LIB, ("sq", "square"), ("run.sh", Left::Other, script));
    warned(&outcome, "run.sh:1:");
}
