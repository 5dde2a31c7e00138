//! Edits as data: byte ranges on the original text, applied at one place, all or nothing.

use crate::{Part, Span};
use thiserror::Error;

/// One replacement of a byte range of the original text.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Edit {
    pub span: Span,
    pub text: String,
}

impl Edit {
    pub fn replace(span: Span, text: impl Into<String>) -> Self {
        Self {
            span,
            text: text.into(),
        }
    }

    pub fn insert(at: u32, text: impl Into<String>) -> Self {
        Self::replace(Span::at(at), text)
    }

    pub fn delete(span: Span) -> Self {
        Self::replace(span, "")
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EditError {
    #[error("edits overlap at bytes {0:?} and {1:?}")]
    Overlap(Span, Span),
    #[error("edit at bytes {0:?} lies outside the text or cuts a character")]
    OutOfText(Span),
}

/// Pairwise disjoint edits of one text, in order of position.
///
/// Two insertions at one place keep the order in which they were given.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EditSet {
    edits: Vec<Edit>,
}

impl EditSet {
    pub fn new(mut edits: Vec<Edit>) -> Result<Self, EditError> {
        edits.sort_by_key(|e| e.span);
        for pair in edits.windows(2) {
            if pair[0].span.end > pair[1].span.start {
                return Err(EditError::Overlap(pair[0].span, pair[1].span));
            }
        }
        Ok(Self { edits })
    }

    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// The text with all edits made; bytes outside them are the same.
    pub fn apply(&self, text: &str) -> Result<String, EditError> {
        let mut out = String::with_capacity(text.len());
        let mut done = 0;
        for edit in &self.edits {
            let range = edit.span.range();
            let kept = text
                .get(done..range.start)
                .filter(|_| text.get(range.clone()).is_some())
                .ok_or(EditError::OutOfText(edit.span))?;
            out.push_str(kept);
            out.push_str(&edit.text);
            done = range.end;
        }
        out.push_str(text.part(done..));
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn applies_in_order_of_position() {
        let set = EditSet::new(vec![
            Edit::replace(Span::new(4, 7), "xyz"),
            Edit::insert(0, "("),
            Edit::insert(3, ")"),
        ])
        .expect("disjoint");
        assert_eq!(set.apply("abc def").as_deref(), Ok("(abc) xyz"));
    }

    #[test]
    fn overlap_and_cut_characters_are_errors() {
        let overlap = EditSet::new(vec![
            Edit::delete(Span::new(0, 3)),
            Edit::delete(Span::new(2, 4)),
        ]);
        assert!(matches!(overlap, Err(EditError::Overlap(..))));
        let cut = EditSet::new(vec![Edit::delete(Span::new(1, 2))]).expect("one edit");
        assert!(matches!(cut.apply("é"), Err(EditError::OutOfText(_))));
    }
}
