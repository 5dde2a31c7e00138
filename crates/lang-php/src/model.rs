//! The semantic edges: names, control flow, def-use chains, overriding and inheritance.

use crate::bind::{Bindings, Role};
use crate::builtins::Builtins;
use crate::collect::member_key;
use crate::entity::{
    Class, ClassKind, EntityId, EntityKind, Member, MemberId, MemberKind, Place, ScopeKind,
    Visibility,
};
use crate::flow::{ENTRY, EXIT, first_token, flow};
use crate::grammar::Kind;
use crate::hierarchy::Ancestor;
use crate::program::Program;
use crate::values::chains;
use reweave_preserve::{EdgeKind, Model, Node};
use reweave_syntax::NodeId;
use reweave_text::{FileId, Interner, Span};
use rustc_hash::FxHashSet;

fn node(place: Place) -> Node {
    Node::text(place.file, place.span)
}

/// All edges of the program.
pub fn model(program: &Program, bindings: &Bindings, names: &Interner) -> Model {
    let mut model = Model::new();
    name_edges(program, bindings, names, &mut model);
    hierarchy_edges(program, names, &mut model);
    for (i, scope) in program.scopes.iter().enumerate() {
        if i > 0 && scope.kind != ScopeKind::Global {
            flow_edges(program, scope.file, scope.node, &mut model);
        }
    }
    for f in 0..program.files.len() {
        flow_edges(program, FileId(f as u32), NodeId::ROOT, &mut model);
    }
    model
}

/// From each name to what it may mean. What is not in the files is outside, under its name.
fn name_edges(program: &Program, bindings: &Bindings, names: &Interner, model: &mut Model) {
    // Every enum has the properties `name` and `value`.
    let has_enum = program.classes.iter().any(|c| c.kind == ClassKind::Enum);
    for occurrence in &bindings.occurrences {
        if occurrence.role == Role::Doc {
            continue;
        }
        let from = node(occurrence.place);
        if occurrence.inaccessible {
            model.add(
                from,
                EdgeKind::NAME,
                Node::Outside(names.intern("something inaccessible")),
            );
        }
        for target in bindings.candidates(program, occurrence) {
            let entity = program.entity(target);
            if entity.kind == EntityKind::Property && entity.member.is_none() {
                // It has no declaration; which of its uses comes first must not matter.
                let nowhere = names.intern("a property that no class declares");
                model.add(from, EdgeKind::NAME, Node::Outside(nowhere));
            } else {
                let to = program.entity(same_slot(program, target)).place;
                if to != occurrence.place {
                    model.add(from, EdgeKind::NAME, node(to));
                }
            }
        }
        let text = occurrence
            .place
            .span
            .text(&program.file(occurrence.place.file).text);
        let spelled = if occurrence.kind.ignores_case() {
            text.to_ascii_lowercase()
        } else {
            text.to_owned()
        };
        let member = match occurrence.kind {
            EntityKind::Method => {
                Builtins::get().some_method(&member_key(MemberKind::Method, text))
            }
            EntityKind::Property => {
                Builtins::get().some_property(text) || has_enum && matches!(text, "name" | "value")
            }
            _ => false,
        };
        let undeclared = occurrence.kind == EntityKind::Property && !occurrence.targets.is_empty();
        if (occurrence.outside && !undeclared) || (occurrence.open && member) {
            let outside = format!("{} {spelled} outside the program", occurrence.kind.noun());
            model.add(from, EdgeKind::NAME, Node::Outside(names.intern(&outside)));
        }
    }
}

/// O from a method to those that it overrides, I from a class to the concrete methods that it inherits.
fn hierarchy_edges(program: &Program, names: &Interner, model: &mut Model) {
    for class in &program.classes {
        let class_node = node(class_keyword(program, class));
        let line = program.ancestry(&class.name);
        let mut seen: FxHashSet<String> = FxHashSet::default();
        for (i, ancestor) in line.iter().enumerate() {
            match *ancestor {
                Ancestor::User(id) | Ancestor::Trait { class: id, .. } => {
                    for &m in &program.class(id).members {
                        let member = program.member(m);
                        if member.kind != MemberKind::Method {
                            continue;
                        }
                        if i == 0 {
                            override_edges(program, names, &line[1..], m, model);
                        } else if member.visibility != Visibility::Private
                            && !member.is_abstract
                            && class.kind != ClassKind::Interface
                            && !seen.contains(&*member.key)
                        {
                            let to = node(program.entity(member.entity).place);
                            model.add(class_node, EdgeKind::INHERIT, to);
                        }
                        seen.insert(member.key.to_string());
                    }
                }
                Ancestor::Builtin(builtin) => {
                    for (key, method) in &builtin.methods {
                        if !seen.contains(key) && !method.is_abstract && i > 0 {
                            let outside = format!("{}::{}", builtin.name, method.name);
                            model.add(
                                class_node,
                                EdgeKind::INHERIT,
                                Node::Outside(names.intern(&outside)),
                            );
                        }
                    }
                    seen.extend(builtin.methods.keys().cloned());
                }
                Ancestor::Unknown => {}
            }
        }
    }
}

