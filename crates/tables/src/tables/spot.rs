//! A place of each version in the columns of one row.

use crate::Cell;
use crate::table::{Column, Kind};
use reweave_change::EvidencePlace;

pub const BEFORE: &[Column] = &[
    Column::optional(
        "before_path",
        Kind::Text,
        "the file before; null where something was only added",
    ),
    Column::optional("before_line", Kind::Number, "from 1"),
    Column::optional("before_column", Kind::Number, "from 1, in characters"),
    Column::optional(
        "before_end_line",
        Kind::Number,
        "of the end, just after the last character",
    ),
    Column::optional("before_end_column", Kind::Number, "of the end"),
];

pub const AFTER: &[Column] = &[
    Column::optional(
        "after_path",
        Kind::Text,
        "the file after; null where something was only removed",
    ),
    Column::optional("after_line", Kind::Number, "from 1"),
    Column::optional("after_column", Kind::Number, "from 1, in characters"),
    Column::optional(
        "after_end_line",
        Kind::Number,
        "of the end, just after the last character",
    ),
    Column::optional("after_end_column", Kind::Number, "of the end"),
];

/// The cells of [`BEFORE`] or [`AFTER`].
pub fn cells(place: Option<&EvidencePlace>) -> [Cell<'_>; 5] {
    place.map_or([Cell::None; 5], |p| {
        [
            (&p.path).into(),
            p.start.line.into(),
            p.start.column.into(),
            p.end.line.into(),
            p.end.column.into(),
        ]
    })
}
