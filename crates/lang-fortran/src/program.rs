//! A program: its files read, every name resolved.

use crate::ast::{FileAst, Stmt, StmtKind};
use crate::form::Form;
use crate::parse::parse;
use crate::table::{
    Entity, EntityId, EntityKind, Flags, NameProblem, Occurrence, Scope, ScopeId, StmtId,
};
use reweave_text::{FileId, Interner, Sources, Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A statement where the compiler meets it: an included file's statements come once for each INCLUDE.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    pub file: FileId,
    pub index: u32,
    pub scope: ScopeId,
}

pub struct Program {
    /// By file id; `None` where the file is gone or holds no Fortran.
    pub files: Vec<Option<Arc<FileAst>>>,
    pub stmts: Vec<Placed>,
    pub scopes: Vec<Scope>,
    pub entities: Vec<Entity>,
    pub occurrences: Vec<Occurrence>,
    pub problems: Vec<NameProblem>,
    /// Pairs that must keep one name though they are two things: overriding bindings, dummies of separate procedures.
    pub(crate) groups: Vec<(EntityId, EntityId)>,
    /// Names that the preprocessor may replace: nothing about them is certain.
    pub macros: FxHashSet<Symbol>,
    pub(crate) statement_functions: FxHashSet<StmtId>,
    /// The scope that a statement opens.
    pub opened: FxHashMap<StmtId, ScopeId>,
    by_entity: FxHashMap<EntityId, Vec<u32>>,
    by_stmt: FxHashMap<StmtId, Vec<u32>>,
}

pub const GLOBAL: ScopeId = ScopeId(0);

/// Files a chain of INCLUDEs may hold before it counts as endless.
const MAX_INCLUDE_DEPTH: usize = 20;

impl Program {
    /// Reads all files and resolves their names. What was parsed from a text that `earlier` shares is taken over.
    pub fn new(sources: &Sources, names: &Interner, earlier: Option<(&Sources, &Self)>) -> Self {
        let files = read(sources, names, earlier);
        let mut program = Self {
            files,
            stmts: Vec::new(),
            scopes: vec![Scope::new(crate::table::ScopeKind::Global, None)],
            entities: Vec::new(),
            occurrences: Vec::new(),
            problems: Vec::new(),
            groups: Vec::new(),
            macros: FxHashSet::default(),
            statement_functions: FxHashSet::default(),
            opened: FxHashMap::default(),
            by_entity: FxHashMap::default(),
            by_stmt: FxHashMap::default(),
        };
        program.read_macros(sources, names);
        crate::structure::build(&mut program, sources, names);
        crate::declare::declare(&mut program, sources, names);
        crate::associate::associate(&mut program, sources, names);
        crate::refer::refer(&mut program, sources, names);
        crate::check::check(&mut program, names);
        program.finish();
        program
    }

    fn read_macros(&mut self, sources: &Sources, names: &Interner) {
        for (id, file) in sources.iter() {
            let Some(Some(ast)) = self.files.get(id.index()) else {
                continue;
            };
            for directive in &ast.directives {
                let line = directive
                    .text(&file.text)
                    .trim_start_matches('#')
                    .trim_start();
                if let Some(rest) = line.strip_prefix("define") {
                    let word: String = rest
                        .trim_start()
                        .chars()
                        .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
                        .collect();
                    self.macros.insert(names.intern(&word.to_ascii_lowercase()));
                }
            }
        }
    }

    fn finish(&mut self) {
        self.occurrences
            .sort_by_key(|o| (o.file, o.span, o.entity, o.stmt));
        self.occurrences
            .dedup_by_key(|o| (o.file, o.span, o.entity, o.stmt));
        for (i, o) in self.occurrences.iter().enumerate() {
            self.by_entity.entry(o.entity).or_default().push(i as u32);
            self.by_stmt.entry(o.stmt).or_default().push(i as u32);
        }
        for (i, entity) in self.entities.iter_mut().enumerate() {
            if entity.decl.is_none() {
                let first = self
                    .by_entity
                    .get(&EntityId(i as u32))
                    .and_then(|all| all.first());
                entity.decl = first.map(|&o| {
                    let o = &self.occurrences[o as usize];
                    (o.file, o.span)
                });
            }
        }
        self.problems.sort_by_key(|a| (a.file, a.span, a.code));
        self.problems.dedup();
    }

    pub fn ast(&self, file: FileId) -> Option<&FileAst> {
        self.files.get(file.index())?.as_deref()
    }

