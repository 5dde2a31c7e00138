//! Rows to columns.

use crate::table::{Kind, Table};

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

/// Texts that stand one behind the other.
#[derive(Default)]
pub struct Texts {
    all: String,
    /// Where each ends; none where it has no value.
    ends: Vec<Option<usize>>,
}

impl Texts {
    fn push(&mut self, text: Option<&str>) {
        self.all.push_str(text.unwrap_or_default());
        self.ends.push(text.map(|_| self.all.len()));
    }

    pub fn iter(&self) -> impl Iterator<Item = Option<&str>> {
        let mut begin = 0;
        self.ends.iter().map(move |end| {
            let text = self.all.get(begin..(*end)?);
            begin = (*end)?;
            text
        })
    }
}

/// The values of a column, of which a row may have none.
pub enum Values {
    Text(Texts),
    Number(Vec<Option<i64>>),
    Flag(Vec<Option<bool>>),
    /// Microseconds since 1970.
    Time(Vec<Option<i64>>),
}

const MICROSECONDS: i64 = 1_000_000;

impl Values {
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Text => Self::Text(Texts::default()),
            Kind::Number => Self::Number(Vec::new()),
            Kind::Flag => Self::Flag(Vec::new()),
            Kind::Time => Self::Time(Vec::new()),
        }
    }

    /// Whether the cell has a value of the column's kind; one of another kind is none.
    fn push(&mut self, cell: Cell<'_>) -> bool {
        match (self, cell) {
            (Self::Text(to), Cell::Text(text)) => to.push(Some(text)),
            (Self::Number(to), Cell::Number(n)) => to.push(Some(n)),
            (Self::Flag(to), Cell::Flag(flag)) => to.push(Some(flag)),
            // A commit may claim any time; what does not fit ends at the end of time.
            (Self::Time(to), Cell::Time(t)) => to.push(Some(t.saturating_mul(MICROSECONDS))),
            (to, _) => {
                to.push_none();
                return false;
            }
        }
        true
    }

    fn push_none(&mut self) {
        match self {
            Self::Text(to) => to.push(None),
            Self::Number(to) | Self::Time(to) => to.push(None),
            Self::Flag(to) => to.push(None),
        }
    }
}

/// The rows of one table, column by column.
pub struct Rows {
    table: &'static Table,
    columns: Vec<Values>,
    len: usize,
}

impl Rows {
    pub fn of(table: &'static Table) -> Self {
        Self {
            table,
            columns: table.columns().map(|c| Values::of(c.kind)).collect(),
            len: 0,
        }
    }

    /// One row: the cells of its groups of columns, in order.
    ///
    /// # Panics
    ///
    /// When the cells are not those of the table's columns; a test fills every table.
    pub fn push(&mut self, groups: &[&[Cell<'_>]]) {
        let mut cells = groups.iter().flat_map(|group| group.iter().copied());
        for (values, column) in self.columns.iter_mut().zip(self.table.columns()) {
            let cell = cells.next().expect("a cell for every column");
            let there = values.push(cell);
            assert!(
                there || !column.required,
                "{} of {}",
                column.name,
                self.table.name
            );
        }
        assert!(cells.next().is_none(), "the columns of {}", self.table.name);
        self.len += 1;
    }

    pub const fn len(&self) -> usize {
        self.len
    }

    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// In the order of [`Table::columns`].
    pub fn columns(&self) -> &[Values] {
        &self.columns
    }
}
