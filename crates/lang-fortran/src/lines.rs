//! From physical to logical lines: continuation, comments and preprocessor lines, in both source forms.
//!
//! A logical line is a run of characters with the place each came from, so that whatever is read from it (a name that
//! a continuation cuts in two, a statement over five lines) knows its span in the file.

use crate::form::Form;
use reweave_text::{Part, Span};

/// The characters of one logical line without what lines are joined by, and where each stood.
#[derive(Default, Debug)]
pub(crate) struct LogicalLine {
    pub chars: Vec<u8>,
    pub offsets: Vec<u32>,
    /// Fixed form: the label field of columns 1 to 5 is part of `chars`; free form lexes it as any number.
    pub start: u32,
}

impl LogicalLine {
    fn push(&mut self, byte: u8, offset: usize) {
        self.chars.push(byte);
        self.offsets.push(offset as u32);
    }

    /// The span in the file of the characters `[from, to)`.
    pub fn span(&self, from: usize, to: usize) -> Span {
        match (self.offsets.get(from), self.offsets.get(to.max(1) - 1)) {
            (Some(&start), Some(&end)) if to > from => Span::new(start, end + 1),
            (Some(&start), _) => Span::at(start),
            _ => Span::at(self.start),
        }
    }

    fn is_blank(&self) -> bool {
        self.chars.iter().all(u8::is_ascii_whitespace)
    }
}

/// What a file's lines hold.
#[derive(Default, Debug)]
pub(crate) struct Lines {
    pub logical: Vec<LogicalLine>,
    pub comments: Vec<Span>,
    /// Lines of the preprocessor; they are left alone.
    pub directives: Vec<Span>,
    /// Where lines begin inside a literal, and its quote.
    pub inside: Vec<(u32, u8)>,
}

/// The logical lines of a text: continued lines joined, comments and preprocessor lines left out.
pub fn logical_lines(text: &str, form: Form) -> Vec<String> {
    let lines = split(text, form).logical;
    lines
        .iter()
        .map(|l| String::from_utf8_lossy(&l.chars).into_owned())
        .collect()
}

/// The text of a part of a statement as the compiler reads it, on one line.
pub fn joined(text: &str, form: Form, statement: Span, part: Span) -> String {
    let start = text
        .part(..statement.start as usize)
        .rfind(['\n', '\r'])
        .map_or(0, |i| i + 1);
    let lines = split(text.part(start..statement.end as usize), form).logical;
    let chars = lines.iter().flat_map(|l| l.offsets.iter().zip(&l.chars));
    let bytes = chars
        .filter(|(at, _)| part.contains_offset(start as u32 + **at))
        .map(|(_, &byte)| byte);
    String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned()
}

pub(crate) fn split(text: &str, form: Form) -> Lines {
    let mut reader = Reader {
        bytes: text.as_bytes(),
        out: Lines::default(),
        line: LogicalLine::default(),
        quote: None,
    };
    match form {
        Form::Free => reader.free(),
        Form::Fixed => reader.fixed(),
    }
    reader.out
}

struct Reader<'a> {
    bytes: &'a [u8],
    out: Lines,
    line: LogicalLine,
    /// The quote of the character literal that is open.
    quote: Option<u8>,
}

