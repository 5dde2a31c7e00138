//! Macros around whole items, such as `cfg_rt! { pub fn f() {} }`: what they are given is read as if it stood alone.

use crate::grammar::RUST;
use reweave_syntax::{NodeId, parse};
use reweave_text::{Part, Span};

/// The words with which an item begins.
const ITEM_WORDS: &[&str] = &[
    "pub", "fn", "impl", "struct", "enum", "mod", "use", "trait", "type", "const", "static",
    "async", "unsafe", "extern",
];

/// How often the whole text may be read for what macros are given.
const MOST_READ: usize = 4;

/// The text with the names and braces of such macros blanked, if there are any.
pub fn items(text: &str) -> Option<String> {
    let mut blanks: Vec<(usize, usize)> = Vec::new();
    let bytes = text.as_bytes();
    let mut from = 0;
    let mut left = text.len().saturating_mul(MOST_READ);
    while let Some(at) = text.part(from..).find("! {").map(|i| from + i) {
        from = at + 3;
        let name = bytes[..at]
            .iter()
            .rposition(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'_' | b':')))
            .map_or(0, |i| i + 1);
        let open = at + 2;
        if name == at || !at_item(bytes, name) || !begins_item(text.part(from..)) {
            continue;
        }
        let Some(close) = closing(bytes, open) else {
            break;
        };
        // Macros in macros are read once for each around them.
        let Some(rest) = left.checked_sub(close - open) else {
            break;
        };
        left = rest;
        if is_items(text.part(open + 1..close)) {
            blanks.extend([(name, open + 1), (close, close + 1)]);
        }
    }
    if blanks.is_empty() {
        return None;
    }
    let mut masked = text.as_bytes().to_vec();
    for (start, end) in blanks {
        masked[start..end].fill(b' ');
    }
    String::from_utf8(masked).ok()
}

/// Whether an item may begin there: at the start of a line, behind nothing but layout.
fn at_item(bytes: &[u8], at: usize) -> bool {
    let mut before = bytes[..at].iter().rev();
    before
        .find(|b| !matches!(b, b' ' | b'\t'))
        .is_none_or(|b| *b == b'\n')
}

fn begins_item(rest: &str) -> bool {
    let mut rest = rest.trim_start();
    while rest.starts_with("//") {
        rest = rest.split_once('\n').map_or("", |(_, r)| r).trim_start();
    }
    let word = rest
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .map_or(rest, |end| rest.part(..end));
    rest.starts_with("#[") || ITEM_WORDS.contains(&word)
}

/// The brace that closes the one at `open`, if braces in texts and comments do not mislead.
fn closing(bytes: &[u8], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (i, b) in bytes.iter().enumerate().skip(open) {
        match b {
            b'{' => depth += 1,
            b'}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(i);
                }
            }
            _ => {}
        }
    }
    None
}

/// Whether the grammar reads the text as items and nothing else.
fn is_items(text: &str) -> bool {
    let tree = parse(&RUST.grammar, text);
    let node = |id| tree.node(id);
    let only_items = tree.children(NodeId::ROOT).all(|c| {
        let name = RUST.grammar.kind_name(node(c).kind);
        node(c).is_extra()
            || name == "macro_invocation"
            || name.ends_with("_item")
            || name.ends_with("_declaration")
    });
    only_items && tree.errors().is_empty() && tree.span(NodeId::ROOT) != Span::at(0)
}
