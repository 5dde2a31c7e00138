//! Types, variables and their attributes.

use super::Declarer;
use crate::ast::{Attribute, Declaration, EntityDecl, Ident, ProcedureDecl, TypeSpec};
use crate::table::{EntityId, EntityKind, Flags, ScopeId, ScopeKind, TypeRef, role};

impl Declarer<'_> {
    pub(super) fn type_definition(
        &mut self,
        scope: ScopeId,
        name: Ident,
        attributes: &[Attribute],
        params: &[Ident],
    ) {
        let entity = self.declare(scope, name, EntityKind::Type);
        self.attributes(entity, attributes);
        // The type's own scope is the one that this statement opens.
        let body = self.program.opened.get(&self.stmt).copied();
        self.program.entities[entity.0 as usize].body = body;
        if let Some(body) = body {
            self.program.scopes[body.0 as usize].owner = Some(entity);
            for param in params {
                let param = self.declare(body, *param, EntityKind::Component);
                self.flags(param, Flags::PARAMETER);
            }
        }
    }

    pub(crate) fn type_ref(&self, scope: ScopeId, ty: &TypeSpec) -> TypeRef {
        TypeRef {
            base: ty.base,
            file: self.file,
            span: ty.span,
            scope,
        }
    }

    pub(super) fn dims(&mut self, entity: EntityId, rank: usize) {
        if rank > 0 {
            self.program.entities[entity.0 as usize].rank = rank.min(255) as u8;
        }
    }

    pub(super) fn declaration(&mut self, scope: ScopeId, decl: &Declaration) {
        let component = self.program.scope(scope).kind == ScopeKind::Type;
        let ty = self.type_ref(scope, &decl.ty);
        let rank = decl
            .attributes
            .iter()
            .find(|a| self.names.text(a.name) == "dimension")
            .map_or(0, |a| a.args.len());
        for item in &decl.entities {
            let kind = if component {
                EntityKind::Component
            } else {
                EntityKind::Variable
            };
            let entity = self.typed(scope, item.name, kind);
            self.program.entities[entity.0 as usize].ty = Some(ty);
            self.flags(entity, Flags::TYPED);
            if item.init.is_some() {
                self.flags(entity, Flags::INITIALISED);
            }
            self.dims(entity, rank);
            self.dims(entity, item.dims.len());
            self.attributes(entity, &decl.attributes);
            let e = &mut self.program.entities[entity.0 as usize];
            if e.flags.has(Flags::EXTERNAL) && e.kind == EntityKind::Variable {
                e.kind = EntityKind::Procedure;
                e.flags.set(Flags::FUNCTION);
            }
            // The type of a function's result is the function's.
            let result_of = self
                .program
                .scope(scope)
                .owner
                .filter(|&o| self.program.entity(o).result == Some(entity));
            if let Some(function) = result_of {
                let rank = self.program.entity(entity).rank;
                let f = &mut self.program.entities[function.0 as usize];
                (f.ty, f.rank) = (Some(ty), rank);
            }
        }
    }

    /// A name with a type: declared anew, or a procedure of this name gets its type.
    pub(super) fn typed(&mut self, scope: ScopeId, name: Ident, kind: EntityKind) -> EntityId {
        let existing = self.program.scope(scope).names.get(&name.name).copied();
        if let Some(found) = existing {
            let e = self.program.entity(found);
            let own_name = e.body == Some(scope);
            let parameter = e.kind == EntityKind::Component && e.flags.has(Flags::PARAMETER);
            let twice = e.flags.has(Flags::TYPED) || kind == EntityKind::Component && !parameter;
            let procedure = e.kind == EntityKind::Procedure
                && (own_name && e.flags.has(Flags::FUNCTION) && e.result.is_none()
                    || e.body.is_none());
            let variable = e.kind == EntityKind::Variable;
            let intrinsic = e.kind == EntityKind::Intrinsic;
            if twice || !(procedure || variable || intrinsic || parameter) {
                let word = e.kind.word();
                let text = self.names.text(name.name).to_owned();
                self.problem(
                    "duplicate",
                    name,
                    format!("`{text}` is already a {word} here"),
                );
            }
            self.occur(name, found, role::DECLARE);
            return found;
        }
        self.declare(scope, name, kind)
    }

    pub(super) fn attributes(&mut self, entity: EntityId, attributes: &[Attribute]) {
        for attribute in attributes {
            let flag = self.flag_of(attribute);
            self.flags(entity, flag);
        }
    }

    pub(super) fn flag_of(&self, attribute: &Attribute) -> u32 {
        match self.names.text(attribute.name) {
            "parameter" => Flags::PARAMETER,
            "allocatable" => Flags::ALLOCATABLE,
            "pointer" => Flags::POINTER,
            "target" => Flags::TARGET,
            "optional" => Flags::OPTIONAL,
            "save" | "static" => Flags::SAVE,
            "external" => Flags::EXTERNAL,
            "value" => Flags::VALUE,
            "volatile" | "asynchronous" | "codimension" => Flags::UNRULY,
            "private" => Flags::PRIVATE,
            "public" => Flags::PUBLIC,
            "bind" => Flags::BIND,
            "nopass" => Flags::NO_PASS,
            "deferred" | "abstract" => Flags::ABSTRACT,
            // A kind or length parameter of a derived type: a name inside the type.
            "kind" | "len" => Flags::PARAMETER,
            "intent(in)" => Flags::INTENT_IN,
            "intent(out)" => Flags::INTENT_OUT,
            "intent(inout)" => Flags::INTENT_IN | Flags::INTENT_OUT,
            _ => 0,
        }
    }

    /// What PUBLIC or PRIVATE says.
    pub(super) fn access_word(&self, attribute: &Attribute) -> Option<bool> {
        match self.names.text(attribute.name) {
            "public" => Some(true),
            "private" => Some(false),
            _ => None,
        }
    }

    pub(super) fn attribute_statement(
        &mut self,
        scope: ScopeId,
        attribute: &Attribute,
        entities: &[EntityDecl],
        alone: bool,
    ) {
        match self.names.text(attribute.name) {
            word @ ("public" | "private") => {
                let public = word == "public";
                let s = &mut self.program.scopes[scope.0 as usize];
                if alone && s.kind != ScopeKind::Type {
                    s.private = !public;
                }
                for item in entities {
                    s.access.insert(item.name.name, public);
                }
            }
            // They may speak of names of the host or of a module.
            "volatile" | "asynchronous" => {}
            "save" => {
                for item in entities {
                    let entity = self.declare(scope, item.name, EntityKind::Variable);
                    self.flags(entity, Flags::SAVE);
                }
            }
            "external" => {
                for item in entities {
                    self.external(scope, item.name);
                }
            }
            "intrinsic" => {
                for item in entities {
                    let entity = self.declare(scope, item.name, EntityKind::Intrinsic);
                    self.program.entities[entity.0 as usize].kind = EntityKind::Intrinsic;
                }
            }
            _ => {
                let flag = self.flag_of(attribute);
                for item in entities {
                    let entity = self.declare(scope, item.name, EntityKind::Variable);
                    self.flags(entity, flag);
                    self.dims(entity, item.dims.len());
                }
            }
        }
    }

    pub(super) fn external(&mut self, scope: ScopeId, name: Ident) {
        let existing = self.program.scope(scope).names.get(&name.name).copied();
        let entity = match existing {
            Some(found) if self.program.entity(found).kind == EntityKind::Variable => {
                self.program.entities[found.0 as usize].kind = EntityKind::Procedure;
                self.occur(name, found, role::DECLARE);
                found
            }
            _ => self.declare(scope, name, EntityKind::Procedure),
        };
        self.flags(entity, Flags::EXTERNAL);
    }

    /// `procedure …`: bindings of a type, procedures of a generic, procedure pointers and externals.
    pub(super) fn procedure_decl(&mut self, scope: ScopeId, decl: &ProcedureDecl) {
        let s = self.program.scope(scope);
        let in_type = s.kind == ScopeKind::Type;
        let bound = in_type && s.contains.is_some_and(|c| c < self.stmt);
        if let Some(block) = self.interfaces.last().filter(|b| b.scope == scope)
            && !in_type
        {
            if let Some(generic) = block.generic {
                let names: Vec<Ident> = decl.items.iter().map(|i| i.0).collect();
                self.program.entities[generic.0 as usize]
                    .parts
                    .extend(names);
            }
            return;
        }
        let kind = match (in_type, bound) {
            (_, true) => EntityKind::Binding,
            (true, false) => EntityKind::Component,
            _ => EntityKind::Procedure,
        };
        let ty = decl.ty.as_ref().map(|ty| self.type_ref(scope, ty));
        for (name, _) in &decl.items {
            let entity = self.declare(scope, *name, kind);
            self.attributes(entity, &decl.attributes);
            let e = &mut self.program.entities[entity.0 as usize];
            e.interface = decl.interface;
            if ty.is_some() {
                e.ty = ty;
                e.flags.set(Flags::TYPED | Flags::FUNCTION);
            }
            let pointer = e.flags.has(Flags::POINTER);
            if kind == EntityKind::Procedure && !pointer && !e.flags.has(Flags::DUMMY) {
                e.flags.set(Flags::EXTERNAL);
            }
            if kind == EntityKind::Procedure {
                e.kind = EntityKind::Procedure;
            }
        }
    }
}
