//! What a table is: its columns, and how a commit becomes rows of it.

use crate::{Commit, Failure, Rows, Run, SCHEMA, VERSION};

/// What the values of a column are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Text,
    /// 64 bits, signed.
    Number,
    Flag,
    /// Microseconds since 1970, UTC: the unit that every reader of Parquet has.
    Time,
}

impl Kind {
    /// As SQL calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "varchar",
            Self::Number => "bigint",
            Self::Flag => "boolean",
            Self::Time => "timestamp",
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Column {
    pub name: &'static str,
    pub kind: Kind,
    /// Whether every row has a value.
    pub required: bool,
    pub about: &'static str,
}

impl Column {
    pub const fn required(name: &'static str, kind: Kind, about: &'static str) -> Self {
        Self {
            name,
            kind,
            required: true,
            about,
        }
    }

    pub const fn optional(name: &'static str, kind: Kind, about: &'static str) -> Self {
        Self {
            name,
            kind,
            required: false,
            about,
        }
    }
}

/// Where the rows of a table come from.
pub enum Source {
    /// From each commit.
    Commit(fn(&Commit<'_>, &mut Rows)),
    /// From each piece of a run.
    Run(fn(&Run, &mut Rows)),
}

pub struct Table {
    pub name: &'static str,
    pub about: &'static str,
    /// In groups, so that tables share some of them.
    pub columns: &'static [&'static [Column]],
    pub source: Source,
    /// What tells of a repository that could not be looked at, where the table does.
    pub failure: Option<fn(&Failure<'_>, &mut Rows)>,
}

impl Table {
    pub fn columns(&self) -> impl Iterator<Item = &'static Column> {
        self.columns.iter().flat_map(|group| group.iter())
    }

    /// What stands in the metadata of every schema: the table, and the versions.
    pub fn versions(&self) -> [(&'static str, String); 3] {
        [
            ("reweave.table", self.name.to_owned()),
            ("reweave.schema", SCHEMA.to_owned()),
            ("reweave.version", VERSION.to_owned()),
        ]
    }

    /// The rows of one commit.
    pub fn of_commit(&'static self, commit: &Commit<'_>) -> Rows {
        let mut rows = Rows::of(self);
        if let Source::Commit(fill) = self.source {
            fill(commit, &mut rows);
        }
        rows
    }

    /// The rows of one piece of a run.
    pub fn of_run(&'static self, run: &Run) -> Rows {
        let mut rows = Rows::of(self);
        if let Source::Run(fill) = self.source {
            fill(run, &mut rows);
        }
        rows
    }

    /// The rows that tell why a repository, or a part of it, is not there.
    pub fn of_failure(&'static self, failure: &Failure<'_>) -> Rows {
        let mut rows = Rows::of(self);
        if let Some(fill) = self.failure {
            fill(failure, &mut rows);
        }
        rows
    }
}
