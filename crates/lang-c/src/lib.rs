//! C and C++: from text to the program model.
//!
//! A file is a module, of which a header and a source of one name are parts. What is defined out of its class is a part of it. One
//! walk reads both languages, since the grammar of C++ has the nodes of C's and more. Nothing is preprocessed: all branches of
//! conditions are read, and macros that the grammar stumbles over are blanked.

mod decl;
mod declarator;
mod dialect;
mod expr;
mod family;
mod grammar;
mod mask;
mod stmt;
mod ty;

pub use reweave_lowering::Cancelled;

/// C.
pub mod c {
    use crate::family::{C, Family};

    pub use crate::dialect::C as DIALECT;

    /// With the dot.
    pub const EXTENSIONS: &[&str] = &[".c"];

    reweave_lowering::entry_points!(Family<C>);
}

/// C++, and headers, which the grammar of C++ reads best in whatever language they are.
pub mod cpp {
    use crate::family::{Cpp, Family};

    pub use crate::dialect::CPP as DIALECT;

    /// With the dot.
    pub const EXTENSIONS: &[&str] = &[".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx"];

    reweave_lowering::entry_points!(Family<Cpp>);
}
