//! Documentation comments of a changed signature: `@param` names and the lists in links.

use crate::edits::nested_edits::NestedEdits;
use crate::edits::param_tags::change_tags;
use crate::edits::signature_change::{Change, Item, callable_of, simple_type};
use crate::query::program::JavaProgram;
use reweave_java_names::{Decl, MethodId};
use reweave_text::{Part, Sources, Span};

/// `@param` names and the parameter lists of links.
pub fn change_docs(
    program: &JavaProgram,
    sources: &Sources,
    family: &[MethodId],
    change: &Change,
    edits: &mut NestedEdits,
) {
    for &method in family {
        document_params(program, sources, method, change, edits);
    }
    for number in program.numbers() {
        let file = program.id(number);
        let text = sources.text(file);
        for used in program.names.doc_uses(number, text) {
            match used.decl {
                Decl::Method(m) if family.contains(&m) => {
                    if let Some(name) = &change.name {
                        edits.replace(number, used.span, name);
                    }
                    if !change.keeps_parameters() {
                        link_list(text, used.span.end, change, &mut |span, new| {
                            edits.replace(number, span, new);
                        });
                    }
                }
                Decl::Local(param) => {
                    let new = family.iter().find_map(|&m| {
                        let (n, callable) = callable_of(program, m)?;
                        let index = callable.params.iter().position(|p| p.node == param)?;
                        (n == number).then_some(())?;
                        change.items.iter().find_map(|item| match item {
                            Item::Kept {
                                index: i,
                                name: Some(name),
                                ..
                            } if *i == index => Some(name.clone()),
                            _ => None,
                        })
                    });
                    if let Some(new) = new {
                        edits.replace(number, used.span, new);
                    }
                }
                _ => {}
            }
        }
    }
}

fn link_list(text: &str, after: u32, change: &Change, replace: &mut dyn FnMut(Span, String)) {
    let rest = text.part(after as usize..);
    if !rest.starts_with('(') {
        return;
    }
    let Some(close) = rest.find(')') else { return };
    let inner = rest.part(1..close);
    let given: Vec<&str> = crate::edits::texts::split_list(inner);
    if given.len() != change.old.len() {
        return;
    }
    let all: Vec<String> = change
        .items
        .iter()
        .map(|item| match item {
            Item::Kept { index, ty, .. } => match ty {
                Some(ty) => ty.clone(),
                None => given[*index].to_owned(),
            },
            Item::New { ty, .. } => simple_type(ty),
        })
        .collect();
    let new = all.join(", ");
    if new != inner {
        replace(Span::new(after + 1, after + close as u32), new);
    }
}

/// A documented method says something of its parameters as they are then.
fn document_params(
    program: &JavaProgram,
    sources: &Sources,
    method: MethodId,
    change: &Change,
    edits: &mut NestedEdits,
) {
    let Some((number, callable)) = callable_of(program, method) else {
        return;
    };
    let text = sources.text(program.id(number));
    if let Some(doc) = callable.doc {
        let names = callable.params.iter().map(|p| program.world().text(p.name));
        change_tags(
            (number, text, doc),
            &names.collect::<Vec<_>>(),
            change,
            edits,
        );
    }
}
