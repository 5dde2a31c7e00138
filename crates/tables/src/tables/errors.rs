//! `errors`: what could not be looked at, and why.

use crate::commit::Commit;
use crate::run::Failure;
use crate::table::{Column, Kind, Source, Table};
use crate::{Cell, Rows};
use reweave_change::{Side, Status};

pub const TABLE: Table = Table {
    name: "errors",
    about: "one row for each repository, commit or file that could not be looked at as a whole",
    columns: &[&[
        Column::required("repo", Kind::Text, "the repository, as it was named"),
        Column::optional(
            "sha",
            Kind::Text,
            "the commit; null where it is the whole repository",
        ),
        Column::optional("parent", Kind::Text, "the parent that it is compared with"),
        Column::required(
            "what",
            Kind::Text,
            "repository, commit, file, or output: what could not be written",
        ),
        Column::optional("side", Kind::Text, "of a file: before or after"),
        Column::optional("path", Kind::Text, "the file"),
        Column::optional(
            "line",
            Kind::Number,
            "from 1; null where it is the whole file",
        ),
        Column::required("message", Kind::Text, "why"),
    ]],
    source: Source::Commit(rows),
    failure: Some(failure),
};

fn rows(commit: &Commit<'_>, rows: &mut Rows) {
    let record = commit.record;
    let why = match (&record.error, record.status) {
        (Some(error), _) => Some(error.as_str()),
        (None, Status::Timeout) => Some("the time for one commit was over"),
        (None, Status::Partial) => Some("memory ran out, or a file could not be read"),
        (None, Status::Complete | Status::Error) => None,
    };
    let nowhere = [Cell::None; 3];
    if let Some(why) = why {
        rows.push(&[&commit.key(), &["commit".into()], &nowhere, &[why.into()]]);
    }
    for gap in &record.left_out {
        let side = match gap.side {
            Side::Before => "before",
            Side::After => "after",
        };
        rows.push(&[
            &commit.key(),
            &["file".into()],
            &[side.into(), (&gap.path).into(), gap.line.into()],
            &[(&gap.what).into()],
        ]);
    }
}

fn failure(failure: &Failure<'_>, rows: &mut Rows) {
    rows.push(&[
        &[failure.repo.into(), Cell::None, Cell::None],
        &[failure.what.into()],
        &[Cell::None; 3],
        &[failure.message.into()],
    ]);
}
