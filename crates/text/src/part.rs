//! Parts of a text by byte offsets, without a panic: the one place that slices text.
//!
//! `text[a..b]` ends the process where an offset lies outside the text or inside a character, and offsets come from
//! files that anybody may have written. The lint `clippy::string_slice` keeps such slices out of the workspace.

use std::ops::{Bound, RangeBounds};

/// Parts of a text.
pub trait Part {
    /// The text of a range of bytes. An offset beyond the end means the end, one inside a character the start of that
    /// character, and a reversed range is empty.
    ///
    /// ```
    /// use reweave_text::Part;
    /// assert_eq!("calculer_été".part(..10), "calculer_");
    /// assert_eq!("été".part(2..99), "té");
    /// assert_eq!("abc".part(2..1), "");
    /// ```
    fn part(&self, range: impl RangeBounds<usize>) -> &str;
}

impl Part for str {
    fn part(&self, range: impl RangeBounds<usize>) -> &str {
        let start = match range.start_bound() {
            Bound::Included(&at) => at,
            Bound::Excluded(&at) => at.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let end = match range.end_bound() {
            Bound::Included(&at) => at.saturating_add(1),
            Bound::Excluded(&at) => at,
            Bound::Unbounded => self.len(),
        };
        let (start, end) = (
            self.floor_char_boundary(start),
            self.floor_char_boundary(end),
        );
        self.get(start..end).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_range_panics(text in "[aé\u{1F600}]{0,8}", from in 0..20_usize, to in 0..20_usize) {
            let all = [text.part(from..to), text.part(..to), text.part(from..), text.part(from..=to)];
            prop_assert!(all.iter().all(|part| text.contains(part)));
            if let Some(exact) = text.get(from..to) {
                prop_assert_eq!(text.part(from..to), exact);
            }
        }
    }
}
