//! Rows to columns.

use crate::table::{Kind, Table};
use arrow_array::builder::{
    BooleanBuilder, Int64Builder, StringBuilder, TimestampMicrosecondBuilder,
};
use arrow_array::{ArrayRef, RecordBatch};
use std::sync::Arc;

/// One value of a row.
#[derive(Clone, Copy, Debug)]
pub enum Cell<'a> {
    None,
    Text(&'a str),
    Number(i64),
    Flag(bool),
    /// Seconds since 1970, as Git has them.
    Time(i64),
}

impl Cell<'_> {
    pub fn count(n: usize) -> Self {
        Self::Number(i64::try_from(n).unwrap_or(i64::MAX))
    }
}

impl From<u32> for Cell<'_> {
    fn from(n: u32) -> Self {
        Self::Number(n.into())
    }
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a String> for Cell<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl From<bool> for Cell<'_> {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl<'a, T: Into<Cell<'a>>> From<Option<T>> for Cell<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::None, Into::into)
    }
}

enum Cells {
    Text(StringBuilder),
    Number(Int64Builder),
    Flag(BooleanBuilder),
    Time(TimestampMicrosecondBuilder),
}

const MICROSECONDS: i64 = 1_000_000;

impl Cells {
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Text => Self::Text(StringBuilder::new()),
            Kind::Number => Self::Number(Int64Builder::new()),
            Kind::Flag => Self::Flag(BooleanBuilder::new()),
            Kind::Time => Self::Time(TimestampMicrosecondBuilder::new().with_timezone("UTC")),
        }
    }

    /// A cell of another kind than the column is none; [`Rows::batch`] refuses it where the column is required.
    fn push(&mut self, cell: Cell<'_>) {
        match (self, cell) {
            (Self::Text(to), Cell::Text(text)) => to.append_value(text),
            (Self::Text(to), _) => to.append_null(),
            (Self::Number(to), Cell::Number(n)) => to.append_value(n),
            (Self::Number(to), _) => to.append_null(),
            (Self::Flag(to), Cell::Flag(flag)) => to.append_value(flag),
            (Self::Flag(to), _) => to.append_null(),
            // A commit may claim any time; what does not fit ends at the end of time.
            (Self::Time(to), Cell::Time(t)) => to.append_value(t.saturating_mul(MICROSECONDS)),
            (Self::Time(to), _) => to.append_null(),
        }
    }

    fn finish(mut self) -> ArrayRef {
        match &mut self {
            Self::Text(b) => Arc::new(b.finish()),
            Self::Number(b) => Arc::new(b.finish()),
            Self::Flag(b) => Arc::new(b.finish()),
            Self::Time(b) => Arc::new(b.finish()),
        }
    }
}

/// The rows of one table, as they are made.
pub struct Rows {
    table: &'static str,
    schema: arrow_schema::SchemaRef,
    columns: Vec<Cells>,
}

impl Rows {
    pub fn of(table: &Table) -> Self {
        Self {
            table: table.name,
            schema: table.schema(),
            columns: table.columns().map(|c| Cells::of(c.kind)).collect(),
        }
    }

    /// One row: the cells of its groups of columns, in order.
    pub fn push(&mut self, groups: &[&[Cell<'_>]]) {
        let cells = groups.iter().flat_map(|group| group.iter().copied());
        let mut pushed = 0;
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.push(cell);
            pushed += 1;
        }
        assert_eq!(pushed, self.columns.len(), "the columns of {}", self.table);
    }

    pub fn batch(self) -> RecordBatch {
        let columns = self.columns.into_iter().map(Cells::finish).collect();
        RecordBatch::try_new(self.schema, columns).expect(
            "each row has a cell of its kind in every required column; a test fills every table",
        )
    }
}
