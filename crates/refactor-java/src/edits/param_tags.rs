//! The `@param` tags of a documentation comment: they follow the order of the parameters, those of removed ones go, and new ones
//! get theirs.

use crate::edits::nested_edits::{NestedEdits, Part};
use crate::edits::signature_change::{Change, Item};
use reweave_text::Span;

/// Says something of new parameters in the comment of a method whose parameters are called `old`, and puts the rest in order.
pub fn change_tags(
    (number, text, doc): (u32, &str, Span),
    old: &[&str],
    change: &Change,
    edits: &mut NestedEdits,
) {
    let in_place =
        |(i, item): (usize, &Item)| matches!(item, Item::Kept { index, .. } if *index == i);
    if change.items.len() == old.len() && change.items.iter().enumerate().all(in_place) {
        return;
    }
    let shown = doc.text(text);
    let indent = crate::edits::texts::indent_at(text, doc.start);
    let new_line = |name: &str| format!("{indent} * @param {name} TODO\n");
    if let Some(tags) = run_of_tags(shown, old) {
        let blocks = |index: usize| {
            let of_param = tags.iter().filter(move |t| t.param == index);
            of_param.map(|t| Part::Old(t.lines.shifted(doc.start)))
        };
        let mut parts = Vec::new();
        for item in &change.items {
            match item {
                Item::Kept { index, .. } => parts.extend(blocks(*index)),
                Item::New { name, .. } => parts.push(Part::New(new_line(name))),
            }
        }
        let (first, last) = (tags[0].lines.start, tags[tags.len() - 1].lines.end);
        let all = Span::new(first, last).shifted(doc.start);
        edits.lines(number, all, parts);
        return;
    }
    // What is inherited has a word for each parameter above.
    if shown.contains("{@inheritDoc}") {
        return;
    }
    let Some(body) = shown.strip_suffix("*/") else {
        return;
    };
    let new: Vec<String> = change
        .items
        .iter()
        .filter_map(|item| match item {
            Item::New { name, .. } => Some(format!("\n{indent} * @param {name} TODO")),
            Item::Kept { .. } => None,
        })
        .collect();
    if !new.is_empty() {
        let end = doc.start + body.trim_end().len() as u32;
        edits.insert(number, end, new.concat());
    }
}

/// A tag with all its lines.
struct Tag {
    param: usize,
    lines: Span,
}

/// The tags of parameters, where they are whole lines with no other tag between them; never empty.
fn run_of_tags(doc: &str, params: &[&str]) -> Option<Vec<Tag>> {
    let mut tags: Vec<Tag> = Vec::new();
    let mut is_open = false;
    let mut is_over = false;
    let mut at = 0;
    for line in doc.split_inclusive('\n') {
        let (start, end) = (at, at + line.len() as u32);
        at = end;
        let content = line.trim_start().trim_start_matches('*').trim_start();
        if line.contains("*/") {
            // The end of the comment in a tag's line cannot go along.
            let is_bare = line.trim() == "*/";
            return (is_bare && !tags.is_empty()).then_some(tags);
        }
        if !content.starts_with('@') {
            if let Some(tag) = tags.last_mut().filter(|_| is_open) {
                tag.lines.end = end;
            }
            continue;
        }
        let mut words = content.split_whitespace();
        let name = words.next().filter(|w| *w == "@param").and(words.next());
        let param = name.and_then(|n| params.iter().position(|p| *p == n));
        is_open = param.is_some();
        match param {
            Some(_) if is_over => return None,
            Some(param) => tags.push(Tag {
                param,
                lines: Span::new(start, end),
            }),
            None => is_over = !tags.is_empty(),
        }
    }
    None
}
