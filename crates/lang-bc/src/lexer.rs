//! Characters to tokens, as GNU bc reads them.

use reweave_text::{Part, Span};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token {
    Number,
    /// A lower-case name that is no keyword.
    Name,
    Keyword(Keyword),
    Text,
    /// An operator or a bracket; its text tells which.
    Sign,
    Newline,
    End,
    /// A character that no token starts with, or a string or comment without end.
    Bad,
}

macro_rules! keywords {
    ($($word:literal $variant:ident),* $(,)?) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Keyword { $($variant),* }

        impl Keyword {
            pub fn of(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

keywords! {
    "auto" Auto, "break" Break, "continue" Continue, "define" Define, "else" Else, "for" For, "halt" Halt,
    "history" History, "ibase" Ibase, "if" If, "last" Last, "length" Length, "limits" Limits, "obase" Obase,
    "print" Print, "quit" Quit, "random" Random, "read" Read, "return" Return, "scale" Scale, "sqrt" Sqrt,
    "void" Void, "warranty" Warranty, "while" While,
}

/// Signs of two characters and more; every other sign is one character.
const LONG_SIGNS: [&str; 14] = [
    "++", "--", "+=", "-=", "*=", "/=", "%=", "^=", "==", "<=", ">=", "!=", "&&", "||",
];
const SIGNS: &str = "+-*/%^=<>!()[]{},;&.";

/// A token and where it is. Comments, blanks and continued lines lie between tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lexeme {
    pub token: Token,
    pub span: Span,
}

/// All tokens of a text, the last being [`Token::End`].
pub fn lex(text: &str) -> Vec<Lexeme> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text.part(at..).chars().next() {
        let start = at;
        let token = match c {
            '\n' => {
                at += 1;
                Some(Token::Newline)
            }
            c if c.is_ascii_whitespace() || c == '\u{b}' => {
                at += 1;
                None
            }
            '\\' if line_break(text.part(at + 1..)) > 0 => {
                at += 1 + line_break(text.part(at + 1..));
                None
            }
            '#' => {
                at += text.part(at..).find('\n').unwrap_or(text.len() - at);
                None
            }
            '/' if text.part(at..).starts_with("/*") => {
                let end = text.part(at + 2..).find("*/");
                at = end.map_or(text.len(), |e| at + 2 + e + 2);
                end.is_none().then_some(Token::Bad)
            }
            '"' => {
                let end = text.part(at + 1..).find('"');
                at = end.map_or(text.len(), |e| at + 1 + e + 1);
                Some(end.map_or(Token::Bad, |_| Token::Text))
            }
            'a'..='z' => {
                at += run(
                    text.part(at..),
                    |c| matches!(c, 'a'..='z' | '0'..='9' | '_'),
                );
                Some(Keyword::of(text.part(start..at)).map_or(Token::Name, Token::Keyword))
            }
            '0'..='9' | 'A'..='Z' | '.' => {
                at += number(text.part(at..));
                let is_dot = text.part(start..at) == ".";
                Some(if is_dot { Token::Sign } else { Token::Number })
            }
            c => {
                at += sign(text.part(at..), c);
                let known = SIGNS.contains(c) || text.part(start..at).len() == 2;
                Some(if known { Token::Sign } else { Token::Bad })
            }
        };
        if let Some(token) = token {
            tokens.push(Lexeme {
                token,
                span: Span::new(start as u32, at as u32),
            });
        }
    }
    tokens.push(Lexeme {
        token: Token::End,
        span: Span::at(text.len() as u32),
    });
    tokens
}

/// The length of the line end that a backslash hides.
fn line_break(text: &str) -> usize {
    if text.starts_with("\r\n") {
        2
    } else {
        usize::from(text.starts_with('\n'))
    }
}

fn run(text: &str, accept: impl Fn(char) -> bool) -> usize {
    text.find(|c| !accept(c)).unwrap_or(text.len())
}

/// Digits with at most one point; a number may go on after a backslash at the end of a line.
fn number(text: &str) -> usize {
    let mut at = 0;
    let mut point = false;
    loop {
        let rest = text.part(at..);
        match rest.chars().next() {
            Some('0'..='9' | 'A'..='Z') => at += 1,
            Some('.') if !point => {
                point = true;
                at += 1;
            }
            Some('\\') if at > 0 && continues(rest) => at += 1 + line_break(rest.part(1..)),
            _ => return at,
        }
    }
}

/// Whether a hidden line end is followed by more of the number.
fn continues(text: &str) -> bool {
    let width = line_break(text.part(1..));
    width > 0
        && text
            .part(1 + width..)
            .starts_with(|c: char| c.is_ascii_digit() || c.is_ascii_uppercase())
}

fn sign(text: &str, first: char) -> usize {
    let two = LONG_SIGNS.iter().find(|s| text.starts_with(**s));
    two.map_or(first.len_utf8(), |s| s.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(text: &str) -> Vec<&str> {
        let tokens = lex(text);
        tokens.iter().map(|t| t.span.text(text)).collect()
    }

    #[test]
    fn blanks_comments_and_hidden_line_ends_lie_between() {
        assert_eq!(words("a+=1 # x\n"), ["a", "+=", "1", "\n", ""]);
        assert_eq!(words("x/* \n */=\\\n-.5"), ["x", "=", "-", ".5", ""]);
        assert_eq!(words("12\\\n34 a_1F"), ["12\\\n34", "a_1", "F", ""]);
    }

    proptest! {
        #[test]
        fn tokens_never_overlap(text in "[a-cF0.+=\"/*#\\\\\n é]{0,40}") {
            let tokens = lex(&text);
            for pair in tokens.windows(2) {
                prop_assert!(pair[0].span.end <= pair[1].span.start);
            }
        }
    }
}
