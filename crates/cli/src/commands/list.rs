//! `reweave list`: what it knows, a line each.

use crate::{Outcome, output};
use anyhow::Result;
use reweave_detect::RefactoringType;
use reweave_languages::{LANGUAGES, refactorings};
use reweave_refactor::Entry;
use std::fmt::Write;

#[derive(clap::Args)]
pub struct Args {
    #[arg(value_enum)]
    what: Option<What>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum What {
    /// What `apply` performs
    Refactorings,
    /// What `detect` finds
    Types,
    /// What `suggest` looks for
    Suggestions,
    /// The languages of `apply`
    Languages,
}

pub fn run(args: &Args) -> Result<Outcome> {
    let mut out = String::new();
    let all = args.what.is_none();
    if all || args.what == Some(What::Refactorings) {
        section(&mut out, all, "refactorings", &refactoring_lines());
    }
    if all || args.what == Some(What::Types) {
        section(&mut out, all, "types", &type_lines());
    }
    if all || args.what == Some(What::Suggestions) {
        section(&mut out, all, "suggestions", &suggestion_lines());
    }
    if all || args.what == Some(What::Languages) {
        section(&mut out, all, "languages", &language_lines());
    }
    output::print(&out)?;
    Ok(Outcome::Done)
}

fn section(out: &mut String, titled: bool, title: &str, lines: &str) {
    if titled {
        let _ = writeln!(out, "{title}:");
    }
    out.push_str(lines);
}

fn refactoring_lines() -> String {
    let mut out = String::new();
    for Entry {
        name,
        language,
        params,
        page,
    } in refactorings()
    {
        let params: Vec<String> = params
            .iter()
            .map(|p| {
                let (open, close) = if p.required { ("", "") } else { ("[", "]") };
                format!("{open}{}=…{close}", p.name)
            })
            .collect();
        let usage = format!("{name} {}", params.join(" "));
        let _ = writeln!(out, "{language:<8} {usage:<40} {}", page.summary);
    }
    out
}

fn type_lines() -> String {
    let names = RefactoringType::ALL.iter().map(|t| t.name());
    names.flat_map(|n| [n, "\n"]).collect()
}

fn suggestion_lines() -> String {
    let mut out = String::new();
    for page in reweave_suggest::types::ALL
        .iter()
        .map(reweave_suggest::RefactoringType::page)
    {
        let _ = writeln!(out, "{:<52} {}", page.title, page.summary);
    }
    out
}

fn language_lines() -> String {
    let mut out = String::new();
    for language in LANGUAGES {
        let endings: Vec<_> = language
            .extensions()
            .iter()
            .map(|e| format!(".{e}"))
            .collect();
        let _ = writeln!(out, "{:<8} {}", language.name(), endings.join(" "));
    }
    out
}
