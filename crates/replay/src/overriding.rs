//! Methods of the client that override or implement the library's: they take the new name and parameters along.

use crate::plan::MethodPlan;
use crate::targets::Targets;
use reweave_java_names::{Decl, MethodId};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What becomes of the client's methods that override one that changed. A family that also answers for a method which
/// keeps its name cannot follow.
pub fn overriding(targets: &Targets) -> FxHashMap<MethodId, Result<Arc<MethodPlan>, String>> {
    if !targets.plan.has_methods() {
        return FxHashMap::default();
    }
    let old = targets.old;
    let world = old.world();
    let overrides = old.overrides();
    let is_client = |m: MethodId| {
        let file = world.method(m).origin.file();
        file.is_some_and(|f| old.is_client_file(f))
    };
    let mut found = FxHashMap::default();
    for edge in overrides.all() {
        if !is_client(edge.by) || is_client(edge.of) || found.contains_key(&edge.by) {
            continue;
        }
        let Some(plan) = targets.planned(edge.of).filter(|p| !p.is_replacement) else {
            continue;
        };
        let simple = world.text(world.method(edge.of).name);
        if simple == plan.name && !targets.reorders(edge.of, &plan) {
            continue;
        }
        let family = overrides.family(edge.by);
        let mut why = targets
            .becomes_static(edge.of, &plan)
            .then(|| "the method that it overrides is static now".to_owned());
        for &member in family.iter().filter(|&&m| !is_client(m)) {
            let agrees = targets
                .planned(member)
                .is_some_and(|p| p.name == plan.name && p.parameters == plan.parameters);
            let stays = !old.is_library(Decl::Method(member)) || targets.stays(member);
            if !agrees && stays {
                why = Some(format!(
                    "it also answers for `{}`, which keeps its name",
                    old.method_name(member)
                ));
            }
        }
        for &member in family.iter().filter(|&&m| is_client(m)) {
            let owner = old.dotted(world.method(member).owner);
            let followed = match &why {
                Some(why) => Err(why.clone()),
                None => Ok(Arc::new(MethodPlan {
                    owner,
                    ..plan.clone()
                })),
            };
            found.insert(member, followed);
        }
    }
    found
}

impl Targets<'_> {
    /// Whether the new release still has a method as it was.
    fn stays(&self, method: MethodId) -> bool {
        let world = self.old.world();
        let data = world.method(method);
        let class = self
            .api
            .world()
            .class_by_dotted(&self.class_now(data.owner));
        class.is_some_and(|c| {
            self.api
                .find_method(c, world.text(data.name), &self.types_now(method))
                .is_some()
        })
    }
}
