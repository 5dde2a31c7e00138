//! What others say about a change: API breaks, suggestions that it brings, reports in SARIF.

use crate::console::stage;
use anyhow::{Context, Result};
use clap::ValueEnum;
use reweave_advise::{Config, Folder, LEAST, Report, advise, built_in_types};
use reweave_git::{Base, Repo, Step};
use reweave_log::{Break, Log, breaks};
use reweave_project::release;
use reweave_release::{Options, compare};
use reweave_review::{COMPARE, Note, Notes, Review, SUGGEST, sarif};
use std::path::{Path, PathBuf};

/// The folder that a version of a repository is taken to lie in.
const HERE: &str = ".";

/// Whose remarks are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Overlay {
    /// Changes of the public API that break clients
    Breaks,
    /// Suggestions that the change brings
    Suggestions,
}

/// One side of a change as a whole, not only its changed files.
#[derive(Clone, Debug)]
pub enum Version {
    Disk(PathBuf),
    Revision(String),
    /// Before the first commit.
    Nothing,
}

/// Both sides of a change, and the repository of revisions.
pub struct Versions {
    pub repo: PathBuf,
    pub before: Version,
    pub after: Version,
}

impl Versions {
    pub fn of_step(repo: &Path, step: &Step) -> Self {
        let before = match &step.base {
            Base::Parent(parent) => Version::Revision(parent.to_string()),
            _ => Version::Nothing,
        };
        Self {
            repo: repo.to_path_buf(),
            before,
            after: Version::Revision(step.commit.to_string()),
        }
    }

    /// What paths of the change are relative to.
    pub fn root(&self) -> &Path {
        &self.repo
    }

    /// Adds what the chosen jobs say about the review's lines. Breaks stand where the API was, which may be a line that is
    /// gone: they are all kept.
    pub fn annotate(&self, review: &mut Review, wanted: &[Overlay]) -> Result<()> {
        if wanted.contains(&Overlay::Breaks) {
            let notes = stage("comparing the API", || self.breaks())?;
            let notes = Notes::of_change(notes, &review.ledger, |_| true);
            review.notes.extend(notes);
        }
        if wanted.contains(&Overlay::Suggestions) {
            let notes = stage("looking for suggestions", || self.suggestions())?;
            let notes = Notes::of_change(notes, &review.ledger, |_| false);
            review.notes.extend(notes);
        }
        Ok(())
    }

    fn breaks(&self) -> Result<Vec<Note>> {
        let input = |version: &Version| {
            let name = match version {
                Version::Disk(path) => path.display().to_string(),
                Version::Revision(id) => id.clone(),
                Version::Nothing => return Ok(None),
            };
            release(&name, &self.repo).map(Some)
        };
        let (Some(old), Some(new)) = (input(&self.before)?, input(&self.after)?) else {
            return Ok(Vec::new());
        };
        let log = compare(&old, &new, &Options::default(), false);
        Ok(notes_of(&log))
    }

    /// What the second version could have refactored and the first could not.
    fn suggestions(&self) -> Result<Vec<Note>> {
        let types = built_in_types();
        let config = Config::default();
        let look = |version: &Version| -> Result<Option<Report>> {
            let Some(folder) = self.folder(version)? else {
                return Ok(None);
            };
            let advice = advise(&[folder], &types, &config.options(), &config);
            // A version without a source that is read has nothing to suggest.
            Ok(advice.ok().map(|a| a.report))
        };
        let Some(mut report) = look(&self.after)? else {
            return Ok(Vec::new());
        };
        report.hide_small(LEAST, |_| false);
        if let Some(earlier) = look(&self.before)? {
            report.hide_known(&earlier);
        }
        let root = match &self.after {
            Version::Disk(path) => path.as_path(),
            _ => Path::new(HERE),
        };
        let note = |s: &reweave_advise::Suggestion| {
            let file = Path::new(&s.missed.file);
            let path = file.strip_prefix(root).unwrap_or(file);
            Note {
                source: format!("{SUGGEST} {}", s.kind),
                message: format!(
                    "{} could be refactored as {} was [{}]",
                    s.missed.method, s.example.method, s.fingerprint
                ),
                path: path.to_string_lossy().replace('\\', "/"),
                line: s.missed.start_line,
                last: s.missed.end_line,
            }
        };
        Ok(report.suggestions.iter().map(note).collect())
    }

    fn folder(&self, version: &Version) -> Result<Option<Folder>> {
        Ok(match version {
            Version::Disk(path) => Some(Folder::new(path)),
            Version::Revision(id) => {
                let (sources, _) = Repo::open(&self.repo)?.local().snapshot(id)?;
                let files = sources.into_iter().map(|s| (s.path, s.text)).collect();
                Some(Folder::held(Path::new(HERE), files))
            }
            Version::Nothing => None,
        })
    }
}

fn notes_of(log: &Log) -> Vec<Note> {
    let note = |one: &Break<'_>| {
        let at = match one {
            Break::Changed(entry) => entry.new_at.as_deref().or(entry.old_at.as_deref()),
            Break::Removed(removed) => removed.at.as_deref(),
        };
        let (path, line) = at.and_then(|at| at.rsplit_once(':')).unwrap_or(("", "1"));
        let line = line.parse().unwrap_or(1);
        let now = match one {
            Break::Changed(entry) if entry.new != entry.old => {
                format!(", now {}", reweave_log::simplified(&entry.new))
            }
            _ => String::new(),
        };
        Note {
            source: format!("{COMPARE} {}", one.what()),
            message: format!("breaks clients of {}{now}", one.name()),
            path: path.to_owned(),
            line,
            last: line,
        }
    };
    let is_of_tests = |one: &Break<'_>| match one {
        Break::Changed(entry) => entry.is_of_tests(),
        Break::Removed(removed) => removed.is_of_tests(),
    };
    let all = breaks(log);
    all.iter().filter(|b| !is_of_tests(b)).map(note).collect()
}

/// Adds the results of a report in SARIF that stand at changed lines.
pub fn report(review: &mut Review, file: &Path, root: &Path) -> Result<()> {
    let text = reweave_disk::read_text(file, crate::LARGEST_REPORT)
        .with_context(|| format!("cannot read {}", file.display()))?;
    let root = root.canonicalize().unwrap_or_else(|_| root.to_path_buf());
    let notes = sarif(&text, &root.to_string_lossy())
        .with_context(|| format!("{} is no report in SARIF 2.1.0", file.display()))?;
    let notes = Notes::of_change(notes, &review.ledger, |_| false);
    review.notes.extend(notes);
    Ok(())
}
