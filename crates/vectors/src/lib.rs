//! Characteristic vectors of method bodies (papers 2 and 3): what is counted, how vectors are inlined, abstracted
//! and searched.
//!
//! A file is read once into [`FileFacts`], a few hundred bytes a method; [`CodeBase::join`] puts the facts of all files
//! together, and [`CallGraph`] asks the resolver who calls whom. [`Inliner`] gives a method's base and inlined vectors, an [`Abstraction`] evens out what one refactoring changes, and [`exact`] and [`Lsh`] find vectors
//! that are then equal or close.

mod abstraction;
mod call_graph;
mod code_base;
mod facts;
mod feature;
mod inlining;
mod lsh;
mod sites;
mod vector;
mod view;

pub use abstraction::{Abstraction, Difference};
pub use call_graph::{CallGraph, Target};
pub use code_base::{CodeBase, MethodId, ProjectId};
pub use facts::{FileFacts, MethodFacts, MethodFlags, TypeFacts};
pub use feature::{FEATURES, Feature};
pub use inlining::{Inliner, InliningConfig, InliningMode, Variant};
pub use lsh::{Lsh, exact};
pub use sites::{CallSite, Context, Receiver};
pub use vector::{Dense, Range, Store};
pub use view::View;
