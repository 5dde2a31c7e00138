//! `evidence`: the matched statements behind each refactoring, and what was replaced in them.

use super::spot::{self, cells};
use crate::commit::{Commit, KEY};
use crate::table::{Column, Kind, Source, Table};
use crate::{Cell, Rows};

pub const TABLE: Table = Table {
    name: "evidence",
    about: "one row for each pair of matched statements, and one for each replacement in it",
    columns: &[
        KEY,
        &[
            Column::required(
                "finding",
                Kind::Number,
                "the number of the refactoring in the commit",
            ),
            Column::required(
                "pair",
                Kind::Number,
                "the number of the pair of statements, from 0",
            ),
            Column::optional(
                "replacement",
                Kind::Number,
                "the number of the replacement, from 0; null for the pair itself",
            ),
        ],
        spot::BEFORE,
        spot::AFTER,
        &[
            Column::optional(
                "old",
                Kind::Text,
                "what was replaced; null for the pair itself",
            ),
            Column::optional("new", Kind::Text, "by what"),
        ],
    ],
    source: Source::Commit(rows),
    failure: None,
};

fn rows(commit: &Commit<'_>, rows: &mut Rows) {
    for (number, finding) in commit.record.findings.iter().enumerate() {
        for (pair, evidence) in finding.evidence.iter().enumerate() {
            let (number, pair) = (Cell::count(number), Cell::count(pair));
            rows.push(&[
                &commit.key(),
                &[number, pair, Cell::None],
                &cells(evidence.before.as_ref()),
                &cells(evidence.after.as_ref()),
                &[Cell::None, Cell::None],
            ]);
            for (i, replaced) in evidence.replacements.iter().enumerate() {
                rows.push(&[
                    &commit.key(),
                    &[number, pair, Cell::count(i)],
                    &cells(replaced.before.as_ref()),
                    &cells(replaced.after.as_ref()),
                    &[(&replaced.old).into(), (&replaced.new).into()],
                ]);
            }
        }
    }
}
