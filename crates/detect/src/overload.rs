//! Which of several methods of one name a call means, as far as the types of its arguments are written somewhere.

use crate::calls::{CallSite, matches_call};
use crate::variables::Variables;
use crate::view::{Method, View};
use reweave_model::{ClosedTypes, Kind, NodeId, Role, Tree};

/// Whether no other method of the callee's class fits the call better.
pub fn is_meant(view: &View<'_>, caller: Method, callee: Method, call: &CallSite) -> bool {
    if !view.tree(callee.file).dialect().facts.overloading {
        return true;
    }
    let mut others = view
        .methods_called(view.owner(callee), call.name)
        .iter()
        .copied()
        .filter(|&m| m != callee && matches_call(view.method(m), call))
        .peekable();
    if call.arguments.is_none() || others.peek().is_none() {
        return true;
    }
    let types = argument_types(view, caller, call.node);
    let fits = |m| fits(view, m, &types);
    let own = fits(callee);
    others.all(|m| fits(m) <= own)
}

/// How well the arguments fit the parameters: what is the same speaks for a method, what cannot be speaks against it.
fn fits(view: &View<'_>, callee: Method, types: &[Option<&str>]) -> i32 {
    const SAME: i32 = 2;
    const CANNOT_BE: i32 = -3;
    let params = &view.method(callee).params;
    let tree = view.tree(callee.file);
    let closed = &tree.dialect().facts.closed_types;
    let spread = params.iter().any(|p| p.varargs);
    let mut score = i32::from(!spread);
    for (i, argument) in types.iter().enumerate() {
        let param = params.get(i).or(params.last());
        let wanted = param.and_then(|p| p.ty).map(|t| written(view, tree, t));
        if let (Some(argument), Some(wanted)) = (argument, wanted) {
            if *argument == wanted {
                score += SAME;
            } else if !may_be(closed, argument, wanted) {
                score += CANNOT_BE;
            }
        }
    }
    score
}

/// Whether a value of the one type can be passed where the other is wanted: known only of the closed ones.
fn may_be(closed: &ClosedTypes, argument: &str, wanted: &str) -> bool {
    let number = |t: &str| closed.numbers.contains(&t);
    if argument == closed.string {
        // One letter or word in capitals is a type parameter.
        return closed.above_string.contains(&wanted)
            || wanted.chars().all(|c| c.is_ascii_uppercase());
    }
    if wanted == closed.string {
        return false;
    }
    if argument == closed.boolean {
        return wanted == closed.boolean || closed.above_boolean.contains(&wanted);
    }
    wanted != closed.boolean
        && (number(argument) && number(wanted)
            || !number(wanted)
            || argument.starts_with(|c: char| c.is_ascii_uppercase()))
}

fn argument_types<'p>(view: &View<'p>, caller: Method, call: NodeId) -> Vec<Option<&'p str>> {
    let tree = view.tree(caller.file);
    let vars = view.variables(caller);
    tree.children_in(call, Role::Argument)
        .map(|a| type_of(view, caller, &vars, a))
        .collect()
}

fn type_of<'p>(view: &View<'p>, caller: Method, vars: &Variables, node: NodeId) -> Option<&'p str> {
    let tree = view.tree(caller.file);
    let closed = &tree.dialect().facts.closed_types;
    match tree.kind(node) {
        Kind::Str => Some(closed.string),
        Kind::Bool => Some(closed.boolean),
        Kind::Char => Some(closed.character),
        Kind::Number => Some(closed.number),
        Kind::ClassLiteral => Some(closed.class),
        Kind::Name => {
            let name = tree.sym(node);
            let local = vars.resolve(name, node).and_then(|i| vars.all[i].ty);
            let owners = std::iter::successors(Some(view.owner(caller)), |&t| view.outer(t));
            let field = || {
                owners
                    .flat_map(|t| view.attrs(t))
                    .find(|&a| view.attr(a).name == name)
                    .and_then(|a| view.attr(a).ty)
            };
            local
                .or_else(field)
                .map(|t| written(view, tree, t))
                .filter(|t| *t != closed.inferred)
        }
        Kind::Cast | Kind::New => tree
            .child_in(node, Role::Type)
            .map(|t| written(view, tree, t)),
        _ => None,
    }
}

/// A type's name; an array is something of its own.
fn written<'p>(view: &View<'p>, tree: &Tree, ty: NodeId) -> &'p str {
    if tree.kind(ty) == Kind::ArrayType {
        "[]"
    } else {
        view.text(tree.sym(ty))
    }
}
