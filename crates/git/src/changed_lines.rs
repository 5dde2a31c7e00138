//! The changed lines of a change in git's own words, asked of git itself: what a reader counts elsewhere is what is told here.
//!
//! Settings that would run a program or count otherwise are off: filters, external and textual diffs, the file monitor, another
//! algorithm. What is not committed is compared outside the repository, so that no filter of it is run.

use crate::error::why;
use crate::{Base, GitError, Local, Step, Uncommitted};
use gix::bstr::{BString, ByteSlice};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What `git diff` prints of two versions.
pub struct ChangedLines {
    /// `git diff --numstat -z`.
    pub numstat: Vec<u8>,
    /// `git diff`, the files in the same order.
    pub patch: Vec<u8>,
    /// What stands before the paths where two folders were compared.
    pub roots: Vec<PathBuf>,
}

const NUMSTAT: &[&str] = &["--numstat", "-z"];
/// Without any line around the changes git looks for others than it counts.
const PATCH: &[&str] = &[
    "--patch",
    "--unified=1",
    "--inter-hunk-context=0",
    "--no-color",
];
const COUNTED: &[&str] = &[
    "--no-renames",
    "--no-ext-diff",
    "--no-textconv",
    "--diff-algorithm=default",
    "-O/dev/null",
];

impl Local {
    /// The changed lines of one step.
    pub fn changed_lines(&self, step: &Step) -> Result<ChangedLines, GitError> {
        let before = match &step.base {
            Base::Parent(id) => id.to_string(),
            Base::Root | Base::Unreadable(_) => {
                gix::ObjectId::empty_tree(self.repo.object_hash()).to_string()
            }
        };
        let versions = [before.into(), step.commit.to_string().into()];
        let git = Git {
            folder: self.repo.git_dir(),
            roots: Vec::new(),
            what: versions.to_vec(),
        };
        git.changed_lines()
    }

    /// The changed lines of what is not committed.
    pub fn uncommitted_lines(&self, what: Uncommitted) -> Result<ChangedLines, GitError> {
        let disk = |error: std::io::Error| GitError::Status(error.to_string());
        let folder = tempfile::tempdir().map_err(disk)?;
        let (before, after) = (folder.path().join("before"), folder.path().join("after"));
        for side in [&before, &after] {
            std::fs::create_dir(side).map_err(disk)?;
        }
        for path in self.touched(what)? {
            let versions = self.versions(what, &path)?;
            for (side, bytes) in [&before, &after].into_iter().zip(versions) {
                if let Some(bytes) = bytes {
                    put(side, &path, &bytes).map_err(disk)?;
                }
            }
        }
        between(&before, &after)
    }

    fn versions(
        &self,
        what: Uncommitted,
        path: &BString,
    ) -> Result<[Option<Vec<u8>>; 2], GitError> {
        let fail = |error: gix::Error| GitError::Status(why(&error));
        let blob = |id| Ok(self.repo.find_object(id).map_err(fail)?.detach().data);
        let head = self.repo.head_tree_id_or_empty().map_err(fail)?;
        let tree = self.repo.find_tree(head).map_err(fail)?;
        let entry = tree.lookup_entry(path.split_str("/")).map_err(fail)?;
        let entry = entry.filter(|e| !e.mode().is_commit());
        let old = entry.map(|e| blob(e.object_id())).transpose()?;
        let new = match (what, self.repo.workdir()) {
            (Uncommitted::Staged, _) | (_, None) => {
                let index = self.repo.index_or_empty().map_err(fail)?;
                let entry = index.entry_by_path(path.as_bstr());
                let entry = entry.filter(|e| e.mode != gix::index::entry::Mode::COMMIT);
                entry.map(|e| blob(e.id)).transpose()?
            }
            (Uncommitted::Worktree, Some(root)) => {
                let path = gix::path::from_bstr(path.as_bstr()).map_err(fail)?;
                reweave_disk::read(&root.join(path), reweave_disk::LARGEST_SOURCE).ok()
            }
        };
        Ok([old, new])
    }
}

fn put(side: &Path, path: &BString, bytes: &[u8]) -> std::io::Result<()> {
    let Ok(relative) = gix::path::from_bstr(path.as_bstr()) else {
        return Ok(());
    };
    let is_plain = |c: std::path::Component<'_>| matches!(c, std::path::Component::Normal(_));
    if !relative.components().all(is_plain) {
        return Ok(());
    }
    let file = side.join(relative);
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(file, bytes)
}

/// The changed lines between two folders or files.
pub fn between(before: &Path, after: &Path) -> Result<ChangedLines, GitError> {
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let roots = vec![absolute(before), absolute(after)];
    let mut what: Vec<OsString> = vec!["--no-index".into(), "--".into()];
    what.extend(roots.iter().map(|r| r.clone().into_os_string()));
    let git = Git {
        folder: Path::new("/"),
        roots,
        what,
    };
    git.changed_lines()
}

struct Git<'a> {
    folder: &'a Path,
    roots: Vec<PathBuf>,
    what: Vec<OsString>,
}

impl Git<'_> {
    fn changed_lines(self) -> Result<ChangedLines, GitError> {
        Ok(ChangedLines {
            numstat: self.run(NUMSTAT)?,
            patch: self.run(PATCH)?,
            roots: self.roots,
        })
    }

    fn run(&self, form: &[&str]) -> Result<Vec<u8>, GitError> {
        let mut command = Command::new("git");
        command.arg("-C").arg(self.folder);
        if self.roots.is_empty() {
            command.arg("--git-dir").arg(".");
        }
        command.args([
            "-c",
            "core.fsmonitor=false",
            "-c",
            "core.hooksPath=/dev/null",
        ]);
        command
            .arg("diff")
            .args(form)
            .args(COUNTED)
            .args(&self.what);
        for name in [
            "GIT_EXTERNAL_DIFF",
            "GIT_DIFF_OPTS",
            "GIT_DIR",
            "GIT_WORK_TREE",
        ] {
            command.env_remove(name);
        }
        command.env("GIT_OPTIONAL_LOCKS", "0").env("LC_ALL", "C");
        let output = command.stdin(Stdio::null()).output().map_err(|error| {
            GitError::Program(format!(
                "git cannot be run ({error}); install it: lines are counted by git"
            ))
        })?;
        // `--no-index` ends with 1 where the two differ.
        let is_done =
            output.status.success() || output.status.code() == Some(1) && !self.roots.is_empty();
        if is_done {
            return Ok(output.stdout);
        }
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        Err(GitError::Program(format!("git diff failed: {said}")))
    }
}
