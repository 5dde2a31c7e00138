//! Values whose type a changed signature changes, where that shows: a number of another type is written otherwise, computed
//! otherwise, or becomes another object where one is wanted.
//!
//! `"n" + n` says `n1` of an `int` and `n1.0` of a `double`; `n / 2` of them differs, too. That sums come to be computed with a wider
//! type is what such a change is for.

use super::Java;
use super::affected::has_functions;
use super::program::JavaProgram;
use super::signature_edits::{Change, Item, callable_of};
use super::signature_types::results;
use crate::run::Run;
use crate::step::Step;
use reweave_java_names::{Decl, MethodId, Ty, TyData, World};
use reweave_model::{Kind, NodeId, Role};
use reweave_preserve::Interval;
use rustc_hash::{FxHashMap, FxHashSet};

/// The values of the files that a change of types concerns, before it.
pub struct Values {
    noted: Vec<Noted>,
    trouble: Vec<(&'static str, Interval)>,
}

/// An expression that is a number, a character or a truth value, plain or as an object.
struct Noted {
    at: Interval,
    kind: Kind,
    ty: Ty,
    place: Place,
}

/// What is done with a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// It is written into a text.
    Text,
    /// An object is made of it.
    Object,
    /// It is one of two numbers, of which an object is made; the type of both.
    Either(Ty),
    Cast,
    /// It is computed into a variable of this type.
    Into(Ty),
    /// It is compared with something; whether that is an object, too.
    Compared(bool),
    Other,
}

const SHOWN: &str = "a value of the new type would be written otherwise here";
const COMPUTED: &str = "with the new type something else would be computed here";
const BOXED: &str = "an object of another class would be made of the value here";
const COMPARED: &str = "objects would be compared instead of values, or values instead of objects";
const SPREAD: &str = "an array would stand here, of what was one value";
const NULL: &str = "what is null here has no value of the new type";

impl Values {
    pub fn note(run: &Run<'_, Java>, step: &Step, family: &[MethodId], change: &Change) -> Self {
        let program = run.program();
        let mut values = Self {
            noted: Vec::new(),
            trouble: Vec::new(),
        };
        let retyped = |i: &Item| matches!(i, Item::Kept { ty: Some(_), .. });
        if change.returns.is_none() && !change.items.iter().any(retyped) {
            return values;
        }
        let decls: Vec<Decl> = family.iter().map(|&m| Decl::Method(m)).collect();
        let is_function = family.iter().any(|&m| program.world().is_abstract(m));
        let touched: FxHashSet<u32> = step
            .touched()
            .into_iter()
            .filter_map(|f| program.number(f))
            .collect();
        for number in program.numbers() {
            let concerned = touched.contains(&number)
                || program.names.mentions(number, &decls)
                || (is_function && has_functions(program.model(number)));
            if concerned {
                values.note_file(program, number);
            }
        }
        for &member in family {
            values.note_flows(program, member, change);
        }
        values
    }

    fn note_file(&mut self, program: &JavaProgram, number: u32) {
        let tree = &program.model(number).tree;
        for node in tree.descendants(NodeId::ROOT) {
            let ty = program.names.ty(number, node);
            if !program.world().unboxed(ty).is_primitive() || !is_expression(tree.kind(node)) {
                continue;
            }
            self.noted.push(Noted {
                at: program.interval(number, tree.span(node)),
                kind: tree.kind(node),
                ty,
                place: place_of(program, number, node),
            });
        }
    }

    /// The uses of a parameter that takes any number of what it took one of.
    fn note_spread(&mut self, program: &JavaProgram, member: MethodId, change: &Change) {
        let Some((number, callable)) = callable_of(program, member) else {
            return;
        };
        let world = program.world();
        for item in &change.items {
            let Item::Kept { index, ty, .. } = item else {
                continue;
            };
            let old = world.signature(member).params.get(*index);
            let was_array = old.is_some_and(|&o| matches!(world.types().data(o), TyData::Array(_)));
            let is_spread = ty.as_ref().is_some_and(|t| t.trim_end().ends_with("..."));
            if is_spread && !was_array {
                let param = Decl::Local(callable.params[*index].node);
                let uses = program.uses_in(number, &[param]).into_iter();
                let places = uses.map(|used| (SPREAD, program.interval(number, used.span)));
                self.trouble.extend(places);
            }
        }
    }

    /// What is passed and given back, where the type that it goes through on its way is another.
    fn note_flows(&mut self, program: &JavaProgram, member: MethodId, change: &Change) {
        let world = program.world();
        let signature = world.signature(member);
        let known = |text: &str| match Ty::of_word(text.trim()) {
            Ty::UNKNOWN => Ty::NULL,
            word => word,
        };
        self.note_spread(program, member, change);
        let mut judge = |number: u32, value: NodeId, old: Ty, new: Ty| {
            let ty = program.names.ty(number, value);
            let is_other = ty.is_primitive() && ty != old;
            let is_unboxed = !old.is_primitive() && new.is_primitive();
            let was_other_box = is_unboxed && ty.is_primitive() && ty != new;
            let why = if (old.is_primitive() && !new.is_primitive() && is_other) || was_other_box {
                BOXED
            } else if !old.is_primitive() && new.is_primitive() && !ty.is_primitive() {
                NULL
            } else {
                return;
            };
            let at = program.interval(number, program.model(number).tree.span(value));
            self.trouble.push((why, at));
        };
        for item in &change.items {
            let Item::Kept {
                index,
                ty: Some(ty),
                ..
            } = item
            else {
                continue;
            };
            let Some(&old) = signature.params.get(*index) else {
                continue;
            };
            for used in program.uses(&[Decl::Method(member)]) {
                let tree = &program.model(used.file).tree;
                let argument = tree.children_in(used.node, Role::Argument).nth(*index);
                if let Some(argument) = argument {
                    judge(used.file, argument, old, known(ty));
                }
            }
        }
        if let (Some(new), Some(old)) = (&change.returns, signature.ret)
            && let Some((number, callable)) = callable_of(program, member)
        {
            for value in results(program, number, callable.node) {
                judge(number, value, old, known(new));
            }
        }
    }