/// A property that redeclares an inherited one is the same property of the object: the one declared furthest up.
fn same_slot(program: &Program, entity: EntityId) -> EntityId {
    let Some(member) = program.entity(entity).member.map(|m| program.member(m)) else {
        return entity;
    };
    let shared = |m: &Member| {
        m.kind == MemberKind::Property && !m.is_static && m.visibility != Visibility::Private
    };
    if !shared(member) {
        return entity;
    }
    let mut top = entity;
    for ancestor in program.ancestry(&program.class(member.class).name) {
        if let Ancestor::User(class) = ancestor
            && let Some(above) = program.own_member(class, MemberKind::Property, &member.key)
            && shared(program.member(above))
        {
            top = program.member(above).entity;
        }
    }
    top
}

/// The keyword that stands for a class in I edges, so that its name is free to stand for it in N edges.
pub fn class_keyword(program: &Program, class: &Class) -> Place {
    let source = program.file(class.file);
    let word = |id: &NodeId| {
        let text = source.text(*id).to_ascii_lowercase();
        matches!(text.as_str(), "class" | "interface" | "trait" | "enum")
    };
    let keyword = source.tree.children(class.node).find(word);
    Place {
        file: class.file,
        span: source.span(keyword.unwrap_or(class.node)),
    }
}

/// The nearest method above in the line of superclasses, and every one that an interface asks for.
fn override_edges(
    program: &Program,
    names: &Interner,
    above: &[Ancestor],
    method: MemberId,
    model: &mut Model,
) {
    let member = program.member(method);
    let from = node(program.entity(member.entity).place);
    let mut found_class = false;
    for ancestor in above {
        match ancestor {
            Ancestor::User(id) | Ancestor::Trait { class: id, .. } => {
                let is_interface = program.class(*id).kind == ClassKind::Interface;
                if found_class && !is_interface {
                    continue;
                }
                if let Some(over) = program.own_member(*id, MemberKind::Method, &member.key)
                    && program.member(over).visibility != Visibility::Private
                {
                    found_class |= !is_interface;
                    let to = node(program.entity(program.member(over).entity).place);
                    model.add(from, EdgeKind::OVERRIDE, to);
                }
            }
            Ancestor::Builtin(builtin) => {
                if found_class && !builtin.is_interface {
                    continue;
                }
                if let Some(over) = builtin.methods.get(&*member.key)
                    && !over.is_private
                {
                    found_class |= !builtin.is_interface;
                    let outside = format!("{}::{}", builtin.name, over.name);
                    model.add(
                        from,
                        EdgeKind::OVERRIDE,
                        Node::Outside(names.intern(&outside)),
                    );
                }
            }
            Ancestor::Unknown => {}
        }
    }
}

/// C between statements, each standing for itself by its first token, from the head of a function to its closing brace;
/// D from each write of a variable to the reads that it may reach.
fn flow_edges(program: &Program, file: FileId, body: NodeId, model: &mut Model) {
    let source = program.file(file);
    let graph = flow(program, file, body);
    let at = |point: usize| {
        let span = match point {
            ENTRY => {
                let name = source.field(body, |f| f.name).unwrap_or(body);
                first_token(source, name)
            }
            EXIT => {
                let end = source.span(body).end;
                Span::new(end.saturating_sub(1), end)
            }
            _ => {
                let point = &graph.points[point];
                if point.statement == point.part || source.kind(point.part) == Kind::Parenthesized {
                    first_token(source, point.statement)
                } else {
                    first_token(source, point.part)
                }
            }
        };
        Node::text(file, span)
    };
    for &(from, to) in &graph.edges {
        model.add(at(from), EdgeKind::CONTROL, at(to));
    }
    for chain in chains(program, file, body).unwrap_or_default() {
        model.add(node(chain.from), EdgeKind::DEF_USE, node(chain.to));
    }
}
