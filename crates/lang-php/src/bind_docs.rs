//! Names in doc comments: classes and variables that a rename should follow.

use crate::bind::{Binder, Role};
use crate::docs::{self, DocName};
use crate::variables::documented_scope;
use reweave_syntax::NodeId;
use reweave_text::Span;

pub(crate) fn comment(binder: &mut Binder<'_, '_>, id: NodeId) {
    let source = binder.source();
    let span = source.span(id);
    if !source.text(id).contains('@') {
        return;
    }
    for tag in docs::tags(&source.text.clone(), span) {
        for name in tag
            .ty
            .names
            .iter()
            .chain(tag.params.iter().flat_map(|p| &p.names))
        {
            class_name(binder, id, name);
        }
        if let Some(name) = &tag.name
            && matches!(tag.tag.as_str(), "var" | "param")
        {
            let (program, file, source) = (binder.program(), binder.file(), binder.source());
            let scope = match tag.tag.as_str() {
                "param" => documented_scope(program, file, source, id),
                _ => Some(program.scope_at(file, id)),
            };
            if let Some(scope) = scope {
                binder.doc_variable(id, name.span, scope);
            }
        }
    }
}

fn class_name(binder: &mut Binder<'_, '_>, at: NodeId, name: &DocName) {
    let lower = name.text.to_ascii_lowercase();
    let word = crate::types::primitive(&lower).is_some();
    if word || matches!(lower.as_str(), "self" | "static" | "this" | "parent") {
        return;
    }
    let last = name.text.rfind('\\').map_or(0, |i| i + 1);
    let span = Span::new(name.span.start + last as u32, name.span.end);
    binder.class_name(at, span, &name.text, Role::Doc);
}
