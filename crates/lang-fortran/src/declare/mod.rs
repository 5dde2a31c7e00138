//! What specification statements and headers declare: entities with their attributes, in their scopes.

mod data;
mod procedure;

use crate::ast::{Ident, StmtKind};
use crate::program::{GLOBAL, Program};
use crate::table::{
    Entity, EntityId, EntityKind, Flags, HostAccess, Occurrence, ScopeId, ScopeKind, StmtId, role,
};
use reweave_text::{FileId, Interner, Sources, Symbol};

/// An interface block that is open.
#[derive(Clone, Copy)]
struct InterfaceBlock {
    is_abstract: bool,
    generic: Option<EntityId>,
    scope: ScopeId,
}

pub(crate) struct Declarer<'a> {
    pub program: &'a mut Program,
    pub names: &'a Interner,
    interfaces: Vec<InterfaceBlock>,
    /// The statement that is read.
    pub stmt: StmtId,
    pub file: FileId,
}

pub(crate) fn declare(program: &mut Program, _sources: &Sources, names: &Interner) {
    let mut d = Declarer::new(program, names);
    for i in 0..d.program.stmts.len() {
        d.stmt = StmtId(i as u32);
        let placed = d.program.placed(d.stmt);
        d.file = placed.file;
        let ast = d.program.files[placed.file.index()]
            .clone()
            .expect("a placed statement has a file");
        let stmt = &ast.stmts[placed.index as usize];
        // The first statement of a main program without PROGRAM opens it and stands in it.
        if d.program.scope(placed.scope).first == Some(d.stmt)
            && !matches!(stmt.kind, StmtKind::Program(_))
        {
            d.unnamed_program(placed.scope);
        }
        if let Some(label) = stmt.label {
            d.label(placed.scope, label);
        }
        d.statement(placed.scope, &stmt.kind);
        if let Some(name) = stmt.construct {
            d.construct(placed.scope, name);
        }
    }
}

impl<'a> Declarer<'a> {
    pub(crate) fn new(program: &'a mut Program, names: &'a Interner) -> Self {
        Self {
            program,
            names,
            interfaces: Vec::new(),
            stmt: StmtId(0),
            file: FileId(0),
        }
    }

    /// Reads on at another statement.
    pub(crate) fn at(&mut self, stmt: StmtId) {
        self.stmt = stmt;
        self.file = self.program.placed(stmt).file;
    }
}

