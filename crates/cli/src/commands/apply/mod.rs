//! `reweave apply`: check one refactoring, show it, do it.

mod json;
mod place;
pub mod text;

use super::recover::open;
use crate::around::{self, AroundArgs};
use crate::{Outcome, diff, output};
use anyhow::{Context, Result, anyhow, bail};
use place::At;
use reweave_classpath::ClassPath;
use reweave_languages::LANGUAGES;
use reweave_refactor::{
    AnyLanguage, AnySession, Around, BadInput, Request, Standing, Target, Unresolved,
};
use reweave_refactor_java::may_name_types;
use reweave_text::{FileId, Part, Span};
use reweave_workspace::{About, Entry, Folder, Wanted, Workspace};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

#[derive(clap::Args)]
pub struct Args {
    /// Its name; `reweave list refactorings` has them all
    refactoring: String,
    /// What it needs to know, as name=value
    #[arg(value_name = "name=value")]
    params: Vec<String>,
    /// Where: FILE:LINE:COL, counted from 1
    #[arg(long, value_name = "FILE:LINE:COL", conflicts_with_all = ["range", "symbol"])]
    at: Option<String>,
    /// Where: from one place up to the column after the last character
    #[arg(long, value_name = "FILE:L:C-L:C", conflicts_with = "symbol")]
    range: Option<String>,
    /// Where: the declaration of this name
    #[arg(long, value_name = "NAME")]
    symbol: Option<String>,
    /// The folder of the program; files are named relative to it
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    #[command(flatten)]
    around: AroundArgs,
    /// Read the files as this language, whatever their names
    #[arg(long)]
    language: Option<String>,
    /// Do it, all files or none; without it nothing is written
    #[arg(long)]
    write: bool,
    /// Do it in spite of conflicts of these kinds; recorded in the history
    #[arg(long, value_name = "CONFLICT", value_delimiter = ',')]
    allow: Vec<String>,
    /// End with exit code 1, and write nothing, where there is something to look at
    #[arg(long, value_enum, value_name = "WHAT")]
    fail_on: Option<FailOn>,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum FailOn {
    /// What no check can judge, such as names in texts
    Warning,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    Text,
    Diff,
    Json,
}

pub fn run(args: &Args) -> Result<Outcome> {
    let asked = match (&args.at, &args.range) {
        (Some(at), _) => Some(At::caret(at)?),
        (None, Some(range)) => Some(At::range(range)?),
        (None, None) => None,
    };
    let workspace = open(&args.root, args.write)?;
    let file = match &asked {
        Some(at) => Some(workspace.locate(&at.file)?),
        None => None,
    };
    let (language, folder) = read(args, &workspace, file.as_deref())?;
    let target = match (asked, file) {
        (Some(at), Some(path)) => target(&at, &path, &folder)?,
        _ => args.symbol.clone().map_or(Target::Nothing, Target::Symbol),
    };
    let request = Request {
        refactoring: args.refactoring.clone(),
        target,
        params: params(&args.params)?,
        allow: args.allow.clone(),
    };
    let beside = match language.name() {
        "java" => beside(language, &workspace, &folder)?,
        _ => Folder::default(),
    };
    let (around, classes) = around(args, language, &workspace, (&folder, &beside))?;
    let session = language.open_within(folder.sources.clone(), around);
    let unresolved = around::tell(&*session, workspace.root());
    let outcome = session
        .apply(&request)
        .map_err(|bad| located(&bad, &*session))?;
    for problem in classes.iter().flat_map(|c| c.problems()) {
        eprintln!("class path: {}: {}", problem.path.display(), problem.what);
    }
    let mut changes = folder.changes(&outcome.after)?;
    changes.extend(beside.changes(&outcome.beside)?);
    changes.sort_by(|a, b| a.path.cmp(&b.path));
    let warned = args.fail_on == Some(FailOn::Warning)
        && outcome
            .conflicts
            .iter()
            .any(|c| c.standing == Standing::Warns);
    let accepted = outcome.is_accepted() && !warned;
    let written = if accepted && args.write && !changes.is_empty() {
        Some(workspace.write(&changes, about(args))?)
    } else {
        None
    };
    let shown = Shown {
        args,
        language,
        folder: &folder,
        outcome: &outcome,
        accepted,
        written: written.as_ref(),
        unresolved: &unresolved,
    };
    show_outcome(&shown)?;
    Ok(match (accepted, folder.skipped.is_empty()) {
        (false, _) => Outcome::Refused,
        (true, true) => Outcome::Done,
        (true, false) => {
            for skipped in &folder.skipped {
                eprintln!("left out {}: {}", skipped.path, skipped.why);
            }
            Outcome::CutShort
        }
    })
}

/// The files beside Java sources: those that may name types are read, those in the folders of packages only known by their
/// path. `resources` beside `java` has the same folders, as Maven and Gradle lay out projects.
fn beside(language: &dyn AnyLanguage, workspace: &Workspace, folder: &Folder) -> Result<Folder> {
    let mut packages = BTreeSet::new();
    for (_, file) in folder.sources.iter() {
        if let Some((of_package, _)) = file.path.rsplit_once('/') {
            packages.insert(of_package.replace("/java/", "/resources/"));
            packages.insert(of_package.to_owned());
        }
    }
    let in_package = |path: &str| {
        let mut ends = path.match_indices('/');
        ends.any(|(at, _)| packages.contains(path.part(..at)))
    };
    Ok(workspace.read_each(|path| {
        if language.handles(path) {
            Wanted::Nothing
        } else if may_name_types(path) {
            Wanted::Text
        } else if in_package(path) {
            Wanted::Path
        } else {
            Wanted::Nothing
        }
    })?)
}

/// What the program stands on: what was not read, and for Java the class path, the JDK, and the files beside it.
fn around(
    args: &Args,
    language: &dyn AnyLanguage,
    workspace: &Workspace,
    (folder, beside): (&Folder, &Folder),
) -> Result<(Around, Option<Arc<ClassPath>>)> {
    let around = Around {
        beside: beside.sources.clone(),
        unread: around::unread(language, workspace, folder).into(),
        ..Around::default()
    };
    if language.name() != "java" {
        return Ok((around, None));
    }
    let found = args.around.class_path(workspace.root())?;
    let around = Around {
        classes: Arc::clone(&found.classes) as _,
        frameworks: Arc::new(args.around.frameworks(workspace.root())?),
        ..around
    };
    Ok((around, Some(found.classes)))
}

/// What the renderers are given.
struct Shown<'a> {
    args: &'a Args,
    language: &'a dyn AnyLanguage,
    folder: &'a Folder,
    outcome: &'a reweave_refactor::Outcome,
    /// Neither refused nor stopped by `--fail-on`.
    accepted: bool,
    written: Option<&'a Entry>,
    unresolved: &'a [Unresolved],
}

