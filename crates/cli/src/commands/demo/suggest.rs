//! What could be refactored in a small shop, by the example of its other half.

use super::command;
use crate::output;
use anyhow::Result;
use reweave_advise::{Config, Folder, Format, advise, built_in_types};
use std::path::Path;

const FILES: &[(&str, &str)] = &[
    (
        "shop/Offer.java",
        include_str!("../../../../../examples/suggest/shop/Offer.java"),
    ),
    (
        "shop/Order.java",
        include_str!("../../../../../examples/suggest/shop/Order.java"),
    ),
];

pub fn show() -> Result<()> {
    command("$ reweave suggest examples/suggest")?;
    let files = FILES.iter();
    let files = files.map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
    let folder = Folder::held(Path::new("examples/suggest"), files.collect());
    let config = Config::default();
    let advice = advise(&[folder], &built_in_types(), &config.options(), &config)?;
    output::print(&Format::Text.write(&advice.report))
}
