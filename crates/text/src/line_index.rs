//! From byte offsets to lines and columns, and back.

/// A place for people: line and column count from 1, columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LineCol {
    pub line: u32,
    pub col: u32,
}

/// The starts of the lines of one text.
///
/// A line ends with `\n`, `\r\n` or a lone `\r`.
///
/// ```
/// use reweave_text::{LineCol, LineIndex};
/// let text = "á\nbc";
/// let index = LineIndex::new(text);
/// assert_eq!(index.line_col(text, 4), LineCol { line: 2, col: 2 });
/// assert_eq!(index.offset(text, LineCol { line: 2, col: 2 }), Some(4));
/// ```
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
    /// How many characters begin before each [`STRIDE`]th byte: places in a line of a million characters stay cheap.
    marks: Vec<u32>,
    len: u32,
}

/// Bytes whose characters are counted again for each place.
const STRIDE: usize = 4096;

fn characters(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&b| b & 0xC0 != 0x80).count() as u32
}

impl LineIndex {
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (i, &b) in bytes.iter().enumerate() {
            let ends_line = b == b'\n' || (b == b'\r' && bytes.get(i + 1) != Some(&b'\n'));
            if ends_line {
                starts.push(i as u32 + 1);
            }
        }
        let mut marks = vec![0];
        let mut before = 0;
        for part in bytes.chunks_exact(STRIDE) {
            before += characters(part);
            marks.push(before);
        }
        Self {
            starts,
            marks,
            len: bytes.len() as u32,
        }
    }

    /// The number of lines; an empty text has one.
    pub fn lines(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The line of `offset`, from 1: cheaper than [`Self::line_col`], which must count characters.
    pub fn line(&self, offset: u32) -> u32 {
        self.starts.partition_point(|&s| s <= offset) as u32
    }

    /// Where the line of number `line` (from 1) starts.
    pub fn line_start(&self, line: u32) -> Option<u32> {
        self.starts.get((line as usize).checked_sub(1)?).copied()
    }

    pub fn line_col(&self, text: &str, offset: u32) -> LineCol {
        let line = self.line(offset);
        let start = self.starts[line as usize - 1] as usize;
        let end = (offset as usize).min(text.len());
        let bytes = text.as_bytes();
        let col = if end - start <= STRIDE {
            characters(&bytes[start..end])
        } else {
            self.characters_before(bytes, end) - self.characters_before(bytes, start)
        };
        LineCol { line, col: col + 1 }
    }

    fn characters_before(&self, bytes: &[u8], offset: usize) -> u32 {
        let mark = (offset / STRIDE).min(self.marks.len() - 1);
        self.marks[mark] + characters(&bytes[mark * STRIDE..offset])
    }

    /// The byte offset of a place; `None` where the text has no such line or column. The column just after the last
    /// character of a line is a place.
    pub fn offset(&self, text: &str, at: LineCol) -> Option<u32> {
        let start = self.line_start(at.line)?;
        let end = self.line_start(at.line + 1).unwrap_or(self.len);
        let line = text.get(start as usize..end as usize)?;
        let want = (at.col as usize).checked_sub(1)?;
        line.char_indices()
            .map(|(i, _)| i)
            .chain([line.len()])
            .nth(want)
            .map(|i| start + i as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn all_three_line_ends_count() {
        let text = "a\r\nb\rc\nd";
        let index = LineIndex::new(text);
        assert_eq!(index.lines(), 4);
        assert_eq!(index.line(3), 2);
        assert_eq!(index.line_col(text, 7), LineCol { line: 4, col: 1 });
    }

    #[test]
    fn places_in_a_very_long_line_are_counted_from_the_last_mark() {
        let line = "aé".repeat(200_000);
        let text = format!("x\n{line}");
        let index = LineIndex::new(&text);
        for pair in [0, 1, 1_000, 1_365, 1_366, 199_999] {
            let at = index.line_col(&text, 2 + pair * 3);
            assert_eq!(
                at,
                LineCol {
                    line: 2,
                    col: pair * 2 + 1
                }
            );
        }
        // Counting each from the start of the line would take minutes.
        let all: u64 = (0..200_000)
            .map(|pair| u64::from(index.line_col(&text, 2 + pair * 3).col))
            .sum();
        assert_eq!(all, 200_000 * 200_000);
    }

    #[test]
    fn a_place_beyond_the_text_is_none() {
        let text = "ab\nc";
        let index = LineIndex::new(text);
        assert_eq!(index.offset(text, LineCol { line: 3, col: 1 }), None);
        assert_eq!(index.offset(text, LineCol { line: 2, col: 9 }), None);
        assert_eq!(index.offset(text, LineCol { line: 0, col: 1 }), None);
    }

    proptest! {
        #[test]
        fn offset_undoes_line_col(text in "[aé\r\n]{0,30}") {
            let index = LineIndex::new(&text);
            for (offset, _) in text.char_indices() {
                let at = index.line_col(&text, offset as u32);
                prop_assert_eq!(index.offset(&text, at), Some(offset as u32));
            }
        }
    }
}
