//! Flow in Java bodies.
//!
//! The body of a callable, initializer, field or lambda becomes a [`Graph`] of points in the order in which expressions are evaluated
//! (JLS 15.7), with abrupt completion (JLS 14.1): what is read and written there, what may throw, where conditions decide. [`reaching`] tells
//! from which accesses of a variable or of the heap one comes to which others; [`control`] tells which conditions decide whether a point is
//! reached. What a call reads and writes is what the methods that may answer it read and write ([`Summaries`]).

mod build;
mod control;
mod expressions;
mod graph;
mod initialization;
mod library;
mod operations;
mod order;
mod plain_class;
mod statements;
mod summary;

pub use build::{Bodies, graphs};
pub use control::control;
pub use graph::{Access, Graph, Place, Point};
pub use initialization::initialized_by;
pub use library::is_immutable;
pub use order::{Dependence, Reached, reaching};
pub use summary::{Heap, Known, Summaries};
