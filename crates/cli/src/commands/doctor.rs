//! `reweave doctor`: what `apply` would stand on in a folder, so that nobody has to guess why something is refused.

use crate::around::AroundArgs;
use crate::changes::{Format, open};
use crate::commands::Run;
use crate::console::stage;
use crate::settings::Settings;
use crate::{Outcome, output};
use anyhow::Result;
use reweave_languages::LANGUAGES;
use reweave_project::{BuildTool, FoundPath, tell_unresolved, unread};
use reweave_refactor::{AnyLanguage, Around, Left, Unread, Unresolved};
use reweave_text::Sources;
use reweave_workspace::{Folder, Listing, Workspace};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Entries of a list that are shown; JSON has them all.
const MOST_SHOWN: usize = 20;

/// What was found of a project: JDK, class path, what is read and what is not
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the program
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    #[command(flatten)]
    around: AroundArgs,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What was found of one language.
struct Found {
    language: &'static dyn AnyLanguage,
    sources: Sources,
    unread: Vec<Unread>,
    /// Errors that keep a file from being read whole.
    broken: usize,
    unresolved: Vec<Unresolved>,
}

impl Run for Args {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("reweave doctor", "of the project in this folder"),
        (
            "reweave doctor --root app --classpath-from maven",
            "with the class path that Maven knows",
        ),
    ];
    const SETTINGS: &'static [&'static str] = &["format"];

    fn place(&self) -> &Path {
        &self.root
    }

    fn run(&self, settings: &Settings) -> Result<Outcome> {
        run(self, settings)
    }
}

fn run(args: &Args, settings: &Settings) -> Result<Outcome> {
    let workspace = open(&args.root, false)?;
    let setup = args.around.setup(settings);
    let class_path = setup.class_path(workspace.root())?;
    // A configuration that cannot be read is told before anything else.
    let frameworks = setup.frameworks(workspace.root())?;
    let listing = workspace.look(|_| false)?;
    let mut languages = Vec::new();
    for &language in LANGUAGES {
        let folder = workspace.read(|path| language.handles(path))?;
        if folder.sources.iter().next().is_some() || !folder.skipped.is_empty() {
            let found = stage(&format!("resolving names of {}", language.name()), || {
                look(language, &workspace, (&listing, folder), &class_path)
            });
            languages.push(found);
        }
    }
    let report = Report {
        workspace: &workspace,
        class_path: &class_path,
        languages: &languages,
        annotations: frameworks.all.len(),
        config: settings.file.as_deref(),
    };
    match args.format {
        Format::Json => {
            output::print(&(serde_json::to_string_pretty(&report.json())? + "\n"))?;
        }
        Format::Text | Format::Diff => output::print(&report.text())?,
    }
    let is_left_out = |u: &Unread| u.left != Left::Other;
    let is_whole = languages.iter().all(|l| !l.unread.iter().any(is_left_out));
    Ok(if is_whole {
        Outcome::Done
    } else {
        Outcome::CutShort
    })
}

fn look(
    language: &'static dyn AnyLanguage,
    workspace: &Workspace,
    (listing, folder): (&Listing, Folder),
    class_path: &FoundPath,
) -> Found {
    let unread = unread(language, workspace, (listing, &folder));
    let around = Around {
        classes: Arc::clone(&class_path.classes) as _,
        ..Around::default()
    };
    let session = language.open_within(folder.sources.clone(), around);
    Found {
        language,
        unread,
        broken: session.problems().iter().filter(|p| p.is_syntax).count(),
        unresolved: session.unresolved(),
        sources: folder.sources,
    }
}

struct Report<'a> {
    workspace: &'a Workspace,
    class_path: &'a FoundPath,
    languages: &'a [Found],
    annotations: usize,
    config: Option<&'a Path>,
}

