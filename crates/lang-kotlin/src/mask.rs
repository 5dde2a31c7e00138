//! What Kotlin has and the grammar has not: written over so that the grammar reads on, without moving a byte.
//!
//! | in the source | what the grammar is shown |
//! |---|---|
//! | `class A : B by b {` | `class A : B      {`: a body is no lambda that is given to `b` |
//! | a constructor on a line below the name of its class, or with several modifiers | one beside the name, without modifiers |
//! | `where`, `final` and the like as names | other names |

use reweave_text::Part;

/// A word, or any other byte outside of texts and comments.
#[derive(Clone, Copy)]
struct Token {
    start: usize,
    end: usize,
    is_word: bool,
}

/// None where nothing of the table stands in the text.
pub fn mask(text: &str) -> Option<String> {
    let tokens = tokens(text.as_bytes());
    let mut masker = Masker {
        text,
        tokens: &tokens,
        out: text.as_bytes().to_vec(),
    };
    for at in 0..tokens.len() {
        match masker.word(at) {
            "where" => masker.name(at),
            word if SOFT.contains(&word) => masker.soft(at),
            "class" | "interface" | "object" if !masker.is_reference(at) => {
                masker.constructor(at);
                masker.delegates(at);
            }
            _ => {}
        }
    }
    let changed = masker.out != text.as_bytes();
    String::from_utf8(masker.out).ok().filter(|_| changed)
}

/// The words that begin something else: the head of a class has ended before them.
const NEXT: &[&str] = &[
    "class",
    "interface",
    "object",
    "fun",
    "val",
    "var",
    "typealias",
    "import",
    "init",
    "return",
];

/// The words that may stand before `constructor`.
const MODIFIERS: &[&str] = &[
    "public",
    "protected",
    "private",
    "internal",
    "actual",
    "expect",
];

/// Modifiers, which are names where no declaration follows.
const SOFT: &[&str] = &[
    "abstract",
    "actual",
    "annotation",
    "companion",
    "const",
    "data",
    "enum",
    "expect",
    "external",
    "final",
    "infix",
    "inline",
    "inner",
    "internal",
    "lateinit",
    "open",
    "operator",
    "out",
    "override",
    "private",
    "protected",
    "public",
    "sealed",
    "suspend",
    "tailrec",
    "value",
    "vararg",
];

struct Masker<'t> {
    text: &'t str,
    tokens: &'t [Token],
    out: Vec<u8>,
}

impl Masker<'_> {
    /// The word at a token, or nothing.
    fn word(&self, at: usize) -> &str {
        let token = self.tokens.get(at).filter(|t| t.is_word);
        token.map_or("", |t| self.text.part(t.start..t.end))
    }

    /// The byte at a token that is no word, or zero.
    fn sign(&self, at: usize) -> u8 {
        let token = self.tokens.get(at).filter(|t| !t.is_word);
        token.map_or(0, |t| self.text.as_bytes()[t.start])
    }

    fn blank(&mut self, start: usize, end: usize) {
        self.out[start..end].fill(b' ');
    }

    /// `X::class`
    fn is_reference(&self, at: usize) -> bool {
        at > 0 && matches!(self.sign(at - 1), b':' | b'.')
    }

    /// `where T : A` is a keyword, `where?.let` is not.
    fn name(&mut self, at: usize) {
        if self.word(at + 1).is_empty() && self.sign(at + 1) != b'@' {
            self.out[self.tokens[at].start] = b'x';
        }
    }

    /// `final = true` is no modifier.
    fn soft(&mut self, at: usize) {
        if b"=.,)?:;[]}!+-*/<>|&%".contains(&self.sign(at + 1)) {
            self.out[self.tokens[at].start] = b'x';
        }
    }

    /// Past the type parameters that begin at a token.
    fn past_parameters(&self, at: usize) -> usize {
        if self.sign(at) != b'<' {
            return at;
        }
        let mut depth = 0usize;
        for next in at..self.tokens.len() {
            match self.sign(next) {
                b'<' => depth += 1,
                b'>' => {
                    depth -= 1;
                    if depth == 0 {
                        return next + 1;
                    }
                }
                b'{' | b'}' | b'(' => break,
                _ if NEXT.contains(&self.word(next)) => break,
                _ => {}
            }
        }
        at
    }

    fn constructor(&mut self, class: usize) {
        let first = self.past_parameters(class + 2);
        let mut at = first;
        while MODIFIERS.contains(&self.word(at)) {
            at += 1;
        }
        if self.word(at) != "constructor" {
            return;
        }
        let (start, end) = (self.tokens[first - 1].end, self.tokens[at].start);
        if at - first > 1 || self.text.part(start..end).contains('\n') {
            self.blank(start, end);
        }
    }

    /// What stands behind `by` among the types above a class that has a body.
    fn delegates(&mut self, class: usize) {
        let (mut depth, mut by, mut above) = (0usize, None, false);
        for at in class + 1..self.tokens.len() {
            let start = self.tokens[at].start;
            match self.sign(at) {
                b'(' | b'[' => depth += 1,
                b')' | b']' if depth == 0 => return,
                b')' | b']' => depth -= 1,
                _ if depth > 0 => {}
                b':' => above = true,
                b'{' | b',' => {
                    if let Some(by) = by.take() {
                        self.blank(by, start);
                    }
                    if self.sign(at) == b'{' {
                        return;
                    }
                }
                b'}' | b'=' | b';' => return,
                _ if self.word(at) == "by" && above => by = Some(start),
                _ if NEXT.contains(&self.word(at)) => return,
                _ => {}
            }
        }
    }
}

