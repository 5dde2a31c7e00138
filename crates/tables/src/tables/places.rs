//! `places`: where each refactoring is, before and after.

use crate::commit::{Commit, KEY};
use crate::table::{Column, Kind, Source, Table};
use crate::{Cell, Rows};

pub const TABLE: Table = Table {
    name: "places",
    about: "one row for each place of a refactoring",
    columns: &[
        KEY,
        &[
            Column::required(
                "finding",
                Kind::Number,
                "the number of the refactoring in the commit",
            ),
            Column::required("side", Kind::Text, "before or after"),
            Column::required("place", Kind::Number, "its number on that side, from 0"),
            Column::required("path", Kind::Text, "the file"),
            Column::required("line", Kind::Number, "from 1"),
            Column::required("column", Kind::Number, "from 1, in characters"),
            Column::required(
                "end_line",
                Kind::Number,
                "of the end, just after the last character",
            ),
            Column::required("end_column", Kind::Number, "of the end"),
            Column::required(
                "byte",
                Kind::Number,
                "offset of the start in the file as text",
            ),
            Column::required("end_byte", Kind::Number, "offset of the end"),
            Column::required(
                "element",
                Kind::Text,
                "what stands there, in RefactoringMiner's words",
            ),
            Column::required("role", Kind::Text, "what the place is to the refactoring"),
            Column::optional(
                "code",
                Kind::Text,
                "the element in the words of the descriptions; null for statements",
            ),
        ],
    ],
    source: Source::Commit(rows),
    failure: None,
};

fn rows(commit: &Commit<'_>, rows: &mut Rows) {
    for (number, finding) in commit.record.findings.iter().enumerate() {
        for (side, places) in [("before", &finding.left), ("after", &finding.right)] {
            for (i, place) in places.iter().enumerate() {
                rows.push(&[
                    &commit.key(),
                    &[
                        Cell::count(number),
                        side.into(),
                        Cell::count(i),
                        (&place.path).into(),
                        place.start.line.into(),
                        place.start.column.into(),
                        place.end.line.into(),
                        place.end.column.into(),
                        place.start.byte.into(),
                        place.end.byte.into(),
                        (&place.element).into(),
                        (&place.role).into(),
                        place.code.as_ref().into(),
                    ],
                ]);
            }
        }
    }
}
