//! What is done with a value where it stands, and finding its expression again after the change.

use crate::query::program::JavaProgram;
use reweave_java_names::{Decl, MethodId, Ty, TyData, World};
use reweave_model::{Kind, NodeId, Role};
use reweave_preserve::Interval;
use rustc_hash::FxHashMap;

pub const BOXED: &str = "the value would be boxed to another class here";
pub const NULL: &str = "what is null here has no value of the new type";

/// What is done with a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// It is written into a text.
    Text,
    /// An object is made of it.
    Object,
    /// It is one of two that a `?:` chooses from, of which it makes one type first.
    Branch,
    /// It is cast to this type.
    Cast(Ty),
    /// It is computed into a variable of this type.
    Into(Ty),
    /// It is compared with something; whether that is an object, too.
    Compared(bool),
    Other,
}

/// The nodes of files by where they stand.
#[derive(Default)]
pub struct Nodes {
    by_file: FxHashMap<u32, FxHashMap<(u32, u32, Kind), NodeId>>,
}

impl Nodes {
    pub fn at(&mut self, program: &JavaProgram, at: Interval, kind: Kind) -> Option<(u32, NodeId)> {
        let number = program.number(at.file)?;
        let tree = &program.model(number).tree;
        let by_span = self.by_file.entry(number).or_insert_with(|| {
            let all = tree.descendants(NodeId::ROOT);
            all.map(|n| ((tree.span(n).start, tree.span(n).end, tree.kind(n)), n))
                .collect()
        });
        let node = by_span.get(&(at.span.start, at.span.end, kind))?;
        Some((number, *node))
    }
}

pub fn place_of(program: &JavaProgram, file: u32, node: NodeId) -> Place {
    let world = program.world();
    let tree = &program.model(file).tree;
    let ty = |n: NodeId| program.names.ty(file, n);
    let mut value = node;
    let mut parent = tree.parent(node);
    while let Some(around) = parent.filter(|&p| tree.kind(p) == Kind::Paren) {
        value = around;
        parent = tree.parent(around);
    }
    let Some(parent) = parent else {
        return Place::Other;
    };
    let wants = |wanted: Ty| {
        if wanted.is_unknown() || wanted.is_primitive() || wanted == Ty::VOID {
            Place::Other
        } else {
            Place::Object
        }
    };
    let operator = || world.text(tree.sym(parent));
    match (tree.kind(parent), tree.role(value)) {
        (Kind::Binary, _) if operator() == "+" && ty(parent) == world.string() => Place::Text,
        (Kind::Binary, _) if matches!(operator(), "==" | "!=") => {
            let mut sides = tree.children_in(parent, Role::Operand);
            Place::Compared(sides.all(|s| !ty(s).is_primitive()))
        }
        (Kind::Assign, Role::Value) => match operator() {
            "=" => wants(ty(parent)),
            "+=" if ty(parent) == world.string() => Place::Text,
            _ => Place::Into(ty(parent)),
        },
        (Kind::Cast, Role::Operand) => match wants(ty(parent)) {
            Place::Object => Place::Object,
            _ => Place::Cast(ty(parent)),
        },
        (Kind::VarDecl | Kind::Field, Role::Init) => wants(ty(parent)),
        (Kind::ArrayInit, _) => match *world.types().data(ty(parent)) {
            TyData::Array(element) => wants(element),
            _ => Place::Other,
        },
        (Kind::Lambda, Role::Body) => {
            let class = world.class_of_type(ty(parent));
            let method = class.and_then(|c| world.functional(c));
            let gives = method.and_then(|m| world.signature(m).ret);
            gives.map_or(Place::Other, wants)
        }
        (Kind::Conditional, Role::Then | Role::Else) => {
            let is_joined = !program.names.joined_type(file, parent).is_unknown();
            match place_of(program, file, parent) {
                Place::Object | Place::Branch if is_joined => Place::Branch,
                Place::Object => Place::Object,
                _ => Place::Other,
            }
        }
        (Kind::Call | Kind::New | Kind::ConstructorCall | Kind::EnumConstant, Role::Argument) => {
            let Decl::Method(method) = program.names.decl(file, parent) else {
                return Place::Other;
            };
            let mut arguments = tree.children_in(parent, Role::Argument);
            let index = arguments.position(|a| a == value).unwrap_or(0);
            wants(formal(world, method, index))
        }
        (Kind::Return, _) => {
            let mut around = tree.ancestors(parent);
            let body = around.find(|&a| matches!(tree.kind(a), Kind::Lambda | Kind::Callable));
            let callables = &program.model(file).callables;
            let at = callables.iter().position(|c| Some(c.node) == body);
            let method = at.map(|i| world.method_of(file, reweave_model::CallableId(i as u32)));
            let gives = method.and_then(|m| world.signature(m).ret);
            gives.map_or(Place::Other, wants)
        }
        _ => Place::Other,
    }
}

/// The type of the parameter that takes an argument; of any number of them that of one.
pub fn formal(world: &World, method: MethodId, index: usize) -> Ty {
    let params = &world.signature(method).params;
    let Some(last) = params.len().checked_sub(1) else {
        return Ty::UNKNOWN;
    };
    let formal = params[index.min(last)];
    match *world.types().data(formal) {
        TyData::Array(element) if world.method(method).varargs && index >= last => element,
        _ => formal,
    }
}
