//! Whether computing a value may end in an exception or make a class ready: then it shows that it is no longer computed.

use super::constants::is_constant_field;
use super::effects::{effects, initialisers};
use super::program::JavaProgram;
use reweave_java_names::{Decl, MethodId, Ty, TyData};
use reweave_model::{Kind, Modifiers, NodeId, Role};

/// Whether it shows that an expression, given to a variable of type `wanted`, is no longer computed: it may fail, or make a class
/// ready which others see. Calls and creations are not looked at.
pub fn is_missed(program: &JavaProgram, number: u32, value: NodeId, wanted: Ty) -> bool {
    let tree = &program.model(number).tree;
    may_fail(program, number, value, wanted)
        || (tree.descendants(value)).any(|n| makes_ready(program, number, n))
}

/// Whether the class of a static field that is read is made ready by that, and others see it.
fn makes_ready(program: &JavaProgram, number: u32, node: NodeId) -> bool {
    let world = program.world();
    let is_name = matches!(
        program.model(number).tree.kind(node),
        Kind::Name | Kind::FieldAccess
    );
    let Decl::Field(field) = program.names.decl(number, node) else {
        return false;
    };
    let owner = world.field(field).owner;
    let run = || effects(program, &initialisers(program, owner, true));
    is_name
        && world.field(field).modifiers.has(Modifiers::STATIC)
        && program.class_around(number, node) != Some(owner)
        && !is_constant_field(program, field)
        && run().is_seen_beside(program, owner)
}

/// Whether an expression, given to a variable of type `wanted`, may fail.
pub fn may_fail(program: &JavaProgram, number: u32, value: NodeId, wanted: Ty) -> bool {
    let world = program.world();
    let tree = &program.model(number).tree;
    let is_unboxed = |n: NodeId| {
        let ty = program.names.ty(number, n);
        let is_box = !ty.is_primitive() && world.unboxed(ty).is_primitive();
        let parent = tree.parent(n).filter(|_| n != value);
        is_box
            && match parent {
                None => wanted.is_primitive(),
                Some(p) => match tree.kind(p) {
                    Kind::Binary => program.names.ty(number, p) != world.string(),
                    Kind::Unary | Kind::Conditional | Kind::Index => true,
                    Kind::Cast => program.names.ty(number, p).is_primitive(),
                    Kind::ArrayInit => match *world.types().data(program.names.ty(number, p)) {
                        TyData::Array(element) => element.is_primitive(),
                        _ => false,
                    },
                    _ => false,
                },
            }
    };
    tree.descendants(value)
        .any(|n| is_unboxed(n) || fails_at(program, number, n))
}

fn fails_at(program: &JavaProgram, number: u32, node: NodeId) -> bool {
    let world = program.world();
    let tree = &program.model(number).tree;
    let ty = |n: NodeId| program.names.ty(number, n);
    let is_object = |n: NodeId| {
        let named = matches!(tree.kind(n), Kind::This | Kind::Super);
        !named
            && !matches!(
                program.names.decl(number, n),
                Decl::Class(_) | Decl::Package(_)
            )
    };
    match tree.kind(node) {
        Kind::Index => true,
        Kind::NewArray => {
            let mut sizes = tree.children_in(node, Role::Argument);
            sizes.any(|size| tree.kind(size) != Kind::Number)
        }
        Kind::Cast => {
            let from = tree.child_in(node, Role::Operand).map(ty);
            let to = ty(node);
            match from {
                None => true,
                Some(from) if to.is_primitive() => !world.unboxed(from).is_primitive(),
                Some(from) => !world.is_compatible(from, to, true),
            }
        }
        // What a `switch` chooses by may be null.
        Kind::SwitchExpr => {
            let chosen = tree.child_in(node, Role::Condition);
            chosen.is_none_or(|c| !ty(c).is_primitive())
        }
        Kind::Binary if ty(node) == world.string() => {
            let mut parts = tree.children_in(node, Role::Operand);
            parts.any(|p| shows_itself(program, ty(p)))
        }
        Kind::Binary if matches!(world.text(tree.sym(node)), "/" | "%") => {
            let is_real = matches!(ty(node), Ty::FLOAT | Ty::DOUBLE);
            let divisor = tree.children_in(node, Role::Operand).last();
            let is_number = divisor.is_some_and(|d| {
                tree.kind(d) == Kind::Number && !world.text(tree.sym(d)).starts_with('0')
            });
            !is_real && !is_number
        }
        Kind::Name | Kind::FieldAccess => {
            let receiver = tree.child_in(node, Role::Receiver);
            match program.names.decl(number, node) {
                Decl::Field(field) => {
                    let is_static = world.field(field).modifiers.has(Modifiers::STATIC);
                    !is_static && receiver.is_some_and(is_object)
                }
                // How long an array is.
                _ => {
                    receiver.is_some_and(|r| matches!(world.types().data(ty(r)), TyData::Array(_)))
                }
            }
        }
        Kind::MethodRef => tree.child_in(node, Role::Receiver).is_some_and(is_object),
        _ => false,
    }
}

/// Whether a class of these files says how an object of a type is written: then writing it does what that says.
fn shows_itself(program: &JavaProgram, ty: Ty) -> bool {
    let world = program.world();
    let Some(class) = world.class_of_type(ty) else {
        return false;
    };
    let Some(name) = world.names().get("toString") else {
        return false;
    };
    let is_own = |m: MethodId| world.signature(m).params.is_empty();
    let mut all = world.source_classes();
    all.any(|c| {
        let says = world
            .info(c)
            .methods_named(name)
            .iter()
            .any(|m| is_own(m.1));
        // What it is at least, and what it may turn out to be.
        says && (world.is_subclass(c, class) || world.is_subclass(class, c))
    })
}
