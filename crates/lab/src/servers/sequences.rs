//! Random sequences of edits to open files: after each, what the warm program answers equals what one answers that is read
//! afresh, and every request of an editor is answered.
//!
//! An edit puts in, takes out or doubles a piece of a text, at a random place, so that most texts are wrong in between; some are
//! taken back. Half of the sequences edit the open project, the others go through the server for editors, whose text is kept here
//! by code of its own.

use super::in_memory::{Editor, position};
use crate::storm::{Files, Random, TESTS, samples, scratch};
use anyhow::{Context, Result, ensure};
use reweave_languages::LANGUAGES;
use reweave_project::{Ask, At, Place, Pos, Program, Project, Setup, Watch, document};
use reweave_refactor::AnyLanguage;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Edits of one sequence, at most.
const MOST_EDITS: usize = 8;

/// Sequences over one program before another is opened.
const OVER_ONE: usize = 10;

/// What is put into a text, besides pieces of it: what opens and closes things, in any of the languages.
const PIECES: [&str; 10] = ["", "x", "{", "}", "(", ")", "\n", ";", "é😀", "\"/*"];

#[derive(clap::Args)]
pub struct Args {
    #[arg(long, default_value_t = 2_000)]
    sequences: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only this language: bc, fortran, java, php
    #[arg(long)]
    language: Option<String>,
}

impl Args {
    pub fn sample(sequences: usize) -> Self {
        Self {
            sequences,
            seed: 1,
            language: None,
        }
    }
}

pub fn run(args: &Args) -> Result<()> {
    let wanted = |t: &&(&str, &[&str])| args.language.as_deref().is_none_or(|only| only == t.0);
    let tests: Vec<_> = TESTS.iter().filter(wanted).collect();
    let (mut done, mut edits, mut requests) = (0, 0, 0);
    for (name, tests_of) in &tests {
        let known = LANGUAGES.iter().find(|l| l.name() == *name);
        let language = *known.context("a language")?;
        let programs = programs(tests_of, args.seed)?;
        if programs.is_empty() {
            println!("SKIPPED: no program of {name}");
            continue;
        }
        let share = args.sequences / tests.len();
        for first in (0..share).step_by(OVER_ONE) {
            let mut random = Random::new(args.seed, name, first);
            let files = random.pick(&programs).context("a program")?;
            let count = OVER_ONE.min(share - first);
            let through = if (first / OVER_ONE).is_multiple_of(2) {
                over_project
            } else {
                over_editor
            };
            let told = through(language, files, count, &mut random);
            let (e, r) = told.with_context(|| format!("{name}, sequences from {first}"))?;
            (done, edits, requests) = (done + count, edits + e, requests + r);
        }
    }
    println!("sequences count={done} edits={edits} requests={requests} different=0 unanswered=0");
    Ok(())
}

/// The different programs of random tests, small ones.
fn programs(tests: &[&str], seed: u64) -> Result<Vec<Files>> {
    const LONGEST: usize = 20_000;
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    for test in tests {
        for sample in samples(test, seed, 12)? {
            let size: usize = sample.attempt.files.iter().map(|f| f.1.len()).sum();
            if size < LONGEST && seen.insert(sample.program.clone()) {
                all.push(sample.attempt.files);
            }
        }
    }
    Ok(all)
}

/// Changes a text at random: byte range and what stands there then.
fn edit(text: &str, random: &mut Random) -> (usize, usize, String) {
    let place = |random: &mut Random| text.floor_char_boundary(random.below(text.len() + 1));
    let (a, b) = (place(random), place(random));
    let near = |at: usize, random: &mut Random| {
        text.floor_char_boundary((at + random.below(12)).min(text.len()))
    };
    let end = near(a, random).max(a);
    let piece = match random.below(4) {
        // A piece of the text itself: names and statements that have a meaning.
        0 => {
            let until = text
                .floor_char_boundary((b + random.below(60)).min(text.len()))
                .max(b);
            text.get(b..until).unwrap_or_default().to_owned()
        }
        1 => String::new(),
        _ => (*random.pick(&PIECES).expect("there are some")).to_owned(),
    };
    let end = if random.one_in(2) { a } else { end };
    (a, end, piece)
}

