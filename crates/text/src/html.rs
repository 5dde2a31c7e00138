//! Text as HTML.

/// Text that no browser takes for markup, in elements and in quoted attributes. Characters that turn the direction of what
/// follows are made visible: a name must not read as another.
pub fn escape_html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        push(&mut out, c);
    }
    out
}

/// Qualified names, signatures and paths, which a narrow column breaks between their parts instead of within a word.
pub fn escape_html_name(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_inclusive(' ') {
        let is_path = word.contains('/');
        for c in word.chars() {
            // A part takes its dot along, a file its ending; a list keeps its comma.
            if c == '.' && !is_path {
                out.push_str("<wbr>");
            }
            push(&mut out, c);
            if matches!(c, ',' | '(' | '/' | '<') {
                out.push_str("<wbr>");
            }
        }
    }
    out
}

fn push(out: &mut String, c: char) {
    match c {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '"' => out.push_str("&quot;"),
        '\'' => out.push_str("&#39;"),
        '\t' | '\n' => out.push(c),
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{200E}' | '\u{200F}' => {
            out.push('\u{FFFD}');
        }
        c if c.is_control() => out.push('\u{FFFD}'),
        c => out.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_turned_text_are_shown_as_text() {
        let shown = escape_html("<a href=\"x\">&'");
        assert_eq!(shown, "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
        assert_eq!(escape_html("a\u{202E}b\u{0}c"), "a\u{FFFD}b\u{FFFD}c");
    }

    #[test]
    fn names_break_between_their_parts() {
        assert_eq!(
            escape_html_name("p.A.f(int,List<T>)"),
            "p<wbr>.A<wbr>.f(<wbr>int,<wbr>List&lt;<wbr>T&gt;)"
        );
        assert_eq!(escape_html_name("at p/A.java:7"), "at p/<wbr>A.java:7");
    }
}
