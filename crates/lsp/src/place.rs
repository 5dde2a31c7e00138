//! Places of the protocol: lines and units of the encoding that was agreed on.

use reweave_text::{LineIndex, Part};
use serde_json::{Value, json};

/// What a client counts on a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Units {
    Utf8,
    Utf16,
}

impl Units {
    fn of(self, c: char) -> u32 {
        match self {
            Self::Utf8 => c.len_utf8() as u32,
            Self::Utf16 => c.len_utf16() as u32,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16 => "utf-16",
        }
    }
}

/// The lines of one text.
pub struct Lines<'a> {
    text: &'a str,
    index: LineIndex,
    units: Units,
}

impl<'a> Lines<'a> {
    pub fn new(text: &'a str, units: Units) -> Self {
        Self {
            text,
            index: LineIndex::new(text),
            units,
        }
    }

    /// The byte of a position. One behind the end of its line means that end; `None` where the text has no such line.
    pub fn offset(&self, position: &Value) -> Option<u32> {
        let line = u32::try_from(position["line"].as_u64()?).ok()?;
        let want = u32::try_from(position["character"].as_u64()?).ok()?;
        let start = self.index.line_start(line.checked_add(1)?)?;
        let end = self
            .index
            .line_start(line + 2)
            .unwrap_or(self.text.len() as u32);
        let whole = self.text.part(start as usize..end as usize);
        let line = whole.trim_end_matches(['\n', '\r']);
        let mut units = 0;
        for (at, c) in line.char_indices() {
            if units >= want {
                return Some(start + at as u32);
            }
            units += self.units.of(c);
        }
        Some(start + line.len() as u32)
    }

    pub fn position(&self, offset: u32) -> Value {
        let line = self.index.line(offset);
        let start = self.index.line_start(line).unwrap_or(0);
        let before = self.text.part(start as usize..offset as usize);
        let units: u32 = before.chars().map(|c| self.units.of(c)).sum();
        json!({"line": line - 1, "character": units})
    }

    pub fn range(&self, start: u32, end: u32) -> Value {
        json!({"start": self.position(start), "end": self.position(end)})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_and_line_ends() {
        let text = "a😀b\r\nc";
        let lines = Lines::new(text, Units::Utf16);
        let at = |line: u32, character: u32| {
            lines.offset(&json!({"line": line, "character": character}))
        };
        assert_eq!(at(0, 3), Some(5));
        assert_eq!(at(0, 99), Some(6), "the end of the line");
        assert_eq!(at(1, 1), Some(9));
        assert_eq!(at(2, 0), None);
        assert_eq!(lines.position(5), json!({"line": 0, "character": 3}));
        let bytes = Lines::new(text, Units::Utf8);
        assert_eq!(bytes.position(5), json!({"line": 0, "character": 5}));
    }
}
