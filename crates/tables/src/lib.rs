//! Records of a history as flat tables, and as Parquet.
//!
//! [`TABLES`] lists the tables; each is a file in `tables/`, which says what its columns are and how the rows of one commit
//! are made. [`Table::of_commit`] gives the rows of one commit, [`encode`] writes the rows of many as one Parquet file. `docs/mining.md` describes the columns for those who ask them.

mod cells;
mod commit;
mod parquet;
mod run;
mod table;
mod tables;

pub use cells::{Cell, Rows, Texts, Values};
pub use commit::{Commit, Person};
pub use parquet::{TableError, encode, metadata};
pub use run::{Failure, Run};
pub use table::{Column, Kind, Table};
pub use tables::TABLES;

/// The first number grows when a column goes away or changes its meaning, the second when one is added.
pub const SCHEMA: &str = "1.0";

/// The version of the tool that writes the tables.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The table of that name.
pub fn table(name: &str) -> Option<&'static Table> {
    TABLES.iter().copied().find(|t| t.name == name)
}