fn replaced(text: &str, (start, end, piece): &(usize, usize, String)) -> String {
    let (before, after) = (text.get(..*start), text.get(*end..));
    [before.unwrap_or_default(), piece, after.unwrap_or_default()].concat()
}

/// The texts of a program as an editor has them, for a sequence of edits.
struct Texts(BTreeMap<String, String>);

impl Texts {
    fn path(&self, random: &mut Random) -> String {
        let paths: Vec<&String> = self.0.keys().collect();
        (*random.pick(&paths).expect("a program has files")).clone()
    }
}

/// Sequences over one open project; how many edits and requests there were.
fn over_project(
    language: &'static dyn AnyLanguage,
    files: &Files,
    count: usize,
    random: &mut Random,
) -> Result<(usize, usize)> {
    let folder = scratch(files)?;
    let mut warm = Project::open(folder.path(), Setup::default())?;
    warm.program(language, None)?;
    let (mut edits, mut requests) = (0, 0);
    for _ in 0..count {
        let mut texts = Texts(files.iter().cloned().collect());
        let mut open = BTreeSet::new();
        for _ in 0..=random.below(MOST_EDITS) {
            let path = texts.path(random);
            let text = texts.0.get_mut(&path).expect("it is a file");
            *text = replaced(text, &edit(text, random));
            open.insert(path.clone());
            warm.overlay(&path, Some(text.as_str().into()))?;
            edits += 1;
        }
        if random.one_in(3) {
            let path = texts.path(random);
            open.remove(&path);
            warm.overlay(&path, None)?;
        }
        let mut cold = Project::open(folder.path(), Setup::default())?;
        for path in &open {
            cold.overlay(path, Some(texts.0[path].as_str().into()))?;
        }
        let (warm_program, cold_program) =
            (warm.program(language, None)?, cold.program(language, None)?);
        same_program(&warm_program, &cold_program)?;
        for _ in 0..3 {
            let ask = any_ask(language, &texts, random);
            let of = |project: &mut Project| match project.plan(&ask, Watch::NOBODY) {
                Ok(plan) => document(&plan, plan.is_accepted(), None),
                Err(error) => json!(error.to_string()),
            };
            let (a, b) = (of(&mut warm), of(&mut cold));
            ensure!(a == b, "{ask:?}\nwarm {a:#}\ncold {b:#}");
            requests += 1;
        }
        for path in &open {
            warm.overlay(path, None)?;
        }
    }
    Ok((edits, requests))
}

fn same_program(warm: &Arc<Program>, cold: &Arc<Program>) -> Result<()> {
    let texts = |p: &Arc<Program>| -> Vec<(String, Arc<str>)> {
        let all = p.folder().sources.iter();
        all.map(|(_, f)| (f.path.to_string(), Arc::clone(&f.text)))
            .collect()
    };
    ensure!(texts(warm) == texts(cold), "the texts differ");
    let (a, b) = (warm.session(), cold.session());
    ensure!(
        a.problems() == b.problems(),
        "the problems differ: {:?} {:?}",
        a.problems(),
        b.problems()
    );
    ensure!(a.symbols() == b.symbols(), "the symbols differ");
    ensure!(
        a.unresolved() == b.unresolved(),
        "the unresolved types differ"
    );
    Ok(())
}

/// A refactoring somewhere, with values that may mean nothing.
fn any_ask(language: &dyn AnyLanguage, texts: &Texts, random: &mut Random) -> Ask {
    let entries = language.refactorings();
    let entry = random.pick(&entries).expect("a language has refactorings");
    let path = texts.path(random);
    let text = &texts.0[&path];
    let at = |random: &mut Random| text.floor_char_boundary(random.below(text.len() + 1));
    let start = at(random);
    let end = text
        .floor_char_boundary((start + random.below(40)).min(text.len()))
        .max(start);
    let required = entry.params.iter().filter(|p| p.required);
    Ask {
        refactoring: entry.name.to_owned(),
        language: Some(language.name().to_owned()),
        place: Place::At(At {
            file: path.clone(),
            start: Pos::Offset(start as u32),
            end: (end > start && random.one_in(2)).then_some(Pos::Offset(end as u32)),
        }),
        params: required
            .map(|p| (p.name.to_owned(), "fresh41".to_owned()))
            .collect(),
        allow: Vec::new(),
    }
}

