//! Doc comments: the tags that name types, variables and magic members.

use reweave_text::{Part, Span};

/// A class name written in a doc comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocName {
    pub text: String,
    pub span: Span,
}

/// A type as written after a tag.
#[derive(Clone, Debug, Default)]
pub struct DocType {
    pub names: Vec<DocName>,
    /// `T[]`, `array<T>`, `list<T>`, `iterable<T>`.
    pub is_array: bool,
}

/// One tag of a doc comment.
#[derive(Clone, Debug)]
pub struct DocTag {
    /// `var`, `param`, `return`, `property`, `method`, `mixin`, `throws`, …
    pub tag: String,
    pub ty: DocType,
    /// The variable, without `$`, or the name of a method.
    pub name: Option<DocName>,
    /// The types of the parameters of a `@method`.
    pub params: Vec<DocType>,
}

const TYPE_TAGS: &[&str] = &[
    "var",
    "param",
    "return",
    "property",
    "property-read",
    "property-write",
    "method",
    "mixin",
    "throws",
    "see",
];

/// The tags of the comment that stands at `span` of `text`.
pub fn tags(text: &str, span: Span) -> Vec<DocTag> {
    let mut out = Vec::new();
    let mut at = span.start as usize;
    let comment = span.text(text);
    for line in comment.split_inclusive('\n') {
        if let Some(tag) = line_tag(line, at) {
            out.push(tag);
        }
        at += line.len();
    }
    out
}

/// The doc comment right above `offset`, with nothing but white space between.
pub fn above(text: &str, offset: u32) -> Option<Span> {
    let before = text.get(..offset as usize)?.trim_end();
    let body = before.strip_suffix("*/")?;
    let start = body.rfind("/*")?;
    Some(Span::new(start as u32, before.len() as u32))
}

fn line_tag(line: &str, at: usize) -> Option<DocTag> {
    let sign = line.find('@')?;
    let lead = line
        .part(..sign)
        .trim_matches(|c: char| c.is_whitespace() || c == '*' || c == '/');
    if !lead.is_empty() {
        return None;
    }
    let rest = line.part(sign + 1..);
    let end = rest
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        .unwrap_or(rest.len());
    let mut tag = rest.part(..end).to_owned();
    for prefix in ["psalm-", "phpstan-"] {
        tag = tag.strip_prefix(prefix).map_or(tag.clone(), str::to_owned);
    }
    if !TYPE_TAGS.contains(&tag.as_str()) {
        return None;
    }
    let mut cursor = Cursor {
        line,
        pos: sign + 1 + end,
        at,
    };
    let mut out = DocTag {
        tag,
        ty: DocType::default(),
        name: None,
        params: Vec::new(),
    };
    cursor.space();
    out.name = cursor.variable();
    cursor.space();
    if out.tag == "method" && cursor.word_is("static") {
        cursor.pos += "static".len();
        cursor.space();
    }
    out.ty = cursor.ty();
    cursor.space();
    if out.name.is_none() {
        out.name = cursor.variable();
    }
    if out.tag == "method" {
        out.name = cursor.identifier();
        out.params = cursor.params();
    }
    Some(out)
}

struct Cursor<'t> {
    line: &'t str,
    pos: usize,
    at: usize,
}

