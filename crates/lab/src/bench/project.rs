//! `cargo xtask bench project`: an opened root of half a million lines, as agents and editors use it.
//!
//! The files lie on disk, without a class path. A local refactoring is the renaming of a local variable; the method is the
//! one whose uses are the fewest that are enough; an edit is a key typed into an open file, and the program that follows. After a
//! statement typed into a method, an edit that renames a local variable, and a plan on top of both, are measured, too. Then the same
//! root is opened by the server for editors, which is asked for actions and renames at random places of random files.

mod in_editor;

use super::process::peak_mb;
use crate::corpus;
use anyhow::{Context, Result, ensure};
use reweave_languages::LANGUAGES;
use reweave_project::{Ask, At, Place, Pos, Program, Project, Setup, Watch};
use reweave_refactor::AnyLanguage;
use std::fs;
use std::path::Path;
use std::time::Instant;

#[derive(clap::Args)]
pub struct Args {
    /// The corpus: a list beside the project, a file of coordinates, or GROUP:NAME:VERSION
    #[arg(long, default_value = "large")]
    corpus: String,
    /// Lines that are taken of it
    #[arg(long, default_value_t = 500_000)]
    lines: usize,
    /// Uses of the method that is renamed, at least
    #[arg(long, default_value_t = 500)]
    uses: usize,
    /// How often each is asked
    #[arg(long, default_value_t = 20)]
    times: usize,
    /// Places at which actions and renames are asked for
    #[arg(long, default_value_t = 200)]
    places: usize,
}

pub fn run(args: &Args) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let (files, lines) = fill(folder.path(), args)?;
    println!("{files} files, {lines} lines");
    project(folder.path(), args)?;
    in_editor::run(folder.path(), args.places)
}

fn project(folder: &Path, args: &Args) -> Result<()> {
    let java = LANGUAGES.iter().find(|l| l.name() == "java");
    let java: &'static dyn AnyLanguage = *java.context("Java")?;
    let start = Instant::now();
    let mut project = Project::open(folder, Setup::default())?;
    let program = project.program(java, None)?;
    program.session().problems();
    let cold_s = start.elapsed().as_secs_f64();
    let local = local(&program)?;
    // Once, so that what is made at the first request is there.
    project.plan(&local, Watch::NOBODY)?;
    let plan = times(args.times, |_| {
        project.plan(&local, Watch::NOBODY)?;
        Ok(())
    })?;
    let (rename, uses) = method(&mut project, &program, args.uses)?;
    let renamed = times(args.times.min(5), |_| {
        let plan = project.plan(&rename, Watch::NOBODY)?;
        ensure!(!plan.changes.is_empty(), "nothing would change");
        Ok(())
    })?;
    let Place::At(At { file, .. }) = &local.place else {
        anyhow::bail!("it is at a place");
    };
    let text = text_of(&program, file);
    let edit = times(args.times, |i| {
        let typed = format!("{text}// {}\n", "x".repeat(i));
        project.overlay(file, Some(typed.into()))?;
        project.warm_program(java)?;
        Ok(())
    })?;
    project.overlay(file, None)?;
    let typed = typed(&mut project, java, &local, args.times)?;
    println!("a method with {uses} uses");
    println!(
        "warm, 95 of 100: plan {} ms, rename {} ms, edit {} ms",
        p95(&plan),
        p95(&renamed),
        p95(&edit)
    );
    println!(
        "with a statement typed before: edit {} ms, plan {} ms",
        median(&typed.0),
        median(&typed.1)
    );
    println!(
        "project cold_s={cold_s:.2} warm_plan_ms={} warm_rename_ms={} edit_ms={} peak_mb={}",
        median(&plan),
        median(&renamed),
        median(&edit),
        peak_mb()
    );
    Ok(())
}

/// Milliseconds of an edit that types a statement at the start of the body in which the local variable stands, and of a plan on the program
/// that it leaves.
fn typed(
    project: &mut Project,
    java: &'static dyn AnyLanguage,
    local: &Ask,
    count: usize,
) -> Result<(Vec<f64>, Vec<f64>)> {
    let program = project.warm_program(java)?;
    let Place::At(At {
        file,
        start: Pos::Offset(at),
        ..
    }) = &local.place
    else {
        anyhow::bail!("it is at a place");
    };
    let text = text_of(&program, file);
    let before = text.get(..*at as usize).context("in the text")?;
    let brace = before.rfind('{').context("a body")? + 1;
    let (mut edits, mut plans) = (Vec::new(), Vec::new());
    for i in 0..count {
        let statement = format!(" int typed{i} = {i};");
        let now = [
            text.get(..brace).unwrap_or_default(),
            &statement,
            text.get(brace..).unwrap_or_default(),
        ]
        .concat();
        let clock = Instant::now();
        project.overlay(file, Some(now.into()))?;
        edits.push(ms(clock));
        let mut ask = local.clone();
        if let Place::At(place) = &mut ask.place {
            place.start = Pos::Offset(at + statement.len() as u32);
        }
        let clock = Instant::now();
        project.plan(&ask, Watch::NOBODY)?;
        plans.push(ms(clock));
    }
    project.overlay(file, None)?;
    Ok((edits, plans))
}

