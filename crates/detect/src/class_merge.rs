//! Vanished types that became one: the second brought to the new type what the first did not have.

use crate::class_match::members;
use crate::diff::Diff;
use crate::view::Ty;

/// Merges the types left over into new ones that others were paired with; `rivals` are the pairs that would have fitted,
/// the best first.
pub fn match_types(diff: &mut Diff<'_>, rivals: &[(Ty, Ty)]) {
    for &(before, after) in rivals {
        if diff.removed_types.contains(&before) && brings_members(diff, before, after) {
            diff.merge_types(before, after);
        }
    }
}

/// Whether most of the type is in the new one, and most of that not in the type that the new one is paired with.
fn brings_members(diff: &Diff<'_>, before: Ty, after: Ty) -> bool {
    let Some(first) = diff.before_of(after) else {
        return false;
    };
    if diff.before.ty(first).qualified == diff.after.ty(after).qualified {
        return false;
    }
    let own = members(&diff.before, before);
    let new = members(&diff.after, after);
    let others = members(&diff.before, first);
    let common: Vec<&u64> = own.keys.intersection(&new.keys).collect();
    let brought = common.iter().filter(|k| !others.keys.contains(k)).count();
    brought > 1 && brought * 2 > common.len() && common.len() * 2 > own.count
}
