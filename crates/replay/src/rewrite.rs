//! The edits of one file, which may lie in each other, and where the names of the old text stand in the new one.

use reweave_text::Span;

/// Lists in lists, deeper than anyone writes.
const DEEPEST: usize = 200;

/// A part of a text to be: text of the original with the edits in it, new text, or a name in the place of one that began
/// there in the old text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    Old(Span),
    New(String),
    Name(u32, String),
}

/// One replacement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    pub span: Span,
    pub parts: Vec<Part>,
    /// A name of the old text that the new text has too: where it began, and where it begins in the first part.
    pub anchor: Option<(u32, u32)>,
}

impl Change {
    pub fn insert(at: u32, text: String) -> Self {
        Self {
            span: Span::at(at),
            parts: vec![Part::New(text)],
            anchor: None,
        }
    }

    pub fn delete(span: Span) -> Self {
        Self {
            span,
            parts: Vec::new(),
            anchor: None,
        }
    }

    /// A name, or a name with what qualifies it, written otherwise: the last word of the one becomes that of the other.
    pub fn name(span: Span, name: Span, text: String) -> Self {
        let last = text.rfind(['.', '#']).map_or(0, |d| d as u32 + 1);
        Self {
            span,
            parts: vec![Part::New(text)],
            anchor: Some((name.start, last)),
        }
    }

    pub fn list(span: Span, parts: Vec<Part>) -> Self {
        Self {
            span,
            parts,
            anchor: None,
        }
    }
}

/// A text with its changes made.
#[derive(Clone, Debug, Default)]
pub struct Rewritten {
    pub text: String,
    /// Where pieces of the old text went: old start, length, new start; by old start.
    kept: Vec<(u32, u32, u32)>,
}

impl Rewritten {
    /// Where a name that began at an offset of the old text begins now; none where it is gone.
    pub fn at(&self, old: u32) -> Option<u32> {
        let after = self.kept.partition_point(|k| k.0 <= old);
        let mut candidates = self.kept[..after].iter().rev().take(3);
        let &(start, _, new) = candidates.find(|(start, len, _)| old < start + len)?;
        Some(new + (old - start))
    }
}

/// Makes the changes. Of two that cover the same text in part, the later one is left out; what lies in a list's old parts
/// is made there.
pub fn rewrite(text: &str, mut changes: Vec<Change>) -> Rewritten {
    changes.sort_by_key(|c| (c.span.start, std::cmp::Reverse(c.span.end)));
    changes.dedup();
    let mut out = Rewritten::default();
    let whole = Span::new(0, text.len() as u32);
    let writer = Writer {
        text,
        changes: &changes,
    };
    writer.write(whole, 0, &mut out);
    out.kept.sort_unstable();
    out
}

struct Writer<'a> {
    text: &'a str,
    changes: &'a [Change],
}

impl Writer<'_> {
    fn write(&self, span: Span, depth: usize, out: &mut Rewritten) {
        let mut done = span.start;
        let first = self
            .changes
            .partition_point(|c| c.span.start < span.start || c.span.end < span.start);
        for change in &self.changes[first..] {
            if change.span.start > span.end {
                break;
            }
            // The list itself, whose part this is, begins no later and ends no earlier.
            let is_around = depth > 0 && change.span.contains(span) && !change.span.is_empty();
            let same_part = is_around && change.parts.iter().any(|p| matches!(p, Part::Old(_)));
            if change.span.start < done || !span.contains(change.span) || same_part {
                continue;
            }
            if change.span.is_empty() && depth > 0 && change.span.start == span.end {
                continue;
            }
            self.keep(Span::new(done, change.span.start), out);
            done = change.span.end;
            if let Some((old, within)) = change.anchor {
                out.kept.push((old, 1, out.text.len() as u32 + within));
            }
            for part in &change.parts {
                match part {
                    Part::New(text) => out.text.push_str(text),
                    Part::Name(old, text) => {
                        out.kept.push((*old, 1, out.text.len() as u32));
                        out.text.push_str(text);
                    }
                    Part::Old(part) if depth < DEEPEST => self.write(*part, depth + 1, out),
                    Part::Old(part) => self.keep(*part, out),
                }
            }
        }
        self.keep(Span::new(done, span.end), out);
    }

    fn keep(&self, span: Span, out: &mut Rewritten) {
        if !span.is_empty() {
            let new = out.text.len() as u32;
            out.kept.push((span.start, span.len(), new));
            out.text.push_str(span.text(self.text));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_again_in_parts_that_changed_places() {
        let text = "f(aa, g(b), c)";
        let swap = Change::list(
            Span::new(2, 13),
            vec![
                Part::Old(Span::new(6, 10)),
                Part::New(", ".to_owned()),
                Part::Old(Span::new(2, 4)),
            ],
        );
        let rename = Change::name(Span::new(6, 7), Span::new(6, 7), "x.go".to_owned());
        let done = rewrite(text, vec![swap, rename]);
        assert_eq!(done.text, "f(x.go(b), aa)");
        assert_eq!(done.at(6), Some(4));
        assert_eq!(done.at(8), Some(7));
        assert_eq!(done.at(2), Some(11));
        assert_eq!(done.at(12), None);
    }
}
