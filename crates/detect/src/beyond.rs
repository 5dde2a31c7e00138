//! The families that are looked for after all else: those of the types beyond the 40 of paper 4.

use crate::Gathered;
use crate::context::Context;
use crate::declared::Declarations;
use crate::diff::{AttrPair, Diff};
use crate::families;
use crate::family::Given;
use crate::moves::Moved;
use crate::variables::Var;

pub fn find(
    diff: &Diff<'_>,
    contexts: &[Context<'_, '_>],
    renames: &[Vec<(Var, Var)>],
    renamed_attrs: &[AttrPair],
    moved: &Moved,
    found: &mut Gathered<'_>,
) {
    let declarations = Declarations::of(diff, contexts, renames, renamed_attrs, moved);
    let given = Given {
        diff,
        contexts,
        declarations: &declarations,
        moved,
    };
    for find in families::ALL.iter().filter_map(|f| f.find) {
        found.add(|out| find(&given, out));
    }
}
