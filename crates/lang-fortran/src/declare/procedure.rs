//! Procedures: contained, external, described by interfaces, entered elsewhere.

use super::Declarer;
use crate::ast::{Ident, ProcedureHeader, ProcedureKind};
use crate::program::GLOBAL;
use crate::table::{EntityId, EntityKind, Flags, ScopeId, role};

impl Declarer<'_> {
    pub(super) fn procedure(&mut self, scope: ScopeId, header: &ProcedureHeader) {
        let host = self.program.scope(scope).parent.unwrap_or(GLOBAL);
        let has = |word: &str| header.prefixes.iter().any(|p| self.names.text(*p) == word);
        let separate = has("module");
        let elemental = has("elemental");
        let pure = has("pure") || has("simple") || elemental && !has("impure");
        let recursive = has("recursive");
        let entity = if self.program.scope(scope).is_interface {
            self.interface_body(host, header, separate)
        } else if host == GLOBAL {
            let entity = self.global(header.name, EntityKind::Procedure);
            self.flags(entity, Flags::EXTERNAL | Flags::DEFINED);
            entity
        } else {
            self.contained(host, header.name, separate)
        };
        let kind = match header.kind {
            ProcedureKind::Function => Flags::FUNCTION,
            ProcedureKind::Subroutine => Flags::SUBROUTINE,
        };
        self.flags(entity, kind);
        for (is, flag) in [
            (pure, Flags::PURE),
            (elemental, Flags::ELEMENTAL),
            (recursive, Flags::RECURSIVE),
            (header.bind.is_some(), Flags::BIND),
        ] {
            if is {
                self.flags(entity, flag);
            }
        }
        self.body(scope, entity, header);
    }

    /// A procedure after CONTAINS; the body of a separate module procedure is another view of its interface.
    pub(super) fn contained(&mut self, host: ScopeId, name: Ident, separate: bool) -> EntityId {
        let existing = self.program.scope(host).names.get(&name.name).copied();
        if separate {
            let entity = self.fresh(host, name.name, EntityKind::Procedure);
            self.flags(entity, Flags::SEPARATE | Flags::DEFINED);
            match existing {
                Some(found) => self.program.entities[entity.0 as usize].link = Some(found),
                None => {
                    self.program.scopes[host.0 as usize]
                        .names
                        .insert(name.name, entity);
                }
            }
            return entity;
        }
        if existing.is_some_and(|found| self.is_taken(found, name)) {
            let text = self.names.text(name.name).to_owned();
            self.problem(
                "duplicate",
                name,
                format!("`{text}` is already declared here"),
            );
        }
        let entity = match existing {
            Some(found) if self.program.entity(found).kind == EntityKind::Generic => {
                self.program.entities[found.0 as usize].kind = EntityKind::Procedure;
                found
            }
            _ => self.fresh(host, name.name, EntityKind::Procedure),
        };
        self.program.scopes[host.0 as usize]
            .names
            .insert(name.name, entity);
        self.flags(entity, Flags::DEFINED);
        entity
    }

    /// Whether a procedure cannot bear the name of what is there. A generic may bear the name of one of its procedures only.
    fn is_taken(&self, found: EntityId, name: Ident) -> bool {
        let e = self.program.entity(found);
        match e.kind {
            EntityKind::Generic => e.parts.iter().all(|part| part.name != name.name),
            _ => e.body.is_some() || e.flags.has(Flags::TYPED),
        }
    }

    pub(super) fn interface_body(
        &mut self,
        host: ScopeId,
        header: &ProcedureHeader,
        separate: bool,
    ) -> EntityId {
        let block = self.interfaces.last().copied();
        let name = header.name;
        if let Some(generic) = block.and_then(|b| b.generic) {
            self.program.entities[generic.0 as usize].parts.push(name);
        }
        let existing = self.program.scope(host).names.get(&name.name).copied();
        let is_abstract = block.is_some_and(|b| b.is_abstract && b.scope == host);
        if let Some(found) = existing
            && self.program.entity(found).flags.has(Flags::DUMMY)
        {
            self.flags(found, Flags::EXTERNAL);
            self.program.entities[found.0 as usize].kind = EntityKind::Procedure;
            return found;
        }
        if let Some(found) = existing
            && self.program.entity(found).body.is_some()
            && self.program.entity(found).kind == EntityKind::Procedure
        {
            let text = self.names.text(name.name).to_owned();
            self.problem(
                "duplicate",
                name,
                format!("`{text}` already has an interface here"),
            );
        }
        let entity = match existing {
            Some(found) if self.program.entity(found).body.is_none() => {
                self.program.entities[found.0 as usize].kind = EntityKind::Procedure;
                found
            }
            _ => self.fresh(host, name.name, EntityKind::Procedure),
        };
        self.program.scopes[host.0 as usize]
            .names
            .insert(name.name, entity);
        let flag = if is_abstract {
            Flags::ABSTRACT
        } else if separate {
            Flags::SEPARATE
        } else {
            Flags::EXTERNAL
        };
        self.flags(entity, flag);
        entity
    }

    /// The inside of a procedure: its own name, its dummies and its result.
    pub(super) fn body(&mut self, scope: ScopeId, entity: EntityId, header: &ProcedureHeader) {
        self.program.scopes[scope.0 as usize].owner = Some(entity);
        self.occur(header.name, entity, role::DECLARE);
        self.program.scopes[scope.0 as usize]
            .names
            .insert(header.name.name, entity);
        let mut dummies = Vec::new();
        for arg in &header.args {
            dummies.push(arg.map(|ident| self.dummy(scope, ident)));
        }
        let result = header.result.map(|ident| {
            let result = self.declare(scope, ident, EntityKind::Variable);
            self.flags(result, Flags::RESULT);
            result
        });
        let ty = header.ty.as_ref().map(|ty| self.type_ref(scope, ty));
        if let (Some(result), true) = (result, ty.is_some()) {
            self.program.entities[result.0 as usize].ty = ty;
            self.flags(result, Flags::TYPED);
        }
        let e = &mut self.program.entities[entity.0 as usize];
        e.body = Some(scope);
        e.dummies = dummies;
        e.result = result;
        if ty.is_some() {
            e.ty = ty;
            e.flags.set(Flags::TYPED);
        }
    }

    pub(super) fn dummy(&mut self, scope: ScopeId, ident: Ident) -> EntityId {
        let existing = self.program.scope(scope).names.get(&ident.name).copied();
        if existing.is_some() {
            let text = self.names.text(ident.name).to_owned();
            self.problem(
                "duplicate",
                ident,
                format!("the argument `{text}` already names something here"),
            );
        }
        let entity = self.fresh(scope, ident.name, EntityKind::Variable);
        self.flags(entity, Flags::DUMMY);
        self.program.scopes[scope.0 as usize]
            .names
            .insert(ident.name, entity);
        self.occur(ident, entity, role::DECLARE);
        entity
    }

    /// `module procedure a, b` lists procedures for a generic, or opens the body of a separate one.
    pub(super) fn module_procedure(&mut self, scope: ScopeId, names: &[Ident]) {
        let opens = self.program.scope(scope).first == Some(self.stmt);
        if !opens {
            if let Some(generic) = self.interfaces.last().and_then(|b| b.generic) {
                self.program.entities[generic.0 as usize]
                    .parts
                    .extend(names);
            }
            return;
        }
        let host = self.program.scope(scope).parent.unwrap_or(GLOBAL);
        let entity = self.contained(host, names[0], true);
        self.program.scopes[scope.0 as usize].owner = Some(entity);
        self.program.entities[entity.0 as usize].body = Some(scope);
        self.occur(names[0], entity, role::DECLARE);
        self.program.scopes[scope.0 as usize]
            .names
            .insert(names[0].name, entity);
    }

    pub(super) fn entry(&mut self, scope: ScopeId, header: &ProcedureHeader) {
        let host = self.program.scope(scope).parent.unwrap_or(GLOBAL);
        let entity = if host == GLOBAL {
            let entity = self.global(header.name, EntityKind::Procedure);
            self.flags(entity, Flags::EXTERNAL);
            entity
        } else {
            self.contained(host, header.name, false)
        };
        let owner = self.program.scope(scope).owner;
        let kind = owner.map_or(0, |o| {
            self.program.entity(o).flags.0 & (Flags::FUNCTION | Flags::SUBROUTINE)
        });
        self.flags(entity, kind | Flags::DEFINED);
        self.occur(header.name, entity, role::DECLARE);
        // The type of an entry may have been declared before it.
        let local = self.program.scopes[scope.0 as usize]
            .names
            .insert(header.name.name, entity);
        if let Some(local) = local.filter(|&l| l != entity) {
            self.program.entities[local.0 as usize].link = Some(entity);
            let (ty, rank) = (
                self.program.entity(local).ty,
                self.program.entity(local).rank,
            );
            let e = &mut self.program.entities[entity.0 as usize];
            (e.ty, e.rank) = (ty, rank);
        }
        let mut dummies = Vec::new();
        for arg in &header.args {
            dummies.push(arg.map(|ident| {
                let dummy = self.declare(scope, ident, EntityKind::Variable);
                self.flags(dummy, Flags::DUMMY);
                dummy
            }));
        }
        let result = header
            .result
            .map(|ident| self.declare(scope, ident, EntityKind::Variable));
        let e = &mut self.program.entities[entity.0 as usize];
        e.dummies = dummies;
        e.result = result;
        e.body = Some(scope);
    }
}
