//! Whether a log is one of the two releases: what its entries name has to be there.

use crate::error::ReplayError;
use crate::side::Side;
use reweave_log::{Element, Entry, Log, LogError, Name};

/// Refuses the first entry that names something which its release does not have. Only what clients can use is looked up:
/// class files need not have the rest.
pub fn check(log: &Log, old: &Side, new: &Side) -> Result<(), ReplayError> {
    for (number, entry) in (1..).zip(&log.entries) {
        if !entry.api {
            continue;
        }
        for (side, name, release) in [(old, &entry.old, "old"), (new, &entry.new, "new")] {
            if !exists(side, entry, name) {
                let why = format!(
                    "the {release} release has no {} `{name}`; drop or correct the entry, or give the releases that it is of",
                    entry.element.word()
                );
                return Err(LogError::Entry { entry: number, why }.into());
            }
        }
    }
    Ok(())
}

fn exists(side: &Side, entry: &Entry, name: &str) -> bool {
    let world = side.world();
    let class_named = |dotted: &str| world.class_by_dotted(dotted).filter(|&c| side.owns(c));
    let parts = Name::of(name);
    match entry.element {
        Element::Package => side.has_package(name),
        Element::Class => class_named(name).is_some(),
        Element::Method => class_named(parts.prefix).is_some_and(|class| {
            let types: Vec<String> = parts.types().map(str::to_owned).collect();
            side.find_method(class, parts.simple, &types).is_some()
        }),
        Element::Field => class_named(parts.prefix).is_some_and(|class| {
            let symbol = world.names().intern(parts.simple);
            world.find_field(class, symbol, class).is_some()
        }),
    }
}