impl Reader<'_> {
    fn line_end(&self, from: usize) -> usize {
        self.bytes[from..]
            .iter()
            .position(|&b| b == b'\n' || b == b'\r')
            .map_or(self.bytes.len(), |n| from + n)
    }

    fn next_line(&self, end: usize) -> usize {
        match self.bytes.get(end) {
            Some(b'\r') if self.bytes.get(end + 1) == Some(&b'\n') => end + 2,
            Some(_) => end + 1,
            None => end,
        }
    }

    fn first_dark(&self, from: usize, end: usize) -> usize {
        self.bytes[from..end]
            .iter()
            .position(|b| !b.is_ascii_whitespace())
            .map_or(end, |n| from + n)
    }

    fn finish(&mut self) {
        self.quote = None;
        let line = std::mem::take(&mut self.line);
        if !line.is_blank() {
            self.out.logical.push(line);
        }
    }

    fn comment(&mut self, from: usize, end: usize) {
        let span = Span::new(from as u32, end as u32);
        self.out.comments.push(span);
    }

    /// A preprocessor line with the lines a backslash joins to it; returns where it ends.
    fn directive(&mut self, start: usize) -> usize {
        let mut end = self.line_end(start);
        while end > start && self.bytes[end - 1] == b'\\' && end < self.bytes.len() {
            end = self.line_end(self.next_line(end));
        }
        let span = Span::new(start as u32, end as u32);
        self.out.directives.push(span);
        end
    }

    fn free(&mut self) {
        // A byte order mark is no text.
        let mut at = if self.bytes.starts_with(b"\xEF\xBB\xBF") {
            3
        } else {
            0
        };
        // Whether the line before ended in `&`.
        let mut continued = false;
        while at < self.bytes.len() {
            let mut end = self.line_end(at);
            let first = self.first_dark(at, end);
            if first == end {
                at = self.next_line(end);
                continue;
            }
            if self.bytes[at] == b'#' {
                end = self.directive(at);
                at = self.next_line(end);
                continue;
            }
            // Between the lines of a literal too.
            if self.bytes[first] == b'!' {
                self.comment(first, end);
                at = self.next_line(end);
                continue;
            }
            let mut from = first;
            if continued {
                self.begin(at);
                if self.bytes[first] == b'&' {
                    from = first + 1;
                } else if self.quote.is_none() {
                    self.line.push(b' ', first);
                }
            } else {
                self.finish();
                self.line.start = first as u32;
            }
            continued = self.free_text(from, end);
            if !continued {
                self.finish();
            }
            at = self.next_line(end);
        }
        self.finish();
    }

    /// The text of one free-form line; whether `&` ends it.
    fn free_text(&mut self, from: usize, end: usize) -> bool {
        let mut i = from;
        while i < end {
            let b = self.bytes[i];
            if b == b'&' && self.first_dark(i + 1, end) == end {
                return true;
            }
            if let Some(quote) = self.quote {
                if b == quote {
                    self.quote = None;
                }
            } else {
                match b {
                    b'!' => {
                        self.comment(i, end);
                        return false;
                    }
                    b'&' => {
                        let next = self.first_dark(i + 1, end);
                        if self.bytes[next] == b'!' {
                            self.comment(next, end);
                            return true;
                        }
                    }
                    b'\'' | b'"' => self.quote = Some(b),
                    _ => {}
                }
            }
            self.line.push(b, i);
            i += 1;
        }
        false
    }

    fn fixed(&mut self) {
        let mut at = 0;
        while at < self.bytes.len() {
            let mut end = self.line_end(at);
            let first = self.first_dark(at, end);
            match self.bytes[at] {
                _ if first == end => {}
                b'#' => end = self.directive(at),
                b'c' | b'C' | b'*' | b'!' | b'd' | b'D' => self.comment(at, end),
                // `!` in column 6 continues; elsewhere before the text it starts a comment.
                _ if self.bytes[first] == b'!' && first != at + 5 => self.comment(first, end),
                _ => self.fixed_line(at, end),
            }
            at = self.next_line(end);
        }
        self.finish();
    }

    fn fixed_line(&mut self, at: usize, end: usize) {
        // A tab in the label field jumps to the text; a digit right after it continues.
        let tab = self.bytes[at..end.min(at + 6)]
            .iter()
            .position(|&b| b == b'\t');
        let (label_end, continues, text) = if let Some(tab) = tab {
            let next = at + tab + 1;
            let digit = self
                .bytes
                .get(next)
                .is_some_and(|b| (b'1'..=b'9').contains(b))
                && next < end;
            (at + tab, digit, if digit { next + 1 } else { next })
        } else {
            let mark = self.bytes.get(at + 5).filter(|_| at + 5 < end);
            let continues = mark.is_some_and(|&b| b != b' ' && b != b'0');
            ((at + 5).min(end), continues, (at + 6).min(end))
        };
        // The text begins in column 7, with a tab or without.
        let limit = Form::Fixed.line_limit() as usize;
        let stop = self.column_end(text, end, limit - 6);
        if !continues || self.line.chars.is_empty() {
            self.finish();
            self.line.start = self.first_dark(at, end) as u32;
            for i in at..label_end {
                self.line.push(self.bytes[i], i);
            }
            if label_end > at {
                self.line.push(b' ', label_end - 1);
            }
        } else {
            self.begin(at);
        }
        self.fixed_text(text, stop);
        // A literal that goes on holds all columns of a short line.
        let width = self.bytes[text..stop].iter().filter(|b| **b & 0xC0 != 0x80);
        if self.quote.is_some() {
            for _ in width.count()..limit - 6 {
                self.line.push(b' ', stop - 1);
            }
        }
    }

    /// Notes that a line goes on with a literal.
    fn begin(&mut self, at: usize) {
        let inside = self.quote.map(|quote| (at as u32, quote));
        self.out.inside.extend(inside);
    }

    /// Where column `columns` of the line ends; a column is a character, not a byte.
    fn column_end(&self, at: usize, end: usize, columns: usize) -> usize {
        let mut seen = 0;
        for i in at..end {
            if self.bytes[i] & 0xC0 != 0x80 {
                seen += 1;
                if seen > columns {
                    return i;
                }
            }
        }
        end
    }

    fn fixed_text(&mut self, from: usize, end: usize) {
        for i in from..end {
            let b = self.bytes[i];
            if let Some(quote) = self.quote {
                if b == quote {
                    self.quote = None;
                }
            } else if b == b'!' {
                self.comment(i, end);
                return;
            } else if b == b'\'' || b == b'"' {
                self.quote = Some(b);
            }
            self.line.push(b, i);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(text: &str, form: Form) -> Vec<String> {
        split(text, form)
            .logical
            .iter()
            .map(|l| String::from_utf8_lossy(&l.chars).trim().to_owned())
            .collect()
    }

    #[test]
    fn free_form_joins_lines_and_names() {
        let text = "x = 1 + & ! why\n  ! a comment between\n\n  2\nna&\n  &me = 'it & goes&\n &on ! here'\n";
        assert_eq!(
            joined(text, Form::Free),
            ["x = 1 +  2", "name = 'it & goeson ! here'"]
        );
    }

    #[test]
    fn fixed_form_joins_by_column_six() {
        let text =
            "C comment\n   10 x = 1\n     & + 2 ! no\n\n      y = 'a!b'\n#if X\n\tz = 3\n\t1+4\n";
        let lines: Vec<String> = joined(text, Form::Fixed)
            .iter()
            .map(|l| l.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(lines, ["10 x = 1 + 2", "y = 'a!b'", "z = 3+4"]);
    }

    #[test]
    fn text_after_column_72_is_no_text() {
        let line = format!("      x = 1{}SEQUENCE", " ".repeat(61));
        assert_eq!(joined(&line, Form::Fixed), ["x = 1"]);
    }
}
