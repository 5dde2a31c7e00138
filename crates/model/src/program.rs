//! Files and programs.

use crate::{
    Callable, CallableId, Dialect, Field, FieldId, Import, LeftOut, Tree, TypeDecl, TypeId,
};
use reweave_text::{Interner, Span, Symbol};
use std::sync::Arc;

/// One source file, lowered. Indices are local to the file, so files are lowered in parallel and dropped alone.
#[derive(Clone, Debug)]
pub struct FileModel {
    /// With `/`, relative to the root of the program.
    pub path: String,
    pub tree: Tree,
    /// Dotted; empty for the unnamed package.
    pub package: Symbol,
    pub imports: Vec<Import>,
    /// All types of the file in preorder, local and anonymous ones included.
    pub types: Vec<TypeDecl>,
    pub callables: Vec<Callable>,
    pub fields: Vec<Field>,
    /// Comments in order of position.
    pub comments: Vec<Span>,
    pub left_out: Vec<LeftOut>,
}

impl FileModel {
    /// A file of which only the tree is known yet. There is no model of a file without its tree: what was not read has none.
    pub fn new(path: &str, tree: Tree) -> Self {
        Self {
            path: path.to_owned(),
            tree,
            package: Symbol::EMPTY,
            imports: Vec::new(),
            types: Vec::new(),
            callables: Vec::new(),
            fields: Vec::new(),
            comments: Vec::new(),
            left_out: Vec::new(),
        }
    }

    /// The language that it is written in.
    pub fn dialect(&self) -> &'static Dialect {
        self.tree.dialect()
    }

    pub fn ty(&self, id: TypeId) -> &TypeDecl {
        &self.types[id.0 as usize]
    }

    pub fn callable(&self, id: CallableId) -> &Callable {
        &self.callables[id.0 as usize]
    }

    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields[id.0 as usize]
    }

    pub fn type_ids(&self) -> impl Iterator<Item = TypeId> + use<> {
        (0..self.types.len() as u32).map(TypeId)
    }

    /// The types that stand in no other.
    pub fn top_types(&self) -> impl Iterator<Item = TypeId> + '_ {
        self.type_ids().filter(|&t| self.ty(t).outer.is_none())
    }
}

/// A set of files that are read together; names mean the same in all of them.
#[derive(Clone, Default)]
pub struct Program {
    pub names: Arc<Interner>,
    /// In order of path. Shared, so that a program with some files changed costs those.
    pub files: Vec<Arc<FileModel>>,
}

impl Program {
    pub fn text(&self, symbol: Symbol) -> &str {
        self.names.text(symbol)
    }
}
