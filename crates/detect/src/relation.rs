//! What the class that lost a member has to do with the one that gained it.

use crate::Side;
use crate::diff::Diff;
use crate::view::Ty;
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
    let at_hand = |side, ty, name| match side {
        Side::Before => diff.before.is_subtype(ty, name),
        Side::After => diff.after.is_subtype(ty, name),
    };
    // The classes between the two may be no part of the change; they are read when those at hand say nothing.
    let beyond = |side, ty, name| match side {
        Side::Before => diff
            .hierarchy_before
            .above(&diff.before, ty)
            .contains(&name),
        Side::After => diff.hierarchy_after.above(&diff.after, ty).contains(&name),
    };
    inherited(diff, from, to, &at_hand)
        .or_else(|| inherited(diff, from, to, &beyond))
        .unwrap_or_else(|| mentioned(diff, from, to, &at_hand))
}

/// Whether a type of one version is below one of that name.
type Below<'a> = &'a dyn Fn(Side, Ty, Symbol) -> bool;

fn inherited(diff: &Diff<'_>, from: Ty, to: Ty, below: Below<'_>) -> Option<Relation> {
    let from_after = diff.after_of(from);
    let to_name = diff.after.ty(to).name;
    if from_after.is_some_and(|t| below(Side::After, t, to_name))
        || below(Side::Before, from, to_name)
    {
        return Some(Relation::Up);
    }
    // What a vanished class leaves to its subclasses moved there: there is nothing left to be pushed down from.
    (from_after.is_some() && is_below(diff, from, to, below)).then_some(Relation::Down)
}

/// Whether the new owner is, or was, a subtype of the old one.
fn is_below(diff: &Diff<'_>, from: Ty, to: Ty, below: Below<'_>) -> bool {
    below(Side::After, to, later_name(diff, from))
        || diff
            .before_of(to)
            .is_some_and(|t| below(Side::Before, t, diff.before.ty(from).name))
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
