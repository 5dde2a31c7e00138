//! `reweave list`: what it knows, a line each.

use crate::commands::Run;
use crate::settings::Settings;
use crate::{Outcome, output};
use anyhow::Result;
use reweave_change::language;
use reweave_detect::RefactoringType;
use reweave_languages::{LANGUAGES, refactorings};
use reweave_manual::Page;
use reweave_refactor::{Entry, Param};
use serde_json::{Value, json};
use std::fmt::Write;

/// What it knows, a line each
#[derive(clap::Args)]
pub struct Args {
    #[arg(value_enum)]
    what: Option<What>,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Json,
}

/// Goes up when a field of the JSON changes its meaning or goes.
const VERSION: u32 = 1;

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum What {
    /// What `apply` performs
    Refactorings,
    /// What `detect` finds
    Types,
    /// What `suggest` looks for
    Suggestions,
    /// The languages, and the commands that read them
    Languages,
}

impl Run for Args {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("reweave list", "everything"),
        ("reweave list types", "what `detect` finds"),
        (
            "reweave list refactorings",
            "what `apply` performs, with its parameters",
        ),
    ];

    fn run(&self, _settings: &Settings) -> Result<Outcome> {
        run(self)
    }
}

fn run(args: &Args) -> Result<Outcome> {
    if args.format == Format::Json {
        output::print(&format!("{:#}\n", json(args.what)))?;
        return Ok(Outcome::Done);
    }
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

/// The same description of a request that `explain` prints and `apply` checks.
fn json(what: Option<What>) -> Value {
    let refactoring = |e: Entry| {
        let params: Vec<Value> = e.params.iter().map(param).collect();
        json!({
            "name": e.name,
            "language": e.language,
            "title": e.page.title,
            "summary": e.page.summary,
            "target": e.target.name(),
            "params": params,
        })
    };
    let suggestion = |page: Page| json!({"title": page.title, "summary": page.summary});
    let suggestions = reweave_suggest::types::ALL
        .iter()
        .map(reweave_suggest::RefactoringType::page);
    let parts = [
        (
            What::Refactorings,
            "refactorings",
            refactorings()
                .into_iter()
                .map(refactoring)
                .collect::<Vec<_>>(),
        ),
        (
            What::Types,
            "types",
            RefactoringType::ALL
                .iter()
                .map(|t| json!(t.name()))
                .collect(),
        ),
        (
            What::Suggestions,
            "suggestions",
            suggestions.map(suggestion).collect(),
        ),
        (
            What::Languages,
            "languages",
            languages()
                .iter()
                .map(|l| json!({"name": l.name, "endings": l.endings, "jobs": l.jobs}))
                .collect(),
        ),
    ];
    let mut all = serde_json::Map::new();
    all.insert("version".to_owned(), VERSION.into());
    for (part, name, values) in parts {
        if what.is_none_or(|w| w == part) {
            all.insert(name.to_owned(), values.into());
        }
    }
    all.into()
}

fn param(param: &Param) -> Value {
    json!({
        "name": param.name,
        "doc": param.doc,
        "required": param.required,
        "values": param.values.name(),
        "words": param.values.words(),
    })
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
        ..
    } in refactorings()
    {
        let params: Vec<String> = params.iter().map(Param::usage).collect();
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

/// A language and the commands that read it.
struct Listed {
    name: String,
    endings: Vec<&'static str>,
    jobs: Vec<&'static str>,
}

/// Those that can be refactored, then those that are only read.
fn languages() -> Vec<Listed> {
    let mut all: Vec<Listed> = LANGUAGES
        .iter()
        .map(|l| Listed {
            name: l.name().to_owned(),
            endings: l.extensions().to_vec(),
            jobs: vec!["apply"],
        })
        .collect();
    for language in language::LANGUAGES {
        let endings = language.extensions.iter();
        let endings: Vec<_> = endings.map(|e| e.trim_start_matches('.')).collect();
        let jobs = language.jobs.iter().map(|j| j.name());
        let same = |l: &&mut Listed| l.endings.iter().any(|e| endings.contains(e));
        if let Some(known) = all.iter_mut().find(same) {
            known.jobs.extend(jobs);
        } else {
            all.push(Listed {
                name: language.name().to_lowercase(),
                jobs: jobs.collect(),
                endings,
            });
        }
    }
    all
}

fn language_lines() -> String {
    let mut out = String::new();
    let rows: Vec<[String; 3]> = languages()
        .into_iter()
        .map(|l| {
            let endings: Vec<_> = l.endings.iter().map(|e| format!(".{e}")).collect();
            [l.name, endings.join(" "), l.jobs.join(", ")]
        })
        .collect();
    let width = |column: usize| rows.iter().map(|r| r[column].len()).max().unwrap_or(0);
    let (names, endings) = (width(0), width(1));
    for [name, of, jobs] in &rows {
        let _ = writeln!(out, "{name:<names$} {of:<endings$} {jobs}");
    }
    out
}
