//! What the class that lost a member has to do with the one that gained it.

use crate::diff::Diff;
use crate::view::Ty;

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
    let from_name = diff.before.ty(from).name;
    let to_name = diff.after.ty(to).name;
    let from_after = diff.after_of(from);
    let to_before = diff.before_of(to);
    let later_name = from_after.map_or(from_name, |t| diff.after.ty(t).name);
    if from_after.is_some_and(|t| diff.after.is_subtype(t, to_name))
        || diff.before.is_subtype(from, to_name)
    {
        return Relation::Up;
    }
    // What a vanished class leaves to its subclasses moved there: there is nothing left to be pushed down from.
    let below = diff.after.is_subtype(to, later_name)
        || to_before.is_some_and(|t| diff.before.is_subtype(t, from_name));
    if from_after.is_some() && below {
        return Relation::Down;
    }
    let mentions = from_after.is_some_and(|t| diff.after.mentions(t).contains(&to_name))
        || diff.after.mentions(to).contains(&later_name)
        || to_before.is_some_and(|t| diff.before.mentions(t).contains(&from_name))
        || diff.before.mentions(from).contains(&to_name)
        || below
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
