//! `reweave explain NAME`: one thing it knows, with a before and an after.

use crate::commands::Run;
use crate::settings::Settings;
use crate::{Outcome, output};
use anyhow::{Result, bail};
use reweave_detect::{RefactoringType, manual};
use reweave_languages::refactorings;
use reweave_refactor::Refusal;
use reweave_text::did_you_mean;
use std::fmt::Write;

/// One thing it knows, with a before and an after
#[derive(clap::Args)]
pub struct Args {
    /// A refactoring or a type, as `reweave list` names it
    name: String,
}

impl Run for Args {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        (
            "reweave explain rename",
            "a refactoring, in each language that has it",
        ),
        (
            "reweave explain \"Extract Method\"",
            "a type that `detect` finds and `suggest` looks for",
        ),
    ];

    fn run(&self, _settings: &Settings) -> Result<Outcome> {
        run(self)
    }
}

fn run(args: &Args) -> Result<Outcome> {
    let mut pages = refactoring_pages(&args.name);
    pages.extend(type_page(&args.name));
    pages.extend(suggestion_page(&args.name));
    if pages.is_empty() {
        let known = known();
        bail!(
            "nothing is called {}{}; `reweave list` names everything",
            args.name,
            did_you_mean(&args.name, known.iter().map(String::as_str))
        );
    }
    output::print(&pages.join("\n"))?;
    Ok(Outcome::Done)
}

/// Everything that has a page.
fn known() -> Vec<String> {
    let types = RefactoringType::ALL.iter().map(|t| t.name().to_owned());
    let of_suggest = reweave_suggest::types::ALL.iter();
    let suggestions = of_suggest.map(|t| reweave_suggest::RefactoringType::page(t).title);
    let all = refactorings().into_iter().map(|e| e.name.to_owned());
    types.chain(suggestions).chain(all).collect()
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
            out.push_str(&refusals(&entry.rules));
            out
        })
        .collect()
}

/// What a refactoring refuses beside what every one does.
fn refusals(rules: &[Refusal]) -> String {
    let mut out = String::new();
    if rules.is_empty() {
        return out;
    }
    out.push_str("\nRefused as well, beside changed edges and new compile errors (--allow KIND overrides):\n");
    for rule in rules {
        let _ = writeln!(out, "  {} ({}): {}", rule.name, rule.kind, rule.message);
    }
    out
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
