//! Names in specification statements, headers and ends.

use super::{How, Referrer};
use crate::ast::{
    Attribute, BaseType, Declaration, EndOf, EntityDecl, ExprKind, FileAst, GenericSpec, Ident,
    Stmt, StmtKind, TypeSpec,
};
use crate::table::{EntityId, EntityKind, Flags, ScopeId, ScopeKind, role};

impl Referrer<'_> {
    /// The name of a derived type.
    pub(super) fn type_name(&mut self, name: Ident) {
        match self.d.program.lookup(self.scope, name.name) {
            Some(found) => {
                self.check_ambiguous(name);
                self.refer_to(name, found, role::READ);
                let kind = self.d.program.entity(self.d.program.real(found)).kind;
                if !matches!(
                    kind,
                    EntityKind::Type | EntityKind::Missing | EntityKind::Intrinsic
                ) {
                    let message = format!("`{}` is no type here", self.text(name.name));
                    self.problem("type", name.span, message);
                }
            }
            None if self.d.program.unknown_use(self.scope).is_some() => {
                self.name(name, How::Value, role::READ);
            }
            None => {
                let message = format!("there is no type `{}` here", self.text(name.name));
                self.problem("type", name.span, message);
                let unit = self.d.program.unit_scope(self.scope);
                let entity = self.d.fresh(unit, name.name, EntityKind::Missing);
                self.refer_to(name, entity, role::READ);
            }
        }
    }

    pub(super) fn type_spec(&mut self, ast: &FileAst, ty: &TypeSpec) {
        let derived = match ty.base {
            BaseType::Type(name) | BaseType::Class(name) => {
                self.type_name(name);
                self.d
                    .program
                    .lookup(self.scope, name.name)
                    .map(|e| self.d.program.real(e))
            }
            _ => None,
        };
        for arg in &ty.args {
            if let (Some(keyword), Some(ty)) = (arg.keyword, derived) {
                self.member_keyword(ty, keyword);
            }
            self.read(ast, arg.value);
        }
    }

    pub(super) fn member_keyword(&mut self, ty: EntityId, keyword: Ident) {
        if let Some(member) = self.d.program.member(ty, keyword.name) {
            self.refer_to(keyword, member, role::KEYWORD);
        } else if self.d.program.entity(ty).kind == EntityKind::Type {
            let message = format!("the type has no `{}`", self.text(keyword.name));
            self.problem("member", keyword.span, message);
        }
    }

    /// The type parts of a generic's, namelist's or binding's list.
    pub(super) fn listed(&mut self, names: &[Ident]) {
        for &name in names {
            self.name(name, How::Value, role::READ);
        }
    }

    /// Procedures named in an interface or a binding: they are somewhere, not implicit variables.
    pub(super) fn procedure_name(&mut self, scope: ScopeId, name: Ident, extra: u16) {
        if let Some(found) = self.d.program.lookup(scope, name.name) {
            self.refer_to(name, found, role::READ | extra);
        } else {
            let unit = self.d.program.unit_scope(scope);
            if self.d.program.unknown_use(scope).is_none() {
                let message = format!("there is no procedure `{}` here", self.text(name.name));
                self.problem("procedure", name.span, message);
            }
            let entity = self.d.fresh(unit, name.name, EntityKind::Missing);
            self.refer_to(name, entity, role::READ | extra);
        }
    }

    pub(super) fn end_of_unit(&mut self, name: Option<Ident>) {
        let Some(name) = name else { return };
        if let Some(owner) = self.d.program.scope(self.scope).owner {
            if self.d.program.entity(owner).name != name.name {
                let message = format!(
                    "`{}` is not the name of what ends here",
                    self.text(name.name)
                );
                self.problem("end", name.span, message);
            }
            self.refer_to(name, owner, role::END);
        }
    }

    pub(super) fn kind(&mut self, ast: &FileAst, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Procedure(header) => {
                if let Some(ty) = &header.ty {
                    self.type_spec(ast, ty);
                }
                if let Some(name) = header.bind.as_ref().and_then(|b| b.name) {
                    self.read(ast, name);
                }
            }
            StmtKind::ModuleProcedure(names) => {
                if !self.d.program.opened.contains_key(&self.d.stmt) {
                    for &name in names {
                        self.procedure_name(self.scope, name, 0);
                    }
                }
            }
            StmtKind::End(of, name) => match of {
                EndOf::Type => self.end_of_unit(*name),
                EndOf::Unit
                | EndOf::Program
                | EndOf::Module
                | EndOf::Submodule
                | EndOf::BlockData
                | EndOf::Subroutine
                | EndOf::Function
                | EndOf::Procedure => self.end_of_unit(*name),
                _ => self.construct_name(*name),
            },
            StmtKind::TypeDef {
                attributes,
                extends,
                ..
            } => {
                if let Some(parent) = extends {
                    self.type_name(*parent);
                }
                let _ = attributes;
            }
            StmtKind::Enumerator(items) => {
                for item in items {
                    self.reads(ast, item.init);
                }
            }
            StmtKind::Interface { .. } => self.in_interface = true,
            StmtKind::EndInterface(_) => self.in_interface = false,
            StmtKind::ProcedureDecl(decl) => self.procedure_decl(ast, decl),
            StmtKind::GenericBinding { targets, .. } => self.generic_binding(targets),
            StmtKind::Final(names) => {
                let outer = self
                    .d
                    .program
                    .scope(self.scope)
                    .parent
                    .unwrap_or(self.scope);
                for &name in names {
                    self.procedure_name(outer, name, 0);
                }
            }
            StmtKind::Declaration(decl) => self.declaration(ast, decl),
            StmtKind::Attribute {
                attribute,
                entities,
                generics,
                ..
            } => self.attribute(ast, attribute, entities, generics),
            _ => self.values(ast, stmt),
        }
    }

    fn declaration(&mut self, ast: &FileAst, decl: &Declaration) {
        self.type_spec(ast, &decl.ty);
        for attribute in &decl.attributes {
            for &arg in &attribute.args {
                self.read(ast, arg);
            }
        }
        for item in &decl.entities {
            for &dim in &item.dims {
                self.read(ast, dim);
            }
            self.reads(ast, item.char_len);
            self.reads(ast, item.init);
        }
    }

    fn attribute(
        &mut self,
        ast: &FileAst,
        attribute: &Attribute,
        entities: &[EntityDecl],
        generics: &[GenericSpec],
    ) {
        let word = self.text(attribute.name);
        let speaks = matches!(word, "public" | "private" | "volatile" | "asynchronous");
        for item in entities {
            if speaks {
                self.access_name(item.name);
            }
            for &dim in &item.dims {
                self.read(ast, dim);
            }
            self.reads(ast, item.init);
        }
        for generic in generics {
            if let Some(found) = self.d.program.lookup(self.scope, generic.ident.name) {
                self.refer_to(generic.ident, found, role::READ);
            }
        }
    }

    /// Statements that give values and places to what others declare.
    fn values(&mut self, ast: &FileAst, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Parameter(pairs) => {
                for (_, value) in pairs {
                    self.read(ast, *value);
                }
            }
            StmtKind::Data(sets) => {
                for (objects, values) in sets {
                    for &object in objects {
                        self.write(ast, object);
                    }
                    for &value in values {
                        self.read(ast, value);
                    }
                }
            }
            StmtKind::Common(blocks) => {
                for item in blocks.iter().flat_map(|b| &b.1) {
                    for &dim in &item.dims {
                        self.read(ast, dim);
                    }
                }
            }
            StmtKind::Equivalence(sets) => {
                for &item in sets.iter().flatten() {
                    let before = self.d.program.occurrences.len();
                    self.read(ast, item);
                    if let Some(first) = self.d.program.occurrences.get(before).map(|o| o.entity) {
                        self.d.flags(first, Flags::EQUIVALENCE);
                    }
                }
            }
            StmtKind::Namelist(groups) => {
                for (_, members) in groups {
                    self.listed(members);
                }
            }
            StmtKind::Implicit(Some(rules)) => {
                for rule in rules {
                    self.type_spec(ast, &rule.ty);
                }
            }
            StmtKind::Import { names, .. } => self.import(names),
            StmtKind::Unknown(idents) => {
                for &ident in idents {
                    if let Some(found) = self.d.program.lookup(self.scope, ident.name) {
                        self.refer_to(ident, found, role::UNKNOWN | role::READ | role::MAY_WRITE);
                    }
                }
            }
            _ => self.executable(ast, stmt),
        }
    }

    fn import(&mut self, names: &[Ident]) {
        for &name in names {
            let host = self.d.program.scope(self.scope).parent;
            if let Some(found) = host.and_then(|h| self.d.program.lookup(h, name.name)) {
                self.refer_to(name, found, role::READ);
            } else {
                let message = format!("the host has no `{}` to import", self.text(name.name));
                self.problem("import", name.span, message);
            }
        }
    }

    pub(super) fn access_name(&mut self, name: Ident) {
        if let Some(found) = self.d.program.lookup(self.scope, name.name) {
            self.refer_to(name, found, role::READ);
        } else {
            self.name(name, How::Value, role::READ);
        }
    }

    pub(super) fn procedure_decl(&mut self, ast: &FileAst, decl: &crate::ast::ProcedureDecl) {
        let in_type = self.d.program.scope(self.scope).kind == ScopeKind::Type;
        let outer = if in_type {
            self.d
                .program
                .scope(self.scope)
                .parent
                .unwrap_or(self.scope)
        } else {
            self.scope
        };
        if let Some(interface) = decl.interface {
            self.procedure_name(outer, interface, 0);
        }
        if let Some(ty) = &decl.ty {
            self.type_spec(ast, ty);
        }
        let deferred = decl
            .attributes
            .iter()
            .any(|a| self.text(a.name) == "deferred");
        let passed = decl
            .attributes
            .iter()
            .find(|a| self.text(a.name) == "pass")
            .and_then(|a| match ast.expr(*a.args.first()?).kind {
                ExprKind::Name(name) => Some(name),
                _ => None,
            });
        for (name, target) in &decl.items {
            let own = self
                .d
                .program
                .scope(self.scope)
                .names
                .get(&name.name)
                .copied();
            let kind = own.map(|e| self.d.program.entity(e).kind);
            if kind == Some(EntityKind::Binding) && in_type {
                let entity = own.expect("it has a kind");
                let procedure = match target.map(|t| &ast.expr(t).kind) {
                    Some(ExprKind::Name(target)) => Some((*target, 0)),
                    None if !deferred => Some((*name, role::SHORTHAND)),
                    _ => None,
                };
                if let Some((ident, extra)) = procedure {
                    self.procedure_name(outer, ident, extra);
                    self.d.program.entities[entity.0 as usize].parts = vec![ident];
                }
            } else if !in_type && (self.in_interface || kind != Some(EntityKind::Procedure)) {
                // `procedure a, b` in an interface.
                self.procedure_name(self.scope, *name, 0);
            }
            if let (Some(passed), Some(own)) = (passed, own) {
                let procedure = self.d.program.procedure_of(own);
                let dummies = procedure
                    .map(|p| self.d.program.entity(p).dummies.clone())
                    .unwrap_or_default();
                for dummy in dummies.into_iter().flatten() {
                    if self.d.program.entity(dummy).name == passed.name {
                        self.refer_to(passed, dummy, role::KEYWORD);
                    }
                }
            }
            if kind != Some(EntityKind::Binding)
                && let Some(target) = target
            {
                self.read(ast, *target);
            }
        }
    }

    pub(super) fn generic_binding(&mut self, targets: &[Ident]) {
        let owner = self.d.program.scope(self.scope).owner;
        for &target in targets {
            if let Some(member) = owner.and_then(|o| self.d.program.member(o, target.name)) {
                self.refer_to(target, member, role::READ);
            }
        }
    }
}
