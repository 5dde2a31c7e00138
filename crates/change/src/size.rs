//! How much a change is, in files and lines.

use crate::{Change, Source};
use imara_diff::{Algorithm, Diff, InternedInput};
use std::cmp::Ordering;

/// Source files and lines that a change touches. A file that moved is one that is gone and one that is new.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    pub files: usize,
    pub added: usize,
    pub removed: usize,
}

impl Change {
    /// Lines as a diff of them counts.
    pub fn size(&self) -> Size {
        let mut size = Size::default();
        let (mut before, mut after) = (self.before.iter().peekable(), self.after.iter().peekable());
        // Both sides are in order of path.
        loop {
            let order = match (before.peek(), after.peek()) {
                (None, None) => return size,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(old), Some(new)) => old.path.cmp(&new.path),
            };
            let old = before.next_if(|_| order.is_le());
            let new = after.next_if(|_| order.is_ge());
            size.add(old, new);
        }
    }
}

impl Size {
    fn add(&mut self, old: Option<&Source>, new: Option<&Source>) {
        let input = InternedInput::new(text(old), text(new));
        let diff = Diff::compute(Algorithm::Histogram, &input);
        self.files += 1;
        self.added += diff.count_additions() as usize;
        self.removed += diff.count_removals() as usize;
    }
}

fn text(source: Option<&Source>) -> &str {
    source.map_or("", |s| s.text.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_counted_once_and_lines_by_side() {
        let source = |path: &str, text: &str| Source {
            path: path.to_owned(),
            text: text.to_owned(),
            note: None,
        };
        let before = vec![source("A.java", "a\nb\nc\n"), source("B.java", "x\n")];
        let after = vec![source("A.java", "a\nB\nc\nd\n"), source("C.java", "x\ny\n")];
        let size = Change::new(before, after, Vec::new()).size();
        let expected = Size {
            files: 3,
            added: 4,
            removed: 2,
        };
        assert_eq!(size, expected);
    }
}
