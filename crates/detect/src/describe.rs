//! The wordings of descriptions: elements as the oracle page writes them.

use crate::view::{Attr, Method, View};
use reweave_model::{Modifiers, Param, Role, Tree, code_text, type_text};

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
        .map_or_else(String::new, |t| type_text(tree, t, &view.program.names));
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
        .map(|t| type_text(view.tree(method.file), t, &view.program.names))
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

/// `attribute visibility name : Type`, or `enum constant NAME(argument, argument)`.
pub fn attr_or_constant(view: &View<'_>, attribute: Attr) -> String {
    let field = view.attr(attribute);
    if !field.enum_constant {
        return format!("attribute {}", attr(view, attribute));
    }
    let tree = view.tree(attribute.file);
    let arguments: Vec<String> = tree
        .children_in(field.node, Role::Argument)
        .map(|n| code_text(tree, n, &view.program.names))
        .collect();
    let name = view.text(field.name);
    if arguments.is_empty() {
        format!("enum constant {name}")
    } else {
        format!("enum constant {name}({})", arguments.join(", "))
    }
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
        Some(t) => type_text(view.tree(attr.file), t, &view.program.names),
        None => view
            .text(view.file(attr.file).ty(field.owner).name)
            .to_string(),
    }
}
