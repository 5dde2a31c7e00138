//! What a table is: its columns, and how a commit becomes rows of it.

use crate::{Commit, Failure, Rows, Run, SCHEMA, VERSION};
use arrow_array::RecordBatch;
use arrow_schema::{DataType, Field, Schema, SchemaRef, TimeUnit};
use std::collections::HashMap;
use std::sync::Arc;

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

    fn arrow(self) -> DataType {
        match self {
            Self::Text => DataType::Utf8,
            Self::Number => DataType::Int64,
            Self::Flag => DataType::Boolean,
            Self::Time => DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
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

    /// The schema with the versions in its metadata.
    pub fn schema(&self) -> SchemaRef {
        let metadata = self.versions().map(|(key, value)| (key.to_owned(), value));
        Arc::new(Schema::new_with_metadata(
            self.fields(),
            HashMap::from_iter(metadata),
        ))
    }

    /// The schema without metadata: a map's order is not the same in every run, and the bytes of a file should be.
    pub(crate) fn bare_schema(&self) -> SchemaRef {
        Arc::new(Schema::new(self.fields()))
    }

    fn fields(&self) -> Vec<Field> {
        let field = |c: &Column| Field::new(c.name, c.kind.arrow(), !c.required);
        self.columns().map(field).collect()
    }

    pub(crate) fn versions(&self) -> [(&'static str, String); 3] {
        [
            ("reweave.table", self.name.to_owned()),
            ("reweave.schema", SCHEMA.to_owned()),
            ("reweave.version", VERSION.to_owned()),
        ]
    }

    /// The rows of one commit.
    pub fn of_commit(&self, commit: &Commit<'_>) -> RecordBatch {
        let mut rows = Rows::of(self);
        if let Source::Commit(fill) = self.source {
            fill(commit, &mut rows);
        }
        rows.batch()
    }

    /// The rows of one piece of a run.
    pub fn of_run(&self, run: &Run) -> RecordBatch {
        let mut rows = Rows::of(self);
        if let Source::Run(fill) = self.source {
            fill(run, &mut rows);
        }
        rows.batch()
    }

    /// The rows that tell why a repository, or a part of it, is not there.
    pub fn of_failure(&self, failure: &Failure<'_>) -> RecordBatch {
        let mut rows = Rows::of(self);
        if let Some(fill) = self.failure {
            fill(failure, &mut rows);
        }
        rows.batch()
    }
}
