//! A rename within a program of which one file was not read: what the answer says of it.

use reweave_refactor::{
    Around, Language, Left, Outcome, Request, Session, Standing, Target, Unread,
};
use reweave_text::Sources;
use std::sync::Arc;

/// Renames a symbol of the one source that is read.
pub fn rename<L: Language>(
    source: (&str, &str),
    (symbol, to): (&str, &str),
    (path, left, bytes): (&str, Left, &[u8]),
) -> Outcome {
    let bytes = bytes.to_vec();
    let around = Around {
        unread: Arc::new([Unread {
            path: path.to_owned(),
            left,
            load: Arc::new(move || Some(bytes.clone())),
        }]),
        ..Around::default()
    };
    let session = Session::<L>::within(Sources::new([source]), around);
    let request = Request::new("rename", Target::Symbol(symbol.to_owned())).with("to", to);
    session.apply(&request).expect("it can be asked for")
}

/// A file that was left out.
pub fn out() -> Left {
    Left::Out("it has NUL bytes".to_owned())
}

fn told(outcome: &Outcome) -> Vec<(Standing, &str)> {
    let all = outcome.conflicts.iter();
    all.map(|c| (c.standing, c.message.as_str())).collect()
}

/// Refused, with a sentence that holds a part.
#[track_caller]
pub fn refused(outcome: &Outcome, part: &str) {
    let all = told(outcome);
    let is_told = |(standing, message): &(Standing, &str)| {
        *standing == Standing::Refuses && message.contains(part)
    };
    assert!(all.iter().any(is_told), "{part} in {all:?}");
}

#[track_caller]
pub fn accepted(outcome: &Outcome) {
    assert!(outcome.is_accepted(), "{:?}", told(outcome));
}

/// Accepted, with a warning whose sentence holds a part.
#[track_caller]
pub fn warned(outcome: &Outcome, part: &str) {
    accepted(outcome);
    assert!(told(outcome)[0].1.contains(part), "{:?}", told(outcome));
}
