//! Which refactoring leaves one of several places, by where they stand, and what stands in its way.

use super::Forms;
use super::duplicate::{Copy, Occurrence, Plan, Remedy};
use super::flow::Flow;
use super::scopes::Scopes;
use crate::code::{Code, Word};
use reweave_model::{Kind, Role};
use reweave_vectors::MethodFlags;

/// Methods that every class writes for itself: what is alike in them is a contract.
const CONTRACTS: &[&str] = &[
    "equals",
    "hashCode",
    "toString",
    "clone",
    "compareTo",
    "main",
];

/// The plan for a group; `None` when no refactoring would leave one place.
pub(super) fn plan(
    first: Occurrence,
    copies: &[Copy],
    flow: &Flow,
    forms: &Forms,
    scopes: &Scopes<'_>,
) -> Option<Plan> {
    let all_whole = first.whole && copies.iter().all(|c| c.place.whole);
    let is_contract = CONTRACTS.contains(&scopes.method_name(first.method));
    let one_owner = copies
        .iter()
        .all(|c| scopes.owner(c.place.method) == scopes.owner(first.method));
    if all_whole && is_contract && !one_owner {
        return None;
    }
    let holes = copies.iter().map(|c| c.difference.holes.len());
    let holes = holes.max().unwrap_or(0);
    let parameters = flow.inputs.len() + holes;
    let mut plan = Plan {
        remedy: Remedy::Extract,
        parameters,
        host: None,
        obstacles: obstacles(copies),
    };
    let callable = |c: &Copy| {
        c.difference.is_parameter.iter().all(|p| *p)
            && c.difference.types.is_empty()
            && scopes.may_call(c.place.method, first.method)
    };
    if first.whole && copies.iter().all(callable) {
        plan.remedy = Remedy::CallExisting;
        plan.parameters = flow.inputs.len();
        plan.host = Some(scopes.owner(first.method));
        return Some(plan);
    }
    if one_owner {
        let differ_in_values = all_whole && holes > 0;
        plan.remedy = if differ_in_values {
            Remedy::Parameterize
        } else {
            Remedy::Extract
        };
        plan.host = Some(scopes.owner(first.method));
        return Some(plan);
    }
    if copies.iter().any(|c| c.difference.named > 0) {
        // No type parameter stands for what is created, cast to or tested (JLS 4.7, 15.9.1, 15.20.2).
        return None;
    }
    let above = common_above(first, copies, scopes);
    let same_signature = copies
        .iter()
        .all(|c| scopes.same_head(first.method, c.place.method));
    let places = || std::iter::once(&first).chain(copies.iter().map(|c| &c.place));
    let has_place = |up: u32| places().any(|o| scopes.owner(o.method) == up);
    let is_elsewhere = above.is_some_and(|up| !has_place(up));
    if is_elsewhere && places().any(|o| hands_on_itself(o, forms)) {
        // What gets the object may ask for the type that it has here.
        return None;
    }
    let overrides = |up: u32| all_whole && scopes.declares_like(up, first.method);
    if same_signature && above.is_some_and(overrides) {
        // The class above has the method already: subclasses that override it alike need a class of their own above them.
        return None;
    }
    if let (true, Some(up)) = (all_whole && holes == 0 && same_signature, above) {
        plan.remedy = Remedy::PullUp;
        plan.host = Some(up);
        return Some(plan);
    }
    plan.remedy = Remedy::ExtractShared;
    plan.host = above;
    let of_object = places().filter(|o| uses_object(o, forms, scopes)).count();
    if above.is_none() && of_object > 0 {
        // Without a common superclass, what the object has would have to be passed, and there is nobody to pass it to.
        return None;
    }
    if above.is_none() {
        plan.obstacles.push(
            "the classes have nothing in common: choose the class that gets the method".into(),
        );
    }
    if is_elsewhere && of_object > 0 {
        plan.obstacles.push(
            "the common superclass has none of the places: extract the method in one class, then pull it up".into(),
        );
    }
    Some(plan)
}

/// The nearest superclass of all places.
fn common_above(first: Occurrence, copies: &[Copy], scopes: &Scopes<'_>) -> Option<u32> {
    let owner = scopes.owner(first.method);
    let line = |ty: u32| {
        let mut line = vec![ty];
        line.extend(scopes.above(ty));
        line
    };
    line(owner).into_iter().find(|up| {
        copies
            .iter()
            .all(|c| line(scopes.owner(c.place.method)).contains(up))
    })
}

/// Whether the statements give the object that they run in to others.
fn hands_on_itself(place: &Occurrence, forms: &Forms) -> bool {
    let Some(body) = forms.get(&place.method) else {
        return true;
    };
    let here = body
        .block
        .walk()
        .filter(|c| place.span.contains(c.place.span));
    here.into_iter().any(|c| {
        let mut kids = c.kids.iter();
        kids.any(|k| k.kind == Kind::This && k.role != Role::Receiver)
    })
}

/// Whether the statements need the object that they run in.
fn uses_object(place: &Occurrence, forms: &Forms, scopes: &Scopes<'_>) -> bool {
    let Some(body) = forms.get(&place.method) else {
        return true;
    };
    let of_object = |c: &Code| match (c.kind, c.word) {
        (Kind::This | Kind::Super, _) => true,
        (Kind::Call, _) => {
            let own = c.kid(Role::Receiver).is_none();
            own && scopes
                .target(place.method, c.place.node)
                .is_none_or(|t| !scopes.is_static(t))
        }
        (Kind::Name, Word::Free(name)) => scopes
            .field(place.method, name)
            .is_some_and(|f| !f.is_static),
        _ => false,
    };
    body.block
        .walk()
        .any(|c| place.span.contains(c.place.span) && of_object(c))
}

fn obstacles(copies: &[Copy]) -> Vec<String> {
    let mut all = Vec::new();
    let any = |f: fn(&Copy) -> bool| copies.iter().any(f);
    if any(|c| !c.difference.types.is_empty()) {
        all.push("types differ between the places: the method needs a type parameter, or a common supertype".into());
    }
    if any(|c| c.difference.calls > 0) {
        all.push(
            "calls on the object itself lead to different methods: declare one that both override"
                .into(),
        );
    }
    if any(|c| c.difference.extra != [0, 0]) {
        all.push("one place has statements (a guard, a log entry) that the other has not: decide whether all shall have them".into());
    }
    if any(|c| c.difference.rewritten) {
        all.push("the places say the same in different ways (a loop, a branch, a temporary): write them alike first".into());
    }
    if any(|c| c.difference.reordered) {
        all.push("the statements stand in another order: put them into one order first".into());
    }
    all
}

impl Scopes<'_> {
    /// Whether a method can be called from another as it stands: visible, and with an object to call it on.
    pub fn may_call(&self, from: reweave_vectors::MethodId, to: reweave_vectors::MethodId) -> bool {
        let base = self.base();
        let (caller, callee) = (base.method(from), base.method(to));
        if from == to
            || base.project(from) != base.project(to)
            || callee.flags.has(MethodFlags::CONSTRUCTOR)
            || callee.flags.has(MethodFlags::LOCAL)
        {
            return false;
        }
        let is_static = callee.flags.has(MethodFlags::STATIC);
        if caller.owner == callee.owner {
            return is_static || !caller.flags.has(MethodFlags::STATIC);
        }
        if callee.flags.has(MethodFlags::PRIVATE) {
            return false;
        }
        if is_static {
            return self.is_visible(caller.file, to);
        }
        self.above(caller.owner).contains(&callee.owner)
            && !caller.flags.has(MethodFlags::STATIC)
            && self.is_visible(caller.file, to)
    }
}
