//! Diffs with colours; what they are is the project's.

use crate::output::{ADDED, FAINT, REMOVED, STRONG, styled};
pub use reweave_project::{
    diff_all as all, diff_file as file, diff_of_change as of_change, diff_of_outcome as of_outcome,
};

/// A diff with colours.
pub fn coloured(diff: &str) -> String {
    let mut out = String::with_capacity(diff.len() * 2);
    for line in diff.split_inclusive('\n') {
        let (text, end) = line.strip_suffix('\n').map_or((line, ""), |t| (t, "\n"));
        let style = match text.as_bytes() {
            [b'+', b'+', b'+', ..] | [b'-', b'-', b'-', ..] => Some(STRONG),
            [b'@', b'@', ..] => Some(FAINT),
            [b'+', ..] => Some(ADDED),
            [b'-', ..] => Some(REMOVED),
            _ => None,
        };
        match style {
            Some(style) => out.push_str(&styled(style, text)),
            None => out.push_str(text),
        }
        out.push_str(end);
    }
    out
}
