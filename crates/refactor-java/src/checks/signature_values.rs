//! Values whose type a changed signature changes, where that shows: a number of another type is written otherwise, computed
//! otherwise, or becomes another object where one is wanted.
//!
//! `"n" + n` says `n1` of an `int` and `n1.0` of a `double`; `n / 2` of them differs, too. That sums come to be computed with a wider
//! type is what such a change is for.

use crate::Java;
use crate::checks::conditionals::Conditionals;
use crate::checks::signature_types::results;
use crate::checks::value_places::{BOXED, NULL, Nodes, Place, place_of};
use crate::edits::signature_change::{Change, Item, callable_of};
use crate::query::affected::has_functions;
use crate::query::program::JavaProgram;
use crate::query::written_types::erased;
use reweave_java_names::{Decl, MethodId, Ty, TyData, Use, UseKind, World};
use reweave_model::{Kind, NodeId, Role};
use reweave_preserve::Interval;
use reweave_refactor::{Run, Step};
use rustc_hash::FxHashSet;

/// The values of the files that a change of types concerns, before it.
pub struct Values {
    noted: Vec<Noted>,
    conditionals: Conditionals,
    trouble: Vec<(&'static str, Interval)>,
}

/// An expression that is a number, a character or a truth value, plain or as an object.
struct Noted {
    at: Interval,
    kind: Kind,
    ty: Ty,
    place: Place,
}

const SHOWN: &str = "a value of the new type would be written otherwise here";
const COMPUTED: &str = "with the new type something else would be computed here";
const COMPARED: &str = "objects would be compared instead of values, or values instead of objects";
const CAST: &str = "an object cannot be cast here as the value was";
const INFERRED: &str = "what is handed on here is inferred, and may not fit the new type";
const SPREAD: &str = "an array would stand here, of what was one value";

impl Values {
    pub fn note(run: &Run<'_, Java>, step: &Step, family: &[MethodId], change: &Change) -> Self {
        let program = run.program();
        let mut values = Self {
            noted: Vec::new(),
            conditionals: Conditionals::default(),
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
                values.conditionals.note_file(program, number);
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

    /// The calls that give one array to a parameter that takes any number of arguments, where it would be one of them, or the reverse.
    /// Gives whether the parameter takes any number, now as before.
    fn note_whole(
        &mut self,
        program: &JavaProgram,
        member: MethodId,
        index: usize,
        new: &str,
    ) -> bool {
        let world = program.world();
        let params = &world.signature(member).params;
        let is_spread = new.trim_end().ends_with("...");
        if !world.method(member).varargs || index + 1 != params.len() || !is_spread {
            return false;
        }
        let new = erased(program, member, new);
        let old = world.erase(params[index]);
        for used in program.uses(&[Decl::Method(member)]) {
            let tree = &program.model(used.file).tree;
            let given: Vec<NodeId> = tree.children_in(used.node, Role::Argument).collect();
            let (&[.., last], true) = (&given[..], given.len() == params.len()) else {
                continue;
            };
            let ty = world.erase(program.names.ty(used.file, last));
            let is_whole = |array: Ty| {
                let is_array = matches!(world.types().data(ty), TyData::Array(_));
                ty == Ty::NULL || (is_array && world.is_subtype(ty, array))
            };
            if new.map_or_else(|| is_whole(old), |new| is_whole(new) != is_whole(old)) {
                let at = program.interval(used.file, tree.span(last));
                self.trouble.push((SPREAD, at));
            }
        }
        true
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
        self.note_spread(program, member, change);
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
            let spreads = self.note_whole(program, member, *index, ty);
            let element = |ty: Ty| match *world.types().data(ty) {
                TyData::Array(element) if spreads => element,
                _ => ty,
            };
            let old = element(old);
            let new = erased(program, member, ty).map(element);
            for used in program.uses(&[Decl::Method(member)]) {
                let tree = &program.model(used.file).tree;
                if used.kind == UseKind::Reference {
                    self.note_handed_on(program, &used, *index, (old, new));
                }
                let most = if spreads { usize::MAX } else { 1 };
                let arguments = tree.children_in(used.node, Role::Argument);
                for argument in arguments.skip(*index).take(most) {
                    if let Some(why) = why_not_given(program, used.file, argument, old, new) {
                        let at = program.interval(used.file, tree.span(argument));
                        self.trouble.push((why, at));
                    }
                }
            }
        }
        if let (Some(new), Some(old)) = (&change.returns, signature.ret)
            && let Some((number, callable)) = callable_of(program, member)
        {
            let new = erased(program, member, new);
            for value in results(program, number, callable.node) {
                if let Some(why) = why_not_given(program, number, value, old, new) {
                    let at = program.interval(number, program.model(number).tree.span(value));
                    self.trouble.push((why, at));
                }
            }
        }
    }

    /// A method reference hands on what its interface takes.
    fn note_handed_on(
        &mut self,
        program: &JavaProgram,
        used: &Use,
        index: usize,
        (old, new): (Ty, Option<Ty>),
    ) {
        let world = program.world();
        let given = program.names.handed_on(used.file, used.node);
        let given = given.and_then(|all| all.get(index).copied());
        let given = given.filter(|&ty| !ty.is_unknown() && !world.types().has_infer(ty));
        let widens = new.is_some_and(|new| {
            !old.is_primitive() && !new.is_primitive() && world.is_subtype(world.erase(old), new)
        });
        let why = match given {
            None if widens => None,
            None => Some(INFERRED),
            Some(given) => why_not_through(given, old, new),
        };
        let at = program.interval(used.file, used.span);
        self.trouble.extend(why.map(|why| (why, at)));
    }

    /// Refuses where a value that stands where it stood has another type, and that can be seen.
    pub fn check(self, run: &mut Run<'_, Java>) {
        let mut trouble = Vec::new();
        let mut nodes = Nodes::default();
        for noted in &self.noted {
            let now = run.now(noted.at);
            let program = run.program();
            let Some((number, node)) = nodes.at(program, now, noted.kind) else {
                continue;
            };
            let tree = &program.model(number).tree;
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
        self.conditionals.check(run);
        let flows = self.trouble.into_iter().map(|(why, at)| (why, run.now(at)));
        trouble.extend(flows.collect::<Vec<_>>());
        for (why, at) in trouble {
            run.refuse("type", why, &[at]);
        }
    }
}

/// Why a value may not be given to a parameter, or as a result, of another type than now.
fn why_not_given(
    program: &JavaProgram,
    number: u32,
    value: NodeId,
    old: Ty,
    new: Option<Ty>,
) -> Option<&'static str> {
    let tree = &program.model(number).tree;
    let inner = std::iter::successors(Some(value), |&v| {
        let inner = tree.child_in(v, Role::Operand);
        inner.filter(|_| tree.kind(v) == Kind::Paren)
    });
    let value = inner.last().unwrap_or(value);
    let ty = match tree.kind(value) {
        Kind::Conditional => program.names.joined_type(number, value),
        _ => Ty::UNKNOWN,
    };
    let ty = match ty {
        Ty::UNKNOWN => program.names.ty(number, value),
        joined => joined,
    };
    match (ty, new) {
        // It is written with fewer digits than are lost.
        (_, Some(new)) if tree.kind(value) != Kind::Number && loses_digits(ty, new) => {
            Some(COMPUTED)
        }
        _ => why_not_through(ty, old, new),
    }
}

/// Why a value of type `ty` may not go through another type than now.
fn why_not_through(ty: Ty, old: Ty, new: Option<Ty>) -> Option<&'static str> {
    let is_plain = new.is_some_and(Ty::is_primitive);
    let is_other = ty.is_primitive() && ty != old;
    let is_unboxed = !old.is_primitive() && is_plain;
    let was_other_box = is_unboxed && ty.is_primitive() && Some(ty) != new;
    if (old.is_primitive() && !is_plain && is_other) || was_other_box {
        Some(BOXED)
    } else if is_unboxed && !ty.is_primitive() {
        Some(NULL)
    } else {
        None
    }
}

/// Whether not every number of a type is one of the other.
fn loses_digits(from: Ty, to: Ty) -> bool {
    match from {
        Ty::INT => to == Ty::FLOAT,
        Ty::LONG => is_real(to),
        _ => false,
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
        Place::Cast(_) if is_whole(old) && is_real(new) => Some(COMPUTED),
        // An object of just any class has to be a box of the very type.
        Place::Cast(to) if !new.is_primitive() && to != old => Some(CAST),
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
