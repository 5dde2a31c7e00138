//! Fortran 77 to 2018, free and fixed form.
//!
//! A statement-level parser of our own ([`parse`]): Fortran's grammar suits one, since every statement says by its
//! first words what it is, and a statement that is not understood costs nothing but itself.

mod associate;
pub mod ast;
mod check;
mod declare;
mod edges;
mod flow;
mod form;
mod intrinsics;
mod layout;
mod lex;
mod lines;
mod namesakes;
mod parse;
mod places;
mod program;
mod refer;
mod structure;
pub mod table;
mod types;

pub use check::LONGEST_NAME;
pub use edges::IMPLICIT_TYPE;
pub use form::Form;
pub use intrinsics::is_intrinsic;
pub use layout::fit;
pub use parse::parse;
pub use places::Beside;
pub use program::{GLOBAL, Placed, Program};
pub use types::Type;