    /// The statement; its file is there since the statement came from it.
    pub fn stmt(&self, id: StmtId) -> &Stmt {
        let placed = self.placed(id);
        let ast = self.files[placed.file.index()]
            .as_deref()
            .expect("a placed statement has a file");
        &ast.stmts[placed.index as usize]
    }

    pub fn placed(&self, id: StmtId) -> Placed {
        self.stmts[id.0 as usize]
    }

    pub fn scope(&self, id: ScopeId) -> &Scope {
        &self.scopes[id.0 as usize]
    }

    pub fn entity(&self, id: EntityId) -> &Entity {
        &self.entities[id.0 as usize]
    }

    /// The thing behind aliases and other views of it.
    pub fn real(&self, mut id: EntityId) -> EntityId {
        // Links form no cycle: each goes to an older or a global entity.
        for _ in 0..100 {
            let entity = self.entity(id);
            match entity
                .target
                .filter(|_| entity.kind == EntityKind::Alias)
                .or(entity.link)
            {
                Some(next) if next != id => id = next,
                _ => break,
            }
        }
        id
    }

    /// As [`Self::real`], but a procedure with an interface of its own is as that shows it: keywords are the interface's.
    pub fn seen(&self, mut id: EntityId) -> EntityId {
        for _ in 0..100 {
            let entity = self.entity(id);
            match entity.target.filter(|_| entity.kind == EntityKind::Alias) {
                Some(next) if next != id => id = next,
                _ => break,
            }
        }
        let entity = self.entity(id);
        let is_shown = entity.kind == EntityKind::Procedure && entity.body.is_some();
        if is_shown { id } else { self.real(id) }
    }

    /// As [`Self::real`], but an alias is its own thing: it has a name of its own.
    pub fn leader(&self, mut id: EntityId) -> EntityId {
        for _ in 0..100 {
            match self.entity(id).link {
                Some(next) if next != id => id = next,
                _ => break,
            }
        }
        id
    }

    pub fn occurrences_of(&self, entity: EntityId) -> impl Iterator<Item = &Occurrence> {
        self.by_entity
            .get(&entity)
            .into_iter()
            .flatten()
            .map(|&i| &self.occurrences[i as usize])
    }

    /// The names in a statement, in order.
    pub fn of_statement(&self, stmt: StmtId) -> impl Iterator<Item = &Occurrence> {
        self.by_stmt
            .get(&stmt)
            .into_iter()
            .flatten()
            .map(|&i| &self.occurrences[i as usize])
    }

    /// The names in a piece of text, in order.
    pub fn within(&self, file: FileId, span: Span) -> impl Iterator<Item = &Occurrence> {
        let from = self
            .occurrences
            .partition_point(|o| (o.file, o.span.start) < (file, span.start));
        self.occurrences[from..]
            .iter()
            .take_while(move |o| o.file == file && o.span.end <= span.end)
    }

    /// What the name at `offset` stands for: at its first character, inside it or right after it. One token may name two
    /// things.
    pub fn at(&self, file: FileId, offset: u32) -> Vec<&Occurrence> {
        let end = self
            .occurrences
            .partition_point(|o| (o.file, o.span.start) <= (file, offset));
        // Names do not nest, so the first that ends before the offset ends the search.
        let mut found: Vec<&Occurrence> = self.occurrences[..end]
            .iter()
            .rev()
            .take_while(|o| o.file == file && o.span.end >= offset)
            .collect();
        found.reverse();
        if found.iter().any(|o| o.span.contains_offset(offset)) {
            found.retain(|o| o.span.contains_offset(offset));
        }
        found
    }

    /// The program unit or procedure that a scope lies in.
    pub fn unit_scope(&self, scope: ScopeId) -> ScopeId {
        self.scope(scope).unit
    }

    /// The entity that a name means in a scope: its own, then what it uses, then its host's.
    pub fn lookup(&self, scope: ScopeId, name: Symbol) -> Option<EntityId> {
        let mut at = scope;
        loop {
            let s = self.scope(at);
            if s.kind == crate::table::ScopeKind::Type && at != scope {
                // Components are no names outside `%`; type parameters are, inside the type.
            } else if let Some(&found) = s.names.get(&name) {
                let component = s.kind == crate::table::ScopeKind::Type
                    && self.entity(found).kind == EntityKind::Component
                    && !self.entity(found).flags.has(Flags::PARAMETER);
                if !component {
                    return Some(found);
                }
            }
            if let Some(found) = s.used.get(&name).and_then(|all| all.first()) {
                return Some(*found);
            }
            match &s.host {
                crate::table::HostAccess::All => {}
                crate::table::HostAccess::Only(imported) if imported.contains(&name) => {}
                crate::table::HostAccess::Only(_) => return None,
            }
            at = s.parent.filter(|&p| p != GLOBAL)?;
        }
    }

