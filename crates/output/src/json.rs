//! Our own records, as `docs/schema/detect.schema.json` describes them.

use crate::{Entry, Origin};
use reweave_change::Record;
use serde::Serialize;

/// Raised when a field changes its meaning or goes away; new fields do not raise it.
pub const VERSION: u32 = 2;

pub const BEGIN: &str = "{\"version\":2,\"records\":[\n";
pub const END: &str = "\n]}\n";

#[derive(Serialize)]
struct Line<'a> {
    version: u32,
    #[serde(flatten)]
    origin: &'a Origin,
    #[serde(flatten)]
    record: &'a Record,
}

pub fn entry(entry: &Entry) -> String {
    let line = Line {
        version: VERSION,
        origin: &entry.origin,
        record: &entry.record,
    };
    serde_json::to_string(&line).expect("strings and numbers only")
}
