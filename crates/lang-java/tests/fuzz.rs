//! No bytes crash the reading of Java, and whatever they are, the model holds together.

mod source;

use proptest::prelude::*;
use reweave_lang_java::lower;
use reweave_model::{FileModel, NodeId};
use reweave_text::{Interner, Part};
use source::SOURCE;

/// What every model holds to, however broken its text was.
fn check(text: &str) -> FileModel {
    let names = Interner::new();
    let file = lower("a/B.java", text, &names);
    let tree = &file.tree;
    for node in tree.descendants(NodeId::ROOT) {
        let span = tree.span(node);
        assert!(span.end as usize <= text.len(), "{text}");
        assert!(text.is_char_boundary(span.start as usize), "{text}");
        assert!(text.is_char_boundary(span.end as usize), "{text}");
        assert!(tree.parent(node).is_none_or(|p| p < node), "{text}");
    }
    for ty in &file.types {
        assert!(ty.outer.is_none_or(|o| (o.0 as usize) < file.types.len()));
    }
    for callable in &file.callables {
        assert!((callable.owner.0 as usize) < file.types.len());
    }
    file
}

#[test]
fn the_source_itself_is_read_whole() {
    let file = check(SOURCE);
    assert_eq!(file.left_out, []);
    assert_eq!(file.types.len(), 6);
}

#[test]
fn every_beginning_of_a_file_is_read() {
    for end in (0..SOURCE.len()).step_by(7) {
        check(SOURCE.part(..end));
    }
}

/// What the grammar is shown of a string that does not end has other letters than the string.
#[test]
fn no_node_begins_within_a_letter() {
    check(
        "A\0A\0\0\0#\0%|\0|\0|\u{7f}\"\0\0\0\0\0\u{fffd}\n\u{1}\u{1}\u{1}\u{1}\"\0;\u{e}\0\0\"\0",
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        check(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_java_tokens(tokens in proptest::collection::vec(0..TOKENS.len(), 0..120)) {
        let text: Vec<_> = tokens.into_iter().map(|t| TOKENS[t]).collect();
        check(&text.join(" "));
        check(&text.concat());
    }

    #[test]
    fn any_cuts(cuts in proptest::collection::vec((0..SOURCE.len(), 0..40_usize, 0..TOKENS.len()), 1..6)) {
        // Bytes, not text: a later cut may go through a letter that an earlier one put in.
        let mut bytes = SOURCE.as_bytes().to_vec();
        for (at, len, with) in cuts {
            let at = at.min(bytes.len());
            let end = (at + len).min(bytes.len());
            bytes.splice(at..end, TOKENS[with].bytes());
        }
        check(&String::from_utf8_lossy(&bytes));
    }
}

const TOKENS: &[&str] = &[
    "class",
    "interface",
    "enum",
    "record",
    "@interface",
    "@",
    "A",
    "b",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    ";",
    ",",
    ".",
    "...",
    "->",
    "::",
    "=",
    "==",
    "+",
    "++",
    "-",
    "!",
    "?",
    ":",
    "&",
    "|",
    "case",
    "default",
    "switch",
    "when",
    "instanceof",
    "super",
    "this",
    "new",
    "int",
    "void",
    "final",
    "static",
    "if",
    "else",
    "for",
    "while",
    "do",
    "try",
    "catch",
    "finally",
    "return",
    "throw",
    "yield",
    "import",
    "module",
    "package",
    "\"",
    "'",
    "\"\"\"",
    "\\",
    "\\u0041",
    "\\u00",
    "/*",
    "*/",
    "//",
    "\n",
    " ",
    "1",
    "0_7",
    "1__0",
    "é",
    "\u{1a}",
    "_",
    "null",
    "sealed",
    "non-sealed",
    "assert",
    "synchronized",
    "throws",
    "extends",
    "implements",
    "\r\n",
    "\t",
    "",
];
