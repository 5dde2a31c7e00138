//! Classes of the client that lost a supertype with the new release, and who depends on what they inherited: nobody can
//! bring those along, but a person must know where they are.

use crate::check::{Weight, Wrong};
use crate::side::Side;
use crate::targets::Targets;
use rayon::prelude::*;
use reweave_java_names::{ClassId, Decl, Use, UseKind};
use reweave_model::{Kind, NodeId, Role};
use rustc_hash::{FxHashMap, FxHashSet};

/// The places that no longer hold, by file.
pub fn dependents(targets: &Targets, new: &Side) -> Vec<(u32, Wrong)> {
    let old = targets.old;
    let bereft = bereft(targets, new);
    if bereft.is_empty() {
        return Vec::new();
    }
    let seeker = Seeker { old, bereft };
    let files: Vec<u32> = old.clients().collect();
    files
        .into_par_iter()
        .flat_map_iter(|file| {
            let found = seeker.file(file);
            found.into_iter().map(move |wrong| (file, wrong))
        })
        .collect()
}

/// What a class of the client no longer is.
struct Loss {
    /// The name of the supertype that the new release does not have.
    gone: String,
    /// All supertypes that went with it.
    supers: FxHashSet<ClassId>,
}

/// Classes of the client with a supertype that was there and is not any more.
fn bereft(targets: &Targets, new: &Side) -> FxHashMap<ClassId, Loss> {
    let old = targets.old;
    let mut found = FxHashMap::default();
    for file in old.clients() {
        if old.world().file(file).types.len() != new.world().file(file).types.len() {
            continue;
        }
        for ty in old.world().file(file).type_ids() {
            let (before, now) = (
                old.world().class_of(file, ty),
                new.world().class_of(file, ty),
            );
            let (was, is) = (old.world().closure(before), new.world().closure(now));
            if !was.complete || !was.supers.iter().any(|s| old.owns(s.0)) {
                continue;
            }
            let kept: FxHashSet<String> = is
                .supers
                .iter()
                .filter(|s| !new.world().is_missing(s.0))
                .map(|s| new.dotted(s.0))
                .collect();
            let lost = was.supers.iter().map(|s| s.0);
            let lost: FxHashSet<ClassId> = lost
                .filter(|&c| {
                    !kept.contains(&targets.class_now(c)) && !kept.contains(&old.dotted(c))
                })
                .collect();
            // Of several that went together the nearest one is named.
            let nearest = was.supers.iter().find(|s| lost.contains(&s.0));
            if let Some(nearest) = nearest {
                let gone = targets.class_now(nearest.0);
                found.insert(before, Loss { gone, supers: lost });
            }
        }
    }
    found
}

struct Seeker<'a> {
    old: &'a Side<'a>,
    bereft: FxHashMap<ClassId, Loss>,
}

