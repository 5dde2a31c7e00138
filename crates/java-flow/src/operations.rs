//! Which steps may end in an exception by themselves (JLS 15.6), whatever they call.

use reweave_java_names::{Decl, Names, Ty};
use reweave_model::{Kind, Modifiers, NodeId, Role};

/// Whether a step, after its operands, may complete abruptly by itself.
pub fn fails(names: &Names, file: u32, node: NodeId) -> bool {
    let tree = &names.world.file(file).tree;
    match tree.kind(node) {
        Kind::Index | Kind::Throw | Kind::Assert | Kind::ForEach => true,
        // A size may be negative (JLS 15.10.2).
        Kind::NewArray => {
            let mut sizes = tree.children_in(node, Role::Argument);
            sizes.any(|s| tree.kind(s) != Kind::Number)
        }
        Kind::Cast => cast_may_fail(names, file, node),
        Kind::Binary | Kind::Assign => divides(names, file, node),
        Kind::FieldAccess | Kind::Call | Kind::New | Kind::ConstructorCall | Kind::MethodRef => {
            dereferences(names, file, node)
        }
        // What is chosen by may be `null` (JLS 14.11.3).
        Kind::Switch | Kind::SwitchExpr => {
            let chosen = tree.child_in(node, Role::Condition);
            chosen.is_none_or(|c| !names.ty(file, c).is_primitive())
        }
        _ => false,
    }
}

/// Whether an object is asked for a member, so that there must be one.
pub fn dereferences(names: &Names, file: u32, node: NodeId) -> bool {
    let tree = &names.world.file(file).tree;
    let receiver = tree.child_in(node, Role::Receiver);
    let Some(receiver) = receiver.filter(|&r| tree.kind(r).is_expression()) else {
        return false;
    };
    if matches!(
        names.decl(file, receiver),
        Decl::Class(_) | Decl::Package(_)
    ) {
        return false;
    }
    let is_static = match names.decl(file, node) {
        Decl::Method(m) => names.world.method(m).modifiers.has(Modifiers::STATIC),
        Decl::Field(f) => names.world.is_static_field(f),
        _ => false,
    };
    !is_static
        && !matches!(
            tree.kind(receiver),
            Kind::This | Kind::Super | Kind::Str | Kind::New | Kind::ClassLiteral
        )
}

/// Whether whole numbers are divided by what may be zero (JLS 15.17.2, 15.26.2).
fn divides(names: &Names, file: u32, node: NodeId) -> bool {
    let tree = &names.world.file(file).tree;
    let op = names.world.text(tree.sym(node));
    let parts = [Role::Operand, Role::Target, Role::Value];
    let parts: Vec<NodeId> = (parts.into_iter())
        .flat_map(|role| tree.children_in(node, role))
        .collect();
    let is_whole = |&n: &NodeId| {
        let ty = names.world.unboxed(names.ty(file, n));
        !matches!(ty, Ty::FLOAT | Ty::DOUBLE)
    };
    let is_constant = parts.last().is_some_and(|&b| {
        tree.kind(b) == Kind::Number && !names.world.text(tree.sym(b)).starts_with('0')
    });
    matches!(op, "/" | "%" | "/=" | "%=") && parts.iter().all(is_whole) && !is_constant
}

/// Whether a cast may find an object of another class: not where the operand has the type already, or is a function that is made for it.
fn cast_may_fail(names: &Names, file: u32, node: NodeId) -> bool {
    let tree = &names.world.file(file).tree;
    let to = names.ty(file, node);
    let mut operand = tree.child_in(node, Role::Operand);
    while let Some(inner) = operand.filter(|&o| tree.kind(o) == Kind::Paren) {
        operand = tree.child_in(inner, Role::Operand);
    }
    let is_kept = operand.is_some_and(|o| {
        let is_function = matches!(tree.kind(o), Kind::Lambda | Kind::MethodRef);
        let from = names.ty(file, o);
        is_function || (!from.is_unknown() && names.world.is_compatible(from, to, true))
    });
    !to.is_primitive() && !is_kept
}
