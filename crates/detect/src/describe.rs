//! The wordings of descriptions: elements as the oracle page writes them.

use crate::view::{Attr, Method, Ty, View};
use reweave_model::{
    CallableKind, Kind, Modifiers, NodeId, Param, Role, Tree, TypeKind, code_text, type_text,
};
use std::borrow::Cow;

/// `param Type, param Type`.
fn params_text(view: &View<'_>, method: Method) -> String {
    let tree = view.tree(method.file);
    let typed = tree.dialect().words.param_types;
    let text = |p: &Param| {
        let name = view.text(p.name);
        let ty = param_type(view, tree, p);
        if typed && !ty.is_empty() {
            format!("{name} {ty}")
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
    if let Some(receiver) = receiver(view, method) {
        out.push_str(&receiver);
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

/// What stands before the name of a method: the type that it extends, or the object that it was given to.
pub fn receiver(view: &View<'_>, method: Method) -> Option<String> {
    let receiver = view.method(method).receiver?;
    let tree = view.tree(method.file);
    Some(type_text(tree, receiver, &view.program.names))
}

/// Whether two methods are called alike: their names and what stands before them.
pub fn same_name(before: (&View<'_>, Method), after: (&View<'_>, Method)) -> bool {
    before.0.method(before.1).name == after.0.method(after.1).name
        && receiver(before.0, before.1) == receiver(after.0, after.1)
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

/// What methods of two versions give back, where both say so or neither: declared types, or whether there is a value.
pub fn results(
    before: (&View<'_>, Method),
    after: (&View<'_>, Method),
) -> Option<(String, String)> {
    let declared = |(view, method)| return_type(view, method);
    match (declared(before), declared(after)) {
        (Some(b), Some(a)) => Some((b, a)),
        (None, None) => undeclared_result(before).zip(undeclared_result(after)),
        _ => None,
    }
}

fn undeclared_result((view, method): (&View<'_>, Method)) -> Option<String> {
    let tree = view.tree(method.file);
    let [nothing, value] = tree.dialect().words.undeclared_result?;
    let decl = view.method(method);
    // What functions in it return is theirs.
    let own = |&n: &NodeId| {
        let mut around = tree.ancestors(n);
        around.find(|&a| matches!(tree.kind(a), Kind::Callable | Kind::Lambda)) == Some(decl.node)
    };
    let gives = tree
        .descendants(decl.body?)
        .filter(|&n| tree.kind(n) == Kind::Return && tree.child_in(n, Role::Value).is_some())
        .any(|n| own(&n));
    Some(if gives { value } else { nothing }.to_owned())
}

/// A type where it is itself spoken of, and not what stands in it: a module says then that it is one.
pub fn class<'p>(view: &View<'p>, ty: Ty) -> Cow<'p, str> {
    let itself = view.tree(ty.file).dialect().words.module_itself;
    let qualified = view.qualified(ty);
    if view.ty(ty).kind != TypeKind::Module || itself.is_empty() {
        return qualified.into();
    }
    format!("{qualified}.{itself}").into()
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
