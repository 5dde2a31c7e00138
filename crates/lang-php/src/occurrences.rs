//! "Where else does this name stand?"

use crate::bind::{Bindings, Role};
use crate::entity::{EntityId, Place};
use crate::program::Program;
use reweave_text::FileId;

/// All places, doc comments included, that surely mean the same as the name at `offset`, in order; empty where no name
/// stands there.
pub fn occurrences(
    program: &Program,
    bindings: &Bindings,
    file: FileId,
    offset: u32,
) -> Vec<Place> {
    let mut targets: Vec<EntityId> = Vec::new();
    // `self` means a class without writing its name.
    let names = bindings
        .at(file, offset)
        .filter(|o| o.role != Role::Keyword);
    for at in names {
        targets.extend(&at.targets);
    }
    targets.retain(|t| !program.entity(*t).name.is_empty());
    let mut places: Vec<Place> = bindings
        .occurrences
        .iter()
        .filter(|o| o.role != Role::Keyword && o.targets.iter().any(|t| targets.contains(t)))
        .map(|o| o.place)
        .collect();
    places.dedup();
    places
}