/// Whether an editor can name a place: not behind a carriage return that ends its line.
fn is_nameable(text: &str, at: usize) -> bool {
    !(text.get(..at).is_some_and(|t| t.ends_with('\r'))
        && text.get(at..).is_some_and(|t| t.starts_with('\n')))
}

fn over_editor(
    language: &'static dyn AnyLanguage,
    files: &Files,
    count: usize,
    random: &mut Random,
) -> Result<(usize, usize)> {
    let folder = scratch(files)?;
    let root = folder.path().canonicalize()?;
    let uri = |path: &str| reweave_project::uri_of(&root, path);
    let mut warm = Editor::open(&root)?;
    let (mut edits, mut requests) = (0, 0);
    for _ in 0..count {
        let mut texts = Texts(files.iter().cloned().collect());
        let mut versions: BTreeMap<String, i64> = BTreeMap::new();
        for _ in 0..=random.below(MOST_EDITS) {
            let path = texts.path(random);
            let text = texts.0.get_mut(&path).expect("it is a file");
            if !versions.contains_key(&path) {
                versions.insert(path.clone(), 1);
                let document = json!({"uri": uri(&path), "languageId": language.name(), "version": 1, "text": text});
                warm.tell("textDocument/didOpen", json!({"textDocument": document}))?;
            }
            let (start, end, piece) = edit(text, random);
            if !is_nameable(text, start) || !is_nameable(text, end) {
                continue;
            }
            let range = json!({"start": position(text, start), "end": position(text, end)});
            let version = versions.get_mut(&path).expect("it is open");
            *version += 1;
            let document = json!({"uri": uri(&path), "version": version});
            let change = json!({"range": range, "text": piece});
            let params = json!({"textDocument": document, "contentChanges": [change]});
            warm.tell("textDocument/didChange", params)?;
            *text = replaced(text, &(start, end, piece));
            edits += 1;
        }
        let mut cold = Editor::open(&root)?;
        for (path, version) in &versions {
            let document = json!({"uri": uri(path), "languageId": language.name(), "version": version, "text": texts.0[path]});
            cold.tell("textDocument/didOpen", json!({"textDocument": document}))?;
        }
        for (method, params) in asked(&texts, &uri, random) {
            let (a, b) = (
                warm.ask(method, params.clone())?,
                cold.ask(method, params.clone())?,
            );
            ensure!(a == b, "{method} {params}\nwarm {a:#}\ncold {b:#}");
            requests += 1;
        }
        for path in versions.keys() {
            let document = json!({"uri": uri(path)});
            warm.tell("textDocument/didClose", json!({"textDocument": document}))?;
        }
    }
    Ok((edits, requests))
}

/// What an editor asks while its user types.
fn asked(
    texts: &Texts,
    uri: &dyn Fn(&str) -> String,
    random: &mut Random,
) -> Vec<(&'static str, Value)> {
    let path = texts.path(random);
    let text = &texts.0[&path];
    let at = text.floor_char_boundary(random.below(text.len() + 1));
    let end = text
        .floor_char_boundary((at + random.below(30)).min(text.len()))
        .max(at);
    let document = json!({"uri": uri(&path)});
    let (start, end) = (position(text, at), position(text, end));
    let context = json!({"diagnostics": [], "triggerKind": 1 + random.below(2)});
    vec![
        (
            "textDocument/codeAction",
            json!({"textDocument": document, "range": {"start": start, "end": end}, "context": context}),
        ),
        (
            "textDocument/prepareRename",
            json!({"textDocument": document, "position": start}),
        ),
        (
            "textDocument/rename",
            json!({"textDocument": document, "position": start, "newName": "fresh41"}),
        ),
    ]
}
