//! What Java has and the grammar has not: written over so that the grammar reads on, without moving a byte.
//!
//! Only texts that the grammar could not read are masked; symbols are always taken from the text itself.
//!
//! | in the source | what the grammar is shown |
//! |---|---|
//! | `import module java.base;` | `import        java.base;` |
//! | `super(x)` after other statements, `this(x)` too | a call of a method of another name |
//! | `String @A... names` | `String   ... names` |
//! | `\u0061bc` | a name of the same length |
//! | `case A.B(var x)`, `instanceof A.B(var x)` | `case A_B(var x)` |
//! | `case final String s`, `case @A String s` | `case       String s` |
//! | `case A _, B _ ->` | `case A _      ->`; what is gone is recorded |
//! | `when` as a name | another name |
//! | `0_7`, `1__0` | `007`, `1000` |
//! | a string that its line ends before it does | a string that ends there |

use crate::lex::{Tok, Token, tokens};
use reweave_text::{Part, Span};
use std::borrow::Cow;

/// The text that the grammar is shown, of the same length, and what that left out.
pub(crate) struct Masked {
    pub text: String,
    pub lost: Vec<(Span, &'static str)>,
}

/// None where nothing of the table stands in the text.
pub(crate) fn mask(text: &str, tokens: &[Token]) -> Option<Masked> {
    let mut masker = Masker {
        text,
        tokens,
        out: text.as_bytes().to_vec(),
        lost: Vec::new(),
    };
    for at in 0..tokens.len() {
        masker.token(at);
    }
    let changed = masker.out != text.as_bytes();
    let lost = masker.lost;
    let text = String::from_utf8(masker.out).ok().filter(|_| changed)?;
    Some(Masked { text, lost })
}

/// The grammar takes the square of the time and memory for `A<A<A<…` that never closes: what is nested deeper than this is
/// not shown to it. No type that people write comes near.
const DEEPEST_TYPE: i32 = 500;

/// The text as the grammar may be shown it; the same but for types nested beyond all reason.
pub(crate) fn defuse(text: &str) -> Cow<'_, str> {
    let opened = text.bytes().filter(|&b| b == b'<').count();
    if opened <= DEEPEST_TYPE as usize {
        return Cow::Borrowed(text);
    }
    let mut depth = 0;
    // Parentheses in a comment may hide a part of the run; only the tokens decide.
    let suspect = text.bytes().any(|b| {
        depth = depth_after(depth, b);
        depth > DEEPEST_TYPE
    });
    if !suspect {
        return Cow::Borrowed(text);
    }
    let mut out = text.as_bytes().to_vec();
    let mut depth = 0;
    for token in tokens(text) {
        if let Tok::Char(b) = token.tok {
            depth = depth_after(depth, b);
            if depth > DEEPEST_TYPE {
                out[token.span.start as usize] = b';';
                depth = 0;
            }
        }
    }
    String::from_utf8(out).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// How many `<` are open after the byte; a statement or an argument list starts anew.
fn depth_after(depth: i32, byte: u8) -> i32 {
    match byte {
        b'<' => depth + 1,
        b'>' => (depth - 1).max(0),
        b';' | b'{' | b'}' | b'(' | b')' => 0,
        _ => depth,
    }
}

struct Masker<'a> {
    text: &'a str,
    tokens: &'a [Token],
    out: Vec<u8>,
    lost: Vec<(Span, &'static str)>,
}

/// No pattern that people write is longer; the search for its end stays linear.
const LONGEST_PATTERN: usize = 400;

impl<'a> Masker<'a> {
    fn token(&mut self, at: usize) {
        let token = self.tokens[at];
        match token.tok {
            Tok::Escaped => self.escaped(token.span),
            Tok::Unclosed => self.close(token.span),
            Tok::Number if self.is_padded(token.span) => self.replace(token.span, b'_', b'0'),
            Tok::Ellipsis => self.annotated_varargs(at),
            Tok::Char(0x1A) => self.blank(token.span),
            Tok::Word => match self.word(at) {
                "module" if self.word_before(at) == "import" => self.module_import(at),
                "super" | "this" if self.is_late_constructor_call(at) => self.rename(token.span),
                "case" => self.patterns(at + 1),
                "instanceof" => {
                    self.pattern(at + 1);
                }
                "when" if !self.is_guard(at) => self.rename(token.span),
                _ => {}
            },
            _ => {}
        }
    }

