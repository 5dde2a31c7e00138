//! The language-neutral program model: plain data, arena indices, spans everywhere.
//!
//! One [`Tree`] a file holds declarations, statements, expressions and types as nodes of neutral [`Kind`]s; the
//! tables of [`FileModel`] list the declarations in it. Languages lower into this; everything else reads it and
//! never asks which language it was.

mod decl;
mod dialect;
mod dump;
mod kind;
mod modifiers;
mod moved;
mod print;
mod program;
mod tree;

pub use decl::{
    Callable, CallableId, CallableKind, Field, FieldId, Import, LeftOut, Param, TypeDecl, TypeId,
    TypeKind,
};
pub use dialect::{
    ClosedTypes, Conditional, Dialect, Facts, Operators, Spelling, Words, unreported,
};
pub use dump::dump;
pub use kind::{Kind, Role};
pub use modifiers::{Modifiers, Visibility};
pub use print::{code_text, push_code, type_text};
pub use program::{FileModel, Program};
pub use tree::{Node, NodeId, Tree, TreeBuilder};
