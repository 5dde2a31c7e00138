//! The model of a file in which only names changed: the same tree at other places, without reading the text again.

use crate::kind::Kind;
use crate::program::FileModel;
use crate::tree::NodeId;
use reweave_text::{Span, Symbol};

impl FileModel {
    /// The same file with other symbols in some nodes, the tables with them. `shift` says where each offset of the text went;
    /// nothing but those symbols and words in comments may have changed. Qualified names are left as they were: only the
    /// language knows how they are made.
    #[must_use]
    pub fn with_names(&self, renamed: &[(NodeId, Symbol)], shift: impl Fn(u32) -> u32) -> Self {
        let span = |s: Span| Span::new(shift(s.start), shift(s.end));
        let mut model = Self {
            path: self.path.clone(),
            tree: self.tree.moved(renamed, &shift),
            package: self.package,
            imports: self.imports.clone(),
            types: self.types.clone(),
            callables: self.callables.clone(),
            fields: self.fields.clone(),
            comments: self.comments.iter().copied().map(span).collect(),
            left_out: self.left_out.clone(),
        };
        let tree = &model.tree;
        for node in tree.children(NodeId::ROOT) {
            if tree.kind(node) == Kind::Package {
                model.package = tree.sym(node);
            }
        }
        for import in &mut model.imports {
            import.name = tree.sym(import.node);
        }
        for ty in &mut model.types {
            ty.name = tree.sym(ty.node);
            ty.doc = ty.doc.map(span);
        }
        for callable in &mut model.callables {
            callable.name = tree.sym(callable.node);
            callable.doc = callable.doc.map(span);
            for param in &mut callable.params {
                param.name = tree.sym(param.node);
            }
        }
        for field in &mut model.fields {
            field.name = tree.sym(field.node);
            field.doc = field.doc.map(span);
            field.declaration = span(field.declaration);
        }
        for left in &mut model.left_out {
            left.span = span(left.span);
        }
        model
    }
}
