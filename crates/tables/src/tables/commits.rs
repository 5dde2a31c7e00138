//! `commits`: one row for each commit and the parent that it is compared with.

use crate::commit::{Commit, KEY};
use crate::table::{Column, Kind, Source, Table};
use crate::{Cell, Rows};
use reweave_change::{EvidencePlace, LeftOver};
use std::collections::BTreeSet;

pub const TABLE: Table = Table {
    name: "commits",
    about: "one row for each commit and the parent that it is compared with",
    columns: &[
        KEY,
        &[
            Column::required(
                "position",
                Kind::Number,
                "in the history, from 0; parents before children, each branch as far as it goes before the next one",
            ),
            Column::required(
                "parents",
                Kind::Text,
                "all parents, with blanks between them",
            ),
            Column::required("merge", Kind::Flag, "whether it has several parents"),
            Column::required("author", Kind::Text, "name of the author"),
            Column::required("author_email", Kind::Text, "address of the author"),
            Column::optional("author_time", Kind::Time, "when it was written"),
            Column::required("committer", Kind::Text, "name of the committer"),
            Column::required("committer_email", Kind::Text, "address of the committer"),
            Column::optional("committer_time", Kind::Time, "when it was committed"),
            Column::required(
                "files",
                Kind::Number,
                "source files that it removed, changed or added",
            ),
            Column::required(
                "lines_added",
                Kind::Number,
                "lines of these files that are new",
            ),
            Column::required(
                "lines_removed",
                Kind::Number,
                "lines of these files that are gone",
            ),
            Column::required("status", Kind::Text, "complete, partial, timeout or error"),
            Column::required(
                "ms",
                Kind::Number,
                "what the analysis took, in milliseconds",
            ),
            Column::optional(
                "pure",
                Kind::Flag,
                "whether the findings explain all that changed; null where nothing was compared",
            ),
            Column::required("findings", Kind::Number, "how many refactorings were found"),
            Column::required(
                "left_over_added",
                Kind::Number,
                "lines after that hold an edit which no finding explains",
            ),
            Column::required(
                "left_over_removed",
                Kind::Number,
                "lines before that hold such an edit",
            ),
        ],
    ],
    source: Source::Commit(rows),
    failure: None,
};

fn rows(commit: &Commit<'_>, rows: &mut Rows) {
    let record = commit.record;
    let parents = commit.parents.join(" ");
    let milliseconds = i64::try_from(commit.milliseconds).unwrap_or(i64::MAX);
    rows.push(&[
        &commit.key(),
        &[
            Cell::count(commit.position),
            (&parents).into(),
            (commit.parents.len() > 1).into(),
            (&commit.author.name).into(),
            (&commit.author.email).into(),
            commit.author.time.map_or(Cell::None, Cell::Time),
            (&commit.committer.name).into(),
            (&commit.committer.email).into(),
            commit.committer.time.map_or(Cell::None, Cell::Time),
            Cell::count(commit.size.files),
            Cell::count(commit.size.added),
            Cell::count(commit.size.removed),
            record.status.name().into(),
            Cell::Number(milliseconds),
            record.pure.into(),
            Cell::count(record.findings.len()),
            Cell::count(lines(&record.left_over, |edit| edit.after.as_ref())),
            Cell::count(lines(&record.left_over, |edit| edit.before.as_ref())),
        ],
    ]);
}

/// How many lines of one version the edits lie on.
fn lines(edits: &[LeftOver], side: fn(&LeftOver) -> Option<&EvidencePlace>) -> usize {
    let places = edits.iter().filter_map(side);
    places.flat_map(on).collect::<BTreeSet<_>>().len()
}

fn on(place: &EvidencePlace) -> impl Iterator<Item = (&str, u32)> {
    let EvidencePlace { path, start, end } = place;
    // The end is just after the last character: at the start of a line it is on the line before.
    let last = end.line.saturating_sub(u32::from(end.column <= 1));
    (start.line..=last.max(start.line)).map(move |line| (path.as_str(), line))
}