fn tokens(bytes: &[u8]) -> Vec<Token> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        at = match byte {
            b'/' if bytes[at..].starts_with(b"//") => line_end(bytes, at),
            b'/' if bytes[at..].starts_with(b"/*") => comment_end(bytes, at),
            b'"' => text_end(bytes, at),
            b'\'' => character_end(bytes, at),
            b if is_word(b) => {
                let rest = bytes[at..].iter().position(|&b| !is_word(b));
                rest.map_or(bytes.len(), |n| at + n)
            }
            _ => at + 1,
        };
        if is_word(byte) || !matches!(byte, b'/' | b'"' | b'\'') && !byte.is_ascii_whitespace() {
            out.push(Token {
                start,
                end: at,
                is_word: is_word(byte),
            });
        }
    }
    out
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'`') || byte >= 0x80
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    let end = bytes[at..].iter().position(|&b| b == b'\n');
    end.map_or(bytes.len(), |n| at + n)
}

/// Comments may stand in comments.
fn comment_end(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 0usize;
    while at < bytes.len() {
        if bytes[at..].starts_with(b"/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if bytes[at..].starts_with(b"*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                break;
            }
        } else {
            at += 1;
        }
    }
    at.min(bytes.len())
}

fn character_end(bytes: &[u8], at: usize) -> usize {
    let escaped = bytes.get(at + 1) == Some(&b'\\');
    let from = at + 2 + usize::from(escaped);
    let end = bytes.iter().skip(from).take(8).position(|&b| b == b'\'');
    end.map_or(at + 1, |n| from + n + 1)
}

/// Where a text ends, with the expressions in it, which hold texts themselves.
fn text_end(bytes: &[u8], at: usize) -> usize {
    let raw = bytes[at..].starts_with(b"\"\"\"");
    let mut at = at + if raw { 3 } else { 1 };
    // How many braces are open in each expression around, none in a text itself.
    let mut open = vec![(raw, 0usize)];
    while let (Some(&byte), Some(&(raw, braces))) = (bytes.get(at), open.last()) {
        let last = open.len() - 1;
        let mut step = 1;
        match byte {
            b'$' if braces == 0 && bytes.get(at + 1) == Some(&b'{') => {
                (open[last].1, step) = (1, 2);
            }
            b'\\' if braces == 0 && !raw => step = 2,
            b'"' if braces == 0 && raw && bytes[at..].starts_with(b"\"\"\"") => {
                open.pop();
                step = 3;
                while bytes.get(at + step) == Some(&b'"') {
                    step += 1;
                }
            }
            b'"' if braces == 0 && raw => {}
            b'"' if braces == 0 => {
                open.pop();
            }
            b'\n' if braces == 0 && !raw => {
                open.pop();
            }
            b'"' => {
                let raw = bytes[at..].starts_with(b"\"\"\"");
                open.push((raw, 0));
                step = if raw { 3 } else { 1 };
            }
            b'{' if braces > 0 => open[last].1 += 1,
            b'}' if braces > 0 => open[last].1 -= 1,
            _ => {}
        }
        at += step;
    }
    at.min(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::mask;

    #[test]
    fn what_the_grammar_cannot_read_is_written_over() {
        for (text, masked) in [
            (
                "class A(a: B) : C(), D by a {",
                "class A(a: B) : C(), D      {",
            ),
            ("object : A by b, C by d {", "object : A     , C      {"),
            (
                "class A\n/* x */ internal constructor(a: B)",
                "class A                  constructor(a: B)",
            ),
            (
                "class A<T> internal actual constructor()",
                "class A<T>                 constructor()",
            ),
            ("final = open.a", "xinal = xpen.a"),
            ("f(where?.g(\"${where.a}\"))", "f(xhere?.g(\"${where.a}\"))"),
        ] {
            assert_eq!(mask(text).as_deref(), Some(masked));
        }
        for text in [
            "class A : B by b\nval c by lazy { d }",
            "fun <T> f() where T : A {}",
            "class A private constructor()",
            "A::class by b {",
            "open fun f(a: suspend () -> B, vararg c: List<out D>)",
            "\"class A : B by ${\"}\"} {\"",
            "\"${\"",
            "'\\",
            "/* /* */",
        ] {
            assert_eq!(mask(text), None, "{text}");
        }
    }
}
