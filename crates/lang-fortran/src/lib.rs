//! Fortran 77 to 2018, free and fixed form.
//!
//! A statement-level parser of our own ([`parse`]): Fortran's grammar suits one, since every statement says by its
//! first words what it is, and a statement that is not understood costs nothing but itself.

mod associate;
pub mod ast;
mod check;
mod circle;
mod declare;
mod edges;
pub mod flow;
mod form;
mod infer;
mod intrinsics;
mod layout;
mod lex;
mod lines;
mod namesakes;
mod order;
mod parse;
mod places;
mod program;
mod refer;
mod structure;
pub mod table;
mod taken;
mod types;
mod unnamed;
mod values;

pub use check::{INTRINSIC_TYPES, LONGEST_NAME};
pub use edges::IMPLICIT_TYPE;
pub use form::Form;
pub use infer::{Context, Scalar};
pub use intrinsics::{is_intrinsic, is_intrinsic_module};
pub use layout::{fit, wrap};
pub use lines::{joined, logical_lines};
pub use parse::parse;
pub use places::Beside;
pub use program::{GLOBAL, Placed, Program};
pub use types::Type;
