//! Missed refactorings: code that could be refactored the way other code of the same code base already has been.
//!
//! Vectors find, structure confirms, rules name. [`candidates`] asks the vectors of a [`reweave_vectors::CodeBase`] for pairs;
//! [`wanted`] says which methods must be read again; [`confirm`] compares their code with the refactoring carried out, and
//! gives [`Finding`]s. The types are in [`types`], one file each, and [`Types`] reads their samples.

mod align;
mod bodies;
mod calls;
mod candidates;
mod catalogue;
mod code;
mod confirm;
pub mod duplicates;
mod extraction;
mod finding;
mod inline;
mod learned;
mod normal;
mod rank;
mod rewriting;
mod shapes;
mod side;
pub mod types;

pub use align::{Alignment, Correspondence, Statement, align, statements};
pub use bodies::Bodies;
pub use candidates::{Candidate, Options, candidates, wanted};
pub use catalogue::{Asks, Query, Rule, Types};
pub use code::{Body, Code, Place, Word};
pub use confirm::confirm;
pub use finding::Finding;
pub use inline::{Callees, inline};
pub use learned::{LearnError, Learned, Lower, Sample};
pub use rank::{Group, group};
pub use side::Side;
pub use types::{Family, RefactoringType};
