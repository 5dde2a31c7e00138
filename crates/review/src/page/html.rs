//! Text as HTML.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// Text that no browser takes for markup, in elements and in quoted attributes. Characters that turn the direction of what
/// follows are made visible: a name must not read as another.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
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
    out
}

/// The hash by which a content security policy allows one script or style.
pub fn sha256(text: &str) -> String {
    STANDARD.encode(Sha256::digest(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn markup_and_turned_text_are_shown_as_text() {
        let shown = escape("<a href=\"x\">&'");
        assert_eq!(shown, "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
        assert_eq!(escape("a\u{202E}b\u{0}c"), "a\u{FFFD}b\u{FFFD}c");
    }
}
