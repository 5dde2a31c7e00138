//! A run that is called off says only what the whole run says, wherever it is cut.

mod common;

use common::{found, found_within};
use reweave_detect::{Budget, manual};
use std::cell::Cell;
use std::collections::BTreeSet;

/// What is found until the question of that number, and how many were asked.
fn found_until(question: usize, before: &str, after: &str) -> (BTreeSet<String>, usize) {
    let asked = Cell::new(0);
    let over = || {
        asked.set(asked.get() + 1);
        asked.get() > question
    };
    let found = found_within(before, after, &Budget::new(None, Some(&over)));
    (found, asked.get())
}

#[test]
fn every_example_cut_at_every_question() {
    let mut kept = 0;
    for page in manual::families() {
        for example in &page.examples {
            let block = |tag| example.block(tag).unwrap_or_default();
            let (before, after) = (block("before"), block("after"));
            let whole = found(before, after);
            let (_, questions) = found_until(usize::MAX, before, after);
            for question in 0..questions {
                let (until, _) = found_until(question, before, after);
                kept += until.len();
                assert!(
                    until.is_subset(&whole),
                    "cut at {question} of {questions}: {until:#?}\nwhole: {whole:#?}"
                );
            }
        }
    }
    assert!(kept > 0, "what was found before the cut is kept");
}
