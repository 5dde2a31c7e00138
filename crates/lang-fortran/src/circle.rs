//! Modules that use one another in a circle, wherever in them the USEs stand: no compiler can read one of them first.

use crate::ast::{Ident, StmtKind};
use crate::program::{GLOBAL, Program};
use crate::table::{ScopeId, ScopeKind, StmtId};
use reweave_text::Interner;
use rustc_hash::FxHashMap;

struct Use {
    user: ScopeId,
    used: ScopeId,
    stmt: StmtId,
    name: Ident,
}

pub(crate) fn check(program: &mut Program, names: &Interner) {
    let all = uses(program);
    // What uses nothing of the rest can be compiled first, and what nothing of the rest uses, last. A circle stays.
    let rest = without_ends(all, |u| (u.user, u.used));
    let rest = without_ends(rest, |u| (u.used, u.user));
    for Use { stmt, name, .. } in rest {
        let file = program.placed(stmt).file;
        let message = format!("module `{}` uses this one in turn", names.text(name.name));
        program.problem("order", file, name.span, message);
    }
}

/// Takes away the uses whose far end has no use of its own, until there is none.
fn without_ends(uses: Vec<Use>, ends: impl Fn(&Use) -> (ScopeId, ScopeId)) -> Vec<Use> {
    let mut left: FxHashMap<ScopeId, usize> = FxHashMap::default();
    let mut towards: FxHashMap<ScopeId, Vec<usize>> = FxHashMap::default();
    for (i, u) in uses.iter().enumerate() {
        let (near, far) = ends(u);
        *left.entry(near).or_default() += 1;
        towards.entry(far).or_default().push(i);
    }
    let mut open: Vec<ScopeId> = towards
        .keys()
        .copied()
        .filter(|far| !left.contains_key(far))
        .collect();
    let mut gone = vec![false; uses.len()];
    while let Some(far) = open.pop() {
        for &i in towards.get(&far).into_iter().flatten() {
            gone[i] = true;
            let (near, _) = ends(&uses[i]);
            let count = left.entry(near).or_default();
            *count -= 1;
            if *count == 0 {
                open.push(near);
            }
        }
    }
    let mut gone = gone.into_iter();
    let stays = |_: &Use| !gone.next().unwrap_or(false);
    uses.into_iter().filter(stays).collect()
}

/// Every USE in a module of another one among the files.
fn uses(program: &Program) -> Vec<Use> {
    let mut all = Vec::new();
    for i in 0..program.scopes.len() {
        let scope = ScopeId(i as u32);
        let Some(user) = module_around(program, scope) else {
            continue;
        };
        for &stmt in &program.scope(scope).uses {
            let StmtKind::Use {
                module, intrinsic, ..
            } = program.stmt(stmt).kind
            else {
                continue;
            };
            let entity = program.scope(GLOBAL).names.get(&module.name);
            let used = entity.and_then(|&e| program.entity(e).body);
            if let (Some(used), false) = (used, intrinsic == Some(true)) {
                all.push(Use {
                    user,
                    used,
                    stmt,
                    name: module,
                });
            }
        }
    }
    all
}

/// The module that a scope is or lies in. A submodule is compiled by itself, after what its module's users need.
fn module_around(program: &Program, mut scope: ScopeId) -> Option<ScopeId> {
    loop {
        match program.scope(scope).kind {
            ScopeKind::Module => return Some(scope),
            ScopeKind::Submodule | ScopeKind::Global => return None,
            _ => scope = program.scope(scope).parent?,
        }
    }
}
