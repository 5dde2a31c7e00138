//! PHP 7 and 8: what a program declares, what each name in it means, how classes inherit, how control and values flow,
//! and the errors that php itself would give for what names and inheritance decide.

mod bind;
mod bind_docs;
mod builtins;
mod collect;
mod docs;
mod entity;
mod file;
mod grammar;
mod hierarchy;
mod infer;
mod names;
mod occurrences;
mod program;
mod types;
mod variables;

pub use bind::{Bindings, Occurrence, Role, bind};
pub use builtins::Builtins;
pub use docs::{DocName, DocTag, DocType};
pub use entity::*;
pub use file::SourceFile;
pub use grammar::Kind;
pub use hierarchy::{Ancestor, Lookup};
pub use infer::{Callees, Infer};
pub use names::{Block, NameKind, is_identifier, is_keyword, is_reserved_class};
pub use occurrences::occurrences;
pub use program::{Program, is_superglobal};
pub use types::{Atom, Type};
pub use variables::{Def, VariableRole, Variables, role};