fn show_outcome(shown: &Shown<'_>) -> Result<()> {
    let (name, outcome, written) = (&shown.args.refactoring, shown.outcome, shown.written);
    match shown.args.format {
        Format::Text => {
            output::print(&text::render(name, outcome, written))?;
            if let Some(count) = around::count(shown.unresolved) {
                output::print(&format!("{count}: what they declare is not known\n"))?;
            }
        }
        Format::Json => output::print(&json::render(shown)?)?,
        Format::Diff => {
            output::print(&diff::coloured(&diff::of_outcome(outcome)))?;
            let verdict = text::verdict(name, outcome, written);
            eprint!("{}", anstream::adapter::strip_str(&verdict));
        }
    }
    if outcome.is_accepted() && !shown.accepted {
        eprintln!("nothing was written: there are warnings, and --fail-on warning was given");
    }
    Ok(())
}

pub fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |d| d.as_secs())
}

fn read(
    args: &Args,
    workspace: &Workspace,
    file: Option<&str>,
) -> Result<(&'static dyn AnyLanguage, Folder)> {
    let named = match &args.language {
        Some(name) => Some(by_name(name)?),
        None => None,
    };
    let has = |l: &&&'static dyn AnyLanguage| l.has(&args.refactoring);
    if !LANGUAGES.iter().any(|l| l.has(&args.refactoring)) {
        bail!(
            "no refactoring {}; `reweave list refactorings` names them all",
            args.refactoring
        );
    }
    let folder_of = |language: &dyn AnyLanguage| {
        workspace.read(|path| language.handles(path) || Some(path) == file)
    };
    let of_file = file.and_then(|f| LANGUAGES.iter().find(|l| l.handles(f)).copied());
    if let Some(language) = named.or(of_file) {
        return Ok((language, folder_of(language)?));
    }
    if let Some(file) = file {
        bail!("{file}: its name tells no language; say which with --language");
    }
    let mut found = Vec::new();
    for language in LANGUAGES.iter().filter(has) {
        let folder = folder_of(*language)?;
        if folder.sources.iter().next().is_some() {
            found.push((*language, folder));
        }
    }
    match found.len() {
        1 => found.pop().ok_or_else(|| anyhow!("one was found")),
        0 => bail!(
            "no file in {} is of a language that has {}",
            args.root.display(),
            args.refactoring
        ),
        _ => {
            let names: Vec<_> = found.iter().map(|(l, _)| l.name()).collect();
            bail!(
                "{} has files of several languages; say which with --language: {}",
                args.root.display(),
                names.join(", ")
            )
        }
    }
}

