//! What was asked for, on standard output: no panic when a reader has gone away, and words that others wrote without what a
//! terminal would obey.

use crate::console;
use anstyle::{AnsiColor, Style};
use anyhow::Result;
use std::io::ErrorKind;

pub const ADDED: Style = AnsiColor::Green.on_default();
pub const REMOVED: Style = AnsiColor::Red.on_default();
pub const FAINT: Style = AnsiColor::Cyan.on_default();
pub const STRONG: Style = Style::new().bold();
pub const WRONG: Style = AnsiColor::Red.on_default().bold();

pub fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// One line that somebody else wrote, without what a terminal would obey.
pub fn plain(text: &str) -> String {
    let shown = |c: char| if c.is_control() { '\u{FFFD}' } else { c };
    text.chars().map(shown).collect()
}

/// Prints a text with its colours, or without them when no one would see them.
pub fn print(text: &str) -> Result<()> {
    match console::write(text) {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => Err(e.into()),
        _ => Ok(()),
    }
}

/// Says on standard error how many sources the rule of `reweave-sources` leaves out of reports.
pub fn passed_over(count: usize) {
    if count > 0 {
        let (files, are) = if count == 1 {
            ("file", "is")
        } else {
            ("files", "are")
        };
        eprintln!(
            "note: {count} source {files} passed over: hidden, or ignored by .gitignore or .ignore; name what {are} wanted as PATH"
        );
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_for_the_terminal_to_obey() {
        assert_eq!(super::plain("a\x1b[2Jb\r"), "a\u{FFFD}[2Jb\u{FFFD}");
    }
}