impl Declarer<'_> {
    fn statement(&mut self, scope: ScopeId, kind: &StmtKind) {
        match kind {
            StmtKind::Program(name) => {
                self.unit(scope, *name, EntityKind::Program);
            }
            StmtKind::Module(name) => {
                self.unit(scope, *name, EntityKind::Module);
            }
            StmtKind::Submodule { name, .. } => {
                let entity = self.fresh(scope, name.name, EntityKind::Submodule);
                self.own(scope, entity, *name);
            }
            StmtKind::BlockData(Some(name)) => {
                self.unit(scope, *name, EntityKind::BlockData);
            }
            StmtKind::Procedure(header) => self.procedure(scope, header),
            StmtKind::ModuleProcedure(names) => self.module_procedure(scope, names),
            StmtKind::Entry(header) => self.entry(scope, header),
            StmtKind::Interface { is_abstract, spec } => {
                let generic = spec
                    .as_ref()
                    .map(|s| self.declare(scope, s.ident, EntityKind::Generic));
                self.interfaces.push(InterfaceBlock {
                    is_abstract: *is_abstract,
                    generic,
                    scope,
                });
            }
            StmtKind::EndInterface(spec) => {
                let block = self.interfaces.pop();
                if let (Some(spec), Some(generic)) = (spec, block.and_then(|b| b.generic)) {
                    self.occur(spec.ident, generic, role::DECLARE | role::END);
                }
            }
            StmtKind::TypeDef {
                name,
                attributes,
                params,
                ..
            } => self.type_definition(scope, *name, attributes, params),
            StmtKind::Enumerator(items) => {
                for item in items {
                    let entity = self.declare(scope, item.name, EntityKind::Variable);
                    self.flags(entity, Flags::PARAMETER | Flags::TYPED);
                }
            }
            StmtKind::ProcedureDecl(decl) => self.procedure_decl(scope, decl),
            StmtKind::GenericBinding {
                attributes,
                spec,
                targets,
            } => {
                let entity = self.declare(scope, spec.ident, EntityKind::Binding);
                self.program.entities[entity.0 as usize]
                    .parts
                    .extend(targets);
                self.attributes(entity, attributes);
            }
            StmtKind::Declaration(decl) => self.declaration(scope, decl),
            StmtKind::Attribute {
                attribute,
                entities,
                commons,
                generics,
            } => {
                let alone = entities.is_empty() && generics.is_empty();
                self.attribute_statement(scope, attribute, entities, alone);
                if let Some(public) = self.access_word(attribute) {
                    let access = &mut self.program.scopes[scope.0 as usize].access;
                    access.extend(generics.iter().map(|g| (g.ident.name, public)));
                }
                for common in commons {
                    self.common(scope, *common);
                }
            }
            StmtKind::Use { .. } => self.program.scopes[scope.0 as usize].uses.push(self.stmt),
            StmtKind::Import { names, none } => self.import(scope, names, *none),
            _ => self.specification(scope, kind),
        }
    }

    fn import(&mut self, scope: ScopeId, names: &[Ident], none: bool) {
        let host = &mut self.program.scopes[scope.0 as usize].host;
        if none {
            *host = HostAccess::Only(Vec::new());
        } else if names.is_empty() {
            *host = HostAccess::All;
        } else if let HostAccess::Only(imported) = host {
            imported.extend(names.iter().map(|n| n.name));
        }
    }

    /// Statements that say more of what others declare, or of what nothing declares.
    fn specification(&mut self, scope: ScopeId, kind: &StmtKind) {
        match kind {
            StmtKind::Parameter(pairs) => {
                for (name, _) in pairs {
                    let entity = self.declare(scope, *name, EntityKind::Variable);
                    self.flags(entity, Flags::PARAMETER);
                }
            }
            StmtKind::Common(blocks) => {
                for (block, entities) in blocks {
                    if let Some(block) = block {
                        self.common(scope, *block);
                    }
                    for decl in entities {
                        let entity = self.declare(scope, decl.name, EntityKind::Variable);
                        self.flags(entity, Flags::COMMON);
                        self.dims(entity, decl.dims.len());
                    }
                }
            }
            StmtKind::Namelist(groups) => {
                for (group, members) in groups {
                    let entity = self.declare(scope, *group, EntityKind::Namelist);
                    self.program.entities[entity.0 as usize]
                        .parts
                        .extend(members);
                }
            }
            StmtKind::Implicit(None) => {
                self.program.scopes[scope.0 as usize].implicit.none = Some(self.stmt);
            }
            StmtKind::Implicit(Some(rules)) => {
                for rule in rules {
                    let ty = self.type_ref(scope, &rule.ty);
                    let implicit = &mut self.program.scopes[scope.0 as usize].implicit;
                    implicit
                        .rules
                        .extend(rule.letters.iter().map(|&(from, to)| (from, to, ty)));
                }
            }
            _ => {}
        }
    }

    pub(crate) fn fresh(&mut self, scope: ScopeId, name: Symbol, kind: EntityKind) -> EntityId {
        let id = EntityId(self.program.entities.len() as u32);
        self.program.entities.push(Entity {
            name,
            scope,
            kind,
            flags: Flags::default(),
            ty: None,
            rank: 0,
            body: None,
            dummies: Vec::new(),
            result: None,
            parts: Vec::new(),
            interface: None,
            link: None,
            target: None,
            decl: None,
        });
        id
    }

    pub(crate) fn flags(&mut self, entity: EntityId, flags: u32) {
        self.program.entities[entity.0 as usize].flags.set(flags);
    }

    pub(crate) fn occur(&mut self, ident: Ident, entity: EntityId, role: u16) {
        let (file, stmt) = (self.file, self.stmt);
        self.program.occurrences.push(Occurrence {
            file,
            span: ident.span,
            entity,
            stmt,
            role,
        });
        let entity = &mut self.program.entities[entity.0 as usize];
        if entity.decl.is_none() && role & role::DECLARE != 0 {
            entity.decl = Some((file, ident.span));
        }
    }

    fn problem(&mut self, code: &'static str, ident: Ident, message: String) {
        self.program.problem(code, self.file, ident.span, message);
    }

    /// Declares a name in a scope, or says more about what it is already.
    pub(crate) fn declare(&mut self, scope: ScopeId, ident: Ident, kind: EntityKind) -> EntityId {
        let existing = self.program.scope(scope).names.get(&ident.name).copied();
        let entity = match existing {
            None => self.fresh(scope, ident.name, kind),
            Some(found) => {
                self.merge(found, ident, kind);
                found
            }
        };
        self.program.scopes[scope.0 as usize]
            .names
            .insert(ident.name, entity);
        self.occur(ident, entity, role::DECLARE);
        entity
    }

    /// Whether the thing may also be declared as `kind`.
    fn merge(&mut self, found: EntityId, ident: Ident, kind: EntityKind) {
        let entity = &mut self.program.entities[found.0 as usize];
        let fits = match (entity.kind, kind) {
            (EntityKind::Variable, EntityKind::Variable) => true,
            // A generic may bear the name of one of its procedures or of a type.
            (EntityKind::Generic, EntityKind::Procedure | EntityKind::Type) => {
                entity.kind = kind;
                true
            }
            (
                EntityKind::Generic | EntityKind::Procedure | EntityKind::Type,
                EntityKind::Generic,
            ) => true,
            // `external f` and `real f` together.
            (EntityKind::Procedure, EntityKind::Variable) => {
                entity.body.is_none() || entity.scope != entity.body.unwrap_or(GLOBAL)
            }
            (EntityKind::Variable, EntityKind::Procedure) => !entity.flags.has(Flags::PARAMETER),
            (EntityKind::Procedure, EntityKind::Procedure) => entity.interface.is_none(),
            (EntityKind::Namelist, EntityKind::Namelist) => true,
            // A generic binding may be given in parts.
            (EntityKind::Binding, EntityKind::Binding) => entity.parts.len() != 1,
            _ => false,
        };
        if !fits {
            let name = self.names.text(ident.name).to_owned();
            let word = self.program.entity(found).kind.word();
            self.problem(
                "duplicate",
                ident,
                format!("`{name}` is already a {word} here"),
            );
        }
    }

    fn own(&mut self, scope: ScopeId, entity: EntityId, name: Ident) {
        self.program.scopes[scope.0 as usize].owner = Some(entity);
        self.program.entities[entity.0 as usize].body = Some(scope);
        self.flags(entity, Flags::DEFINED);
        self.occur(name, entity, role::DECLARE);
    }

    /// A program, module or block data: its name is global.
    fn unit(&mut self, scope: ScopeId, name: Ident, kind: EntityKind) -> EntityId {
        let entity = self.global(name, kind);
        self.own(scope, entity, name);
        // The name is taken inside, too.
        self.program.scopes[scope.0 as usize]
            .names
            .insert(name.name, entity);
        entity
    }

    fn unnamed_program(&mut self, scope: ScopeId) {
        if self.program.scope(scope).kind != ScopeKind::Program
            || self.program.scope(scope).owner.is_some()
        {
            return;
        }
        let entity = self.fresh(scope, Symbol::EMPTY, EntityKind::Program);
        self.program.scopes[scope.0 as usize].owner = Some(entity);
        self.program.entities[entity.0 as usize].body = Some(scope);
    }

    /// Defines a global name.
    fn global(&mut self, name: Ident, kind: EntityKind) -> EntityId {
        let existing = self.program.scope(GLOBAL).names.get(&name.name).copied();
        if let Some(found) = existing {
            let word = self.program.entity(found).kind.word();
            let text = self.names.text(name.name).to_owned();
            self.problem(
                "duplicate",
                name,
                format!("`{text}` is already the name of a {word}"),
            );
        }
        let entity = self.fresh(GLOBAL, name.name, kind);
        if existing.is_none() {
            self.program.scopes[GLOBAL.0 as usize]
                .names
                .insert(name.name, entity);
        }
        entity
    }

    fn label(&mut self, scope: ScopeId, label: crate::ast::LabelRef) {
        let unit = self.program.unit_scope(scope);
        let name = self.names.intern(&label.value.to_string());
        if self.program.scope(unit).labels.contains_key(&label.value) {
            let ident = Ident {
                name,
                span: label.span,
            };
            self.problem(
                "label",
                ident,
                format!("label {} stands twice in this unit", label.value),
            );
            return;
        }
        let entity = self.fresh(unit, name, EntityKind::Label);
        self.program.scopes[unit.0 as usize]
            .labels
            .insert(label.value, entity);
        self.occur(
            Ident {
                name,
                span: label.span,
            },
            entity,
            role::DECLARE,
        );
    }

    fn construct(&mut self, scope: ScopeId, name: Ident) {
        let unit = self.program.unit_scope(scope);
        let entity = self.fresh(unit, name.name, EntityKind::Construct);
        let old = self.program.scopes[unit.0 as usize]
            .constructs
            .insert(name.name, entity);
        if old.is_some() {
            let text = self.names.text(name.name).to_owned();
            self.problem(
                "construct",
                name,
                format!("the construct name `{text}` stands twice in this unit"),
            );
        }
        self.occur(name, entity, role::DECLARE);
    }

    fn common(&mut self, scope: ScopeId, name: Ident) {
        let unit = self.program.unit_scope(scope);
        let entity = if let Some(&found) = self.program.scope(GLOBAL).commons.get(&name.name) {
            found
        } else {
            let entity = self.fresh(GLOBAL, name.name, EntityKind::Common);
            self.program.scopes[GLOBAL.0 as usize]
                .commons
                .insert(name.name, entity);
            entity
        };
        self.program.scopes[unit.0 as usize]
            .commons
            .insert(name.name, entity);
        self.occur(name, entity, role::DECLARE);
    }
}
