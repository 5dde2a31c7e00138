//! Labels and namespaces, which have no declaration of their own: the first place that writes one stands for it.

use super::{Bindings, Occurrence, Role};
use crate::entity::{EntityId, EntityKind, Place};
use crate::file::SourceFile;
use crate::grammar::Kind;
use crate::names::NameKind;
use crate::program::Program;
use reweave_syntax::NodeId;
use reweave_text::FileId;

pub(super) fn declare(program: &mut Program, out: &mut Bindings) {
    for f in 0..program.files.len() {
        let file = FileId(f as u32);
        let source = program.files[f].clone();
        for id in source.tree.ids() {
            match source.kind(id) {
                Kind::NamedLabel => {
                    if let Some(name) = source.child(id, Kind::Name) {
                        let key = (program.scope_at(file, id), source.text(name).to_owned());
                        if !program.labels.contains_key(&key) {
                            let entity = program.new_entity(
                                EntityKind::Label,
                                &key.1,
                                file,
                                source.span(name),
                            );
                            program.entities[entity.index()].scope = Some(key.0);
                            program.labels.insert(key, entity);
                        }
                    }
                }
                Kind::NamespaceName => namespace_segments(program, file, &source, id, out),
                _ => {}
            }
        }
    }
}

/// Each part of `A\B` before the last is a namespace of its own.
fn namespace_segments(
    program: &mut Program,
    file: FileId,
    source: &SourceFile,
    id: NodeId,
    out: &mut Bindings,
) {
    let parent = source.parent(id);
    let parent_kind = source.parent_kind(id);
    let in_use = source.ancestor(id, &[Kind::UseStatement]);
    // The group's own prefix comes before what its clauses write.
    let prefix = in_use
        .filter(|&statement| parent != Some(statement))
        .and_then(|statement| source.child(statement, Kind::NamespaceName));
    let mut path = prefix.map_or_else(String::new, |p| source.text(p).to_ascii_lowercase());
    let absolute = matches!(parent_kind, Kind::NamespaceDefinition | Kind::UseStatement)
        || in_use.is_some()
        || parent.is_some_and(|p| source.text(p).starts_with('\\'));
    let mut first = !absolute;
    for name in source.named(id).collect::<Vec<_>>() {
        let text = source.text(name);
        let mut alias = None;
        if first {
            first = false;
            let block = program.block_at(file, name);
            let import = block
                .imported(NameKind::Class, text, source.span(name).start)
                .filter(|_| parent_kind != Kind::RelativeName);
            match import {
                Some(import) => {
                    alias = import.alias;
                    path = import.target.to_ascii_lowercase();
                }
                None => path = block.qualify(text).to_ascii_lowercase(),
            }
        } else if path.is_empty() {
            path = text.to_ascii_lowercase();
        } else {
            path = format!("{path}\\{}", text.to_ascii_lowercase());
        }
        let place = Place {
            file,
            span: source.span(name),
        };
        let declares = parent_kind == Kind::NamespaceDefinition;
        let target = alias.unwrap_or_else(|| {
            *program.namespaces.entry(path.clone()).or_insert_with(|| {
                program.entities.push(crate::entity::Entity {
                    kind: EntityKind::Namespace,
                    name: text.into(),
                    place,
                    member: None,
                    class: None,
                    scope: None,
                });
                EntityId(program.entities.len() as u32 - 1)
            })
        });
        out.occurrences.push(Occurrence {
            place,
            node: name,
            role: if declares {
                Role::Declaration
            } else {
                Role::Reference
            },
            kind: if alias.is_some() {
                EntityKind::Alias
            } else {
                EntityKind::Namespace
            },
            targets: vec![target],
            open: false,
            inaccessible: false,
            outside: false,
        });
    }
}
