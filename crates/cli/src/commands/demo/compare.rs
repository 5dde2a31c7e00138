//! What a new release of a small library refactored.

use super::command;
use crate::output;
use anyhow::{Result, anyhow};
use reweave_change::decode;
use reweave_log::Log;
use reweave_release::{Input, Options, compare};

const OLD: &[(&str, &str)] = &[
    (
        "lib/text/Page.java",
        include_str!("../../../../../examples/compare/old/lib/text/Page.java"),
    ),
    (
        "lib/text/Words.java",
        include_str!("../../../../../examples/compare/old/lib/text/Words.java"),
    ),
];
const NEW: &[(&str, &str)] = &[
    (
        "lib/text/Page.java",
        include_str!("../../../../../examples/compare/new/lib/text/Page.java"),
    ),
    (
        "lib/text/words/Words.java",
        include_str!("../../../../../examples/compare/new/lib/text/words/Words.java"),
    ),
];

pub fn show() -> Result<()> {
    command("$ reweave compare examples/compare/old examples/compare/new")?;
    output::print(&reweave_log::text::write(&log()?))
}

/// Both releases of the library.
pub fn inputs() -> Result<(Input, Input)> {
    Ok((input("old", OLD)?, input("new", NEW)?))
}

pub fn log() -> Result<Log> {
    let (old, new) = inputs()?;
    Ok(compare(&old, &new, &Options::default(), false))
}

fn input(name: &str, files: &[(&str, &str)]) -> Result<Input> {
    let sources = files.iter().map(|(path, text)| {
        decode((*path).to_owned(), text.as_bytes().to_vec())
            .map_err(|(path, why)| anyhow!("{path}: {why}"))
    });
    Ok(Input {
        name: name.to_owned(),
        sources: sources.collect::<Result<_>>()?,
        left_out: Vec::new(),
    })
}
