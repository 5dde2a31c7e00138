//! "Won't fix": suggestions that somebody has looked at and turned down, in a comment of the code or in the configuration.

use crate::config::WontFix;
use crate::report::Suggestion;

/// In a comment before or inside the method: alone for all types, or with a type behind it.
const MARK: &str = "reweave: won't fix";

/// Whether the suggestion was turned down.
pub fn is_turned_down(suggestion: &Suggestion, before: &str, listed: &[WontFix]) -> bool {
    let place = format!("{} in {}", suggestion.kind, suggestion.missed.method);
    let in_list = listed
        .iter()
        .any(|w| w.what == suggestion.fingerprint || w.what == place);
    let in_code = before
        .lines()
        .chain(suggestion.missed.text.lines())
        .filter_map(|line| line.split_once(MARK))
        .any(|(_, which)| {
            let which = which.trim().trim_end_matches("*/").trim();
            which.is_empty()
                || which.starts_with(suggestion.kind.as_str())
                || which.starts_with(':')
        });
    in_list || in_code
}
