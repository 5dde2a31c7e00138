//! Two examples of each of the forty types of paper 4, written from its definitions and not from what detection does.

mod common;

use common::found;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

const FILES: [&str; 4] = [
    include_str!("paper/methods.txt"),
    include_str!("paper/variables.txt"),
    include_str!("paper/attributes.txt"),
    include_str!("paper/types.txt"),
];

/// Examples that are not found. Section 4.3 calls it Replace Attribute where a new attribute stands in the place of one
/// that stays in the same class; neither labels nor the reference tool do, and eleven such findings in the labelled commits
/// were all false.
const NOT_FOUND: [&str; 2] = [
    "Replace Attribute | a new field takes the place of one that stays, in a pair of types",
    "Replace Attribute | used in a subclass",
];

struct Example<'t> {
    title: &'t str,
    before: &'t str,
    after: &'t str,
    finds: Vec<&'t str>,
}

fn examples() -> Vec<Example<'static>> {
    let mut out = Vec::new();
    for file in FILES {
        for text in file.split("\n== ").skip(1) {
            let (title, rest) = text.split_once('\n').expect("a title");
            let (before, rest) = rest.split_once("\n=>\n").expect("two versions");
            let (after, finds) = rest.split_once("\nfinds\n").expect("what is found");
            let finds = finds.lines().filter(|l| !l.is_empty()).collect();
            out.push(Example {
                title,
                before,
                after,
                finds,
            });
        }
    }
    out
}

#[test]
fn every_type_has_two_examples() {
    let mut types: BTreeMap<&str, u32> = BTreeMap::new();
    for example in examples() {
        let kind = example.title.split(" | ").next().unwrap_or_default();
        *types.entry(kind).or_default() += 1;
    }
    assert_eq!(types.len(), 40, "{types:?}");
    assert!(types.values().all(|&n| n == 2), "{types:?}");
}

#[test]
fn what_the_definitions_say_is_found() {
    let mut missed = BTreeSet::new();
    let mut told = String::new();
    for example in examples() {
        let found = found(example.before, example.after);
        if !example.finds.iter().all(|f| found.contains(*f)) {
            missed.insert(example.title);
            let (title, wanted) = (example.title, example.finds);
            writeln!(told, "{title}\n  wanted {wanted:#?}\n  found {found:#?}").expect("text");
        }
    }
    let known: BTreeSet<&str> = NOT_FOUND.into_iter().collect();
    assert_eq!(missed, known, "{told}");
}
