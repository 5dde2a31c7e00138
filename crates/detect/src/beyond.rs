//! The types beyond the 40 of paper 4: one line a family.

use crate::Finding;
use crate::context::Context;
use crate::declared::Declarations;
use crate::diff::{AttrPair, Diff};
use crate::families as f;
use crate::moves::Moved;
use crate::variables::Var;

pub fn find(
    diff: &Diff<'_>,
    contexts: &[Context<'_, '_>],
    renames: &[Vec<(Var, Var)>],
    renamed_attrs: &[AttrPair],
    moved: &Moved,
    out: &mut Vec<Finding>,
) {
    let declarations = Declarations::of(diff, contexts, renames, renamed_attrs, moved);
    f::annotation::find(diff, &declarations, out);
    f::modifier::find(diff, &declarations, out);
    f::access::find(diff, &declarations, out);
    f::localize::find(diff, contexts, &declarations, out);
    f::parameter_list::find(diff, &declarations, out);
    f::thrown::find(diff, out);
    f::type_kind::find(diff, out);
    f::diamond::find(diff, contexts, &declarations, out);
    f::encapsulate::find(diff, &declarations, out);
    f::invert::find(diff, contexts, out);
    f::attribute_local::find(diff, contexts, out);
    f::catch::find(diff, contexts, out);
    f::conditional::find(diff, contexts, out);
    f::pipeline::find(diff, contexts, out);
    f::anonymous::find(diff, contexts, out);
    f::source_folder::find(diff, out);
    f::move_code::find(diff, out);
    f::method_split::find(diff, out);
    f::class_split::find(diff, moved, out);
    f::attribute_inline::find(diff, contexts, out);
    f::test::find(diff, contexts, out);
}
