//! The wordings of descriptions: elements as the oracle page writes them.

use crate::view::{Attr, Method, View};
use reweave_model::{CallableKind, Modifiers, Param, Role, Tree, code_text, type_text};

/// `param Type, param Type`.
fn params_text(view: &View<'_>, method: Method) -> String {
    let tree = view.tree(method.file);
    let typed = tree.dialect().words.param_types;
    let text = |p: &Param| {
        let name = view.text(p.name);
        if typed {
            format!("{name} {}", param_type(view, tree, p))
        } else {
            name.to_owned()
        }
    };
    let all: Vec<String> = view.method(method).params.iter().map(text).collect();
    all.join(", ")
}

pub fn param_type(view: &View<'_>, tree: &Tree, param: &Param) -> String {
    let untyped = || tree.dialect().words.untyped_param.to_owned();
    let ty = param
        .ty
        .map_or_else(untyped, |t| type_text(tree, t, &view.program.names));
    if param.varargs { ty + "..." } else { ty }
}

/// `public abstract name(param Type) : ReturnType`.
pub fn method(view: &View<'_>, method: Method) -> String {
    let m = view.method(method);
    let mut out = String::new();
    // A primary constructor is written without its visibility.
    if m.kind != CallableKind::PrimaryConstructor {
        out.push_str(m.modifiers.visibility().word());
        out.push(' ');
    }
    if m.modifiers.has(Modifiers::ABSTRACT) {
        out.push_str("abstract ");
    }
    if let Some(receiver) = m.receiver {
        let tree = view.tree(method.file);
        out.push_str(&type_text(tree, receiver, &view.program.names));
        out.push('.');
    }
    out.push_str(view.text(m.name));
    out.push('(');
    out.push_str(&params_text(view, method));
    out.push(')');
    let says = view.tree(method.file).dialect().words.return_types;
    if let Some(r) = return_type(view, method).filter(|_| says) {
        out.push_str(" : ");
        out.push_str(&r);
    }
    out
}

/// `in method <m> from class <c>`, or what the code stands in instead.
pub fn in_method(view: &View<'_>, m: Method) -> String {
    let class = class_of(view, m);
    match view.method(m).kind {
        CallableKind::ModuleBody => format!("in module {class} from class {class}"),
        CallableKind::PrimaryConstructor => {
            format!(
                "in primary constructor {} from class {class}",
                method(view, m)
            )
        }
        _ => format!("in method {} from class {class}", method(view, m)),
    }
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
    let variable = attr_variable(view, attr);
    if view.tree(attr.file).dialect().words.attribute_visibility {
        let visibility = view.attr(attr).modifiers.visibility().word();
        format!("{visibility} {variable}")
    } else {
        variable
    }
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
    with_type(view.text(view.attr(attr).name), &attr_type(view, attr))
}

/// `name : Type`, or the name alone.
pub fn with_type(name: &str, ty: &str) -> String {
    if ty.is_empty() {
        name.to_owned()
    } else {
        format!("{name} : {ty}")
    }
}

pub fn attr_type(view: &View<'_>, attr: Attr) -> String {
    let field = view.attr(attr);
    let tree = view.tree(attr.file);
    match field.ty {
        Some(t) => type_text(tree, t, &view.program.names),
        None if field.enum_constant => view
            .text(view.file(attr.file).ty(field.owner).name)
            .to_owned(),
        None => tree.dialect().words.untyped.to_owned(),
    }
}
