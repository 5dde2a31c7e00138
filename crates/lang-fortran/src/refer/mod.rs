//! What every name of every statement refers to, and what it does there: read, written, called.

mod candidates;
mod executable;
mod expr;
mod namelist;
mod specification;

use crate::ast::{ExprId, ExprKind, FileAst, Ident, LabelRef, Stmt, StmtKind};
use crate::declare::Declarer;
use crate::intrinsics::Intrinsics;
use crate::program::{GLOBAL, Program};
use crate::table::{EntityId, EntityKind, Flags, ScopeId, ScopeKind, StmtId, role};
use reweave_text::{FileId, Interner, Sources, Span, Symbol};
use rustc_hash::FxHashMap;

/// How a name is used; it decides what an undeclared one is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum How {
    Value,
    /// With parentheses after it.
    Applied,
    Called,
}

pub(crate) fn refer(program: &mut Program, sources: &Sources, names: &Interner) {
    let mut r = Referrer {
        d: Declarer::new(program, names),
        sources,
        intrinsics: Intrinsics::new(),
        language: FxHashMap::default(),
        namelist_words: FxHashMap::default(),
        scope: GLOBAL,
        specifying: false,
        in_interface: false,
        executing: rustc_hash::FxHashSet::default(),
    };
    r.namelists();
    for i in 0..r.d.program.stmts.len() {
        let id = StmtId(i as u32);
        r.d.at(id);
        let placed = r.d.program.placed(id);
        r.scope = placed.scope;
        let ast = r.d.program.files[placed.file.index()]
            .clone()
            .expect("a placed statement has a file");
        r.statement(&ast, &ast.stmts[placed.index as usize]);
    }
}

pub(crate) struct Referrer<'a> {
    pub d: Declarer<'a>,
    pub sources: &'a Sources,
    intrinsics: Intrinsics,
    /// Intrinsic procedures that were met.
    language: FxHashMap<Symbol, EntityId>,
    /// Names that namelist input could read from a character literal.
    namelist_words: FxHashMap<Symbol, Vec<EntityId>>,
    pub scope: ScopeId,
    /// In a specification statement no value flows.
    specifying: bool,
    /// Between INTERFACE and END INTERFACE.
    in_interface: bool,
    /// Units whose executable part has begun.
    executing: rustc_hash::FxHashSet<ScopeId>,
}

