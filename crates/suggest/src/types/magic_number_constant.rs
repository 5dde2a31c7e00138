//! Replace Magic Number with Symbolic Constant: a literal where others use the constant that holds it.
//!
//! ```before
//! class Missed {
//!     double energy(double mass, double height) {
//!         return mass * 9.81 * height;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     static final double GRAVITY = 9.81;
//!     double energy(double mass, double height) {
//!         return mass * GRAVITY * height;
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     String read(Settings from, String other) {
//!         return from.value("reweave.colour") + other;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     static final String COLOUR = "reweave.colour";
//!     String read(Settings from, String other) {
//!         return from.value(COLOUR) + other;
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void fill(Table table, Row row) {
//!         table.fill(row, "empty");
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     static final String EMPTY = "empty";
//!     void fill(Table table, Row row) {
//!         table.fill(row, EMPTY);
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void wait(Clock clock) {
//!         clock.sleep(250);
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     static final int PAUSE = 250;
//!     void wait(Clock clock) {
//!         clock.sleep(PAUSE);
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void cut(Text text, int at) {
//!         text.cut(at, ';');
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     static final char END = ';';
//!     void cut(Text text, int at) {
//!         text.cut(at, END);
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::code::Word;
use crate::normal;
use crate::rewriting::Rewriting;
use reweave_text::Symbol;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("magic_number_constant.rs"),
    family: Family::Rewriting {
        normal: normal::named_literals,
        applies,
    },
};

/// All names that differ are literals of the missed side that stand for constants with that very value.
fn applies(e: &Rewriting<'_>) -> bool {
    let renamed = &e.alignment.renamed;
    !renamed.is_empty()
        && renamed.iter().all(|&(a, b)| match (a, b) {
            (Word::Free(literal), Word::Free(name)) => {
                is_literal(e, literal) && e.context.is_constant(name, literal)
            }
            _ => false,
        })
}

fn is_literal(e: &Rewriting<'_>, symbol: Symbol) -> bool {
    let text = e.context.names.text(symbol);
    text.starts_with(|c: char| c.is_ascii_digit() || c == '"' || c == '\'' || c == '.')
}