fn by_name(name: &str) -> Result<&'static dyn AnyLanguage> {
    LANGUAGES
        .iter()
        .find(|l| l.name() == name)
        .copied()
        .with_context(|| format!("no language {name}; `reweave list languages` names them"))
}

fn target(at: &At, path: &str, folder: &Folder) -> Result<Target> {
    let Some(id) = folder.sources.find(path) else {
        let why = folder.skipped.iter().find(|s| s.path == path);
        bail!(
            "{path} cannot be refactored: {}",
            why.map_or(
                "it is hidden; name another file, or its folder as --root",
                |s| &s.why
            )
        );
    };
    let text = folder.sources.text(id);
    let start = at.offset(text, at.start)?;
    Ok(match at.end {
        None => Target::At(id, start),
        Some(end) => {
            let end = at.offset(text, end)?;
            if end < start {
                bail!("--range ends before it starts");
            }
            Target::Range(id, Span::new(start, end))
        }
    })
}

fn params(list: &[String]) -> Result<std::collections::BTreeMap<String, String>> {
    let mut params = std::collections::BTreeMap::new();
    for param in list {
        let (name, value) = param
            .split_once('=')
            .with_context(|| format!("{param}: write parameters as name=value"))?;
        if let Some(earlier) = params.insert(name.to_owned(), value.to_owned()) {
            bail!("{name} is given twice, as {earlier} and as {value}: give it once");
        }
    }
    Ok(params)
}

/// Bad input with its place, as an error for stderr.
fn located(bad: &BadInput, session: &dyn AnySession) -> anyhow::Error {
    match bad.at {
        Some(at) => anyhow!(
            "{}: {}",
            show(session.sources(), at.file, at.span),
            bad.message
        ),
        None => anyhow!("{}", bad.message),
    }
}

fn show(sources: &reweave_text::Sources, file: FileId, span: Span) -> String {
    let at = sources.line_col(file, span.start);
    format!("{}:{}:{}", sources.path(file), at.line, at.col)
}

fn about(args: &Args) -> About {
    let place = [&args.at, &args.range, &args.symbol];
    let words = [&args.refactoring].into_iter();
    let words: Vec<&str> = words
        .chain(place.into_iter().flatten())
        .chain(&args.params)
        .map(String::as_str)
        .collect();
    About {
        time: now(),
        title: words.join(" "),
        allowed: args.allow.clone(),
        undoes: None,
    }
}
