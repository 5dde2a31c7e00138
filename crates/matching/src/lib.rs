//! Statement and element matching between two versions of a program.

mod budget;

pub use budget::Budget;
