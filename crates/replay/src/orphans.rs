//! Methods of the client that overrode one of the library and override none now: they compile on, and nothing calls them.

use crate::check::Wrong;
use crate::side::Side;
use crate::targets::Targets;
use reweave_java_names::{Decl, MethodId};
use reweave_model::CallableId;

/// By file. Edits neither add nor drop methods, so that each has the same number on both sides.
pub fn orphans(targets: &Targets, new: &Side) -> Vec<(u32, Wrong)> {
    let old = targets.old;
    let of_library = |side: &Side, method: MethodId| {
        let mut above = side.overrides().overridden_by(method).iter();
        above.find(|&&m| side.is_library(Decl::Method(m))).copied()
    };
    let mut found = Vec::new();
    for file in old.clients() {
        let (before, after) = (old.world().file(file), new.world().file(file));
        if before.callables.len() != after.callables.len() {
            continue;
        }
        for index in (0..before.callables.len() as u32).map(CallableId) {
            let method = old.world().method_of(file, index);
            let Some(gone) = of_library(old, method) else {
                continue;
            };
            if of_library(new, new.world().method_of(file, index)).is_some() {
                continue;
            }
            let tree = &before.tree;
            found.push((
                file,
                Wrong {
                    at: tree.node(before.callable(index).node).name_at,
                    key: old.method_name(method),
                    why: format!(
                        "it overrides nothing of the library now, which does not call it: `{}` is gone or takes other parameters",
                        old.method_name(gone)
                    ),
                    ..Wrong::default()
                },
            ));
        }
    }
    found
}
