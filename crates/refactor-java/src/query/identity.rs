//! Whether an expression gives another object each time it is evaluated, so that one object cannot stand for several (JLS 15.21.3).

use crate::query::outside_calls::is_immutable;
use crate::query::program::JavaProgram;
use crate::query::values::is_reassigned;
use reweave_java_names::{Decl, MethodId, Ty, TyData};
use reweave_model::{Kind, NodeId, Role, Tree};
use rustc_hash::FxHashSet;

/// Methods of the Java library that give what an object holds: the same each time, until it changes.
const HOLDING: [&str; 8] = [
    "entrySet",
    "get",
    "getClass",
    "getKey",
    "getOrDefault",
    "getValue",
    "keySet",
    "values",
];

/// More methods than these are not followed.
const MOST_METHODS: usize = 200;

/// Whether an expression may give an object of its own. Texts and boxed numbers are told from others by comparing references only:
/// `compared` says whether that is done.
pub fn may_be_new(program: &JavaProgram, file: u32, value: NodeId, compared: bool) -> bool {
    let mut search = Search {
        program,
        compared,
        seen: FxHashSet::default(),
    };
    search.is_new(file, value)
}

/// Whether a name is compared with another reference: `null` tells no objects apart.
pub fn is_compared(program: &JavaProgram, file: u32, name: NodeId) -> bool {
    let tree = &program.model(file).tree;
    let mut at = name;
    while let Some(paren) = tree.parent(at).filter(|&p| tree.kind(p) == Kind::Paren) {
        at = paren;
    }
    let Some(parent) = tree.parent(at).filter(|&p| tree.kind(p) == Kind::Binary) else {
        return false;
    };
    let is_reference = |n: NodeId| {
        let ty = program.names.ty(file, n);
        !ty.is_primitive() && ty != Ty::NULL
    };
    matches!(program.world().text(tree.sym(parent)), "==" | "!=")
        && tree.children_in(parent, Role::Operand).all(is_reference)
}

struct Search<'p> {
    program: &'p JavaProgram,
    compared: bool,
    seen: FxHashSet<MethodId>,
}

impl Search<'_> {
    fn is_new(&mut self, file: u32, value: NodeId) -> bool {
        let program = self.program;
        let tree = &program.model(file).tree;
        let wanted = program.names.wanted(file, value);
        let ty = program.names.ty(file, value);
        if ty.is_primitive() {
            // Boxed where an object is wanted.
            return self.compared && !wanted.is_unknown() && !wanted.is_primitive();
        }
        if is_immutable(program.world(), ty) && !self.compared {
            return false;
        }
        let mut part = |role| {
            let part = tree.child_in(value, role);
            part.is_some_and(|v| self.is_new(file, v))
        };
        match tree.kind(value) {
            Kind::Paren | Kind::Cast => part(Role::Operand),
            Kind::Assign => part(Role::Value),
            Kind::Conditional => part(Role::Then) || part(Role::Else),
            Kind::Call => self.is_made_by(file, value),
            Kind::Name => match program.names.decl(file, value) {
                Decl::Local(local) => self.is_new_in(file, tree, local),
                _ => false,
            },
            Kind::Binary => !program.names.may_be_constant(file, value),
            kind => matches!(
                kind,
                Kind::New
                    | Kind::NewArray
                    | Kind::ArrayInit
                    | Kind::Lambda
                    | Kind::MethodRef
                    | Kind::SwitchExpr
            ),
        }
    }

    /// A variable of the body: what it is declared with, where it keeps that.
    fn is_new_in(&mut self, file: u32, tree: &Tree, local: NodeId) -> bool {
        if tree.kind(local) != Kind::VarDecl {
            return false;
        }
        match tree.child_in(local, Role::Init) {
            Some(init) if !is_reassigned(self.program, file, local) => self.is_new(file, init),
            _ => true,
        }
    }

    fn is_made_by(&mut self, file: u32, call: NodeId) -> bool {
        let program = self.program;
        let tree = &program.model(file).tree;
        let mut arguments = tree.children_in(call, Role::Argument);
        if arguments.any(|a| self.is_new(file, a)) {
            return true;
        }
        let Decl::Method(method) = program.names.decl(file, call) else {
            return true;
        };
        let overriding = program.overrides().overriding(method).iter().copied();
        let all: Vec<MethodId> = std::iter::once(method).chain(overriding).collect();
        all.into_iter().any(|m| self.is_returned_new(m))
    }

    /// Whether a method returns what it makes.
    fn is_returned_new(&mut self, method: MethodId) -> bool {
        let program = self.program;
        let world = program.world();
        if !self.seen.insert(method) {
            return false;
        }
        let Some((file, node)) = world.method_node(method) else {
            let given = world.signature(method).ret.unwrap_or(Ty::UNKNOWN);
            let is_array = matches!(world.types().data(given), TyData::Array(_));
            let data = world.method(method);
            let is_held = world.class_key(data.owner).starts_with("java/")
                && HOLDING.contains(&world.text(data.name));
            return is_array || !is_held;
        };
        let tree = &program.model(file).tree;
        if self.seen.len() > MOST_METHODS {
            return true;
        }
        let is_own = |n: NodeId| {
            let mut around = tree.ancestors(n).take_while(|&a| a != node);
            !around.any(|a| matches!(tree.kind(a), Kind::Lambda | Kind::Type))
        };
        let returns = tree
            .descendants(node)
            .filter(|&n| tree.kind(n) == Kind::Return && is_own(n));
        let mut values = returns.filter_map(|r| tree.child_in(r, Role::Value));
        values.any(|v| self.is_new(file, v))
    }
}
