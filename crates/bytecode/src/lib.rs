//! Two builds of a Java program compared: whether each method does the same, instruction by instruction, once names are mapped.
//!
//! [`Class::read`] reads a class file; [`compare`] is given the classes of both builds and what was renamed on purpose. Classes and members
//! correspond by name, by a renamed name, or because one is gone and one is new with the same name and descriptor (moved). A reference must
//! go to the member that corresponds, wherever it is declared; the bodies of lambdas are compared where the lambdas are made; line numbers,
//! names of local variables and of synthetic members do not count.

mod class;
mod compare;
mod names;
mod shown;

pub use class::{Class, Unreadable};
pub use compare::{Difference, Wanted, compare};
