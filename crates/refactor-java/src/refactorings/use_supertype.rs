//! Use Supertype: declares variables, fields, parameters and results of a class with a supertype of it, wherever that is enough.
//!
//! The caret stands on the name of the class; `to` names the supertype. A declaration is changed where all that is done with its value is
//! there in the supertype, and it is given only to others that take the supertype.
//!
//! ```before
//! interface Priced { int price(); }
//! class $0Order implements Priced {
//!     public int price() { return 1; }
//!     int lines() { return 2; }
//! }
//! class Shop {
//!     int total(Order order) { return order.price(); }
//!     int lines(Order order) { return order.lines(); }
//! }
//! ```
//! ```with
//! to=Priced
//! ```
//! ```after
//! interface Priced { int price(); }
//! class Order implements Priced {
//!     public int price() { return 1; }
//!     int lines() { return 2; }
//! }
//! class Shop {
//!     int total(Priced order) { return order.price(); }
//!     int lines(Order order) { return order.lines(); }
//! }
//! ```
//!
//! ```before
//! class $0Order {
//!     int lines(Order order) { return order.lines(order); }
//! }
//! ```
//! ```with
//! to=Priced
//! ```
//! ```refuses
//! no supertype
//! ```

use crate::Java;
use crate::checks::signature_answers::comes_to_the_same;
use crate::edits::general::{Slot, declared_in, supertype};
use crate::edits::imports::Imports;
use crate::edits::type_text::type_text;
use crate::query::at::meant_at;
use crate::query::program::JavaProgram;
use crate::query::region::vars_of;
use crate::refactorings::generalize_type::{RULE, replace};
use rayon::prelude::*;
use reweave_java_names::{ClassId, Decl, MethodId, Ty, TyData, Use, UseKind};
use reweave_model::{Kind, NodeId, Role, TypeKind};
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "use-supertype",
    file: include_str!("use_supertype.rs"),
    params: &[Param::required("to", "the supertype")],
    perform,
};

/// More rounds than declarations are never needed; more than this are not made.
const MOST_ROUNDS: usize = 100;

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let (file, at) = run.caret()?;
    let program = run.program();
    let Decl::Class(class) = meant_at(program, file, at)?.decl else {
        return Err(
            BadInput::unclear("no class stands here; put the caret on the name of one").into(),
        );
    };
    let to = run.param("to")?;
    let world = program.world();
    let this = world.this_type(class);
    let own = Slot {
        ty: (0, NodeId::ROOT),
        decl: Decl::Class(class),
        declared: this,
    };
    let above = supertype(program, &own, to)?;
    let target = world
        .class_of_type(above)
        .ok_or_else(|| BadInput::unclear("no such supertype"))?;
    // What has the type names it.
    let naming: Vec<u32> = (program.numbers().into_par_iter())
        .filter(|&n| program.names.mentions(n, &[Decl::Class(class)]))
        .collect();
    let all = naming.iter().flat_map(|&n| declared_in(program, n));
    let all: Vec<Slot> = all
        .filter(|s| world.class_of_type(s.declared) == Some(class))
        .collect();
    let slots = Fitting {
        program,
        class,
        target,
    }
    .of(all);
    if slots.is_empty() {
        return Err(BadInput::new("nothing that has this type could have the supertype").into());
    }
    let mut step = Step::new(format!("use {to} where it is enough"), RULE);
    let mut imports = Imports::default();
    for slot in &slots {
        let ty = supertype(program, slot, to)?;
        let text = type_text(program, &mut imports, slot.ty, ty)
            .ok_or_else(|| BadInput::new("the supertype cannot be written"))?;
        replace(run, slot, &text, &mut step)?;
    }
    imports.add_to(program, run.sources(), &mut step);
    run.step_excused(&step, comes_to_the_same)
}

struct Fitting<'a> {
    program: &'a JavaProgram,
    class: ClassId,
    target: ClassId,
}