impl Cursor<'_> {
    fn rest(&self) -> &str {
        self.line.part(self.pos..)
    }

    fn space(&mut self) {
        let rest = self.rest();
        self.pos += rest.len() - rest.trim_start_matches([' ', '\t']).len();
    }

    fn word_is(&self, word: &str) -> bool {
        self.rest()
            .strip_prefix(word)
            .is_some_and(|r| r.starts_with([' ', '\t']))
    }

    fn take(&mut self, len: usize) -> DocName {
        let start = self.at + self.pos;
        let text = self.line.part(self.pos..self.pos + len).to_owned();
        self.pos += len;
        DocName {
            text,
            span: Span::new(start as u32, (start + len) as u32),
        }
    }

    fn identifier(&mut self) -> Option<DocName> {
        let len = identifier_len(self.rest());
        (len > 0).then(|| self.take(len))
    }

    fn variable(&mut self) -> Option<DocName> {
        let rest = self.rest();
        let skip = rest.len() - rest.trim_start_matches(['&', '.']).len();
        if !rest.part(skip..).starts_with('$') {
            return None;
        }
        self.pos += skip + 1;
        self.identifier()
    }

    /// A type up to the next space outside brackets.
    fn ty(&mut self) -> DocType {
        let mut out = DocType::default();
        let mut depth = 0_u32;
        let mut after_operator = true;
        while let Some(c) = self.rest().chars().next() {
            match c {
                '(' if !after_operator && depth == 0 => break,
                '(' | '<' | '[' | '{' => {
                    out.is_array |= self.rest().starts_with("[]");
                    depth += 1;
                    self.pos += 1;
                }
                ')' | '>' | ']' | '}' => {
                    if depth == 0 {
                        break;
                    }
                    depth -= 1;
                    self.pos += 1;
                }
                '|' | '&' | '?' => self.pos += 1,
                ',' | ':' | ' ' | '\t' if depth > 0 => self.pos += 1,
                '\\' | '_' | 'a'..='z' | 'A'..='Z' | '\u{80}'.. => {
                    let len = qualified_len(self.rest());
                    if len == 0 {
                        break;
                    }
                    let name = self.take(len);
                    let generic = ["array", "list", "iterable", "non-empty-array"];
                    if generic.contains(&name.text.to_ascii_lowercase().as_str())
                        && self.rest().starts_with('<')
                    {
                        out.is_array = true;
                    }
                    out.names.push(name);
                }
                _ => break,
            }
            after_operator = matches!(c, '|' | '&' | '(' | '?');
        }
        out
    }

    fn params(&mut self) -> Vec<DocType> {
        let mut out = Vec::new();
        self.space();
        if !self.rest().starts_with('(') {
            return out;
        }
        self.pos += 1;
        loop {
            self.space();
            let start = self.pos;
            out.push(self.ty());
            self.space();
            self.variable();
            let rest = self.rest();
            match rest.find([',', ')']) {
                Some(i) if rest.part(i..).starts_with(',') => self.pos += i + 1,
                _ => break,
            }
            if self.pos == start {
                break;
            }
        }
        out
    }
}

fn identifier_len(text: &str) -> usize {
    let letter = |c: char| c == '_' || c.is_ascii_alphanumeric() || c as u32 >= 0x80;
    text.find(|c| !letter(c)).unwrap_or(text.len())
}

fn qualified_len(text: &str) -> usize {
    let letter = |c: char| c == '\\' || c == '_' || c.is_ascii_alphanumeric() || c as u32 >= 0x80;
    text.find(|c| !letter(c)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(ty: &DocType) -> Vec<&str> {
        ty.names.iter().map(|n| n.text.as_str()).collect()
    }

    #[test]
    fn tags_are_read() {
        let text = "/**\n * @param (Foo&Bar)|\\A\\Baz[] $x a thing\n * @return ?Foo\n * mail me@var.org\n */";
        let found = tags(text, Span::new(0, text.len() as u32));
        assert_eq!(found.len(), 2);
        assert_eq!(names(&found[0].ty), ["Foo", "Bar", "\\A\\Baz"]);
        assert!(found[0].ty.is_array);
        assert_eq!(found[0].name.as_ref().map(|n| n.text.as_str()), Some("x"));
        assert_eq!(names(&found[1].ty), ["Foo"]);
        let span = found[1].ty.names[0].span;
        assert_eq!(span.text(text), "Foo");
    }

    #[test]
    fn methods_and_either_order_of_var() {
        let text = "/* @method static (Foo&Bar)|Baz make(Bar|(Foo&Bar) $a, Baz $b) Text */";
        let found = tags(text, Span::new(0, text.len() as u32));
        assert_eq!(
            found[0].name.as_ref().map(|n| n.text.as_str()),
            Some("make")
        );
        assert_eq!(names(&found[0].ty), ["Foo", "Bar", "Baz"]);
        assert_eq!(names(&found[0].params[0]), ["Bar", "Foo", "Bar"]);
        assert_eq!(names(&found[0].params[1]), ["Baz"]);
        let text = "/* @var $x   Foo */";
        let found = tags(text, Span::new(0, text.len() as u32));
        assert_eq!(names(&found[0].ty), ["Foo"]);
    }

    #[test]
    fn the_comment_above() {
        let text = "/** @var X */\n  $x;";
        assert_eq!(above(text, 16), Some(Span::new(0, 13)));
        assert_eq!(above("$a; $b;", 4), None);
    }
}
