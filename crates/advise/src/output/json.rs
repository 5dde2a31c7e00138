//! The report as one JSON document; `docs/suggest.md` describes it.

use crate::Report;

pub fn write(report: &Report) -> String {
    let mut text = serde_json::to_string_pretty(report).expect("a report has only plain data");
    text.push('\n');
    text
}
