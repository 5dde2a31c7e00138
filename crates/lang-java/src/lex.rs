//! The tokens of Java, read without a grammar: what recovery from syntax errors goes by.

use reweave_text::Span;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tok {
    Word,
    Number,
    /// A string, text block or character.
    Quoted,
    /// A string or character that its line ends before it does.
    Unclosed,
    /// `\uXXXX` outside of quotes and comments, or beside such in a word.
    Escaped,
    Ellipsis,
    Arrow,
    /// Any other character, one at a time.
    Char(u8),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub tok: Tok,
    pub span: Span,
}

/// All tokens but comments; every byte that is not layout or comment is in one.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut lexer = Lexer {
        bytes: text.as_bytes(),
        at: 0,
    };
    let mut out = Vec::with_capacity(text.len() / 5);
    while let Some(token) = lexer.next_token() {
        out.push(token);
    }
    out
}

struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Lexer<'_> {
    fn next_token(&mut self) -> Option<Token> {
        self.skip_layout();
        let start = self.at;
        let tok = match *self.bytes.get(start)? {
            b'"' if self.starts(b"\"\"\"") => self.text_block(),
            quote @ (b'"' | b'\'') => self.quoted(quote),
            b'0'..=b'9' => self.number(),
            b'.' if self.peek(1).is_some_and(|b| b.is_ascii_digit()) => self.number(),
            b'.' if self.starts(b"...") => self.take(3, Tok::Ellipsis),
            b'-' if self.starts(b"->") => self.take(2, Tok::Arrow),
            b'\\' if self.peek(1) == Some(b'u') => self.word(),
            b if is_word(b) => self.word(),
            b => self.take(1, Tok::Char(b)),
        };
        Some(Token {
            tok,
            span: Span::new(start as u32, self.at as u32),
        })
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn starts(&self, with: &[u8]) -> bool {
        self.bytes[self.at..].starts_with(with)
    }

    fn take(&mut self, bytes: usize, tok: Tok) -> Tok {
        self.at += bytes;
        tok
    }

    fn skip_while(&mut self, keep: impl Fn(u8) -> bool) {
        while self.peek(0).is_some_and(&keep) {
            self.at += 1;
        }
    }

    fn skip_layout(&mut self) {
        loop {
            self.skip_while(|b| b.is_ascii_whitespace());
            if self.starts(b"//") {
                self.skip_while(|b| b != b'\n');
            } else if self.starts(b"/*") {
                self.at += 2;
                while self.at < self.bytes.len() && !self.starts(b"*/") {
                    self.at += 1;
                }
                self.at = (self.at + 2).min(self.bytes.len());
            } else {
                return;
            }
        }
    }

    fn word(&mut self) -> Tok {
        let mut tok = Tok::Word;
        while let Some(b) = self.peek(0) {
            if b == b'\\' && self.peek(1) == Some(b'u') {
                tok = Tok::Escaped;
                self.at += 1;
            } else if !is_word(b) && !b.is_ascii_digit() {
                break;
            }
            self.at += 1;
        }
        tok
    }

    fn number(&mut self) -> Tok {
        let start = self.at;
        while let Some(b) = self.peek(0) {
            let last = self.bytes[self.at.saturating_sub(1).max(start)];
            let sign = matches!(b, b'+' | b'-') && matches!(last, b'e' | b'E' | b'p' | b'P');
            if !(b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.') || sign) {
                break;
            }
            self.at += 1;
        }
        Tok::Number
    }

    fn quoted(&mut self, quote: u8) -> Tok {
        self.at += 1;
        while let Some(b) = self.peek(0) {
            match b {
                b'\n' | b'\r' => return Tok::Unclosed,
                b'\\' => self.at += 1,
                _ if b == quote => return self.take(1, Tok::Quoted),
                _ => {}
            }
            self.at += 1;
        }
        self.at = self.bytes.len();
        Tok::Unclosed
    }

    fn text_block(&mut self) -> Tok {
        self.at += 3;
        while self.at < self.bytes.len() {
            if self.starts(b"\"\"\"") {
                return self.take(3, Tok::Quoted);
            }
            self.at += if self.peek(0) == Some(b'\\') { 2 } else { 1 };
        }
        self.at = self.bytes.len();
        Tok::Unclosed
    }
}

/// Letters of ASCII, `_`, `$`, and every byte of a character beyond ASCII.
pub(crate) fn is_word(b: u8) -> bool {
    b.is_ascii_alphabetic() || matches!(b, b'_' | b'$') || !b.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_once() {
        let text = r#"a1.b("x\"y", 'c', 0x1p-3) /* { */ -> ... é "open
            // }
            \u0061b 1-2 """ " { """ ;"#;
        let words: Vec<_> = tokens(text).iter().map(|t| t.span.text(text)).collect();
        assert_eq!(
            words,
            [
                "a1",
                ".",
                "b",
                "(",
                r#""x\"y""#,
                ",",
                "'c'",
                ",",
                "0x1p-3",
                ")",
                "->",
                "...",
                "é",
                "\"open",
                r"\u0061b",
                "1",
                "-",
                "2",
                r#"""" " { """"#,
                ";"
            ]
        );
    }
}
