//! Consecutive commits of one repository: one file of each table.

use reweave_git::{Base, Step};
use reweave_tables::{Rows, TABLES};

/// Pieces begin and end at multiples of this many commits, so that those of a resumed run are those of a whole one.
pub const COMMITS: usize = 512;

/// A piece with more rows than that ends early: some 100 MB in memory.
pub const ROWS: usize = 200_000;

/// The rows of one commit in each table, in the order of [`TABLES`].
pub struct CommitRows {
    key: (String, Option<String>),
    tables: Vec<Rows>,
    pub complete: bool,
    pub findings: usize,
}

impl CommitRows {
    pub fn of(name: &str, commit: &crate::Commit) -> Self {
        let row = commit.row(name);
        Self {
            tables: TABLES.iter().map(|t| t.of_commit(&row)).collect(),
            complete: commit.record.status == reweave_change::Status::Complete,
            findings: commit.record.findings.len(),
            key: (row.sha, row.parent),
        }
    }
}

/// A piece that grows.
pub struct Piece {
    pub first: usize,
    pub end: usize,
    rows: usize,
    commits: Vec<CommitRows>,
    pub cut_short: usize,
    pub findings: usize,
}

impl Piece {
    pub const fn at(first: usize) -> Self {
        Self {
            first,
            end: first,
            rows: 0,
            commits: Vec::new(),
            cut_short: 0,
            findings: 0,
        }
    }

    pub fn push(&mut self, rows: CommitRows) {
        self.end += 1;
        self.rows += rows.tables.iter().map(Rows::len).sum::<usize>();
        self.cut_short += usize::from(!rows.complete);
        self.findings += rows.findings;
        self.commits.push(rows);
    }

    pub const fn is_full(&self) -> bool {
        self.end.is_multiple_of(COMMITS) || self.rows >= ROWS
    }

    pub const fn len(&self) -> usize {
        self.end - self.first
    }

    /// The rows of each table, in order of commit.
    pub fn sorted(mut self) -> Vec<Vec<Rows>> {
        self.commits.sort_by(|a, b| a.key.cmp(&b.key));
        let mut tables: Vec<Vec<Rows>> = TABLES.iter().map(|_| Vec::new()).collect();
        for commit in self.commits {
            for (table, rows) in tables.iter_mut().zip(commit.tables) {
                if !rows.is_empty() {
                    table.push(rows);
                }
            }
        }
        tables
    }
}

/// What a piece is of: it is worth nothing once the history of the repository is another.
pub fn digest(steps: &[Step]) -> String {
    let mut hasher = blake3::Hasher::new();
    for step in steps {
        hasher.update(step.commit.as_slice());
        match &step.base {
            Base::Root => hasher.update(b"root"),
            Base::Parent(parent) => hasher.update(parent.as_slice()),
            Base::Unreadable(why) => hasher.update(why.as_bytes()),
        };
    }
    hasher.finalize().to_hex().to_string()
}
