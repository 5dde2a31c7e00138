//! What was not read: files that were left out, and those of other languages.

use super::Bc;
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
    let session = Session::<Bc>::within(Sources::new([source]), around);
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

const LIB: (&str, &str) = ("lib.bc", "define sq(n) {\n  return (n * n)\n}\nx = sq(2)\n");

#[test]
fn a_file_that_was_left_out_and_holds_the_name() {
    let outcome = rename(LIB, "sq", "square", ("bad.bc", out(), b"\0\nsq(3)"));
    refused(&outcome, "bad.bc:2:");
    let outcome = rename(LIB, "sq", "square", ("bad.bc", out(), b"\0 sqrt(3)"));
    assert!(outcome.is_accepted(), "{:?}", told(&outcome));
    let outcome = rename(LIB, "sq.n", "m", ("bad.bc", out(), b"\0 n = 1"));
    assert!(outcome.is_accepted(), "{:?}", told(&outcome));
}

#[test]
fn scripts_are_warned_of() {
    let script = b"bc lib.bc <<< 'sq'";
    let outcome = rename(LIB, "sq", "square", ("run.sh", Left::Other, script));
    assert!(outcome.is_accepted(), "{:?}", told(&outcome));
    assert!(
        told(&outcome)[0].1.contains("run.sh:1:"),
        "{:?}",
        told(&outcome)
    );
}
