//! The types beyond the 40 of paper 4: one line a family.

use crate::Gathered;
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
    found: &mut Gathered<'_>,
) {
    let declarations = Declarations::of(diff, contexts, renames, renamed_attrs, moved);
    found.add(|out| f::annotation::find(diff, &declarations, out));
    found.add(|out| f::modifier::find(diff, &declarations, out));
    found.add(|out| f::access::find(diff, &declarations, out));
    found.add(|out| f::localize::find(diff, &declarations, out));
    found.add(|out| f::parameter_list::find(diff, &declarations, out));
    found.add(|out| f::thrown::find(diff, out));
    found.add(|out| f::type_kind::find(diff, out));
    found.add(|out| f::diamond::find(diff, contexts, &declarations, out));
    found.add(|out| f::encapsulate::find(diff, &declarations, out));
    found.add(|out| f::invert::find(diff, contexts, out));
    found.add(|out| f::attribute_local::find(diff, contexts, out));
    found.add(|out| f::catch::find(diff, contexts, out));
    found.add(|out| f::conditional::find(diff, contexts, out));
    found.add(|out| f::pipeline::find(diff, contexts, out));
    found.add(|out| f::anonymous::find(diff, contexts, out));
    found.add(|out| f::source_folder::find(diff, out));
    found.add(|out| f::move_code::find(diff, out));
    found.add(|out| f::method_split::find(diff, out));
    found.add(|out| f::class_split::find(diff, moved, out));
    found.add(|out| f::attribute_inline::find(diff, contexts, out));
    found.add(|out| f::test::find(diff, contexts, out));
}
