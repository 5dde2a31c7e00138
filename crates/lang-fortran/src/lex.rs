//! Tokens of a logical line, and the statements `;` parts it into.

use crate::lines::LogicalLine;
use reweave_text::{Interner, Part, Span, Symbol};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tok {
    /// A name or keyword, in lower case.
    Name(Symbol),
    Int,
    Real,
    /// A character, Hollerith or BOZ literal.
    Str,
    Boz,
    /// `.and.`, `.true.`, `.plus.`, with its dots, in lower case.
    Dot(Symbol),
    /// An operator or a mark, by its text.
    Op(&'static str),
    /// A character no token starts with.
    Bad,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub tok: Tok,
    pub span: Span,
    /// Whether blanks or nothing stand before it: `1 .eq. 2`, `(/ 1 /)`.
    pub spaced: bool,
}

const OPERATORS: [&str; 31] = [
    "**", "//", "==", "/=", "<=", ">=", "=>", "::", "(", ")", "[", "]", ",", "=", "<", ">", "+",
    "-", "*", "/", "%", ":", ";", "?", "$", "@", "&", "\\", "|", "{", "}",
];

/// The tokens of a line, parted into statements.
pub(crate) fn tokens(line: &LogicalLine, names: &Interner) -> Vec<Vec<Token>> {
    let mut lexer = Lexer { line, at: 0, names };
    let mut statements = vec![Vec::new()];
    while let Some(token) = lexer.next() {
        if token.tok == Tok::Op(";") {
            statements.push(Vec::new());
        } else {
            statements.last_mut().expect("starts with one").push(token);
        }
    }
    statements.retain(|s| !s.is_empty());
    statements
}

struct Lexer<'a> {
    line: &'a LogicalLine,
    at: usize,
    names: &'a Interner,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.line.chars.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn next(&mut self) -> Option<Token> {
        let before = self.at;
        while self.at < self.line.chars.len() && self.peek(0).is_ascii_whitespace() {
            self.at += 1;
        }
        let spaced = self.at > before;
        // The underscore before a kind (`1.0_dp`) or after one (`ascii_'a'`) only joins.
        if !spaced && self.at > 0 && self.peek(0) == b'_' {
            self.at += 1;
        }
        let start = self.at;
        if start >= self.line.chars.len() {
            return None;
        }
        let tok = self.token();
        Some(Token {
            tok,
            span: self.line.span(start, self.at),
            spaced,
        })
    }

    fn token(&mut self) -> Tok {
        let b = self.peek(0);
        if b.is_ascii_alphabetic() || b == b'_' {
            return self.name();
        }
        if b.is_ascii_digit() {
            return self.number();
        }
        if b == b'\'' || b == b'"' {
            return self.string(b);
        }
        if b == b'.' {
            if self.peek(1).is_ascii_digit() {
                return self.number();
            }
            if let Some(dot) = self.dot_word() {
                return dot;
            }
        }
        for op in OPERATORS {
            if self.line.chars[self.at..].starts_with(op.as_bytes()) {
                self.at += op.len();
                return Tok::Op(op);
            }
        }
        self.at += 1;
        if b == b'.' { Tok::Op(".") } else { Tok::Bad }
    }

    fn text(&self, from: usize) -> String {
        String::from_utf8_lossy(&self.line.chars[from..self.at]).to_ascii_lowercase()
    }

    fn name(&mut self) -> Tok {
        let start = self.at;
        while self.peek(0).is_ascii_alphanumeric() || matches!(self.peek(0), b'_' | b'$') {
            self.at += 1;
        }
        let quote = self.peek(0);
        let text = self.text(start);
        if matches!(quote, b'\'' | b'"') {
            if matches!(text.as_str(), "b" | "o" | "z" | "x") {
                self.string(quote);
                return Tok::Boz;
            }
            // A kind prefix: `ascii_'text'`.
            if text.len() > 1 && text.ends_with('_') {
                self.at -= 1;
                return Tok::Name(self.names.intern(text.part(..text.len() - 1)));
            }
        }
        Tok::Name(self.names.intern(&text))
    }

    /// A character literal from its quote on; one that never closes ends with the line.
    fn string(&mut self, quote: u8) -> Tok {
        self.at += 1;
        while self.at < self.line.chars.len() {
            let b = self.peek(0);
            self.at += 1;
            if b == quote {
                if self.peek(0) != quote {
                    break;
                }
                self.at += 1;
            }
        }
        // `'1F'x`: the suffix form of a BOZ literal.
        if matches!(
            self.peek(0),
            b'x' | b'X' | b'z' | b'Z' | b'o' | b'O' | b'b' | b'B'
        ) && !self.peek(1).is_ascii_alphanumeric()
        {
            self.at += 1;
            return Tok::Boz;
        }
        Tok::Str
    }

    fn digits(&mut self) {
        while self.peek(0).is_ascii_digit() {
            self.at += 1;
        }
    }

    fn number(&mut self) -> Tok {
        let start = self.at;
        self.digits();
        if matches!(self.peek(0), b'h' | b'H') {
            let count: usize = self.text(start).parse().unwrap_or(usize::MAX);
            if count > 0 && count < self.line.chars.len() - self.at {
                self.at += 1 + count;
                return Tok::Str;
            }
        }
        let mut real = false;
        if self.peek(0) == b'.' && !self.dot_starts_word() {
            real = true;
            self.at += 1;
            self.digits();
        }
        if matches!(self.peek(0), b'e' | b'E' | b'd' | b'D' | b'q' | b'Q') {
            let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
            if self.peek(1 + sign).is_ascii_digit() {
                real = true;
                self.at += 1 + sign;
                self.digits();
            }
        }
        if real { Tok::Real } else { Tok::Int }
    }

    /// Whether the dot here opens `.eq.` and the like: letters up to another dot.
    fn dot_starts_word(&self) -> bool {
        let mut n = 1;
        while self.peek(n).is_ascii_alphabetic() || self.peek(n) == b'_' {
            n += 1;
        }
        n > 1 && self.peek(n) == b'.' && {
            // `1.e5.` cannot be; `1.e.` could, but no operator is named by an exponent letter.
            let word = &self.line.chars[self.at + 1..self.at + n];
            !(word.len() == 1
                && matches!(word[0], b'e' | b'E' | b'd' | b'D')
                && self.peek(n + 1).is_ascii_digit())
        }
    }

    fn dot_word(&mut self) -> Option<Tok> {
        if !self.dot_starts_word() {
            return None;
        }
        let start = self.at;
        self.at += 1;
        while self.peek(0) != b'.' {
            self.at += 1;
        }
        self.at += 1;
        let text = self.text(start);
        Some(Tok::Dot(self.names.intern(&text)))
    }
}
