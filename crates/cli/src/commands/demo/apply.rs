//! What `apply` does and what it refuses, on a small program of two files.

use super::command;
use crate::commands::apply::text;
use crate::output;
use anyhow::{Result, anyhow};
use reweave_languages::LANGUAGES;
use reweave_refactor::{Request, Target};
use reweave_text::{FileId, Sources};

const ROOT: &str = "examples/apply";
const FILES: [(&str, &str); 2] = [
    (
        "circle.bc",
        include_str!("../../../../../examples/apply/circle.bc"),
    ),
    (
        "main.bc",
        include_str!("../../../../../examples/apply/main.bc"),
    ),
];

pub fn show() -> Result<()> {
    // The name `pi`, used in one file and set in the other.
    rename("ratio")?;
    // Parameters are seen by the functions that are called: `area` would find the one of `ring`.
    rename("inner")
}

fn rename(to: &str) -> Result<()> {
    command(&format!(
        "$ reweave apply rename --root {ROOT} --at main.bc:2:1 to={to}"
    ))?;
    let bc = LANGUAGES
        .iter()
        .find(|l| l.name() == "bc")
        .ok_or_else(|| anyhow!("bc is one of the languages"))?;
    let session = bc.open(Sources::new(FILES));
    let main = FileId(1);
    let offset = FILES[1].1.find("pi").unwrap_or_default() as u32;
    let request = Request::new("rename", Target::At(main, offset)).with("to", to);
    let outcome = session.apply(&request)?;
    output::print(&text::render("rename", &outcome, None, false))
}
