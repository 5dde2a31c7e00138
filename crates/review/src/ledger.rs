//! The ledger: every changed line of a change in exactly one bucket.

use crate::account::{Account, common};
use crate::imports::Names;
use crate::source_lines::Sources;
use crate::{FileDiff, Hunk};
use reweave_change::language::Job;
use reweave_change::{Record, Status, language};
use serde::Serialize;
use std::ops::AddAssign;

/// What a changed line is to a reviewer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Bucket {
    /// No finding accounts for it.
    LeftOver,
    /// An edit that no finding explains, in code that a finding matched.
    ChangeInside,
    /// A language that is not read, a file that was left out, or a version that could not be read.
    NotUnderstood,
    /// A finding accounts for it.
    Refactoring,
    /// Comments, blank lines, line breaks and indentation.
    Layout,
}

impl Bucket {
    pub const ALL: [Self; 5] = [
        Self::LeftOver,
        Self::ChangeInside,
        Self::NotUnderstood,
        Self::Refactoring,
        Self::Layout,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::LeftOver => "left over",
            Self::ChangeInside => "refactoring with a change inside",
            Self::NotUnderstood => "not understood",
            Self::Refactoring => "pure refactoring",
            Self::Layout => "layout and comments",
        }
    }

    /// Whether a reviewer has to read it.
    pub const fn is_to_read(self) -> bool {
        matches!(
            self,
            Self::LeftOver | Self::ChangeInside | Self::NotUnderstood
        )
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Count {
    pub added: usize,
    pub removed: usize,
}

impl Count {
    pub const fn lines(self) -> usize {
        self.added + self.removed
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.added += other.added;
        self.removed += other.removed;
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChangedLine {
    /// From 0, in its version.
    pub line: usize,
    pub bucket: Bucket,
    /// The number of the finding that accounts for it, or whose code it was edited in.
    pub finding: Option<u32>,
}

/// The changed lines of one file.
#[derive(Clone, Debug)]
pub struct FileLedger {
    pub path: String,
    pub binary: bool,
    pub hunks: Vec<Hunk>,
    pub removed: Vec<ChangedLine>,
    pub added: Vec<ChangedLine>,
}

impl FileLedger {
    pub fn count(&self, bucket: Bucket) -> Count {
        let of = |lines: &[ChangedLine]| lines.iter().filter(|l| l.bucket == bucket).count();
        Count {
            added: of(&self.added),
            removed: of(&self.removed),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Ledger {
    pub files: Vec<FileLedger>,
}

impl Ledger {
    pub fn new(diff: &[FileDiff], record: &Record, before: &Sources, after: &Sources) -> Self {
        let entries = Entries {
            account: Account::new(record, before, after),
            names: Names::of(&record.findings),
            record,
            sources: [before, after],
        };
        Self {
            files: diff.iter().map(|file| entries.file(file)).collect(),
        }
    }

    pub fn count(&self, bucket: Bucket) -> Count {
        let mut count = Count::default();
        for file in &self.files {
            count += file.count(bucket);
        }
        count
    }

    /// All changed lines: what git counts.
    pub fn total(&self) -> Count {
        let mut count = Count::default();
        for bucket in Bucket::ALL {
            count += self.count(bucket);
        }
        count
    }

    pub fn binary_files(&self) -> usize {
        self.files.iter().filter(|f| f.binary).count()
    }

    /// The lines that a reviewer has to read.
    pub fn to_read(&self) -> Count {
        let mut count = Count::default();
        for bucket in Bucket::ALL.into_iter().filter(|b| b.is_to_read()) {
            count += self.count(bucket);
        }
        count
    }
}

struct Entries<'a> {
    account: Account<'a>,
    names: Names,
    record: &'a Record,
    sources: [&'a Sources; 2],
}

impl Entries<'_> {
    fn file(&self, diff: &FileDiff) -> FileLedger {
        let mut file = FileLedger {
            path: diff.path.clone(),
            binary: diff.binary,
            hunks: diff.hunks.clone(),
            removed: Vec::new(),
            added: Vec::new(),
        };
        for hunk in &diff.hunks {
            let layout = self.layout(&diff.path, hunk);
            for (side, range) in [hunk.before.clone(), hunk.after.clone()]
                .into_iter()
                .enumerate()
            {
                let entries = range.clone().map(|line| {
                    let is_layout = layout[side].get(line - range.start) == Some(&true);
                    self.line(side, &diff.path, line, is_layout)
                });
                let of_side = if side == 0 {
                    &mut file.removed
                } else {
                    &mut file.added
                };
                of_side.extend(entries);
            }
        }
        file
    }

    fn line(&self, side: usize, path: &str, line: usize, is_layout: bool) -> ChangedLine {
        let mark = self.account.mark(side, path, line);
        let code = self.sources[side]
            .lines(path)
            .and_then(|l| l.code.get(line));
        let bucket = match code {
            None if self.is_unread(path) => Bucket::NotUnderstood,
            None => Bucket::LeftOver,
            Some(_) if is_layout => Bucket::Layout,
            Some(_) if mark.inside => Bucket::ChangeInside,
            Some(_) if mark.left_over => Bucket::LeftOver,
            // A record that was cut short has not looked for what is left over.
            Some(_) if self.record.status != Status::Complete => Bucket::LeftOver,
            Some(_) if mark.accounted => Bucket::Refactoring,
            Some(code) if self.names.account_for(code) => Bucket::Refactoring,
            Some(_) => Bucket::LeftOver,
        };
        ChangedLine {
            line,
            bucket,
            finding: mark.finding,
        }
    }

    fn is_unread(&self, path: &str) -> bool {
        let is_left_out = self
            .record
            .left_out
            .iter()
            .any(|l| l.path == path && l.line.is_none());
        language::of_path(path, Job::Detect).is_none() || is_left_out
    }

    /// Which lines of a hunk differ from the other version in comments and white space alone.
    fn layout(&self, path: &str, hunk: &Hunk) -> [Vec<bool>; 2] {
        let of = |side: usize| self.sources[side].lines(path);
        let code = |side: usize, range: &std::ops::Range<usize>| {
            let lines = of(side).and_then(|l| l.code.get(range.clone()));
            lines.unwrap_or_default()
        };
        let (old, new) = (code(0, &hunk.before), code(1, &hunk.after));
        let same = joined(old) == joined(new);
        let mut out = [old, new].map(|lines| {
            lines
                .iter()
                .map(|code| same || code.is_empty())
                .collect::<Vec<bool>>()
        });
        if let (false, Some(before), Some(after)) = (same, of(0), of(1)) {
            for (i, j) in common(before, hunk.before.clone(), after, hunk.after.clone()) {
                out[0][i - hunk.before.start] = true;
                out[1][j - hunk.after.start] = true;
            }
        }
        out
    }
}

/// The code of several lines as if it stood in one.
fn joined(lines: &[String]) -> String {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let mut out = String::new();
    for line in lines {
        if out.ends_with(is_word) && line.starts_with(is_word) {
            out.push(' ');
        }
        out.push_str(line);
    }
    out
}
