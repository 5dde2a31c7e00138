//! `reweave replay LOG CLIENT --old OLD --new NEW`: bring a client of the old release to the new one.

mod json;
pub mod text;
mod verify;

use crate::around::Compiler;
use crate::changes::{Format, open};
use crate::commands::Run;
use crate::console::stage;
use crate::settings::Settings;
use crate::{Outcome, console, diff, output, release};
use anyhow::{Context, Result, bail};
use reweave_classpath::{ClassPath, jdk_home, listed_in_project, split_class_path};
use reweave_log::Log;
use reweave_release::{library, library_of};
use reweave_replay::{Library, Request, replay};
use reweave_workspace::{About, Entry, Folder, Workspace};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Bring a client of a library's old release to the new one
#[derive(clap::Args)]
pub struct Args {
    /// The log: JSON or Eclipse's refactoring script, as `reweave compare` writes it
    log: PathBuf,
    /// The folder of the client
    client: PathBuf,
    /// The old release: a jar of classes, an archive or folder of sources, or a revision
    #[arg(long)]
    old: String,
    /// The new release
    #[arg(long)]
    new: String,
    /// The repository that revisions are of
    #[arg(long, value_name = "REPO", default_value = ".")]
    repo: PathBuf,
    /// What calls pass for a parameter that was added
    #[arg(long, value_name = "PARAM=VALUE", value_delimiter = ',')]
    default: Vec<String>,
    /// Jars and folders of classes that the client needs beside the library, as `java -cp` takes them; what a file in the
    /// client lists (`.classpath`, `target/classpath.txt`, `build/classpath.txt`) is taken along
    #[arg(long, value_name = "PATH")]
    classpath: Option<String>,
    /// Also change names of classes in XML files and META-INF/services
    #[arg(long)]
    strings: bool,
    /// Do it, all files or none; without it nothing is written
    #[arg(long)]
    write: bool,
    /// Compile the client before and after, each against its release, and tell how many errors went and came
    #[arg(long, value_enum, value_name = "COMPILER")]
    verify: Option<Compiler>,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Run for Args {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        (
            "reweave replay log.json app --old lib-1.0.jar --new lib-2.0.jar",
            "show what would change, and what remains",
        ),
        (
            "reweave replay log.json app --old lib-1.0.jar --new lib-2.0.jar --write",
            "change it, all files or none",
        ),
    ];
    const SETTINGS: &'static [&'static str] = &["format", "strings"];

    fn place(&self) -> &Path {
        &self.client
    }

    fn run(&self, _settings: &Settings) -> Result<Outcome> {
        run(self)
    }
}

fn run(args: &Args) -> Result<Outcome> {
    let shown = args.log.display();
    let text = reweave_disk::read_text(&args.log, crate::LARGEST_REPORT)
        .with_context(|| format!("cannot read {shown}"))?;
    let log = reweave_log::read(&text).with_context(|| format!("{shown} is no log"))?;
    let read = |what: &str| stage(&format!("reading {what}"), || side(what, &args.repo));
    let (old, new) = (read(&args.old)?, read(&args.new)?);
    let taken_off = Path::new(&args.old);
    let workspace = open(&args.client, args.write)?;
    let client = stage("reading the client", || {
        Client::open(workspace, args.classpath.as_deref(), taken_off)
    })?;
    let defaults = defaults(&args.default)?;
    let outcome = stage("migrating", || {
        client.replay(&log, [&old, &new], defaults, args.strings)
    });
    let outcome = outcome.with_context(|| format!("{shown} is refused; nothing was changed"))?;
    let verdict = stage("compiling", || verdict(args, &client, &outcome))?;
    let changes = client.folder.changes(&outcome.after)?;
    let written = if args.write && !changes.is_empty() {
        let about = About {
            time: reweave_project::now(),
            title: format!("replay {} from {} to {}", shown, args.old, args.new),
            ..About::default()
        };
        Some(client.workspace.write(&changes, about)?)
    } else {
        None
    };
    show(args, &log, &client, &outcome, written.as_ref())?;
    if let Some(verdict) = &verdict {
        console::warn(verdict.text().trim_end());
    }
    for skipped in &client.folder.skipped {
        console::warn(format_args!("left out {}: {}", skipped.path, skipped.why));
    }
    let compiles = verdict.is_none_or(|v| v.is_clean());
    let complete = outcome.left.is_empty() && client.folder.skipped.is_empty() && compiles;
    Ok(if complete {
        Outcome::Done
    } else {
        Outcome::CutShort
    })
}

