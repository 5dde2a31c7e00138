//! What the class that lost a member has to do with the one that gained it.

use crate::Side;
use crate::diff::Diff;
use crate::view::{Ty, View};
use reweave_text::Symbol;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Relation {
    /// The new owner is a supertype of the old one.
    Up,
    /// The new owner is a subtype of the old one.
    Down,
    /// One of the two mentions the other.
    Aside,
    Strange,
}

/// `from` is a type of the first version, `to` one of the second.
pub fn relation(diff: &Diff<'_>, from: Ty, to: Ty) -> Relation {
    let at_hand = |side, ty, above: Above| {
        let view = view(diff, side);
        match above.ty {
            Some(above) => view.is_below(ty, above),
            None => view.is_subtype(ty, above.name),
        }
    };
    // The classes between the two may be no part of the change; they are read when those at hand say nothing.
    let beyond = |side, ty, above: Above| {
        let (view, hierarchy) = match side {
            Side::Before => (&diff.before, &diff.hierarchy_before),
            Side::After => (&diff.after, &diff.hierarchy_after),
        };
        view.named(above.name).len() < 2 && hierarchy.above(view, ty).contains(&above.name)
    };
    inherited(diff, from, to, &at_hand)
        .or_else(|| inherited(diff, from, to, &beyond))
        .unwrap_or_else(|| mentioned(diff, from, to, &at_hand))
}

fn view<'d, 'p>(diff: &'d Diff<'p>, side: Side) -> &'d View<'p> {
    match side {
        Side::Before => &diff.before,
        Side::After => &diff.after,
    }
}

/// A type that another may be below of: by its name alone in the version that does not have it.
#[derive(Clone, Copy)]
struct Above {
    name: Symbol,
    ty: Option<Ty>,
}

/// Whether a type of one version is below another.
type Below<'a> = &'a dyn Fn(Side, Ty, Above) -> bool;

fn inherited(diff: &Diff<'_>, from: Ty, to: Ty, below: Below<'_>) -> Option<Relation> {
    let from_after = diff.after_of(from);
    let name = diff.after.ty(to).name;
    let now = Above { name, ty: Some(to) };
    let then = Above {
        name,
        ty: diff.before_of(to),
    };
    if from_after.is_some_and(|t| below(Side::After, t, now)) || below(Side::Before, from, then) {
        return Some(Relation::Up);
    }
    // What a vanished class leaves to its subclasses moved there: there is nothing left to be pushed down from.
    (from_after.is_some() && is_below(diff, from, to, below)).then_some(Relation::Down)
}

/// Whether the new owner is, or was, a subtype of the old one.
fn is_below(diff: &Diff<'_>, from: Ty, to: Ty, below: Below<'_>) -> bool {
    let now = Above {
        name: later_name(diff, from),
        ty: diff.after_of(from),
    };
    let then = Above {
        name: diff.before.ty(from).name,
        ty: Some(from),
    };
    below(Side::After, to, now)
        || diff
            .before_of(to)
            .is_some_and(|t| below(Side::Before, t, then))
}

fn later_name(diff: &Diff<'_>, from: Ty) -> Symbol {
    diff.after_of(from)
        .map_or(diff.before.ty(from).name, |t| diff.after.ty(t).name)
}

fn mentioned(diff: &Diff<'_>, from: Ty, to: Ty, below: Below<'_>) -> Relation {
    let from_name = diff.before.ty(from).name;
    let to_name = diff.after.ty(to).name;
    let from_after = diff.after_of(from);
    let mentions = from_after.is_some_and(|t| diff.after.mentions(t).contains(&to_name))
        || diff.after.mentions(to).contains(&later_name(diff, from))
        || diff
            .before_of(to)
            .is_some_and(|t| diff.before.mentions(t).contains(&from_name))
        || diff.before.mentions(from).contains(&to_name)
        || is_below(diff, from, to, below)
        || nested(diff, from_after, to);
    if mentions {
        Relation::Aside
    } else {
        Relation::Strange
    }
}

fn nested(diff: &Diff<'_>, from: Option<Ty>, to: Ty) -> bool {
    from.is_some_and(|f| diff.after.outer(f) == Some(to) || diff.after.outer(to) == Some(f))
}
