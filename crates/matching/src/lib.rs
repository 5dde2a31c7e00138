//! Statement matching between two versions of a program (paper 4, section 3).
//!
//! A [`Body`] is the statements of a method; [`Matcher`] pairs those of two bodies in rounds and keeps with each pair
//! the [`Replacement`]s that make it equal. No similarity threshold decides: two statements correspond where syntax-aware
//! replacements make them the same, and the best pairs are taken first.

mod arguments;
mod body;
mod budget;
mod composites;
mod cover;
mod diff;
mod distance;
mod lets;
mod loops;
mod mapping;
mod near;
mod replacement;
mod rounds;
mod statement;

pub use arguments::{Argument, Argumentization, Arguments};
pub use body::{Body, OwnNodes, Parts, Stmt, StmtId, own_hash, own_nodes, value_of};
pub use budget::Budget;
pub use diff::{Differ, Renames};
pub use distance::Distances;
pub use lets::{Declared, Lets};
pub use mapping::{BodyMatch, Mapping};
pub use replacement::{Replacement, ReplacementKind};
pub use rounds::Matcher;
pub use statement::{Abstracted, Wrapper, abstracted};
