//! A client of the small library, brought to its new release.

use super::{command, compare};
use crate::commands::replay::text;
use crate::{diff, output};
use anyhow::Result;
use reweave_classpath::ClassPath;
use reweave_release::library_of;
use reweave_replay::{Request, replay};
use reweave_text::Sources;
use std::collections::BTreeMap;
use std::sync::Arc;

const FILES: [(&str, &str); 1] = [(
    "app/Report.java",
    include_str!("../../../../../examples/replay/app/Report.java"),
)];

pub fn show() -> Result<()> {
    command(
        "$ reweave replay log.json examples/replay --old examples/compare/old --new examples/compare/new",
    )?;
    let log = compare::log()?;
    let (old, new) = compare::inputs()?;
    let mut java = ClassPath::open(&[]);
    java.add_api_index();
    let client = Sources::new(FILES);
    let outcome = replay(&Request {
        log: &log,
        client: &client,
        old: &library_of(old),
        new: &library_of(new),
        class_path: Arc::new(java),
        defaults: BTreeMap::new(),
        strings: false,
        threads: 0,
    })?;
    output::print(&diff::coloured(&diff::all(&client, &outcome.after)))?;
    output::print(&text::report(&log, &client, &outcome, None))
}
