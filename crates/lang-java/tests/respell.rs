//! A text in which names are spelled otherwise has the model that reading it gives.

mod source;

use proptest::prelude::*;
use reweave_lang_java::{lower, respell};
use reweave_model::{FileModel, NodeId};
use reweave_text::{Interner, Part};
use source::SOURCE;

/// Everything of a model that a name or a place is part of.
fn told(model: &FileModel) -> String {
    let nodes = (0..model.tree.len() as u32).map(NodeId);
    let nodes: Vec<_> = nodes.map(|n| model.tree.node(n)).collect();
    format!("{nodes:#?} {model:#?}")
}

/// The words of a text and what stands between them, in turn; a word first.
fn parts(text: &str) -> Vec<&str> {
    let in_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut parts = Vec::new();
    let (mut rest, mut word) = (text, true);
    while !rest.is_empty() {
        let end = rest.find(|c| in_word(c) != word).unwrap_or(rest.len());
        parts.push(rest.part(..end));
        (rest, word) = (rest.part(end..), !word);
    }
    parts
}

/// Whether the model was made without reading; it must then be the one that reading gives.
fn respelled(before: &str, after: &str) -> bool {
    let names = Interner::new();
    let old = lower("a/B.java", before, &names);
    let Some(got) = respell((&old, before), after, &names) else {
        return false;
    };
    let wanted = lower("a/B.java", after, &names);
    assert_eq!(told(&got), told(&wanted), "{after}");
    true
}

#[test]
fn every_name_of_a_file_can_be_spelled_otherwise() {
    let parts = parts(SOURCE);
    let mut words: Vec<&str> = parts.iter().step_by(2).copied().collect();
    words.sort_unstable();
    words.dedup();
    let mut without_reading = 0;
    for word in &words {
        for to in ["x", "longerThanMost9", "é"] {
            let changed = parts.iter().map(|p| if p == word { to } else { p });
            without_reading += usize::from(respelled(SOURCE, &changed.collect::<String>()));
        }
    }
    // Of the two spellings whose letters need no reading.
    assert!(3 * without_reading > 2 * words.len(), "{without_reading}");
}

#[test]
fn what_is_more_than_a_name_is_read() {
    let text =
        "package a; import b.C; /** Of m. */ class B extends C { int m = 1; String s = \"m\"; }";
    for (from, to, is_respelled) in [
        ("int m", "int n", true),
        ("Of m", "Of names", true),
        ("b.C", "b.D", true),
        ("package a", "package x", true),
        ("int m", "int this.m", false),
        ("int m", "int var", false),
        ("int", "Int", false),
        ("1", "2", false),
        ("\"m\"", "\"n\"", false),
        ("; String", ";String", false),
    ] {
        assert_eq!(
            respelled(text, &text.replace(from, to)),
            is_respelled,
            "{to}"
        );
    }
    let implicit = "B main() { return new B(); }";
    assert!(respelled(implicit, &implicit.replace('B', "Cart")));
    assert!(!respelled("class B { int m }", "class B { int n }"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn any_words(changes in proptest::collection::vec((0..SOURCE.len(), 0..WORDS.len()), 1..8)) {
        let mut parts = parts(SOURCE);
        for (at, with) in changes {
            let words = parts.len().div_ceil(2);
            parts[at % words * 2] = WORDS[with];
        }
        respelled(SOURCE, &parts.concat());
    }
}

const WORDS: &[&str] = &[
    "x", "zeta9", "é", "U", "String", "value", "when", "record", "yield", "module", "default",
    "int", "_", "1", "", "this.x", "a b",
];
