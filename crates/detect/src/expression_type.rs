//! The type of an expression, as far as declarations of the program tell.

use crate::view::{Method, Ty, View};
use reweave_model::{Kind, NodeId, Role};
use reweave_text::Symbol;

/// Of longer chains of calls the type is not asked.
const LONGEST: usize = 60;

/// The name of the type of an expression in `from`.
pub fn type_of(view: &View<'_>, from: Method, node: NodeId) -> Option<Symbol> {
    let tree = view.tree(from.file);
    let owner = view.owner(from);
    // The calls of a chain, from the last to the one whose receiver is none.
    let mut calls = Vec::new();
    let mut at = node;
    let first = loop {
        match tree.kind(at) {
            Kind::Paren => at = tree.children(at).next()?,
            Kind::Call if calls.len() < LONGEST => {
                calls.push(at);
                match tree.child_in(at, Role::Receiver) {
                    Some(receiver) => at = receiver,
                    None => break None,
                }
            }
            Kind::New | Kind::Cast => break Some(tree.sym(tree.child_in(at, Role::Type)?)),
            Kind::FieldAccess => break Some(attribute_type(view, owner, tree.sym(at))?),
            Kind::Name => break Some(named(view, from, at)),
            Kind::This => break None,
            _ => return None,
        }
    };
    let mut ty = first;
    for call in calls.into_iter().rev() {
        ty = Some(given(view, owner, ty, tree.sym(call))?);
    }
    ty.or_else(|| Some(view.ty(owner).name))
}

/// What methods of a name give that the type has, or without a type the class itself; none where they do not agree.
fn given(view: &View<'_>, owner: Ty, ty: Option<Symbol>, name: Symbol) -> Option<Symbol> {
    let classes = match ty {
        Some(ty) => view.named(ty),
        None => &[owner],
    };
    let methods = classes.iter().flat_map(|&t| view.methods_called(t, name));
    let mut types = methods.map(|&m| {
        let given = view.method(m).return_type?;
        Some(view.tree(m.file).sym(given))
    });
    let first = types.next()?;
    first.filter(|_| types.all(|t| t == first))
}

/// The type of a variable or attribute; what is neither is a type.
fn named(view: &View<'_>, from: Method, node: NodeId) -> Symbol {
    let tree = view.tree(from.file);
    let name = tree.sym(node);
    let vars = view.variables(from);
    let local = vars.resolve(name, node).and_then(|i| vars.all[i].ty);
    local
        .map(|t| tree.sym(t))
        .or_else(|| attribute_type(view, view.owner(from), name))
        .unwrap_or(name)
}

/// The name of the type of a class's attribute, or of one of the classes around it.
pub fn attribute_type(view: &View<'_>, class: Ty, name: Symbol) -> Option<Symbol> {
    std::iter::successors(Some(class), |&t| view.outer(t))
        .find_map(|t| view.attr_called(t, name))
        .and_then(|a| Some(view.tree(a.file).sym(view.attr(a).ty?)))
}