    fn word(&self, at: usize) -> &'a str {
        match self.tokens.get(at) {
            Some(t) if t.tok == Tok::Word => t.span.text(self.text),
            _ => "",
        }
    }

    fn word_before(&self, at: usize) -> &'a str {
        at.checked_sub(1).map_or("", |before| self.word(before))
    }

    fn is(&self, at: usize, c: u8) -> bool {
        self.tokens.get(at).is_some_and(|t| t.tok == Tok::Char(c))
    }

    fn blank(&mut self, span: Span) {
        self.out[span.range()].fill(b' ');
    }

    /// A name that no source has, of the same length.
    fn rename(&mut self, span: Span) {
        self.out[span.range()].fill(b'_');
        self.out[span.start as usize] = b'X';
    }

    fn replace(&mut self, span: Span, from: u8, to: u8) {
        for b in &mut self.out[span.range()] {
            if *b == from {
                *b = to;
            }
        }
    }

    /// `import module` is a module's import, unless a package is called so.
    fn module_import(&mut self, at: usize) {
        if !self.is(at + 1, b'.') && !self.is(at + 1, b';') {
            self.blank(self.tokens[at].span);
        }
    }

    /// The grammar knows `super(…)` as the first statement only, where it may stand.
    fn is_late_constructor_call(&self, at: usize) -> bool {
        let first = at
            .checked_sub(1)
            .is_none_or(|b| self.is(b, b'{') || self.is(b, b'>'));
        self.is(at + 1, b'(') && !first
    }

    fn is_padded(&self, span: Span) -> bool {
        let text = span.text(self.text);
        text.starts_with("0_") || text.contains("__")
    }

    /// A quote in the place of the last character; one quote alone becomes a number.
    fn close(&mut self, span: Span) {
        let quote = self.out[span.start as usize];
        self.out[span.range()].fill(b'_');
        self.out[span.start as usize] = if span.len() > 1 { quote } else { b'0' };
        if span.len() > 1 {
            self.out[span.end as usize - 1] = quote;
        }
        self.lost.push((span, "a literal that never ends"));
    }

    /// Escapes that stand for a letter become one of six; others what they stand for, and layout.
    fn escaped(&mut self, span: Span) {
        let text = span.text(self.text);
        let mut at = 0;
        while let Some(found) = text.part(at..).find('\\') {
            let from = at + found;
            let digits = from
                + 1
                + text
                    .part(from + 1..)
                    .bytes()
                    .take_while(|&b| b == b'u')
                    .count();
            let end = digits + 4;
            let decoded = text.get(digits..end).and_then(decode_hex);
            let end = text.ceil_char_boundary(end);
            let place = Span::new(span.start + from as u32, span.start + end as u32);
            match decoded {
                Some(c) if !c.is_ascii() || is_name(c) => self.replace(place, b'\\', b'_'),
                Some(c) => {
                    self.blank(place);
                    self.out[place.start as usize] = c as u8;
                }
                None => self.blank(place),
            }
            at = end;
        }
    }

    /// `@A(…) ...`: walks back over the annotations before the dots.
    fn annotated_varargs(&mut self, at: usize) {
        let mut end = at;
        while let Some(start) = self.annotation_before(end) {
            let from = self.tokens[start].span.start;
            self.blank(Span::new(from, self.tokens[end - 1].span.end));
            end = start;
        }
    }

    /// Where the annotation starts that ends right before the token.
    fn annotation_before(&self, end: usize) -> Option<usize> {
        let mut at = end.checked_sub(1)?;
        if self.is(at, b')') {
            let mut depth = 0;
            let lowest = at.saturating_sub(LONGEST_PATTERN);
            loop {
                depth += i32::from(self.is(at, b')')) - i32::from(self.is(at, b'('));
                at = at.checked_sub(1).filter(|&a| a >= lowest)?;
                if depth == 0 {
                    break;
                }
            }
        }
        while !self.word(at).is_empty() && self.is(at.checked_sub(1)?, b'.') {
            at = at.checked_sub(2)?;
        }
        let sign = at.checked_sub(1)?;
        (!self.word(at).is_empty() && self.is(sign, b'@')).then_some(sign)
    }

    /// The patterns of a case label. The grammar knows one; expressions, of which it knows many, stay.
    fn patterns(&mut self, at: usize) {
        let first = self.pattern(at);
        if first == at || !self.is(first, b',') {
            return;
        }
        let mut end = first;
        while end < self.tokens.len().min(first + LONGEST_PATTERN) {
            let stop = matches!(
                self.tokens[end].tok,
                Tok::Arrow | Tok::Char(b':' | b'{' | b'}')
            ) || self.word(end) == "when";
            if stop {
                let gone = Span::new(self.tokens[first].span.start, self.tokens[end].span.start);
                self.blank(gone);
                self.lost.push((gone, "the other patterns of a case label"));
                return;
            }
            end += 1;
        }
    }

    /// One pattern: `final @A a.B<C> name` or `a.B(pattern, …)`. Gives the token after it, or `at` where none stands.
    fn pattern(&mut self, at: usize) -> usize {
        let mut type_at = at;
        loop {
            if self.word(type_at) == "final" {
                type_at += 1;
            } else if self.is(type_at, b'@') && !self.word(type_at + 1).is_empty() {
                type_at += 2;
                if self.is(type_at, b'(') {
                    type_at = self.closing(type_at, b'(', b')') + 1;
                }
            } else {
                break;
            }
        }
        if self.word(type_at).is_empty() {
            return at;
        }
        let mut after = type_at + 1;
        while self.is(after, b'.') && !self.word(after + 1).is_empty() {
            after += 2;
        }
        let named = after;
        if self.is(after, b'<') {
            after = self.closing(after, b'<', b'>') + 1;
        }
        while self.is(after, b'[') && self.is(after + 1, b']') {
            after += 2;
        }
        let binds = !matches!(self.word(after), "" | "when");
        let nested = self.is(after, b'(');
        if !binds && !nested {
            return at;
        }
        if type_at > at && type_at < self.tokens.len() {
            let prefix = Span::new(self.tokens[at].span.start, self.tokens[type_at].span.start);
            self.blank(prefix);
        }
        if binds {
            return after + 1;
        }
        if named == after && after > type_at + 1 {
            let name = Span::new(
                self.tokens[type_at].span.start,
                self.tokens[after - 1].span.end,
            );
            self.replace(name, b'.', b'_');
            self.replace(name, b' ', b'_');
        }
        self.nested_patterns(after)
    }

    /// The patterns between parentheses, however deep, without recursion: each token after `(` or `,` may start one.
    fn nested_patterns(&mut self, open: usize) -> usize {
        let close = self.closing(open, b'(', b')');
        for at in open + 1..close.min(self.tokens.len()) {
            let mut after = at;
            while !self.word(after).is_empty() && self.is(after + 1, b'.') {
                after += 2;
            }
            let starts = self.is(at - 1, b'(') || self.is(at - 1, b',');
            if starts && after > at && self.is(after + 1, b'(') {
                let name = Span::new(self.tokens[at].span.start, self.tokens[after].span.end);
                self.replace(name, b'.', b'_');
            } else if starts && self.word(at) == "final" {
                self.blank(self.tokens[at].span);
            }
        }
        close + 1
    }

    /// The token that closes the bracket at `open`; the last within reach where none does.
    fn closing(&self, open: usize, opener: u8, closer: u8) -> usize {
        let mut depth = 0_i32;
        let end = self.tokens.len().min(open + LONGEST_PATTERN);
        for at in open..end {
            depth += i32::from(self.is(at, opener)) - i32::from(self.is(at, closer));
            if depth == 0 {
                return at;
            }
        }
        end.max(open)
    }

    /// `when` guards a pattern where `case` stands before it in the same label.
    fn is_guard(&self, at: usize) -> bool {
        self.tokens[at.saturating_sub(LONGEST_PATTERN)..at]
            .iter()
            .rev()
            .take_while(|t| !matches!(t.tok, Tok::Arrow | Tok::Char(b';' | b'{' | b'}' | b':')))
            .any(|t| t.tok == Tok::Word && t.span.text(self.text) == "case")
    }
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}

fn decode_hex(digits: &str) -> Option<char> {
    u32::from_str_radix(digits, 16)
        .ok()
        .and_then(char::from_u32)
}

/// A name with its unicode escapes decoded.
pub(crate) fn decode(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(at) = rest.find("\\u") {
        out.push_str(rest.part(..at));
        let digits = rest.part(at + 1..).trim_start_matches('u');
        if let Some(c) = digits.get(..4).and_then(decode_hex) {
            out.push(c);
            rest = digits.part(4..);
        } else {
            out.push('\\');
            rest = rest.part(at + 1..);
        }
    }
    out + rest
}
