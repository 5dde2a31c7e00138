//! `runs`: what was looked at, with which options.

use crate::run::Run;
use crate::table::{Column, Kind, Source, Table};
use crate::{Cell, Rows, SCHEMA, VERSION};

pub const TABLE: Table = Table {
    name: "runs",
    about: "one row for each piece of a run: consecutive commits of one repository, which are one file of each table",
    columns: &[&[
        Column::required("repo", Kind::Text, "the repository, as it was named"),
        Column::required("path", Kind::Text, "where it was read"),
        Column::optional("origin", Kind::Text, "where it was cloned from"),
        Column::required("first", Kind::Number, "the position of the first commit"),
        Column::required("end", Kind::Number, "the position after the last one"),
        Column::required("commits", Kind::Number, "how many comparisons that are"),
        Column::required(
            "cut_short",
            Kind::Number,
            "those of them that are not complete",
        ),
        Column::required(
            "findings",
            Kind::Number,
            "how many refactorings were found in them",
        ),
        Column::required(
            "merges_skipped",
            Kind::Number,
            "merge commits of the whole repository that the selection leaves out",
        ),
        Column::required(
            "options",
            Kind::Text,
            "what shapes the records, as on the command line",
        ),
        Column::required("version", Kind::Text, "of the tool"),
        Column::required("schema", Kind::Text, "of the tables"),
        Column::required("started", Kind::Time, "when the piece was begun"),
        Column::required(
            "ms",
            Kind::Number,
            "from there until it was written, in milliseconds",
        ),
        Column::optional(
            "error",
            Kind::Text,
            "why nothing can be said of the repository",
        ),
    ]],
    source: Source::Run(rows),
    failure: None,
};

fn rows(run: &Run, rows: &mut Rows) {
    rows.push(&[&[
        (&run.repo).into(),
        (&run.path).into(),
        run.origin.as_ref().into(),
        Cell::count(run.first),
        Cell::count(run.end),
        Cell::count(run.commits),
        Cell::count(run.cut_short),
        Cell::count(run.findings),
        Cell::count(run.merges_skipped),
        (&run.options).into(),
        VERSION.into(),
        SCHEMA.into(),
        Cell::Time(run.started),
        Cell::Number(i64::try_from(run.milliseconds).unwrap_or(i64::MAX)),
        run.error.as_ref().into(),
    ]]);
}