impl Fitting<'_> {
    /// Those that can have the supertype, together: what only passes values on to others depends on them.
    fn of(&self, mut slots: Vec<Slot>) -> Vec<Slot> {
        slots.retain(|s| self.is_free(s));
        for _ in 0..MOST_ROUNDS {
            let before = slots.clone();
            slots.retain(|s| {
                s.never(self.program).is_none()
                    && s.uses(self.program).iter().all(|u| self.takes(u, &before))
            });
            if slots.len() == before.len() {
                break;
            }
        }
        slots
    }

    /// Whether the declaration is bound to no other by overriding.
    fn is_free(&self, slot: &Slot) -> bool {
        let program = self.program;
        let world = program.world();
        let method = match slot.decl {
            Decl::Method(m) => Some(m),
            Decl::Local(node) => self.method_of(slot.ty.0, node),
            _ => None,
        };
        let of_lambda = match slot.decl {
            Decl::Local(node) => {
                let tree = &program.model(slot.ty.0).tree;
                tree.parent(node)
                    .is_some_and(|p| tree.kind(p) == Kind::Lambda)
            }
            _ => false,
        };
        let is_bound = |m: MethodId| {
            let owner = world.info(world.method(m).owner);
            !program.overrides().overridden_by(m).is_empty()
                || !program.overrides().overriding(m).is_empty()
                || owner.kind == TypeKind::Annotation
        };
        !of_lambda && method.is_none_or(|m| !is_bound(m))
    }

    fn method_of(&self, number: u32, param: NodeId) -> Option<MethodId> {
        let model = self.program.model(number);
        let parent = model.tree.parent(param)?;
        let index = model.callables.iter().position(|c| c.node == parent)?;
        let id = reweave_model::CallableId(index as u32);
        Some(self.program.world().method_of(number, id))
    }

    /// Whether a use needs no more than the supertype has.
    fn takes(&self, used: &Use, slots: &[Slot]) -> bool {
        let tree = &self.program.model(used.file).tree;
        if used.kind == UseKind::Write {
            return true;
        }
        if used.kind == UseKind::Reference || used.kind == UseKind::Import {
            return false;
        }
        let mut at = used.node;
        while let Some(parent) = tree.parent(at) {
            if tree.kind(parent) != Kind::Paren {
                break;
            }
            at = parent;
        }
        let Some(parent) = tree.parent(at) else {
            return false;
        };
        match (tree.kind(parent), tree.role(at)) {
            (Kind::ExprStmt, _) => true,
            (Kind::Call | Kind::FieldAccess, Role::Receiver) => self.has(used.file, parent),
            (Kind::Assign, Role::Value) => {
                let target = tree.child_in(parent, Role::Target);
                target.is_some_and(|t| {
                    self.goes_to(used.file, self.program.names.decl(used.file, t), slots)
                })
            }
            (Kind::VarDecl, _) => self.goes_to(used.file, Decl::Local(parent), slots),
            (Kind::Field, _) => {
                let found = slots.iter().find(|s| {
                    matches!(s.decl, Decl::Field(f) if self.program.world().field_node(f) == Some((used.file, parent)))
                });
                found.is_some()
            }
            (Kind::Call | Kind::New | Kind::ConstructorCall, Role::Argument) => {
                self.passes(used.file, parent, at, slots)
            }
            (Kind::Return, _) => self.returns(used.file, parent, slots),
            (Kind::Binary, _) => {
                let op = self.program.world().text(tree.sym(parent));
                matches!(op, "==" | "!=")
                    || self.program.names.ty(used.file, parent) == self.program.world().string()
            }
            // A type with other arguments may be provably distinct (JLS 5.5.1).
            (Kind::InstanceOf, Role::Operand) => {
                self.program.world().type_params(self.target).is_empty()
            }
            _ => false,
        }
    }

    /// Whether the supertype has the member that is asked for.
    fn has(&self, file: u32, access: NodeId) -> bool {
        let world = self.program.world();
        match self.program.names.decl(file, access) {
            Decl::Method(m) => {
                let owner = world.method(m).owner;
                let above = world.overridden(m);
                let has = |o: ClassId| world.is_subclass(self.target, o);
                has(owner) || above.iter().any(|&a| has(world.method(a).owner))
            }
            Decl::Field(f) => world.is_subclass(self.target, world.field(f).owner),
            _ => false,
        }
    }

    /// Whether a variable takes the supertype, or will.
    fn goes_to(&self, file: u32, decl: Decl, slots: &[Slot]) -> bool {
        let world = self.program.world();
        let is_slot = slots
            .iter()
            .any(|s| s.decl == decl && (s.ty.0 == file || !matches!(decl, Decl::Local(_))));
        let ty = match decl {
            Decl::Local(node) => self.program.names.ty(file, node),
            Decl::Field(f) => world.field_type(f),
            _ => return false,
        };
        let inferred = match decl {
            Decl::Local(node) => {
                let tree = &self.program.model(file).tree;
                let holder = tree.parent(node).and_then(|h| tree.child_in(h, Role::Type));
                holder.is_some_and(|t| tree.kind(t) == Kind::InferredType)
            }
            _ => false,
        };
        is_slot || (!inferred && self.is_above(ty))
    }

    /// Whether the supertype fits a type. What stands for a type parameter or wildcard is a type of its own (JLS 5.1.10, 18).
    fn is_above(&self, ty: Ty) -> bool {
        let world = self.program.world();
        let is_open = matches!(world.types().data(ty), TyData::Wildcard(..))
            || !vars_of(world, ty).is_empty();
        let class = world.class_of_type(ty).filter(|_| !is_open);
        ty == world.object()
            || class.is_some_and(|c| c != self.class && world.is_subclass(self.target, c))
    }

    fn passes(&self, file: u32, call: NodeId, argument: NodeId, slots: &[Slot]) -> bool {
        let program = self.program;
        let world = program.world();
        let tree = &program.model(file).tree;
        let Decl::Method(method) = program.names.decl(file, call) else {
            return false;
        };
        let index = tree
            .children_in(call, Role::Argument)
            .position(|a| a == argument);
        let params = &world.signature(method).params;
        let Some(index) = index.filter(|&i| i < params.len() && !world.method(method).varargs)
        else {
            return false;
        };
        let of_slot = world.method_node(method).and_then(|(number, node)| {
            let param = program
                .model(number)
                .tree
                .children_in(node, Role::Param)
                .nth(index)?;
            slots
                .iter()
                .find(|s| s.ty.0 == number && s.decl == Decl::Local(param))
        });
        let receiver = tree.child_in(call, Role::Receiver);
        let of = receiver.map_or(Ty::UNKNOWN, |r| program.names.ty(file, r));
        let is_plain = |&ty: &Ty| !matches!(world.types().data(ty), TyData::Wildcard(..));
        let taken = match world.types().data(of) {
            TyData::Class(_, given) if !given.is_empty() && given.iter().all(is_plain) => {
                world.member_of(of, world.method(method).owner, params[index])
            }
            _ => params[index],
        };
        of_slot.is_some() || self.is_above(taken)
    }

    fn returns(&self, file: u32, statement: NodeId, slots: &[Slot]) -> bool {
        let program = self.program;
        let world = program.world();
        let model = program.model(file);
        let around = model
            .tree
            .ancestors(statement)
            .find(|&a| matches!(model.tree.kind(a), Kind::Callable | Kind::Lambda));
        let Some(index) = around.and_then(|a| model.callables.iter().position(|c| c.node == a))
        else {
            return false;
        };
        let method = world.method_of(file, reweave_model::CallableId(index as u32));
        let ret = world.signature(method).ret.unwrap_or(Ty::VOID);
        slots.iter().any(|s| s.decl == Decl::Method(method)) || self.is_above(ret)
    }
}
