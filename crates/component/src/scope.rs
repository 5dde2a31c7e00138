//! Which class of the component a simple or dotted name means, from where it stands.

use crate::entity::{Component, EntityId, EntityKind};
use reweave_model::{Kind, NodeId, Role};
use reweave_text::Symbol;

/// The class that a type node names.
pub fn class_at(
    component: &Component,
    file: u32,
    around: Option<EntityId>,
    node: NodeId,
) -> Option<EntityId> {
    let tree = &component.sources.program.files[file as usize].tree;
    let mut at = node;
    while tree.kind(at) == Kind::ArrayType {
        at = tree.child_in(at, Role::Type)?;
    }
    if tree.kind(at) != Kind::TypeName {
        return None;
    }
    let mut segments = vec![tree.sym(at)];
    while let Some(qualifier) = tree.child_in(at, Role::Qualifier) {
        segments.push(tree.sym(qualifier));
        at = qualifier;
    }
    segments.reverse();
    class_of_segments(component, file, around, &segments)
}

/// The class that a dotted name means: its first segment is looked up, the others are its members; else all is a
/// fully qualified name.
pub fn class_of_segments(
    component: &Component,
    file: u32,
    around: Option<EntityId>,
    segments: &[Symbol],
) -> Option<EntityId> {
    let first = *segments.first()?;
    if let Some(mut class) = class_of_name(component, file, around, first) {
        for &segment in &segments[1..] {
            class = member_class(component, class, segment)?;
        }
        return Some(class);
    }
    if segments.len() == 1 {
        return None;
    }
    let dotted: Vec<&str> = segments.iter().map(|&s| component.text(s)).collect();
    let symbol = component.sources.program.names.get(&dotted.join("."))?;
    component.class_named(symbol)
}

/// The class that a simple name means in a file, inside `around`.
pub fn class_of_name(
    component: &Component,
    file: u32,
    around: Option<EntityId>,
    name: Symbol,
) -> Option<EntityId> {
    let mut outer = around;
    while let Some(class) = outer {
        if component.get(class).name == name {
            return Some(class);
        }
        if let Some(found) = member_class(component, class, name) {
            return Some(found);
        }
        outer = component
            .get(class)
            .parent
            .filter(|&p| component.get(p).kind == EntityKind::Class);
    }
    let model = &component.sources.program.files[file as usize];
    let text = component.text(name);
    for import in model
        .imports
        .iter()
        .filter(|i| !i.on_demand && !i.is_static)
    {
        let dotted = component.text(import.name);
        if dotted.strip_suffix(text).is_some_and(|p| p.ends_with('.')) {
            return component.class_named(import.name);
        }
    }
    let below = |package: &str| {
        let dotted = if package.is_empty() {
            text.to_owned()
        } else {
            format!("{package}.{text}")
        };
        component.class_named(component.sources.program.names.get(&dotted)?)
    };
    below(component.text(model.package)).or_else(|| {
        model
            .imports
            .iter()
            .filter(|i| i.on_demand)
            .find_map(|i| below(component.text(i.name)))
    })
}

/// A member class, inherited ones included.
fn member_class(component: &Component, class: EntityId, name: Symbol) -> Option<EntityId> {
    component.ancestors(class).iter().find_map(|&c| {
        component
            .named(Some(c), EntityKind::Class, name)
            .first()
            .copied()
    })
}