    /// Whether a name refers to a procedure that its unit only defines below.
    pub(crate) fn is_ahead(&self, o: &Occurrence) -> bool {
        let e = self.entity(o.entity);
        let refers = o.role & (crate::table::role::DECLARE | crate::table::role::END) == 0;
        let body = e.body.filter(|_| refers && e.kind == EntityKind::Procedure);
        body.and_then(|body| self.scope(body).first)
            .is_some_and(|first| o.stmt < first)
    }

    /// The nearest USE of a module that is not among the files and could bring `name` into `scope`.
    pub fn unknown_use(&self, scope: ScopeId) -> Option<StmtId> {
        let mut at = Some(scope);
        while let Some(id) = at {
            let s = self.scope(id);
            if s.unknown_use.is_some() {
                return s.unknown_use;
            }
            at = s.parent;
        }
        None
    }

    /// Whether `inner` lies in `outer` or is it.
    pub fn is_within(&self, inner: ScopeId, outer: ScopeId) -> bool {
        let mut at = Some(inner);
        while let Some(id) = at {
            if id == outer {
                return true;
            }
            at = self.scope(id).parent;
        }
        false
    }

    pub(crate) fn problem(
        &mut self,
        code: &'static str,
        file: FileId,
        span: Span,
        message: String,
    ) {
        self.problems.push(NameProblem {
            code,
            message,
            file,
            span,
        });
    }
}

fn read(
    sources: &Sources,
    names: &Interner,
    earlier: Option<(&Sources, &Program)>,
) -> Vec<Option<Arc<FileAst>>> {
    let mut files = vec![None; sources.id_bound()];
    for (id, file) in sources.iter() {
        if !Form::is_fortran_path(&file.path) {
            continue;
        }
        let old = earlier
            .filter(|(before, _)| sources.shares_text(before, id))
            .and_then(|(_, program)| program.files.get(id.index()).cloned().flatten());
        files[id.index()] =
            Some(old.unwrap_or_else(|| {
                Arc::new(parse(&file.text, form_of(sources, &file.path), names))
            }));
    }
    files
}

/// An include file has the form of the files around it.
fn form_of(sources: &Sources, path: &str) -> Form {
    Form::of_path(path).unwrap_or_else(|| {
        let free = sources
            .iter()
            .any(|(_, f)| Form::of_path(&f.path) == Some(Form::Free));
        if free { Form::Free } else { Form::Fixed }
    })
}

/// All statements in the order of reading: each file that no other includes, with the files it includes in place.
pub(crate) fn stream(program: &Program, sources: &Sources) -> Vec<(FileId, u32)> {
    let includes = included(program, sources);
    let mut out = Vec::new();
    let targets: FxHashSet<FileId> = includes.values().copied().collect();
    for (id, _) in sources.iter() {
        if program.ast(id).is_some() && !targets.contains(&id) {
            splice(program, &includes, id, 0, &mut out);
        }
    }
    out
}

fn splice(
    program: &Program,
    includes: &FxHashMap<(FileId, u32), FileId>,
    file: FileId,
    depth: usize,
    out: &mut Vec<(FileId, u32)>,
) {
    let Some(ast) = program.ast(file) else { return };
    for index in 0..ast.stmts.len() as u32 {
        out.push((file, index));
        if let Some(&target) = includes.get(&(file, index))
            && depth < MAX_INCLUDE_DEPTH
        {
            splice(program, includes, target, depth + 1, out);
        }
    }
}

/// Which file each INCLUDE means: one beside it, else one of that name anywhere.
fn included(program: &Program, sources: &Sources) -> FxHashMap<(FileId, u32), FileId> {
    let mut found = FxHashMap::default();
    for (id, file) in sources.iter() {
        let Some(ast) = program.ast(id) else { continue };
        for (index, stmt) in ast.stmts.iter().enumerate() {
            if let StmtKind::Include(span) = stmt.kind {
                let name = span.text(&file.text).trim_matches(['\'', '"']);
                let beside = match file.path.rsplit_once('/') {
                    Some((dir, _)) => format!("{dir}/{name}"),
                    None => name.to_owned(),
                };
                let target = sources.find(&beside).or_else(|| {
                    let tail = format!("/{}", name.rsplit('/').next().unwrap_or(name));
                    sources
                        .iter()
                        .find(|(_, f)| f.path.ends_with(&tail))
                        .map(|(id, _)| id)
                });
                if let Some(target) = target.filter(|&t| t != id) {
                    found.insert((id, index as u32), target);
                }
            }
        }
    }
    found
}
