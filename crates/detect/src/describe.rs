//! The wordings of descriptions: elements as the oracle page writes them.

use crate::view::{Attr, Method, View};
use reweave_model::{Kind, Modifiers, NodeId, Param, Role, Tree};
use reweave_text::Interner;

/// A type as written, without blanks inside `<>`.
pub fn type_text(tree: &Tree, names: &Interner, node: NodeId) -> String {
    let mut out = String::new();
    write_type(tree, names, node, &mut out, 0);
    out
}

/// Types nested deeper than this are cut short: the walk is recursive.
const DEEPEST: u32 = 60;

fn write_type(tree: &Tree, names: &Interner, node: NodeId, out: &mut String, depth: u32) {
    if depth > DEEPEST {
        out.push('…');
        return;
    }
    let sym = names.text(tree.sym(node));
    match tree.kind(node) {
        Kind::TypeName => {
            if let Some(q) = tree.child_in(node, Role::Qualifier) {
                write_type(tree, names, q, out, depth + 1);
                out.push('.');
            }
            out.push_str(sym);
            let mut arguments = tree.children_in(node, Role::TypeArgument).peekable();
            if arguments.peek().is_some() {
                out.push('<');
                write_list(tree, names, arguments, ",", out, depth);
                out.push('>');
            }
        }
        Kind::ArrayType => {
            if let Some(e) = tree.child_in(node, Role::Type) {
                write_type(tree, names, e, out, depth + 1);
            }
            out.push_str("[]");
        }
        Kind::Wildcard => {
            out.push('?');
            if let Some(b) = tree.child_in(node, Role::Bound) {
                out.push(' ');
                out.push_str(sym);
                out.push(' ');
                write_type(tree, names, b, out, depth + 1);
            }
        }
        Kind::UnionType => write_list(
            tree,
            names,
            tree.children_in(node, Role::Type),
            "|",
            out,
            depth,
        ),
        Kind::IntersectionType => write_list(
            tree,
            names,
            tree.children_in(node, Role::Type),
            " & ",
            out,
            depth,
        ),
        Kind::InferredType => out.push_str(if sym.is_empty() { "var" } else { sym }),
        _ => out.push_str(sym),
    }
}

fn write_list(
    tree: &Tree,
    names: &Interner,
    nodes: impl Iterator<Item = NodeId>,
    between: &str,
    out: &mut String,
    depth: u32,
) {
    for (i, n) in nodes.enumerate() {
        if i > 0 {
            out.push_str(between);
        }
        write_type(tree, names, n, out, depth + 1);
    }
}

/// `param Type, param Type`.
fn params_text(view: &View<'_>, method: Method) -> String {
    let tree = view.tree(method.file);
    let all: Vec<String> = view
        .method(method)
        .params
        .iter()
        .map(|p| format!("{} {}", view.text(p.name), param_type(view, tree, p)))
        .collect();
    all.join(", ")
}

pub fn param_type(view: &View<'_>, tree: &Tree, param: &Param) -> String {
    let ty = param
        .ty
        .map_or_else(String::new, |t| type_text(tree, &view.program.names, t));
    if param.varargs { ty + "..." } else { ty }
}

/// `public abstract name(param Type) : ReturnType`.
pub fn method(view: &View<'_>, method: Method) -> String {
    let m = view.method(method);
    let mut out = String::from(m.modifiers.visibility().word());
    if m.modifiers.has(Modifiers::ABSTRACT) {
        out.push_str(" abstract");
    }
    out.push(' ');
    out.push_str(view.text(m.name));
    out.push('(');
    out.push_str(&params_text(view, method));
    out.push(')');
    if let Some(r) = return_type(view, method) {
        out.push_str(" : ");
        out.push_str(&r);
    }
    out
}

pub fn return_type(view: &View<'_>, method: Method) -> Option<String> {
    let m = view.method(method);
    m.return_type
        .map(|t| type_text(view.tree(method.file), &view.program.names, t))
}

/// The owner of a method, for ` in class …`.
pub fn class_of<'p>(view: &View<'p>, method: Method) -> &'p str {
    view.qualified(view.owner(method))
}

/// `visibility name : Type`.
pub fn attr(view: &View<'_>, attr: Attr) -> String {
    format!(
        "{} {}",
        view.attr(attr).modifiers.visibility().word(),
        attr_variable(view, attr)
    )
}

/// `name : Type`.
pub fn attr_variable(view: &View<'_>, attr: Attr) -> String {
    format!(
        "{} : {}",
        view.text(view.attr(attr).name),
        attr_type(view, attr)
    )
}

pub fn attr_type(view: &View<'_>, attr: Attr) -> String {
    let field = view.attr(attr);
    match field.ty {
        Some(t) => type_text(view.tree(attr.file), &view.program.names, t),
        None => view
            .text(view.file(attr.file).ty(field.owner).name)
            .to_string(),
    }
}