impl Referrer<'_> {
    fn text(&self, name: Symbol) -> &str {
        self.d.names.text(name)
    }

    pub(crate) fn refer_to(&mut self, ident: Ident, entity: EntityId, role: u16) {
        let role = if self.specifying {
            role | role::SPECIFY
        } else {
            role
        };
        self.d.occur(ident, entity, role);
    }

    fn problem(&mut self, code: &'static str, span: Span, message: String) {
        let file = self.d.file;
        self.d.program.problem(code, file, span, message);
    }

    /// Resolves a name in the scope of the statement.
    pub(crate) fn name(&mut self, ident: Ident, how: How, role: u16) -> EntityId {
        let entity = self.resolve(ident, how);
        self.refer_to(ident, entity, role);
        entity
    }

    fn resolve(&mut self, ident: Ident, how: How) -> EntityId {
        if let Some(found) = self.d.program.lookup(self.scope, ident.name) {
            self.check_ambiguous(ident);
            if how == How::Called || how == How::Applied {
                self.becomes_procedure(found, how);
            }
            return found;
        }
        let unit = self.d.program.unit_scope(self.scope);
        if self.d.program.unknown_use(self.scope).is_some() {
            let entity = self.d.fresh(unit, ident.name, EntityKind::Missing);
            self.d.program.scopes[unit.0 as usize]
                .names
                .insert(ident.name, entity);
            return entity;
        }
        let text = self.text(ident.name);
        let intrinsic = match how {
            How::Called => self.intrinsics.is_subroutine(text),
            How::Applied => self.intrinsics.is_function(text),
            How::Value => false,
        };
        if intrinsic {
            if let Some(&found) = self.language.get(&ident.name) {
                return found;
            }
            let entity = self.d.fresh(GLOBAL, ident.name, EntityKind::Intrinsic);
            self.d.flags(entity, Flags::OF_LANGUAGE);
            self.language.insert(ident.name, entity);
            return entity;
        }
        let kind = if how == How::Value {
            EntityKind::Variable
        } else {
            EntityKind::Procedure
        };
        let entity = self.d.fresh(unit, ident.name, kind);
        // A derived type may come from IMPLICIT, too: its components must be known.
        let ty = self.d.program.implicit_type(self.d.names, unit, ident.name);
        self.d.program.entities[entity.0 as usize].ty = ty.filter(|_| kind == EntityKind::Variable);
        self.d.program.scopes[unit.0 as usize]
            .names
            .insert(ident.name, entity);
        if how != How::Called && self.d.program.is_implicit_none(self.scope) {
            let message = format!(
                "`{}` has no type under IMPLICIT NONE",
                self.text(ident.name)
            );
            self.problem("untyped", ident.span, message);
        }
        if how != How::Value {
            self.d.flags(entity, Flags::EXTERNAL);
            self.becomes_procedure(entity, how);
            self.d.link_external(entity, ident.name);
        }
        entity
    }

    /// A scalar variable that is called or applied is an external procedure after all.
    fn becomes_procedure(&mut self, entity: EntityId, how: How) {
        let e = self.d.program.entity(entity);
        if how == How::Called {
            if e.kind == EntityKind::Variable && e.flags.has(Flags::DUMMY) {
                self.d.program.entities[entity.0 as usize].kind = EntityKind::Procedure;
            }
            if matches!(self.d.program.entity(entity).kind, EntityKind::Procedure) {
                let known = self.d.program.entity(entity).flags.has(Flags::FUNCTION);
                if !known {
                    self.d.flags(entity, Flags::SUBROUTINE);
                }
            }
            return;
        }
        // `procedure()` and EXTERNAL leave open what is declared; being applied, it is a function.
        let known = Flags::FUNCTION | Flags::SUBROUTINE;
        let open = e.kind == EntityKind::Procedure && e.interface.is_none() && e.body.is_none();
        if open && e.flags.0 & known == 0 {
            self.d.flags(entity, Flags::FUNCTION);
            return;
        }
        let scalar =
            e.kind == EntityKind::Variable && e.rank == 0 && !e.flags.has(Flags::PARAMETER);
        let unit = self.d.program.unit_scope(self.scope);
        let declares = self.d.program.scope(e.scope);
        let is_own = e.scope == unit || declares.kind == ScopeKind::Block && declares.unit == unit;
        if scalar && is_own && !e.flags.has(Flags::RESULT) {
            let is_data = Flags::POINTER | Flags::ALLOCATABLE | Flags::COMMON;
            if e.flags.has(is_data) && !e.flags.has(Flags::DUMMY) {
                return;
            }
            let name = e.name;
            let dummy = e.flags.has(Flags::DUMMY);
            // The name of an intrinsic with a type is still the intrinsic.
            if !dummy && self.intrinsics.is_function(self.d.names.text(name)) {
                self.d.program.entities[entity.0 as usize].kind = EntityKind::Intrinsic;
                return;
            }
            self.d.program.entities[entity.0 as usize].kind = EntityKind::Procedure;
            self.d.flags(entity, Flags::EXTERNAL | Flags::FUNCTION);
            if !dummy {
                self.d.link_external(entity, name);
            }
        }
    }

    /// Two modules that give one name to different things make it unusable.
    fn check_ambiguous(&mut self, ident: Ident) {
        let mut at = Some(self.scope);
        while let Some(id) = at {
            let s = self.d.program.scope(id);
            if s.names.contains_key(&ident.name) {
                return;
            }
            if let Some(all) = s.used.get(&ident.name) {
                let first = all.first().map(|&e| self.d.program.real(e));
                let differ = all.iter().any(|&e| Some(self.d.program.real(e)) != first);
                let generic = all.iter().all(|&e| {
                    let e = self.d.program.entity(self.d.program.real(e));
                    matches!(e.kind, EntityKind::Generic)
                        || !e.parts.is_empty()
                        || e.kind == EntityKind::Intrinsic
                });
                if differ && !generic {
                    let message = format!(
                        "`{}` comes from more than one module",
                        self.text(ident.name)
                    );
                    self.problem("ambiguous", ident.span, message);
                }
                return;
            }
            at = s.parent;
        }
    }

    fn statement(&mut self, ast: &FileAst, stmt: &Stmt) {
        let unit = self.d.program.unit_scope(self.scope);
        self.specifying = is_specification(&stmt.kind);
        if !self.specifying && is_executable(&stmt.kind) {
            let function = self.statement_function(ast, stmt, unit);
            if function {
                return;
            }
            self.executing.insert(unit);
        }
        self.kind(ast, stmt);
    }

    /// `f(x) = 2 * x` before the first executable statement, where `f` is no array.
    fn statement_function(&mut self, ast: &FileAst, stmt: &Stmt, unit: ScopeId) -> bool {
        let StmtKind::Assignment(left, right) = stmt.kind else {
            return false;
        };
        if self.executing.contains(&unit) || self.scope != unit {
            return false;
        }
        let ExprKind::Apply(base, args) = &ast.expr(left).kind else {
            return false;
        };
        let ExprKind::Name(name) = ast.expr(*base).kind else {
            return false;
        };
        let dummies: Option<Vec<Ident>> = args
            .iter()
            .map(|a| match (a.keyword, &ast.expr(a.value).kind) {
                (None, ExprKind::Name(ident)) => Some(*ident),
                _ => None,
            })
            .collect();
        let Some(dummies) = dummies else { return false };
        let local = self.d.program.scope(unit).names.get(&name.name).copied();
        let found = self.d.program.lookup(unit, name.name);
        let array = found.is_some_and(|e| {
            let e = self.d.program.entity(self.d.program.real(e));
            e.rank > 0 || e.flags.has(Flags::DUMMY) || !matches!(e.kind, EntityKind::Variable)
        });
        if array || found != local {
            return false;
        }
        self.d.program.statement_functions.insert(self.d.stmt);
        let entity = self.d.declare(unit, name, EntityKind::Variable);
        self.d.program.entities[entity.0 as usize].kind = EntityKind::Procedure;
        self.d.flags(
            entity,
            Flags::STATEMENT_FUNCTION | Flags::FUNCTION | Flags::DEFINED,
        );
        let scope = ScopeId(self.d.program.scopes.len() as u32);
        let mut inside = crate::table::Scope::new(ScopeKind::Construct, Some(unit));
        inside.unit = unit;
        self.d.program.scopes.push(inside);
        for dummy in dummies {
            let outer = self.d.program.lookup(unit, dummy.name);
            let inner = self.d.fresh(scope, dummy.name, EntityKind::Variable);
            self.d.flags(inner, Flags::DUMMY);
            // A dummy takes the type that the name has around it: the two must keep one name.
            if let Some(outer) = outer.filter(|&o| self.d.program.entity(o).flags.has(Flags::TYPED))
            {
                self.d.program.entities[inner.0 as usize].ty = self.d.program.type_of(outer);
                self.d.program.groups.push((inner, outer));
            }
            self.d.program.scopes[scope.0 as usize]
                .names
                .insert(dummy.name, inner);
            self.d.occur(dummy, inner, role::DECLARE);
        }
        self.scope = scope;
        self.specifying = true;
        self.read(ast, right);
        true
    }

    /// The label of a statement in this unit.
    pub(crate) fn label(&mut self, label: LabelRef) {
        let unit = self.d.program.unit_scope(self.scope);
        let name = self.d.names.intern(&label.value.to_string());
        let ident = Ident {
            name,
            span: label.span,
        };
        match self.d.program.scope(unit).labels.get(&label.value).copied() {
            Some(entity) => self.refer_to(ident, entity, role::READ),
            None => self.problem(
                "label",
                label.span,
                format!("no statement has label {}", label.value),
            ),
        }
    }

    fn construct_name(&mut self, name: Option<Ident>) {
        let unit = self.d.program.unit_scope(self.scope);
        if let Some(name) = name {
            if let Some(entity) = self
                .d
                .program
                .scope(unit)
                .constructs
                .get(&name.name)
                .copied()
            {
                self.refer_to(name, entity, role::END);
            } else {
                let message = format!("no construct is named `{}`", self.text(name.name));
                self.problem("construct", name.span, message);
            }
        }
    }

    pub(crate) fn reads(&mut self, ast: &FileAst, id: Option<ExprId>) {
        if let Some(id) = id {
            self.read(ast, id);
        }
    }

    pub(crate) fn write(&mut self, ast: &FileAst, id: ExprId) {
        self.designator(ast, id, role::WRITE);
    }

    pub(crate) fn file(&self) -> FileId {
        self.d.file
    }
}

