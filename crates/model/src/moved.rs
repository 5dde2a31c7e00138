//! The model of a file whose imports name other things: the same tree at other places, without reading the text again.

use crate::program::FileModel;
use crate::tree::NodeId;
use reweave_text::{Span, Symbol};

impl FileModel {
    /// The same file with other names in some imports, by their number. `shift` says where each offset of the text went;
    /// nothing but those names and words in comments may have changed.
    #[must_use]
    pub fn with_imports(&self, renamed: &[(usize, Symbol)], shift: impl Fn(u32) -> u32) -> Self {
        let span = |s: Span| Span::new(shift(s.start), shift(s.end));
        let nodes: Vec<(NodeId, Symbol)> = renamed
            .iter()
            .map(|&(index, name)| (self.imports[index].node, name))
            .collect();
        let mut model = Self {
            path: self.path.clone(),
            tree: self.tree.moved(&nodes, &shift),
            package: self.package,
            imports: self.imports.clone(),
            types: self.types.clone(),
            callables: self.callables.clone(),
            fields: self.fields.clone(),
            comments: self.comments.iter().copied().map(span).collect(),
            left_out: self.left_out.clone(),
        };
        for &(index, name) in renamed {
            model.imports[index].name = name;
        }
        for ty in &mut model.types {
            ty.doc = ty.doc.map(span);
        }
        for callable in &mut model.callables {
            callable.doc = callable.doc.map(span);
        }
        for field in &mut model.fields {
            field.doc = field.doc.map(span);
            field.declaration = span(field.declaration);
        }
        for left in &mut model.left_out {
            left.span = span(left.span);
        }
        model
    }
}
