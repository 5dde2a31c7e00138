//! `reweave explain NAME`: one thing it knows, with a before and an after.

use crate::{Outcome, output};
use anyhow::{Result, bail};
use reweave_detect::{RefactoringType, manual};
use reweave_languages::refactorings;
use std::fmt::Write;

#[derive(clap::Args)]
pub struct Args {
    /// A refactoring or a type, as `reweave list` names it
    name: String,
}

pub fn run(args: &Args) -> Result<Outcome> {
    let mut pages = refactoring_pages(&args.name);
    pages.extend(type_page(&args.name));
    pages.extend(suggestion_page(&args.name));
    if pages.is_empty() {
        bail!(
            "nothing is called {}; `reweave list` names everything",
            args.name
        );
    }
    output::print(&pages.join("\n"))?;
    Ok(Outcome::Done)
}

/// The pages of the refactorings of this name, one a language.
fn refactoring_pages(name: &str) -> Vec<String> {
    let pages = refactorings()
        .into_iter()
        .filter(|e| e.name == name || e.page.title == name);
    pages
        .map(|entry| {
            let mut out = format!(
                "{} ({}, `reweave apply {}`)\n",
                entry.page.title, entry.language, entry.name
            );
            let _ = writeln!(out, "{}\n", entry.page.summary);
            for param in entry.params {
                let _ = writeln!(out, "  {}  {}", param.usage(), param.doc);
            }
            let _ = writeln!(out, "\n{}", entry.page.body.replace("$0", ""));
            out
        })
        .collect()
}

/// The page of a type that `detect` finds: its family's words, and the example that shows it.
fn type_page(name: &str) -> Option<String> {
    let kind = RefactoringType::of_name(name)?;
    let mut out = format!("{} (found by `reweave detect`)\n", kind.name());
    if let Some((page, example)) = manual::example(kind) {
        let _ = writeln!(out, "{}: {}", page.title, page.summary);
        for (tag, text) in &example.blocks {
            let _ = write!(out, "\n{tag}:\n{text}");
        }
    }
    Some(out)
}

/// The page of a type that `suggest` looks for.
fn suggestion_page(name: &str) -> Option<String> {
    let page = reweave_suggest::types::ALL
        .iter()
        .map(reweave_suggest::RefactoringType::page)
        .find(|page| page.title == name)?;
    Some(format!(
        "{} (looked for by `reweave suggest`)\n{}\n\n{}\n",
        page.title, page.summary, page.body
    ))
}
