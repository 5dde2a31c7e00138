//! `--verify javac`: the compiler's word on the client before and after, each against its release.

use anyhow::{Result, bail};
use reweave_javac::{Compile, Javac};
use reweave_text::Sources;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// An error without its line, which edits move, and how often it occurs.
type Errors = BTreeMap<(String, String), usize>;

/// The errors that the new release brings to a client, untouched and replayed.
pub struct Verdict {
    came: Vec<(String, String)>,
    went: usize,
    before: usize,
    after: usize,
}

/// Compiles the client as it was against the old release, and as it would be against the new one.
pub fn verify(
    [before, after]: [&Sources; 2],
    releases: [&Path; 2],
    class_path: &[PathBuf],
) -> Result<Verdict> {
    let [old, new] = [(before, releases[0]), (after, releases[1])]
        .map(|(sources, release)| errors(sources, release, class_path));
    let (old, new) = (old?, new?);
    let mut came = Vec::new();
    for (error, &times) in &new {
        let more = times.saturating_sub(old.get(error).copied().unwrap_or(0));
        came.extend(std::iter::repeat_n(error.clone(), more));
    }
    let (before, after) = (old.values().sum(), new.values().sum::<usize>());
    Ok(Verdict {
        went: before + came.len() - after,
        came,
        before,
        after,
    })
}

impl Verdict {
    pub fn text(&self) -> String {
        let mut out = format!(
            "javac: {} errors against the old release, {} against the new one: {} went, {} came\n",
            self.before,
            self.after,
            self.went,
            self.came.len()
        );
        for (path, message) in &self.came {
            let _ = writeln!(out, "  {path}: {message}");
        }
        out
    }

    pub fn is_clean(&self) -> bool {
        self.came.is_empty()
    }
}

fn errors(sources: &Sources, release: &Path, class_path: &[PathBuf]) -> Result<Errors> {
    if !release.exists() {
        bail!(
            "--verify javac: {} is no jar or folder on disk; give one instead of a revision",
            release.display()
        );
    }
    let how = Compile {
        class_path,
        library: Some(release),
        ..Compile::default()
    };
    let build = Javac::find()?.compile(sources, &how)?;
    let mut all = Errors::new();
    for error in build.errors() {
        *all.entry((error.path, error.message)).or_default() += 1;
    }
    Ok(all)
}
