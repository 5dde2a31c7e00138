//! What was refactored between two versions of a small shop.

use super::command;
use crate::output;
use anyhow::{Result, anyhow};
use reweave_change::{Change, Limits, Source, analyse, decode};
use reweave_output::{Entry, Format, Origin};

const BEFORE: &str = "examples/detect/before";
const AFTER: &str = "examples/detect/after";

pub fn show() -> Result<()> {
    command(&format!(
        "$ reweave detect --before {BEFORE} --after {AFTER}"
    ))?;
    let before = [
        file(
            "shop/Invoice.java",
            include_str!("../../../../../examples/detect/before/shop/Invoice.java"),
        )?,
        file(
            "shop/Mailer.java",
            include_str!("../../../../../examples/detect/before/shop/Mailer.java"),
        )?,
    ];
    let after = [
        file(
            "shop/Invoice.java",
            include_str!("../../../../../examples/detect/after/shop/Invoice.java"),
        )?,
        file(
            "shop/Mailer.java",
            include_str!("../../../../../examples/detect/after/shop/Mailer.java"),
        )?,
    ];
    let change = Change::new(before.into(), after.into(), Vec::new());
    let entry = Entry {
        origin: Origin::Paths {
            before: BEFORE.to_owned(),
            after: AFTER.to_owned(),
        },
        record: analyse(&change, &Limits::default()),
    };
    output::print(&Format::Text { explain: false }.entry(&entry))
}

fn file(path: &str, text: &str) -> Result<Source> {
    decode(path.to_owned(), text.as_bytes().to_vec())
        .map_err(|(path, why)| anyhow!("{path}: {why}"))
}
