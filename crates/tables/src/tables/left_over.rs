//! `left_over`: the edits that no refactoring explains.

use super::spot::{self, cells};
use crate::commit::{Commit, KEY};
use crate::table::{Column, Kind, Source, Table};
use crate::{Cell, Rows};
use reweave_change::LeftOver;

pub const TABLE: Table = Table {
    name: "left_over",
    about: "one row for each edit that no refactoring explains",
    columns: &[
        KEY,
        &[Column::optional(
            "finding",
            Kind::Number,
            "the refactoring in whose code it is; null for the edits of the whole commit, which hold those of its refactorings again",
        )],
        spot::BEFORE,
        spot::AFTER,
    ],
    source: Source::Commit(rows),
    failure: None,
};

fn rows(commit: &Commit<'_>, rows: &mut Rows) {
    let mut push = |finding, edits: &[LeftOver]| {
        for edit in edits {
            rows.push(&[
                &commit.key(),
                &[finding],
                &cells(edit.before.as_ref()),
                &cells(edit.after.as_ref()),
            ]);
        }
    };
    push(Cell::None, &commit.record.left_over);
    for (number, finding) in commit.record.findings.iter().enumerate() {
        push(Cell::count(number), &finding.left_over);
    }
}