    /// Refuses where a value that stands where it stood has another type, and that can be seen.
    pub fn check(self, run: &mut Run<'_, Java>) {
        let mut trouble = Vec::new();
        let mut nodes: FxHashMap<u32, FxHashMap<(u32, u32, Kind), NodeId>> = FxHashMap::default();
        for noted in &self.noted {
            let now = run.now(noted.at);
            let program = run.program();
            let Some(number) = program.number(now.file) else {
                continue;
            };
            let tree = &program.model(number).tree;
            let by_span = nodes.entry(number).or_insert_with(|| {
                let all = tree.descendants(NodeId::ROOT);
                all.map(|n| ((tree.span(n).start, tree.span(n).end, tree.kind(n)), n))
                    .collect()
            });
            let key = (now.span.start, now.span.end, noted.kind);
            let Some(&node) = by_span.get(&key) else {
                continue;
            };
            let ty = program.names.ty(number, node);
            if ty == noted.ty || ty.is_unknown() {
                continue;
            }
            let operator = program.world().text(tree.sym(node));
            let place = place_of(program, number, node);
            if let Some(why) = why_not(program.world(), noted, (ty, place), operator) {
                trouble.push((why, now));
            }
        }
        let flows = self.trouble.into_iter().map(|(why, at)| (why, run.now(at)));
        trouble.extend(flows.collect::<Vec<_>>());
        for (why, at) in trouble {
            run.refuse("type", why, &[at]);
        }
    }
}

/// Why a value may not come to be of another type where it stands.
fn why_not(
    world: &World,
    noted: &Noted,
    (ty, place): (Ty, Place),
    operator: &str,
) -> Option<&'static str> {
    let (old, new) = (world.unboxed(noted.ty), world.unboxed(ty));
    let is_small = matches!(old, Ty::BYTE | Ty::SHORT | Ty::CHAR);
    if old != new && new.is_primitive() {
        let computes = match (noted.kind, operator.trim_end_matches('=')) {
            (Kind::Assign, "") => true,
            (Kind::Assign, operator) => !is_small && same_result(operator, old, new),
            (Kind::Update, _) => !is_small && same_result("+", old, new),
            (Kind::Binary, operator) => same_result(operator, old, new),
            _ => true,
        };
        if !computes {
            return Some(COMPUTED);
        }
    }
    match noted.place {
        Place::Text if shown(old) != shown(new) && new.is_primitive() => Some(SHOWN),
        Place::Object if old != new && new.is_primitive() => Some(BOXED),
        Place::Either(_) if matches!(place, Place::Either(_)) && place != noted.place => {
            Some(BOXED)
        }
        Place::Cast if is_whole(old) && is_real(new) => Some(COMPUTED),
        Place::Into(target) if is_whole(world.unboxed(target)) && is_real(new) => Some(COMPUTED),
        Place::Compared(_) if matches!(place, Place::Compared(_)) && place != noted.place => {
            Some(COMPARED)
        }
        _ => None,
    }
}

/// Whether an operator gives the same with operands of the new type, as long as no number is too large.
fn same_result(operator: &str, old: Ty, new: Ty) -> bool {
    let widens = old == Ty::INT && new == Ty::LONG;
    match operator {
        "+" | "-" | "*" => widens || (old == Ty::INT && new == Ty::DOUBLE),
        "/" | "%" | "&" | "|" | "^" => widens,
        _ => false,
    }
}

fn is_whole(ty: Ty) -> bool {
    ty.is_numeric() && ty.widens_to(Ty::LONG)
}

fn is_real(ty: Ty) -> bool {
    matches!(ty, Ty::FLOAT | Ty::DOUBLE)
}

/// Types whose values are written alike have the same answer.
fn shown(ty: Ty) -> Ty {
    match ty {
        Ty::BYTE | Ty::SHORT | Ty::INT => Ty::LONG,
        other => other,
    }
}

fn is_expression(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Name
            | Kind::FieldAccess
            | Kind::Call
            | Kind::Index
            | Kind::Unary
            | Kind::Update
            | Kind::Binary
            | Kind::Assign
            | Kind::Conditional
            | Kind::SwitchExpr
    )
}

fn place_of(program: &JavaProgram, file: u32, node: NodeId) -> Place {
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
            _ => Place::Cast,
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
            let both = [Role::Then, Role::Else].map(|r| tree.child_in(parent, r));
            let both = both.map(|b| b.map_or(Ty::UNKNOWN, |b| world.unboxed(ty(b))));
            match place_of(program, file, parent) {
                Place::Object if both.iter().all(|t| t.is_numeric()) => {
                    Place::Either(both[0].max(both[1]))
                }
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
