//! USE and host association: which names come from which module, and which entities are views of one thing.

use crate::ast::{Ident, StmtKind, UseItem};
use crate::declare::Declarer;
use crate::intrinsics;
use crate::program::{GLOBAL, Program};
use crate::table::{EntityId, EntityKind, Flags, ScopeId, ScopeKind, StmtId, role};
use reweave_text::{Interner, Sources, Symbol};
use rustc_hash::FxHashMap;

pub(crate) fn associate(program: &mut Program, _sources: &Sources, names: &Interner) {
    let mut a = Associator {
        d: Declarer::new(program, names),
        modules: FxHashMap::default(),
        done: FxHashMap::default(),
        language: FxHashMap::default(),
    };
    a.find_modules();
    a.host_submodules();
    for i in 0..a.d.program.scopes.len() {
        a.uses(ScopeId(i as u32));
    }
    a.link_separate();
    a.link_externals();
}

struct Associator<'a> {
    d: Declarer<'a>,
    modules: FxHashMap<Symbol, ScopeId>,
    /// Scopes whose USEs are read, or are being read.
    done: FxHashMap<ScopeId, bool>,
    /// What intrinsic modules give, by module and name.
    language: FxHashMap<(Symbol, Symbol), EntityId>,
}

impl Associator<'_> {
    fn find_modules(&mut self) {
        for (i, scope) in self.d.program.scopes.iter().enumerate() {
            if scope.kind == ScopeKind::Module
                && let Some(owner) = scope.owner
            {
                let name = self.d.program.entity(owner).name;
                self.modules.entry(name).or_insert(ScopeId(i as u32));
            }
        }
    }

    /// A submodule's host is its parent, wherever that stands.
    fn host_submodules(&mut self) {
        let mut known: FxHashMap<(Symbol, Symbol), ScopeId> = FxHashMap::default();
        let all: Vec<ScopeId> = (0..self.d.program.scopes.len() as u32)
            .map(ScopeId)
            .filter(|&s| self.d.program.scope(s).kind == ScopeKind::Submodule)
            .collect();
        for &scope in &all {
            if let Some((ancestor, _, name)) = self.submodule(scope) {
                known.insert((ancestor.name, name.name), scope);
            }
        }
        for scope in all {
            let Some((ancestor, parent, _)) = self.submodule(scope) else {
                continue;
            };
            let module = self.modules.get(&ancestor.name).copied();
            let host = match parent {
                Some(parent) => known.get(&(ancestor.name, parent.name)).copied(),
                None => module,
            };
            self.d
                .at(self.d.program.scope(scope).first.unwrap_or(StmtId(0)));
            for (ident, scope) in [(Some(ancestor), module), (parent, host)] {
                if let (Some(ident), Some(owner)) =
                    (ident, scope.and_then(|s| self.d.program.scope(s).owner))
                {
                    self.d.occur(ident, owner, role::READ);
                }
            }
            match host.filter(|&h| h != scope) {
                Some(host) => self.d.program.scopes[scope.0 as usize].parent = Some(host),
                None => {
                    self.d.program.scopes[scope.0 as usize].unknown_use =
                        self.d.program.scope(scope).first;
                }
            }
        }
    }

    fn submodule(&self, scope: ScopeId) -> Option<(Ident, Option<Ident>, Ident)> {
        match &self.d.program.stmt(self.d.program.scope(scope).first?).kind {
            StmtKind::Submodule {
                ancestor,
                parent,
                name,
            } => Some((*ancestor, *parent, *name)),
            _ => None,
        }
    }

    fn uses(&mut self, scope: ScopeId) {
        if self.done.contains_key(&scope) {
            return;
        }
        self.done.insert(scope, false);
        for stmt in self.d.program.scope(scope).uses.clone() {
            let StmtKind::Use {
                module,
                intrinsic,
                only,
                items,
            } = self.d.program.stmt(stmt).kind.clone()
            else {
                continue;
            };
            let found = self
                .modules
                .get(&module.name)
                .copied()
                .filter(|_| intrinsic != Some(true));
            if let Some(found) = found {
                self.uses(found);
                self.d.at(stmt);
                self.check_order(found, stmt, module);
            }
            self.d.at(stmt);
            let exports = match found {
                Some(found) => {
                    if let Some(owner) = self.d.program.scope(found).owner {
                        self.d.occur(module, owner, role::READ);
                    }
                    Some(self.exports(found))
                }
                None => self.language_exports(module),
            };
            self.take(scope, stmt, module, exports, only, &items);
        }
        self.done.insert(scope, true);
    }

    /// A module must be whole before it is used: not from inside, not in a circle, not above itself in one file.
    fn check_order(&mut self, module: ScopeId, stmt: StmtId, name: Ident) {
        let s = self.d.program.scope(module);
        let (first, last) = (s.first.unwrap_or(stmt), s.last.unwrap_or(stmt));
        let inside = first <= stmt && stmt <= last;
        let later =
            first > stmt && self.d.program.placed(first).file == self.d.program.placed(stmt).file;
        let circle = self.done.get(&module) == Some(&false);
        if inside || later || circle {
            let text = self.d.names.text(name.name);
            let message = format!("module `{text}` is used before it is complete");
            self.d
                .program
                .problem("order", self.d.file, name.span, message);
        }
    }

    /// The public names of a module.
    fn exports(&self, scope: ScopeId) -> FxHashMap<Symbol, Vec<EntityId>> {
        let s = self.d.program.scope(scope);
        let public = |name: Symbol, entity: Option<EntityId>| {
            let flags = entity
                .map(|e| self.d.program.entity(e).flags)
                .unwrap_or_default();
            match s.access.get(&name) {
                Some(&public) => public,
                None if flags.has(Flags::PRIVATE) => false,
                None if flags.has(Flags::PUBLIC) => true,
                None => !s.private,
            }
        };
        let mut out: FxHashMap<Symbol, Vec<EntityId>> = FxHashMap::default();
        for (&name, all) in &s.used {
            if public(name, None) {
                out.entry(name).or_default().extend(all);
            }
        }
        for (&name, &entity) in &s.names {
            if Some(entity) != s.owner && public(name, Some(entity)) {
                let all = out.entry(name).or_default();
                all.insert(0, entity);
                // A generic that the module extends hides none of its parts: one name, one thing.
                all.truncate(1);
            }
        }
        out
    }

    fn language_exports(&mut self, module: Ident) -> Option<FxHashMap<Symbol, Vec<EntityId>>> {
        let names = intrinsics::module(self.d.names.text(module.name))?;
        let mut out = FxHashMap::default();
        for name in names {
            let name = self.d.names.intern(name);
            let entity = if let Some(&found) = self.language.get(&(module.name, name)) {
                found
            } else {
                let entity = self.d.fresh(GLOBAL, name, EntityKind::Intrinsic);
                self.d.flags(entity, Flags::OF_LANGUAGE);
                self.language.insert((module.name, name), entity);
                entity
            };
            out.insert(name, vec![entity]);
        }
        Some(out)
    }

    /// Brings the names of one USE into its scope.
    fn take(
        &mut self,
        scope: ScopeId,
        stmt: StmtId,
        module: Ident,
        exports: Option<FxHashMap<Symbol, Vec<EntityId>>>,
        only: bool,
        items: &[UseItem],
    ) {
        let missing = exports.is_none();
        if missing && !only {
            self.d.program.scopes[scope.0 as usize].unknown_use = Some(stmt);
        }
        let mut exports = exports.unwrap_or_default();
        let mut taken: Vec<(Symbol, Vec<EntityId>)> = Vec::new();
        for item in items {
            let (local, original) = match item {
                UseItem::Name(ident) => (None, *ident),
                UseItem::Generic(spec) => (None, spec.ident),
                UseItem::Rename(local, original) | UseItem::RenameOperator(local, original) => {
                    (Some(*local), *original)
                }
            };
            let found = self.item(exports.get(&original.name), missing, module, original);
            for &entity in &found {
                self.d.occur(original, entity, role::READ);
            }
            if let Some(local) = local {
                let alias = self.d.fresh(scope, local.name, EntityKind::Alias);
                self.d.program.entities[alias.0 as usize].target = found.first().copied();
                self.d.occur(local, alias, role::DECLARE);
                taken.push((local.name, vec![alias]));
                if !only {
                    exports.remove(&original.name);
                }
            } else {
                taken.push((original.name, found));
            }
        }
        if !only {
            taken.extend(exports);
        }
        for (name, entities) in taken {
            let used = self.d.program.scopes[scope.0 as usize]
                .used
                .entry(name)
                .or_default();
            for entity in entities {
                if !used.contains(&entity) {
                    used.push(entity);
                }
            }
        }
    }

    /// The entities an item of a USE means.
    fn item(
        &mut self,
        found: Option<&Vec<EntityId>>,
        missing: bool,
        module: Ident,
        name: Ident,
    ) -> Vec<EntityId> {
        if let Some(found) = found {
            return found.clone();
        }
        let entity = self.d.fresh(GLOBAL, name.name, EntityKind::Missing);
        let language = intrinsics::module(self.d.names.text(module.name)).is_some();
        if !missing && !language {
            let (module, text) = (self.d.names.text(module.name), self.d.names.text(name.name));
            let message = format!("module `{module}` makes no `{text}` public");
            self.d
                .program
                .problem("use", self.d.file, name.span, message);
        }
        vec![entity]
    }

    /// Bodies of separate module procedures, and the interfaces they belong to.
    fn link_separate(&mut self) {
        for i in 0..self.d.program.entities.len() {
            let id = EntityId(i as u32);
            let entity = self.d.program.entity(id);
            if !(entity.flags.has(Flags::SEPARATE) && entity.flags.has(Flags::DEFINED)) {
                continue;
            }
            let (name, scope, body) = (entity.name, entity.scope, entity.body);
            let interface = entity.link.or_else(|| {
                let host = self.d.program.scope(scope).parent?;
                self.d.program.lookup(host, name)
            });
            let Some(interface) = interface.filter(|&f| f != id) else {
                continue;
            };
            self.d.program.entities[i].link = Some(interface);
            let theirs = self.d.program.entity(interface).dummies.clone();
            let (ty, rank, flags) = {
                let e = self.d.program.entity(interface);
                (
                    e.ty,
                    e.rank,
                    e.flags.0 & (Flags::FUNCTION | Flags::SUBROUTINE),
                )
            };
            let ours = self.d.program.entity(id).dummies.clone();
            let short =
                ours.is_empty() && flags != 0 && self.d.program.entity(id).flags.0 & flags == 0;
            if let (true, Some(body)) = (short, body) {
                // `module procedure s`: the arguments are the interface's.
                for dummy in theirs
                    .iter()
                    .flatten()
                    .chain(&self.d.program.entity(interface).result.clone())
                {
                    let name = self.d.program.entity(*dummy).name;
                    self.d.program.scopes[body.0 as usize]
                        .names
                        .entry(name)
                        .or_insert(*dummy);
                }
                let e = &mut self.d.program.entities[i];
                (e.dummies, e.ty, e.rank) = (theirs, ty, rank);
                e.flags.set(flags);
            } else {
                for (a, b) in ours.into_iter().zip(theirs) {
                    if let (Some(a), Some(b)) = (a, b) {
                        self.d.program.groups.push((a, b));
                    }
                }
            }
        }
    }

    /// Every EXTERNAL and interface body is a view of the procedure that bears the name.
    fn link_externals(&mut self) {
        for i in 0..self.d.program.entities.len() {
            let entity = &self.d.program.entities[i];
            let view = entity.kind == EntityKind::Procedure
                && entity.flags.has(Flags::EXTERNAL)
                && !entity.flags.has(Flags::DUMMY)
                && !entity.flags.has(Flags::POINTER)
                && entity.scope != GLOBAL;
            if view {
                let name = entity.name;
                self.d.link_external(EntityId(i as u32), name);
            }
        }
    }
}

impl Declarer<'_> {
    /// Ties a local view of an external procedure to the global one, which need not be among the files.
    pub(crate) fn link_external(&mut self, local: EntityId, name: Symbol) {
        let found = self.program.scope(GLOBAL).names.get(&name).copied();
        let global = match found {
            Some(found) if self.program.entity(found).kind == EntityKind::Procedure => found,
            Some(_) => return,
            None => {
                let entity = self.fresh(GLOBAL, name, EntityKind::Procedure);
                self.flags(entity, Flags::EXTERNAL);
                self.program.scopes[GLOBAL.0 as usize]
                    .names
                    .insert(name, entity);
                entity
            }
        };
        self.program.entities[local.0 as usize].link = Some(global);
    }
}
