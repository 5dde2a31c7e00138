//! `findings`: the refactorings of each commit.

use crate::commit::{Commit, KEY};
use crate::table::{Column, Kind, Source, Table};
use crate::{Cell, Rows};
use reweave_change::Performed;

pub const TABLE: Table = Table {
    name: "findings",
    about: "one row for each refactoring",
    columns: &[
        KEY,
        &[
            Column::required("finding", Kind::Number, "its number in the commit, from 0"),
            Column::required("type", Kind::Text, "as `reweave list types` names it"),
            Column::required(
                "description",
                Kind::Text,
                "what was refactored, in one line",
            ),
            Column::optional(
                "pure",
                Kind::Flag,
                "whether nothing else changed in the code that it matched; null where it rests on none",
            ),
            Column::optional(
                "confidence",
                Kind::Number,
                "in percent; null where it follows from names and declarations alone",
            ),
            Column::required(
                "left_over",
                Kind::Number,
                "edits in the code that it matched which nothing explains",
            ),
            Column::optional(
                "verdict",
                Kind::Text,
                "what came of performing it (--verify): verified, but, contradicted or not",
            ),
        ],
    ],
    source: Source::Commit(rows),
    failure: None,
};

fn rows(commit: &Commit<'_>, rows: &mut Rows) {
    for (number, finding) in commit.record.findings.iter().enumerate() {
        rows.push(&[
            &commit.key(),
            &[
                Cell::count(number),
                (&finding.kind).into(),
                (&finding.description).into(),
                finding.pure.into(),
                finding.confidence.map(u32::from).into(),
                Cell::count(finding.left_over.len()),
                finding.performed.as_ref().map(verdict).into(),
            ],
        ]);
    }
}

const fn verdict(performed: &Performed) -> &'static str {
    match performed {
        Performed::Verified => "verified",
        Performed::But { .. } => "but",
        Performed::Contradicted => "contradicted",
        Performed::Not { .. } => "not",
    }
}
