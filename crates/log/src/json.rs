//! The log as JSON; `docs/schema/log.schema.json` is its schema.

use crate::check::check;
use crate::{Log, LogError};

/// Indented, in the order of the document, with a line break at the end.
pub fn write(log: &Log) -> String {
    let mut out = serde_json::to_string_pretty(log).expect("a log has no maps with odd keys");
    out.push('\n');
    out
}

pub fn read(text: &str) -> Result<Log, LogError> {
    let text = text.trim_start_matches('\u{feff}');
    let log: Log = serde_json::from_str(text).map_err(|e| LogError::Json(e.to_string()))?;
    check(&log)?;
    Ok(log)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Element, Entry, Kind};

    fn sample() -> Log {
        let mut log = Log::default();
        log.entries.push(Entry::new(
            Kind::RenameMethod,
            Element::Method,
            "a.B.m(String)",
            "a.B.n(String)",
        ));
        log
    }

    #[test]
    fn what_is_written_is_read() {
        let log = sample();
        assert_eq!(read(&write(&log)).expect("valid"), log);
    }

    #[test]
    fn errors_say_where_and_what() {
        let text = write(&sample());
        let error = |text: &str| read(text).expect_err("wrong").to_string();
        assert!(error(&text.replace("rename-method", "rename-metod")).contains("line"));
        assert!(error(&text.replace("(String)", "")).contains("lacks its parameter types"));
        assert!(error(&text.replace("\"version\": 1", "\"version\": 7")).contains("version 7"));
        assert!(error(&text.replace("a.B.m", "../B.m")).starts_with("entry 1"));
        assert!(error("{").contains("EOF"));
    }

    #[test]
    fn contradictions_are_named() {
        let mut log = sample();
        let mut other = log.entries[0].clone();
        other.new = "a.B.o(String)".into();
        log.entries.push(other);
        let error = read(&write(&log)).expect_err("contradicts itself");
        assert!(error.to_string().starts_with("entries 1 and 2"), "{error}");
    }
}
