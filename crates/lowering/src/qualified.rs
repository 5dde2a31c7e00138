//! What types are called from their package down.

use reweave_model::{Callable, FileModel, Kind, NodeId, Role, Tree, TypeDecl, TypeKind, push_code};
use reweave_text::{Interner, Symbol};

/// How far up the name of an anonymous type looks for what it stands in: enough for any code that people write, and a
/// chain of a million calls stays linear.
const LONGEST_LOOK_UP: usize = 200;

/// Qualified names grow no longer than this: types nested in types ten thousand deep stay linear.
const LONGEST_NAME: usize = 4000;

/// The dotted name of what is called `own` in a namespace.
pub fn within(namespace: Symbol, own: Symbol, names: &Interner) -> Symbol {
    if own.is_empty() {
        return namespace;
    }
    let mut name = names.text(namespace).to_owned();
    push(&mut name, names.text(own));
    names.intern(&name)
}

/// The types around `decl` have their names; `namespace` is where it stands if it stands in none.
pub fn qualified(file: &FileModel, decl: &TypeDecl, namespace: Symbol, names: &Interner) -> Symbol {
    let prefix = decl.outer.map_or(namespace, |o| file.ty(o).qualified);
    let mut name = names.text(prefix).to_owned();
    if name.len() > LONGEST_NAME {
        let end = name.floor_char_boundary(LONGEST_NAME / 2);
        name.truncate(end);
    }
    // A scope is called like the callable that it is the inside of.
    if decl.kind != TypeKind::Scope {
        if let Some(callable) = decl.in_callable {
            let inside = inside_of(file, file.callable(callable), names);
            push(&mut name, names.text(inside));
        }
        if let Some(field) = decl.in_field {
            push(&mut name, names.text(file.field(field).name));
        }
    }
    if decl.kind == TypeKind::Anonymous {
        push_place(&mut name, &file.tree, decl.node, names);
    } else {
        push(&mut name, names.text(decl.name));
    }
    names.intern(&name)
}

/// What a callable is called in the names of what stands in it: with the object that it was given to, `Chart.render`.
pub fn inside_of(file: &FileModel, callable: &Callable, names: &Interner) -> Symbol {
    let given_to = callable.receiver.filter(|&r| !file.tree.kind(r).is_type());
    given_to.map_or(callable.name, |object| {
        within(file.tree.sym(object), callable.name, names)
    })
}

fn push(name: &mut String, part: &str) {
    if !name.is_empty() && !part.is_empty() {
        name.push('.');
    }
    name.push_str(part);
}

/// Where an anonymous type stands in its member, from the outside in: the variables that it is a value of, the calls
/// and creations that it takes part in, and its own `new T`.
fn push_place(name: &mut String, tree: &Tree, node: NodeId, names: &Interner) {
    let inside: Vec<NodeId> = tree
        .ancestors(node)
        .take(LONGEST_LOOK_UP)
        .take_while(|&n| !tree.kind(n).is_declaration())
        .filter(|&n| matches!(tree.kind(n), Kind::VarDecl | Kind::Call | Kind::New))
        .collect();
    let in_place = tree.dialect().words.anonymous_in_place;
    if !in_place {
        let created = inside.first().filter(|&&n| tree.kind(n) == Kind::New);
        let ty = created.and_then(|&n| tree.child_in(n, Role::Type));
        return push(name, ty.map_or("", |t| names.text(tree.sym(t))));
    }
    for &place in inside.iter().rev() {
        if tree.kind(place) == Kind::New {
            if let Some(ty) = tree.child_in(place, Role::Type) {
                name.push_str(".new ");
                push_code(name, tree, ty, names);
            }
        } else {
            push(name, names.text(tree.sym(place)));
        }
    }
}
