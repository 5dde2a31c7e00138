//! Whether computing a value may end in an exception or initialize a class: then it shows that it is no longer computed, or when.

use crate::query::constants::is_constant_field;
use crate::query::effects::{effects, initialisers, shown_by};
use crate::query::program::JavaProgram;
use reweave_java_names::{Decl, MethodId, Ty, TyData};
use reweave_model::{Kind, Modifiers, NodeId, Role};
use std::ops::BitOr;

/// The sorts of exceptions that an expression may end in (JLS 15.6), beside those of calls and creations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Failures(u8);

impl Failures {
    const NONE: Self = Self(0);
    const NULL: Self = Self(1);
    const BOUNDS: Self = Self(2);
    const CAST: Self = Self(4);
    const ARITHMETIC: Self = Self(8);
    const SIZE: Self = Self(16);
    /// Code of the program runs without a call: `toString()`, or the initialization of a class.
    const UNSAID: Self = Self(32);

    pub fn is_any(self) -> bool {
        self != Self::NONE
    }

    /// Whether code of the program runs that no call shows.
    pub fn acts(self) -> bool {
        self.0 & Self::UNSAID.0 != 0
    }

    /// Whether two expressions may fail in two ways, so that it shows which of them is first.
    pub fn differ(self, other: Self) -> bool {
        self.is_any() && other.is_any() && (self.0 | other.0).count_ones() > 1
    }

    fn when(self, condition: bool) -> Self {
        if condition { self } else { Self::NONE }
    }
}