/// Writes as much of the corpus as is wanted.
fn fill(folder: &Path, args: &Args) -> Result<(usize, usize)> {
    let (mut files, mut lines) = (0, 0);
    for (path, text) in corpus::texts(&args.corpus)? {
        if lines >= args.lines {
            break;
        }
        let at = folder.join(&path);
        fs::create_dir_all(at.parent().context("inside")?)?;
        fs::write(at, &text)?;
        files += 1;
        lines += text.lines().count();
    }
    Ok((files, lines))
}

fn text_of(program: &Program, file: &str) -> String {
    let sources = &program.folder().sources;
    sources
        .find(file)
        .map_or("", |id| sources.text(id))
        .to_owned()
}

fn rename(symbol: &str, to: &str) -> Ask {
    Ask {
        refactoring: "rename".to_owned(),
        place: Place::Symbol(symbol.to_owned()),
        params: [("to".to_owned(), to.to_owned())].into(),
        ..Ask::default()
    }
}

/// Renaming the first local variable of a file in the middle.
fn local(program: &Program) -> Result<Ask> {
    let session = program.session();
    let symbols = session.symbols();
    let methods = symbols.iter().skip(symbols.len() / 2);
    let mut methods = methods.filter(|s| s.address.contains('('));
    let found = methods.find_map(|method| session.locals(method).into_iter().next());
    let found = found.context("a method has a local variable")?;
    let sources = session.sources();
    Ok(Ask {
        place: Place::At(At {
            file: sources.path(found.at.file).to_owned(),
            start: Pos::Offset(found.at.span.start),
            end: None,
        }),
        ..rename("", "zetaLocal9")
    })
}

/// Methods that may share a name.
const FEW: usize = 4;

/// Renaming the method whose uses are the fewest that are enough; how many there are. A name that few methods have, and that occurs
/// often, is likely to be of such a method.
fn method(project: &mut Project, program: &Program, least: usize) -> Result<(Ask, usize)> {
    let mut words = std::collections::HashMap::<&str, usize>::new();
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    for (_, file) in program.folder().sources.iter() {
        for word in file.text.split(|c| !is_part(c)).filter(|w| !w.is_empty()) {
            *words.entry(word).or_default() += 1;
        }
    }
    let symbols = program.session().symbols();
    let methods: Vec<(&str, &str)> = (symbols.iter())
        .filter_map(|symbol| {
            let (full, _) = symbol.address.split_once('(')?;
            Some((full.rsplit(['.', '#']).next()?, symbol.address.as_str()))
        })
        .collect();
    let mut of_name = std::collections::HashMap::<&str, usize>::new();
    for (name, _) in &methods {
        *of_name.entry(name).or_default() += 1;
    }
    let mut candidates: Vec<(usize, &str)> = (methods.into_iter())
        .filter(|(name, _)| of_name[name] <= FEW)
        .map(|(name, address)| (words.get(name).copied().unwrap_or(0), address))
        .filter(|(count, _)| *count > least)
        .collect();
    candidates.sort_unstable();
    for (_, address) in candidates.into_iter().take(400) {
        let ask = rename(address, "zetaMethod9");
        let Ok(plan) = project.plan(&ask, Watch::NOBODY) else {
            continue;
        };
        let edits = reweave_project::document(&plan, false, None);
        let files = edits["files"].as_array().into_iter().flatten();
        let uses: usize = files
            .filter_map(|f| f["edits"].as_array())
            .map(Vec::len)
            .sum();
        if uses > least {
            return Ok((ask, uses));
        }
    }
    anyhow::bail!("no method has {least} uses")
}

fn ms(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.0
}

fn times(count: usize, mut work: impl FnMut(usize) -> Result<()>) -> Result<Vec<f64>> {
    let one = |i| {
        let clock = Instant::now();
        work(i)?;
        Ok(ms(clock))
    };
    (0..count).map(one).collect()
}

/// What a share of the measurements is at most, in whole milliseconds.
fn share(all: &[f64], of_100: usize) -> f64 {
    let mut sorted = all.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = (sorted.len() * of_100 / 100).min(sorted.len().saturating_sub(1));
    sorted.get(at).map_or(0.0, |ms| ms.round())
}

fn median(all: &[f64]) -> f64 {
    share(all, 50)
}

fn p95(all: &[f64]) -> f64 {
    share(all, 95)
}
