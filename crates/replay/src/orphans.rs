//! Methods of the client that overrode one of the library and override none now: they compile on, and nothing calls them.

use crate::check::Wrong;
use crate::side::Side;
use crate::targets::Targets;
use reweave_java_names::{ClassId, Decl, MethodId, Ty, TyData, TypeVarId, World};
use reweave_model::{CallableId, Modifiers};

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
            let tree = &before.tree;
            let at = tree.node(before.callable(index).node).name_at;
            let heir = of_library(new, new.world().method_of(file, index));
            if let Some(heir) = heir {
                if is_regenerified(targets, new, [method, gone, heir]) {
                    let class = before.ty(before.callable(index).owner).node;
                    let places = [
                        Some(at),
                        new.world()
                            .method(heir)
                            .modifiers
                            .has(Modifiers::ABSTRACT)
                            .then(|| tree.node(class).name_at),
                    ];
                    found.extend(
                        places
                            .into_iter()
                            .flatten()
                            .map(|at| (file, clash(at, old, method, new, heir))),
                    );
                }
                continue;
            }
            found.push((
                file,
                Wrong {
                    at,
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

/// Whether a parameter of the library's method has other type arguments than before, where the client's method writes some: it has the
/// same erasure, and is no subsignature any more (JLS 8.4.2).
fn is_regenerified(targets: &Targets, new: &Side, [own, gone, heir]: [MethodId; 3]) -> bool {
    let old = targets.old.world();
    let renamed = |side: &Side, class| {
        if side.owns(class) {
            targets.class_now(class)
        } else {
            side.dotted(class)
        }
    };
    let before = spelled(old, gone, &|c| renamed(targets.old, c));
    let after = spelled(new.world(), heir, &|c| new.dotted(c));
    let client = spelled(old, own, &|c| renamed(targets.old, c));
    let differs = before.iter().zip(&after).zip(&client);
    let mut differing = differs.filter(|((a, b), c)| a != b && b != c && c.contains('<'));
    before.len() == after.len() && differing.next().is_some()
}

/// The types of a method's parameters with their arguments; its own type parameters by their places.
fn spelled(world: &World, method: MethodId, name: &dyn Fn(ClassId) -> String) -> Vec<String> {
    let signature = world.signature(method);
    let own = &signature.type_params;
    let params = signature.params.iter();
    params.map(|&ty| spell(world, own, ty, name)).collect()
}

fn spell(world: &World, own: &[TypeVarId], ty: Ty, name: &dyn Fn(ClassId) -> String) -> String {
    let inner = |ty: Ty| spell(world, own, ty, name);
    match world.types().data(ty) {
        TyData::Class(class, arguments) if arguments.is_empty() => name(*class),
        TyData::Class(class, arguments) => {
            let arguments: Vec<String> = arguments.iter().map(|&a| inner(a)).collect();
            format!("{}<{}>", name(*class), arguments.join(","))
        }
        TyData::Array(element) => format!("{}[]", inner(*element)),
        TyData::Var(var) => match own.iter().position(|v| v == var) {
            Some(place) => format!("#{place}"),
            // What a class passes for the parameters of its supertype is not followed.
            None => "?".to_owned(),
        },
        TyData::Wildcard(wild, bound) => format!("? {wild:?} {}", inner(*bound)),
        _ => world.simple(ty),
    }
}

fn clash(at: u32, old: &Side, own: MethodId, new: &Side, heir: MethodId) -> Wrong {
    let above = new.method_name(heir);
    Wrong {
        at,
        key: old.method_name(own),
        why: format!(
            "parameters of `{above}` have other type arguments now: it has the same erasure, and does not override it"
        ),
        ..Wrong::default()
    }
}
