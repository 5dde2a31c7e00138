//! Methods of classes of which not every supertype is known: whether one overrides a method of a missing type, or is overridden
//! through one, nobody can tell, so what is promised of it could be false.

use crate::Java;
use crate::query::at::named_at;
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl, MethodId};
use reweave_model::Modifiers;
use reweave_preserve::Severity;
use reweave_refactor::{Judged, Offer, Remark};
use std::collections::BTreeMap;

/// The word for `--allow`, as for names that cannot be resolved.
const UNRESOLVED: &str = "unresolved";

/// Missing types told by name; the count tells the rest.
const MOST_NAMED: usize = 5;

pub fn remarks(judged: &Judged<'_, Java>) -> Vec<Remark> {
    let mut all = Vec::new();
    let before = Hierarchy::of(judged.before);
    // What is private overrides nothing; only under a new name it could be what may not be overridden.
    for offer in judged
        .offers
        .lost
        .iter()
        .filter(|o| !o.shape.starts_with("private"))
    {
        all.extend(before.remark(offer));
    }
    if !all.is_empty() {
        return all;
    }
    // What is new has no place in the text before.
    let after = Hierarchy::of(judged.after);
    let gained = judged.offers.gained.iter();
    gained
        .filter_map(|offer| after.remark(offer))
        .map(|remark| Remark {
            places: Vec::new(),
            ..remark
        })
        .collect()
}

/// The classes of a program that lack a supertype, with what each lacks.
struct Hierarchy<'p> {
    program: &'p JavaProgram,
    lacking: BTreeMap<ClassId, Vec<String>>,
}

impl<'p> Hierarchy<'p> {
    fn of(program: &'p JavaProgram) -> Self {
        let world = program.world();
        let lacking = world
            .source_classes()
            .map(|class| (class, world.missing_supers(class)))
            .filter(|(_, missing)| !missing.is_empty())
            .collect();
        Self { program, lacking }
    }

    fn remark(&self, offer: &Offer) -> Option<Remark> {
        let Some(Decl::Method(method)) = named_at(self.program, offer.at) else {
            return None;
        };
        let world = self.program.world();
        let data = world.method(method);
        if data.constructor {
            return None;
        }
        let missing = self.missing_around(method);
        let name = world.text(data.name);
        let owner = world.text(world.class(data.owner).name);
        let message = if !missing.is_empty() {
            let proof = if self.must_override(method) {
                ", and its @Override says that one has it"
            } else {
                ""
            };
            format!(
                "`{owner}.{name}` may override or be overridden through what is not known{proof}: {} not resolved; give --classpath",
                listed(&missing)
            )
        } else if self.must_override(method) {
            format!(
                "`{owner}.{name}` is marked @Override and overrides nothing that is known: a supertype is not the one it was compiled with; give --classpath"
            )
        } else {
            return None;
        };
        Some(Remark {
            kind: UNRESOLVED,
            severity: Severity::Refuse,
            message,
            places: vec![offer.at],
        })
    }

    /// What is missing above the class of a method; and, where it is inherited, above the classes below.
    fn missing_around(&self, method: MethodId) -> Vec<String> {
        let world = self.program.world();
        let data = world.method(method);
        let is_inherited = !data.modifiers.has(Modifiers::PRIVATE);
        let mut all: Vec<String> = self
            .lacking
            .iter()
            .filter(|&(&class, _)| {
                class == data.owner || (is_inherited && world.is_subclass(class, data.owner))
            })
            .flat_map(|(_, missing)| missing.iter().cloned())
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether a method says that it overrides another, and none that is known.
    fn must_override(&self, method: MethodId) -> bool {
        let program = self.program;
        let world = program.world();
        let Some((number, node)) = world.method_node(method) else {
            return false;
        };
        let model = program.model(number);
        let callable = model.callables.iter().find(|c| c.node == node);
        let mut annotations = callable.into_iter().flat_map(|c| &c.annotations);
        let is_said = annotations.any(|&a| {
            matches!(
                world.text(model.tree.sym(a)),
                "Override" | "java.lang.Override"
            )
        });
        is_said && program.overrides().overridden_by(method).is_empty()
    }
}

/// `lib.Task is` or `lib.Task and lib.Job are`, not too many.
fn listed(missing: &[String]) -> String {
    let named = missing.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>();
    let more = missing.len().saturating_sub(MOST_NAMED);
    match (&named[..], more) {
        ([one], 0) => format!("{one} is"),
        (_, 0) => format!("{} are", named.join(", ")),
        _ => format!("{} and {more} more are", named.join(", ")),
    }
}