impl BitOr for Failures {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Whether it shows that an expression, given to a variable of type `wanted`, is no longer computed: it may fail, or initialize a
/// class which others see. Calls and creations are not looked at.
pub fn is_missed(program: &JavaProgram, number: u32, value: NodeId, wanted: Ty) -> bool {
    failures(program, number, value, wanted).is_any()
}

/// In which ways an expression, given to a variable of type `wanted`, may fail, and whether code runs unsaid.
pub fn failures(program: &JavaProgram, number: u32, value: NodeId, wanted: Ty) -> Failures {
    let tree = &program.model(number).tree;
    let initializing = tree
        .descendants(value)
        .any(|n| initializes(program, number, n));
    thrown(program, number, value, wanted) | Failures::UNSAID.when(initializing)
}

/// Whether the class of a static field that is read is initialized by that, and others see it.
fn initializes(program: &JavaProgram, number: u32, node: NodeId) -> bool {
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
        && (world.is_static_field(field) || world.field(field).enum_constant)
        && program.class_around(number, node) != Some(owner)
        && !is_constant_field(program, field)
        && run().is_seen_beside(program, owner)
}

/// Whether an expression, given to a variable of type `wanted`, may fail.
pub fn may_fail(program: &JavaProgram, number: u32, value: NodeId, wanted: Ty) -> bool {
    thrown(program, number, value, wanted).is_any()
}

/// Whether code may end in an exception where it stands: `throw`, what fails by itself, a call of an object that may be null, and what
/// libraries do with what they get. What it calls of these files is not looked at.
pub fn may_end_early(program: &JavaProgram, number: u32, code: NodeId) -> bool {
    let tree = &program.model(number).tree;
    let ends = |n: NodeId| match tree.kind(n) {
        Kind::Throw => true,
        Kind::Call => fails_as_call(program, number, n),
        Kind::New => match program.names.decl(number, n) {
            Decl::Method(made) => {
                !program.is_ours(Decl::Method(made)) && !is_harmless(program, made)
            }
            _ => false,
        },
        _ => false,
    };
    tree.descendants(code).any(ends) || thrown(program, number, code, Ty::UNKNOWN).is_any()
}

fn fails_as_call(program: &JavaProgram, number: u32, call: NodeId) -> bool {
    let world = program.world();
    let tree = &program.model(number).tree;
    let Decl::Method(called) = program.names.decl(number, call) else {
        return true;
    };
    let is_there = |receiver: NodeId| match tree.kind(receiver) {
        Kind::This | Kind::Super | Kind::New | Kind::Str => true,
        // `System.out`
        _ => match program.names.decl(number, receiver) {
            Decl::Class(_) => true,
            Decl::Field(field) => {
                let is_ours = program.is_ours(Decl::Field(field));
                !is_ours && world.field(field).modifiers.has(Modifiers::FINAL)
            }
            _ => false,
        },
    };
    let is_static = world.method(called).modifiers.has(Modifiers::STATIC);
    let receiver = tree.child_in(call, Role::Receiver);
    let may_be_null = !is_static && receiver.is_some_and(|r| !is_there(r));
    may_be_null || !(program.is_ours(Decl::Method(called)) || is_harmless(program, called))
}

/// Whether a method or constructor of a library takes whatever it gets.
fn is_harmless(program: &JavaProgram, called: MethodId) -> bool {
    let world = program.world();
    let data = world.method(called);
    let is_empty = || world.signature(called).params.is_empty();
    match (
        world.text(world.class(data.owner).binary),
        world.text(data.name),
    ) {
        ("java/lang/String", "valueOf" | "length" | "isEmpty" | "equals" | "trim")
        | ("java/lang/StringBuilder", "append" | "toString" | "length")
        | ("java/io/PrintStream", "print" | "println" | "flush")
        | ("java/lang/Integer" | "java/lang/Long" | "java/lang/Boolean", "valueOf" | "toString")
        | ("java/lang/Object", _) => true,
        (owner, _) => data.constructor && is_empty() && owner.starts_with("java/"),
    }
}

fn thrown(program: &JavaProgram, number: u32, value: NodeId, wanted: Ty) -> Failures {
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
    let all = tree.descendants(value);
    let each = all.map(|n| Failures::NULL.when(is_unboxed(n)) | fails_at(program, number, n));
    each.fold(Failures::NONE, Failures::bitor)
}

fn fails_at(program: &JavaProgram, number: u32, node: NodeId) -> Failures {
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
        Kind::Index => Failures::NULL | Failures::BOUNDS,
        Kind::NewArray => {
            let mut sizes = tree.children_in(node, Role::Argument);
            Failures::SIZE.when(sizes.any(|size| tree.kind(size) != Kind::Number))
        }
        Kind::Cast => {
            let from = tree.child_in(node, Role::Operand).map(ty);
            let to = ty(node);
            Failures::CAST.when(match from {
                None => true,
                Some(from) if to.is_primitive() => !world.unboxed(from).is_primitive(),
                Some(from) => !world.is_compatible(from, to, true),
            })
        }
        // What a `switch` chooses by may be null.
        Kind::SwitchExpr => {
            let chosen = tree.child_in(node, Role::Condition);
            Failures::NULL.when(chosen.is_none_or(|c| !ty(c).is_primitive()))
        }
        Kind::Binary if ty(node) == world.string() => {
            let mut parts = tree.children_in(node, Role::Operand);
            Failures::UNSAID.when(parts.any(|p| !shown_by(program, ty(p)).is_empty()))
        }
        Kind::Binary if matches!(world.text(tree.sym(node)), "/" | "%") => {
            let is_real = matches!(ty(node), Ty::FLOAT | Ty::DOUBLE);
            let divisor = tree.children_in(node, Role::Operand).last();
            let is_number = divisor.is_some_and(|d| {
                tree.kind(d) == Kind::Number && !world.text(tree.sym(d)).starts_with('0')
            });
            Failures::ARITHMETIC.when(!is_real && !is_number)
        }
        Kind::Name | Kind::FieldAccess => {
            let receiver = tree.child_in(node, Role::Receiver);
            Failures::NULL.when(match program.names.decl(number, node) {
                Decl::Field(field) => {
                    let is_static = world.field(field).modifiers.has(Modifiers::STATIC);
                    !is_static && receiver.is_some_and(is_object)
                }
                // How long an array is.
                _ => {
                    receiver.is_some_and(|r| matches!(world.types().data(ty(r)), TyData::Array(_)))
                }
            })
        }
        Kind::MethodRef => {
            let receiver = tree.child_in(node, Role::Receiver);
            Failures::NULL.when(receiver.is_some_and(is_object))
        }
        _ => Failures::NONE,
    }
}
