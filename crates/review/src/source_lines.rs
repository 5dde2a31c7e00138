//! The lines of a source text, with what of them is code.
//!
//! Lines are git's: they end with a line feed. Comments and white space outside of strings are no code; a change that
//! touches nothing else is layout.

use reweave_change::Source;
use std::collections::BTreeMap;
use std::ops::Range;

/// How comments and strings are written in the languages that begin both as C does.
const LINE_COMMENT: &str = "//";
const BLOCK_COMMENT: (&str, &str) = ("/*", "*/");
const TEXT_BLOCK: &str = "\"\"\"";

/// What a part of a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    Code,
    Comment,
    Text,
}

#[derive(Clone, Debug, Default)]
pub struct SourceLines {
    /// Where each line begins and ends in the text, without its line feed.
    pub spans: Vec<Range<usize>>,
    /// The code of each line: white space between words is one blank, other white space and comments are left out.
    pub code: Vec<String>,
    /// Comments and strings in order, for colours.
    pub parts: Vec<(Range<usize>, Part)>,
}

impl SourceLines {
    pub fn new(text: &str) -> Self {
        let parts = parts(text);
        let mut spans = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let end = start + line.len();
            spans.push(start..end - usize::from(line.ends_with('\n')));
            start = end;
        }
        let code = code(text, &spans, &parts);
        Self { spans, code, parts }
    }

    /// The line of a byte offset, from 0.
    pub fn line(&self, byte: usize) -> usize {
        let after = self.spans.partition_point(|s| s.start <= byte);
        after.saturating_sub(1)
    }

    /// The lines that a range of bytes touches.
    pub fn lines(&self, bytes: Range<usize>) -> Range<usize> {
        let last = bytes.end.max(bytes.start + 1) - 1;
        self.line(bytes.start)..self.line(last) + 1
    }
}

/// Comments, strings and the code between them.
fn parts(text: &str) -> Vec<(Range<usize>, Part)> {
    let bytes = text.as_bytes();
    let mut out: Vec<(Range<usize>, Part)> = Vec::new();
    let (mut at, mut code) = (0, 0);
    while at < bytes.len() {
        let rest = &bytes[at..];
        let found = if rest.starts_with(LINE_COMMENT.as_bytes()) {
            let end = memchr(rest, b'\n').unwrap_or(rest.len());
            Some((end, Part::Comment))
        } else if rest.starts_with(BLOCK_COMMENT.0.as_bytes()) {
            let end = find(&rest[2..], BLOCK_COMMENT.1.as_bytes());
            Some((end.map_or(rest.len(), |e| e + 4), Part::Comment))
        } else if rest.starts_with(TEXT_BLOCK.as_bytes()) {
            let end = find(&rest[3..], TEXT_BLOCK.as_bytes());
            Some((end.map_or(rest.len(), |e| e + 6), Part::Text))
        } else if matches!(rest[0], b'"' | b'\'') {
            Some((quoted(rest), Part::Text))
        } else {
            None
        };
        let Some((length, part)) = found else {
            at += 1;
            continue;
        };
        if code < at {
            out.push((code..at, Part::Code));
        }
        out.push((at..at + length, part));
        at += length;
        code = at;
    }
    if code < bytes.len() {
        out.push((code..bytes.len(), Part::Code));
    }
    out
}

fn memchr(bytes: &[u8], wanted: u8) -> Option<usize> {
    bytes.iter().position(|&b| b == wanted)
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|w| w == wanted)
}

/// The length of a string or character: to its closing quote, or to the end of its line where it has none.
fn quoted(bytes: &[u8]) -> usize {
    let mut at = 1;
    while at < bytes.len() && bytes[at] != b'\n' {
        match bytes[at] {
            b'\\' => at += 2,
            b if b == bytes[0] => return at + 1,
            _ => at += 1,
        }
    }
    at.min(bytes.len())
}

fn code(text: &str, spans: &[Range<usize>], parts: &[(Range<usize>, Part)]) -> Vec<String> {
    let mut out = vec![String::new(); spans.len()];
    let mut line = 0;
    for (range, part) in parts {
        if *part == Part::Comment {
            continue;
        }
        let Some(piece) = text.get(range.clone()) else {
            continue;
        };
        for (offset, c) in piece.char_indices() {
            while line < spans.len() && range.start + offset > spans[line].end {
                line += 1;
            }
            let Some(code) = out.get_mut(line) else {
                break;
            };
            if *part == Part::Text || !c.is_whitespace() {
                let apart = text
                    .get(..range.start + offset)
                    .and_then(|t| t.chars().next_back());
                let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
                let blank_before = *part == Part::Code && apart.is_some_and(char::is_whitespace);
                if blank_before && is_word(c) && code.ends_with(is_word) {
                    code.push(' ');
                }
                code.push(c);
            }
        }
    }
    out
}

/// The texts of one version, with their lines.
#[derive(Default)]
pub struct Sources {
    files: BTreeMap<String, (String, SourceLines)>,
}

impl Sources {
    pub fn new<'s>(sources: impl IntoIterator<Item = &'s Source>) -> Self {
        let one = |s: &Source| (s.path.clone(), (s.text.clone(), SourceLines::new(&s.text)));
        Self {
            files: sources.into_iter().map(one).collect(),
        }
    }

    pub fn lines(&self, path: &str) -> Option<&SourceLines> {
        self.files.get(path).map(|f| &f.1)
    }

    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(|f| f.0.as_str())
    }

    /// The text of a line, from 0.
    pub fn line(&self, path: &str, line: usize) -> Option<&str> {
        let (text, lines) = self.files.get(path)?;
        text.get(lines.spans.get(line)?.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_blanks_are_no_code() {
        let text = "int  a ; // one\n/* two\n */\n\tString s = \"// a  b\";\n";
        let lines = SourceLines::new(text);
        assert_eq!(lines.code, ["int a;", "", "", "String s=\"// a  b\";"]);
        assert_eq!(lines.lines(0..9), 0..1);
        assert_eq!(lines.line(text.len() - 2), 3);
    }

    #[test]
    fn what_is_not_closed_ends_with_its_line() {
        let lines = SourceLines::new("char c = 'x\nint d; /* open\n no code");
        assert_eq!(lines.code, ["char c='x", "int d;", ""]);
    }
}
