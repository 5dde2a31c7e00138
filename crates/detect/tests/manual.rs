//! Every example of the manual pages: what stands under `finds` is found, and nothing else.

mod common;

use common::found;
use reweave_detect::{RefactoringType, manual};
use std::collections::BTreeSet;

#[test]
fn every_example_finds_what_it_says() {
    let mut wrong = Vec::new();
    for page in manual::families() {
        for example in &page.examples {
            let block = |tag| example.block(tag).unwrap_or_default();
            let expected: BTreeSet<String> = block("finds").lines().map(str::to_owned).collect();
            let found = found(block("before"), block("after"));
            if found != expected {
                wrong.push(format!(
                    "{}\n  expected {expected:#?}\n  found {found:#?}",
                    page.title
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_type_has_an_example() {
    let missing: Vec<&str> = RefactoringType::ALL
        .iter()
        .filter(|&&t| manual::example(t).is_none())
        .map(|t| t.name())
        .collect();
    assert!(missing.is_empty(), "no example for {missing:?}");
}

#[test]
fn a_tree_against_itself_gives_nothing() {
    for page in manual::families() {
        for example in &page.examples {
            for tag in ["before", "after"] {
                let text = example.block(tag).unwrap_or_default();
                assert_eq!(found(text, text), BTreeSet::new(), "{text}");
            }
        }
    }
}

/// Extract read backwards is Inline.
#[test]
fn extraction_backwards_is_inlining() {
    let (_, example) = manual::example(RefactoringType::ExtractMethod).expect("it has an example");
    let block = |tag| example.block(tag).unwrap_or_default();
    let backwards = found(block("after"), block("before"));
    let kinds: Vec<_> = backwards
        .iter()
        .filter_map(|d| manual::of_line(d))
        .collect();
    assert_eq!(kinds, [RefactoringType::InlineMethod]);
}

#[test]
fn the_order_of_files_does_not_matter() {
    let one = "//- b/B.java\npackage b; class B { int f(int x) { int y = x * 2; return y; } }\n";
    let two = "//- a/A.java\npackage a; import b.B; class A { B b; }\n";
    let one_after = "//- b/B.java\npackage b; class B { }\n";
    let two_after = "//- a/A.java\npackage a; import b.B; class A { B b; int f(int x) { int y = x * 2; return y; } }\n";
    let forward = found(&format!("{one}{two}"), &format!("{one_after}{two_after}"));
    let backward = found(&format!("{two}{one}"), &format!("{two_after}{one_after}"));
    assert_eq!(forward, backward);
    assert_eq!(forward.len(), 1);
}