impl Seeker<'_> {
    fn file(&self, file: u32) -> Vec<Wrong> {
        let mut found: Vec<Wrong> = Vec::new();
        for used in self.old.names.uses_in(file) {
            if let Some(class) = self.needs(&used) {
                found.push(self.wrong(used.span.start, class));
            }
        }
        found.extend(self.declared(file));
        found.extend(self.overriding(file));
        found
    }

    /// The classes themselves.
    fn declared(&self, file: u32) -> Vec<Wrong> {
        let world = self.old.world();
        let model = world.file(file);
        let all = model.type_ids().map(|ty| (ty, world.class_of(file, ty)));
        all.filter(|(_, class)| self.bereft.contains_key(class))
            .map(|(ty, class)| Wrong {
                weight: Weight::Follows,
                ..self.wrong(model.tree.node(model.ty(ty).node).name_at, class)
            })
            .collect()
    }

    fn wrong(&self, at: u32, class: ClassId) -> Wrong {
        let name = self.old.dotted(class);
        let gone = &self.bereft[&class].gone;
        Wrong {
            at,
            at_new: None,
            node: None,
            why: format!("with the new release it is no `{gone}` any more"),
            key: name,
            name: String::new(),
            is_class: false,
            is_foreign: false,
            write_out: None,
            weight: Weight::Wrong,
        }
    }

    /// The class that a use needs to be what it was: thrown, caught, or called through what it inherited.
    fn needs(&self, used: &Use) -> Option<ClassId> {
        let world = self.old.world();
        let tree = &world.file(used.file).tree;
        let is_bereft = |c: &ClassId| self.bereft.contains_key(c);
        match used.decl {
            Decl::Class(class) => {
                let thrown = tree.role(used.node) == Role::Throws;
                let caught = || {
                    let mut around = tree.ancestors(used.node).take(3);
                    around.any(|n| tree.kind(n) == Kind::Catch)
                };
                Some(class).filter(|c| is_bereft(c) && (thrown || caught()))
            }
            Decl::Method(method) => {
                let data = world.method(method);
                if used.kind == UseKind::Create && is_bereft(&data.owner) {
                    return Some(data.owner);
                }
                let throws = world.signature(method).throws.iter();
                let mut thrown = throws.filter_map(|&t| world.class_of_type(t));
                thrown
                    .find(is_bereft)
                    .or_else(|| self.inherited(used, data.owner))
            }
            // `throw e`
            _ if tree
                .parent(used.node)
                .is_some_and(|p| tree.kind(p) == Kind::Throw) =>
            {
                let ty = self.old.names.ty(used.file, used.node);
                world.class_of_type(ty).filter(is_bereft)
            }
            _ => self.passed(used),
        }
    }

    /// A value of such a class that is passed for what the class no longer is.
    fn passed(&self, used: &Use) -> Option<ClassId> {
        let world = self.old.world();
        let tree = &world.file(used.file).tree;
        let class = world.class_of_type(self.old.names.ty(used.file, used.node))?;
        let loss = self.bereft.get(&class)?;
        let call = tree.parent(used.node)?;
        let mut given = tree.children_in(call, Role::Argument);
        let index = given.position(|n| n == used.node)?;
        let Decl::Method(method) = self.old.names.decl(used.file, call) else {
            return None;
        };
        let wanted = *world.signature(method).params.get(index)?;
        let is_lost = world
            .class_of_type(wanted)
            .is_some_and(|c| loss.supers.contains(&c));
        is_lost.then_some(class)
    }

    /// A method that a class without its supertype had from there.
    fn inherited(&self, used: &Use, owner: ClassId) -> Option<ClassId> {
        let world = self.old.world();
        let tree = &world.file(used.file).tree;
        let receiver = tree.child_in(used.node, Role::Receiver)?;
        let class = world.class_of_type(self.old.names.ty(used.file, receiver))?;
        let is_own = world.class(owner).origin.file().is_some();
        (self.bereft.contains_key(&class) && !is_own).then_some(class)
    }

    /// Methods that overrode what is gone.
    fn overriding(&self, file: u32) -> Vec<Wrong> {
        let world = self.old.world();
        let model = world.file(file);
        let mut found = Vec::new();
        for (index, callable) in (0..).zip(&model.callables) {
            let owner = world.class_of(file, callable.owner);
            let is_override = |n: &&NodeId| world.text(model.tree.sym(**n)) == "Override";
            let marked = callable.annotations.iter().find(is_override);
            let Some(&marked) = marked.filter(|_| self.bereft.contains_key(&owner)) else {
                continue;
            };
            let method = world.method_of(file, reweave_model::CallableId(index));
            let above = self.old.overrides().overridden_by(method).iter();
            let mut owners = above.map(|&m| world.class(world.method(m).owner).origin.file());
            if owners.any(|file| !file.is_some_and(|f| self.old.is_client_file(f))) {
                found.push(self.wrong(model.tree.span(marked).start, owner));
            }
        }
        found
    }
}