/// What the compiler says, where it is asked.
fn verdict(
    args: &Args,
    client: &Client,
    outcome: &reweave_replay::Outcome,
) -> Result<Option<verify::Verdict>> {
    let Some(Compiler::Javac) = args.verify else {
        return Ok(None);
    };
    let releases = [Path::new(&args.old), Path::new(&args.new)];
    let sources = [&client.folder.sources, &outcome.after];
    verify::verify(sources, releases, &client.paths).map(Some)
}

fn show(
    args: &Args,
    log: &Log,
    client: &Client,
    outcome: &reweave_replay::Outcome,
    written: Option<&Entry>,
) -> Result<()> {
    let before = &client.folder.sources;
    let diff = || diff::all(before, &outcome.after);
    match args.format {
        Format::Text => {
            output::print(&diff::coloured(&diff()))?;
            output::print(&text::report(log, before, outcome, written))
        }
        Format::Diff => {
            output::print(&diff::coloured(&diff()))?;
            let report = text::report(log, before, outcome, written);
            console::warn(report.trim_end());
            Ok(())
        }
        Format::Json => output::print(&json::render(before, outcome, written)?),
    }
}

/// A release as the command line names it.
fn side(what: &str, repo: &Path) -> Result<Library> {
    if Path::new(what).exists() {
        return Ok(library(Path::new(what))?);
    }
    Ok(library_of(release::read(what, repo)?))
}

fn defaults(list: &[String]) -> Result<BTreeMap<String, String>> {
    let mut all = BTreeMap::new();
    for given in list {
        match given.split_once('=') {
            Some((name, value)) if !name.is_empty() && !value.is_empty() => {
                all.insert(name.to_owned(), value.to_owned());
            }
            _ => bail!("--default {given}: write it as PARAM=VALUE"),
        }
    }
    Ok(all)
}

/// A client on disk, and what it stands on.
pub struct Client {
    pub workspace: Workspace,
    pub folder: Folder,
    classes: Arc<ClassPath>,
    /// The jars and folders on its class path, without the old release.
    paths: Vec<PathBuf>,
}

impl Client {
    /// The old release itself is taken off the class path that the project lists.
    pub fn open(workspace: Workspace, class_path: Option<&str>, taken_off: &Path) -> Result<Self> {
        let folder = workspace.read(reweave_replay::is_read)?;
        let mut paths = split_class_path(class_path.unwrap_or_default());
        paths.extend(listed_in_project(workspace.root()));
        let off = taken_off.canonicalize().ok();
        paths.retain(|p| {
            let same_name =
                taken_off.file_name().is_some() && p.file_name() == taken_off.file_name();
            !same_name && (off.is_none() || p.canonicalize().ok() != off)
        });
        let classes = Arc::new(ClassPath::with_jdk(&paths, jdk_home().as_deref()));
        Ok(Self {
            workspace,
            folder,
            classes,
            paths,
        })
    }

    pub fn replay(
        &self,
        log: &Log,
        [old, new]: [&Library; 2],
        defaults: BTreeMap<String, String>,
        strings: bool,
    ) -> Result<reweave_replay::Outcome> {
        let outcome = replay(&Request {
            log,
            client: &self.folder.sources,
            old,
            new,
            class_path: Arc::clone(&self.classes) as _,
            defaults,
            strings,
            threads: 0,
        })?;
        for problem in self.classes.problems() {
            console::warn(format_args!(
                "class path: {}: {}",
                problem.path.display(),
                problem.what
            ));
        }
        Ok(outcome)
    }
}
