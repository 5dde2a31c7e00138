//! The rename cases.

use super::{Args, Score};
use crate::gfortran;
use anyhow::{Context, Result};
use reweave_refactor::{Request, Session, Target};
use reweave_refactor_fortran::Fortran;
use reweave_text::{LineCol, Part, Sources};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

pub fn run(dir: &Path, args: &Args) -> Result<Score> {
    let lines = std::fs::read_to_string(dir.join("rename.jsonl"))?;
    let cases: Vec<Value> = lines
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?;
    // All files that the cases of one suite speak of make its project.
    let mut projects: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for case in &cases {
        let files = projects.entry(text(case, "suite")).or_default();
        files.insert(text(case, "file"));
        files.extend(
            case["refs"]
                .as_object()
                .into_iter()
                .flatten()
                .map(|(k, _)| k.as_str()),
        );
    }
    let mut sessions = BTreeMap::new();
    for (suite, files) in &projects {
        let mut read = Vec::new();
        for file in files {
            let path = dir.join("rename").join(file);
            read.push((
                (*file).to_owned(),
                std::fs::read_to_string(&path).with_context(|| path.display().to_string())?,
            ));
        }
        sessions.insert(*suite, Session::<Fortran>::new(Sources::new(read)));
    }
    let mut score = Score::default();
    for case in &cases {
        let session = &sessions[text(case, "suite")];
        let name = format!(
            "{} {}:{}:{} {} -> {}",
            text(case, "suite"),
            text(case, "file"),
            case["line"],
            case["col"],
            text(case, "old"),
            text(case, "new")
        );
        if !name.contains(&args.only) {
            continue;
        }
        score.cases += 1;
        judge(session, case, &name, args, &mut score)?;
    }
    Ok(score)
}

fn text<'a>(case: &'a Value, key: &str) -> &'a str {
    case[key].as_str().unwrap_or_default()
}

fn judge(
    session: &Session<Fortran>,
    case: &Value,
    name: &str,
    args: &Args,
    score: &mut Score,
) -> Result<()> {
    let sources = session.sources();
    let file = sources
        .find(text(case, "file"))
        .context("the case's file")?;
    let place = |pair: &Value| LineCol {
        line: pair[0].as_u64().unwrap_or(0) as u32,
        col: pair[1].as_u64().unwrap_or(0) as u32,
    };
    let at = place(&serde_json::json!([case["line"], case["col"]]));
    let offset = offset_of(sources, file, at).context("the case's place")?;
    let request = Request::new("rename", Target::At(file, offset)).with("to", text(case, "new"));
    let outcome = session.apply(&request);
    let refusal = match &outcome {
        Err(bad) => Some(bad.message.clone()),
        Ok(o) => o.refusals().next().map(|c| c.message.clone()),
    };
    if text(case, "expect") == "fail" {
        if refusal.is_some() {
            score.equal += 1;
            return Ok(());
        }
        let outcome = outcome.expect("it was accepted");
        let (before, after) = (files(&outcome.before), files(&outcome.after));
        if gfortran::is_installed() && gfortran::errors(&after)? <= gfortran::errors(&before)? {
            score.left_out += 1;
            println!("left out (refused by Photran, no new error with gfortran): {name}");
        } else {
            println!("differs: {name}: accepted, should be refused");
        }
        return Ok(());
    }
    let Some(outcome) = outcome.ok().filter(|_| refusal.is_none()) else {
        println!("differs: {name}: refused: {}", refusal.unwrap_or_default());
        return Ok(());
    };
    let mut equal = true;
    for (path, refs) in case["refs"].as_object().into_iter().flatten() {
        let file = sources.find(path).context("a file with references")?;
        // A position names the word that it stands in: one of the suite's points into the middle of its word.
        let mut want = BTreeSet::new();
        for pair in refs.as_array().into_iter().flatten() {
            let at = offset_of(sources, file, place(pair)).context("a reference")?;
            want.insert(start_of_word(sources.text(file), at));
        }
        let mut expected = sources.text(file).to_owned();
        for &at in want.iter().rev() {
            let range = at as usize..at as usize + text(case, "old").len();
            expected.replace_range(range, text(case, "new"));
        }
        let got = outcome.after.text(file);
        if !same(got, &expected, text(case, "new")) {
            equal = false;
            if args.verbose {
                println!("--- expected {path}\n{expected}\n--- got\n{got}");
            }
        }
    }
    if equal {
        score.equal += 1;
    } else {
        println!("differs: {name}: other references");
    }
    Ok(())
}

/// Where the word begins that stands at an offset.
fn start_of_word(text: &str, offset: u32) -> u32 {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let before = text.part(..offset as usize);
    before.trim_end_matches(is_word).len() as u32
}

/// Equal, but for the declaration that keeps the type of a name which had none.
fn same(got: &str, expected: &str, new: &str) -> bool {
    let declares = |line: &&str| line.trim_end().ends_with(&format!(":: {new}"));
    got == expected
        || got.lines().filter(|l| !declares(l)).eq(expected.lines())
            && got.lines().filter(declares).count() == 1
}

pub fn files(sources: &Sources) -> Vec<(String, String)> {
    sources
        .iter()
        .map(|(_, f)| (f.path.to_string(), f.text.to_string()))
        .collect()
}

pub fn offset_of(sources: &Sources, file: reweave_text::FileId, at: LineCol) -> Option<u32> {
    let text = sources.text(file);
    reweave_text::LineIndex::new(text).offset(text, at)
}
