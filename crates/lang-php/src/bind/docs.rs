//! Names in doc comments: classes and variables that a rename should follow.

use super::Role;
use super::binder::Binder;
use crate::docs::{self, DocName};
use crate::entity::EntityKind;
use crate::variables::documented_scope;
use reweave_syntax::NodeId;
use reweave_text::Span;

impl Binder<'_, '_> {
    pub(super) fn comment(&mut self, id: NodeId) {
        let source = self.source;
        if !source.text(id).contains('@') {
            return;
        }
        for tag in docs::tags(&source.text, source.span(id)) {
            let params = tag.params.iter().flat_map(|p| &p.names);
            for name in tag.ty.names.iter().chain(params) {
                self.documented_class(id, name);
            }
            let scope = match tag.tag.as_str() {
                "param" => documented_scope(self.program, self.file, source, id),
                "var" => Some(self.program.scope_at(self.file, id)),
                _ => None,
            };
            if let (Some(scope), Some(name)) = (scope, &tag.name) {
                let target = self
                    .program
                    .variable_in(scope, name.span.text(&source.text));
                self.push(id, name.span, Role::Doc, EntityKind::Variable)
                    .targets
                    .extend(target);
            }
        }
    }

    fn documented_class(&mut self, at: NodeId, name: &DocName) {
        let lower = name.text.to_ascii_lowercase();
        let word = crate::types::primitive(&lower).is_some();
        if word || matches!(lower.as_str(), "self" | "static" | "this" | "parent") {
            return;
        }
        let last = name.text.rfind('\\').map_or(0, |i| i + 1);
        let span = Span::new(name.span.start + last as u32, name.span.end);
        self.class_name(at, span, &name.text, Role::Doc);
    }
}
