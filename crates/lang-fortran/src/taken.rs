//! Names that stand for no value and no procedure, and are taken nevertheless: those of modules that a unit knows, of
//! constructs, and of a submodule inside itself.
//!
//! ```fortran
//! use abs                ! a module
//! print *, abs(-1)       ! no: `abs` is the module here
//! ```
//!
//! Such a name hides what the language or the host has under it, in the unit and in what the unit contains.

use crate::ast::StmtKind;
use crate::check::first_place;
use crate::program::{GLOBAL, Program};
use crate::table::{EntityId, EntityKind, HostAccess, Occurrence, ScopeId, ScopeKind, role};
use reweave_text::{FileId, Interner, Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

pub(crate) fn check(program: &mut Program, names: &Interner) {
    let taken = Taken::new(program);
    let mut wrong = taken.declared(names);
    let hidden = program.occurrences.iter().filter_map(|o| {
        let word = taken.hides(o)?;
        let text = names.text(program.entity(o.entity).name);
        Some((o.file, o.span, "used", taken_by(text, word)))
    });
    wrong.extend(hidden);
    for (file, span, code, message) in wrong {
        program.problem(code, file, span, message);
    }
}

fn taken_by(name: &str, word: &str) -> String {
    format!("`{name}` is the name of a {word} that is known here")
}

type Wrong = (FileId, Span, &'static str, String);

struct Taken<'a> {
    program: &'a Program,
    modules: FxHashMap<Symbol, ScopeId>,
    /// All names of modules, submodules and constructs: hardly any other name is among them.
    all: FxHashSet<Symbol>,
}

impl<'a> Taken<'a> {
    fn new(program: &'a Program) -> Self {
        let mut modules = FxHashMap::default();
        let mut all = FxHashSet::default();
        for (i, scope) in program.scopes.iter().enumerate() {
            all.extend(scope.constructs.keys());
            all.extend(used_modules(program, ScopeId(i as u32)));
            if let (ScopeKind::Module | ScopeKind::Submodule, Some(owner)) =
                (scope.kind, scope.owner)
            {
                let name = program.entity(owner).name;
                all.insert(name);
                if scope.kind == ScopeKind::Module {
                    modules.insert(name, ScopeId(i as u32));
                }
            }
        }
        Self {
            program,
            modules,
            all,
        }
    }

    /// What a unit declares or is given by a module under a name that is taken there.
    fn declared(&self, names: &Interner) -> Vec<Wrong> {
        let mut wrong = Vec::new();
        for (i, scope) in self.program.scopes.iter().enumerate() {
            if scope.kind == ScopeKind::Type {
                continue;
            }
            let id = ScopeId(i as u32);
            for (&name, &entity) in &scope.names {
                let is_other = Some(entity) != scope.owner && self.all.contains(&name);
                let word = is_other.then(|| self.unit_known(id, name)).flatten();
                if let (Some(word), Some((file, span))) = (word, first_place(self.program, entity))
                {
                    wrong.push((file, span, "used", taken_by(names.text(name), word)));
                }
            }
            // What a module gives under the name of another that the unit knows, gfortran takes in one order of statements
            // and not in the other.
            let given = scope.used.keys().filter(|name| self.all.contains(name));
            for &name in given.filter(|&&name| self.uses_module(id, name)) {
                let Some(&stmt) = scope.uses.first() else {
                    continue;
                };
                let file = self.program.placed(stmt).file;
                let span = self.program.stmt(stmt).span;
                wrong.push((file, span, "used", taken_by(names.text(name), "module")));
            }
            for (name, entity) in self.constructs(id) {
                if let Some((file, span)) = self.program.entity(entity).decl {
                    let message = format!("`{}` is not only a construct's name", names.text(name));
                    wrong.push((file, span, "construct", message));
                }
            }
        }
        wrong
    }

    /// The constructs of a unit whose names are not theirs alone.
    fn constructs(&self, scope: ScopeId) -> Vec<(Symbol, EntityId)> {
        let s = self.program.scope(scope);
        let constructs = s.constructs.iter().map(|(&n, &e)| (n, e));
        let is_taken = |name: &Symbol| {
            s.names.contains_key(name)
                || s.used.contains_key(name)
                || self.uses_module(scope, *name)
        };
        constructs.filter(|(name, _)| is_taken(name)).collect()
    }

    /// What a name that was found outside the unit would be taken for instead.
    fn hides(&self, o: &Occurrence) -> Option<&'static str> {
        let program = self.program;
        let e = program.entity(o.entity);
        let is_name = o.role & (role::KEYWORD | role::END | role::DATA) == 0
            && matches!(
                e.kind,
                EntityKind::Procedure
                    | EntityKind::Variable
                    | EntityKind::Type
                    | EntityKind::Generic
                    | EntityKind::Namelist
                    | EntityKind::Intrinsic
            )
            // What USE names stands in the module.
            && !matches!(program.stmt(o.stmt).kind, StmtKind::Use { .. });
        if !is_name || !self.all.contains(&e.name) {
            return None;
        }
        let is_function = o.role & role::CALL == 0;
        let is_declared = e.decl.is_some() && !(is_function && program.is_ahead(o));
        let mut at = program.placed(o.stmt).scope;
        while at != GLOBAL {
            let s = program.scope(at);
            // What nobody declares, or only CONTAINS below, is looked for farther out.
            let own = s.names.get(&e.name).filter(|&&own| Some(own) != s.owner);
            let is_here = own.is_some_and(|&own| own != o.entity || is_declared);
            if is_here || s.used.contains_key(&e.name) {
                return None;
            }
            if s.constructs.contains_key(&e.name) {
                return Some("construct");
            }
            if own.is_none()
                && let Some(word) = self.unit_known(at, e.name)
            {
                return Some(word);
            }
            if let HostAccess::Only(imported) = &s.host
                && !imported.contains(&e.name)
            {
                return None;
            }
            at = s.parent?;
        }
        None
    }

    /// The kind of unit that is known by a name in a scope: a module in itself, in its submodules and wherever it is used,
    /// be it through others; a submodule in itself.
    fn unit_known(&self, scope: ScopeId, name: Symbol) -> Option<&'static str> {
        let first = self.program.scope(scope).first;
        let own = match first.map(|s| &self.program.stmt(s).kind) {
            Some(StmtKind::Submodule { name: own, .. }) if own.name == name => {
                return Some("submodule");
            }
            Some(StmtKind::Submodule { ancestor, .. }) => Some(ancestor.name),
            Some(StmtKind::Module(own)) => Some(own.name),
            _ => None,
        };
        let behind = own.and_then(|own| self.modules.get(&own));
        let is_known = own == Some(name)
            || self.uses_module(scope, name)
            || behind.is_some_and(|&module| self.uses_module(module, name));
        is_known.then_some("module")
    }

    /// Whether the unit's own USE statements name the module, or one that uses it.
    fn uses_module(&self, scope: ScopeId, name: Symbol) -> bool {
        if !self.modules.contains_key(&name) {
            return used_modules(self.program, scope).any(|m| m == name);
        }
        let mut known: Vec<Symbol> = used_modules(self.program, scope).collect();
        let mut next = 0;
        while let Some(&module) = known.get(next) {
            if module == name {
                return true;
            }
            let behind = self.modules.get(&module).into_iter();
            for module in behind.flat_map(|&s| used_modules(self.program, s)) {
                if !known.contains(&module) {
                    known.push(module);
                }
            }
            next += 1;
        }
        false
    }
}

/// The modules that the unit's own USE statements name, in order.
fn used_modules(program: &Program, scope: ScopeId) -> impl Iterator<Item = Symbol> {
    let uses = program.scope(scope).uses.iter();
    uses.filter_map(|&s| match program.stmt(s).kind {
        StmtKind::Use { module, .. } => Some(module.name),
        _ => None,
    })
}