pub(crate) fn is_specification(kind: &StmtKind) -> bool {
    matches!(
        kind,
        StmtKind::Procedure(_)
            | StmtKind::ModuleProcedure(_)
            | StmtKind::TypeDef { .. }
            | StmtKind::Enumerator(_)
            | StmtKind::ProcedureDecl(_)
            | StmtKind::GenericBinding { .. }
            | StmtKind::Final(_)
            | StmtKind::Declaration(_)
            | StmtKind::Attribute { .. }
            | StmtKind::Parameter(_)
            | StmtKind::Data(_)
            | StmtKind::Common(_)
            | StmtKind::Equivalence(_)
            | StmtKind::Namelist(_)
            | StmtKind::Implicit(_)
            | StmtKind::Use { .. }
            | StmtKind::Import { .. }
            | StmtKind::Interface { .. }
            | StmtKind::EndInterface(_)
            | StmtKind::Entry(_)
            | StmtKind::Format
            | StmtKind::Include(_)
    )
}

/// Whether a statement ends the specification part of its unit.
fn is_executable(kind: &StmtKind) -> bool {
    !matches!(
        kind,
        StmtKind::Program(_)
            | StmtKind::Module(_)
            | StmtKind::Submodule { .. }
            | StmtKind::BlockData(_)
            | StmtKind::Contains
            | StmtKind::End(..)
            | StmtKind::Enum
            | StmtKind::Sequence
            | StmtKind::Unknown(_)
    )
}
