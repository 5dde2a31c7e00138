//! How a text lays out its statements: where braces stand, and the comments that an edit must not lose.

use reweave_text::{Part, Span};

/// Where a text has its braces.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// `{` stands on a line of its own.
    own_line: bool,
    /// `else` begins a line.
    own_else: bool,
}

impl Style {
    /// As most lines of the text have it.
    pub fn of(text: &str) -> Self {
        let lines = || text.lines().map(str::trim);
        let alone = lines().filter(|l| *l == "{").count();
        let behind = lines().filter(|l| l.len() > 1 && l.ends_with('{')).count();
        let leading = lines().zip(lines().skip(1));
        let leading = leading
            .filter(|(before, l)| before.ends_with('}') && l.starts_with("else"))
            .count();
        let joined = lines().filter(|l| l.starts_with("} else")).count();
        Self {
            own_line: alone > behind,
            own_else: leading > joined || alone > behind,
        }
    }

    /// What stands between a head and the `{` behind it.
    pub fn before_open(self, indent: &str) -> String {
        if self.own_line {
            format!("\n{indent}")
        } else {
            " ".to_owned()
        }
    }

    /// What opens a block behind a head.
    pub fn open(self, indent: &str) -> String {
        self.before_open(indent) + "{"
    }

    /// What closes a block and opens that of its `else`.
    pub fn or_else(self, indent: &str) -> String {
        let open = self.open(indent);
        if self.own_else {
            format!("}}\n{indent}else{open}")
        } else {
            format!("}} else{open}")
        }
    }
}

/// The comments in a piece of text without strings, fit to stand before code of a line with this indentation.
pub fn comments_in(text: &str, span: Span, indent: &str) -> String {
    let mut out = String::new();
    let mut rest = text.part(span.start as usize..span.end as usize);
    while let Some(at) = rest.find("//").into_iter().chain(rest.find("/*")).min() {
        rest = rest.part(at..);
        let is_line = rest.starts_with("//");
        let len = if is_line {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            rest.part(2..).find("*/").map_or(rest.len(), |e| e + 4)
        };
        out.push_str(rest.part(..len).trim_end());
        if is_line {
            out.push('\n');
            out.push_str(indent);
        } else {
            out.push(' ');
        }
        rest = rest.part(len..);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_kept_in_order() {
        let text = " ? /* a */ // b\n : ";
        let all = Span::new(0, text.len() as u32);
        assert_eq!(comments_in(text, all, "  "), "/* a */ // b\n  ");
    }

    #[test]
    fn braces_stand_as_most_do() {
        let own = Style::of("class A\n{\n  void f()\n  {\n  }\n}\n");
        assert_eq!(own.open("  "), "\n  {");
        let behind = Style::of("class A {\n}\n");
        assert_eq!(behind.or_else(""), "} else {");
    }
}