impl Report<'_> {
    fn text(&self) -> String {
        let root = self.workspace.root();
        let mut out = format!("root: {}\n", root.display());
        let _ = match &self.class_path.jdk {
            Some(home) => writeln!(out, "JDK: {}", home.display()),
            None => writeln!(
                out,
                "JDK: none was found (JAVA_HOME, or java on the PATH); a built-in index of java.* serves"
            ),
        };
        let entries = &self.class_path.entries;
        let _ = writeln!(
            out,
            "class path: {}",
            counted(entries.len(), "entry", "entries")
        );
        for entry in entries.iter().take(MOST_SHOWN) {
            let _ = writeln!(out, "  {}", entry.display());
        }
        more(&mut out, entries.len());
        for problem in self.class_path.classes.problems() {
            let _ = writeln!(
                out,
                "  cannot be read: {}: {}",
                problem.path.display(),
                problem.what
            );
        }
        if let Some(tool) = BuildTool::of_project(root).filter(|_| entries.is_empty()) {
            let _ = writeln!(out, "  {}", tool.advice());
        }
        let config = self
            .config
            .map_or("built in".to_owned(), |f| f.display().to_string());
        let _ = writeln!(
            out,
            "annotations of frameworks: {} ({config})",
            self.annotations
        );
        if self.languages.is_empty() {
            out.push_str("no file here is of a language that can be refactored\n");
        }
        for found in self.languages {
            out.push_str(&found.text(root));
        }
        out
    }

    fn json(&self) -> Value {
        let problems = self.class_path.classes.problems();
        json!({
            "version": 1,
            "root": self.workspace.root().display().to_string(),
            "jdk": self.class_path.jdk.as_ref().map(|p| p.display().to_string()),
            "classPath": {
                "entries": self.class_path.entries.iter().map(|p| p.display().to_string()).collect::<Vec<_>>(),
                "problems": problems
                    .iter()
                    .map(|p| json!({"path": p.path.display().to_string(), "what": p.what}))
                    .collect::<Vec<_>>(),
            },
            "annotations": self.annotations,
            "languages": self.languages.iter().map(Found::json).collect::<Vec<_>>(),
        })
    }
}

impl Found {
    fn left_out(&self) -> impl Iterator<Item = (&str, &str)> {
        self.unread.iter().filter_map(|u| match &u.left {
            Left::Out(why) | Left::Folder(why) => Some((u.path.as_str(), why.as_str())),
            Left::Other => None,
        })
    }

    /// How many files of other languages may name what this one declares, by what they are.
    fn others(&self) -> BTreeMap<&'static str, usize> {
        let mut all = BTreeMap::new();
        for file in self.unread.iter().filter(|u| u.left == Left::Other) {
            if let Some(sort) = reweave_refactor::sort_of(self.language.others(), &file.path) {
                *all.entry(sort.what).or_default() += 1;
            }
        }
        all
    }

    fn text(&self, root: &std::path::Path) -> String {
        let read = self.sources.iter().count();
        let mut out = format!(
            "{}: {} read\n",
            self.language.name(),
            counted(read, "file", "files")
        );
        if self.broken > 0 {
            let _ = writeln!(
                out,
                "  {} cannot be parsed",
                counted(self.broken, "place", "places")
            );
        }
        let left_out: Vec<_> = self.left_out().collect();
        for (path, why) in left_out.iter().take(MOST_SHOWN) {
            let _ = writeln!(out, "  left out: {path}: {why}");
        }
        more(&mut out, left_out.len());
        for (what, count) in self.others() {
            let _ = writeln!(
                out,
                "  searched for changed names: {} ({what})",
                counted(count, "file", "files")
            );
        }
        match tell_unresolved(&self.unresolved, root) {
            Some(told) => {
                let _ = writeln!(out, "  {told}");
            }
            None if self.language.name() == "java" => out.push_str("  all types resolve\n"),
            None => {}
        }
        out
    }

    fn json(&self) -> Value {
        let place = |u: &Unresolved| {
            let at = self.sources.line_col(u.at.file, u.at.span.start);
            let path = self.sources.path(u.at.file);
            json!({"name": u.name, "path": path, "line": at.line, "column": at.col})
        };
        json!({
            "language": self.language.name(),
            "filesRead": self.sources.iter().count(),
            "syntaxErrors": self.broken,
            "leftOut": self.left_out().map(|(path, why)| json!({"path": path, "why": why})).collect::<Vec<_>>(),
            "searched": self.others(),
            "unresolvedTypes": {
                "count": self.unresolved.len(),
                "types": self.unresolved.iter().map(place).collect::<Vec<_>>(),
            },
        })
    }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn more(out: &mut String, all: usize) {
    if let Some(more) = all.checked_sub(MOST_SHOWN).filter(|n| *n > 0) {
        let _ = writeln!(out, "  and {more} more (--format json has them all)");
    }
}
