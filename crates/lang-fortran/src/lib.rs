//! Fortran 77 to 2018, free and fixed form.
//!
//! A statement-level parser of our own ([`parse`]): Fortran's grammar suits one, since every statement says by its
//! first words what it is, and a statement that is not understood costs nothing but itself.

pub mod ast;
mod form;
mod lex;
mod lines;
mod parse;

pub use form::Form;
pub use parse::parse;
