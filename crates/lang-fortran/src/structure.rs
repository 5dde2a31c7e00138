//! What lies inside what: program units, interfaces, types and constructs, found by their first and last statements.
//!
//! The pass gives every statement its scope. It declares nothing but the scopes themselves.

use crate::ast::{EndOf, SelectKind, Stmt, StmtKind};
use crate::program::{GLOBAL, Placed, Program, stream};
use crate::table::{HostAccess, Scope, ScopeId, ScopeKind, StmtId};
use reweave_text::{FileId, Interner, Sources};

/// A construct that is open.
#[derive(Clone, Copy, Debug)]
enum Open {
    Unit,
    Interface,
    Type,
    Construct(EndOf),
    /// A guard of SELECT TYPE, closed by the next one.
    Guard,
    /// `do 10 …`, closed by the statement with that label.
    LabelDo(u32),
}

struct Builder<'a> {
    program: &'a mut Program,
    names: &'a Interner,
    stack: Vec<(Open, ScopeId)>,
    scope: ScopeId,
}

pub(crate) fn build(program: &mut Program, sources: &Sources, names: &Interner) {
    let stream = stream(program, sources);
    let mut builder = Builder {
        program,
        names,
        stack: Vec::new(),
        scope: GLOBAL,
    };
    let mut last_file = None;
    for (file, index) in stream {
        // A unit that a file leaves open ends with the file, unless the next file is included in it.
        if last_file.is_some_and(|last| last != file) && index == 0 && !builder.is_included(file) {
            builder.close_all();
        }
        last_file = Some(file);
        builder.statement(file, index);
    }
    builder.close_all();
}

impl Builder<'_> {
    fn is_included(&self, _file: FileId) -> bool {
        let last = self.program.stmts.len().checked_sub(1);
        last.is_some_and(|i| {
            matches!(
                self.program.stmt(StmtId(i as u32)).kind,
                StmtKind::Include(_)
            )
        })
    }

    fn statement(&mut self, file: FileId, index: u32) {
        let ast = self.program.files[file.index()]
            .clone()
            .expect("the stream names files that are there");
        let stmt = &ast.stmts[index as usize];
        let id = StmtId(self.program.stmts.len() as u32);
        self.program.stmts.push(Placed {
            file,
            index,
            scope: self.scope,
        });
        self.place(id, stmt);
        if let Some(label) = stmt.label {
            self.close_label_loops(id, label.value);
        }
    }

    fn at_top(&self) -> bool {
        self.scope == GLOBAL
    }

    fn set_scope(&mut self, id: StmtId, scope: ScopeId) {
        self.program.stmts[id.0 as usize].scope = scope;
    }

    fn place(&mut self, id: StmtId, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Program(_) => self.open_unit(id, ScopeKind::Program),
            StmtKind::Module(_) => self.open_unit(id, ScopeKind::Module),
            StmtKind::Submodule { .. } => self.open_unit(id, ScopeKind::Submodule),
            StmtKind::BlockData(_) => self.open_unit(id, ScopeKind::BlockData),
            StmtKind::Procedure(_) => self.open_unit(id, ScopeKind::Procedure),
            StmtKind::ModuleProcedure(names) if names.len() == 1 && !self.in_interface() => {
                self.open_unit(id, ScopeKind::Procedure);
            }
            StmtKind::Interface { .. } => {
                self.main_if_top(id);
                self.stack.push((Open::Interface, self.scope));
            }
            StmtKind::EndInterface(_) => self.close(id, |o| matches!(o, Open::Interface)),
            StmtKind::TypeDef { extends, .. } => {
                self.main_if_top(id);
                let scope = self.open_scope(id, Open::Type, ScopeKind::Type);
                self.program.scopes[scope.0 as usize].extends = *extends;
                // The definition's name belongs to the host.
                let host = self.stack.last().map_or(GLOBAL, |s| s.1);
                self.set_scope(id, host);
            }
            StmtKind::Contains => {
                self.main_if_top(id);
                let scope = self.scope;
                self.program.scopes[scope.0 as usize].contains = Some(id);
            }
            StmtKind::End(of, _) => self.end(id, *of),
            StmtKind::Do {
                end_label: Some(label),
                ..
            } => {
                self.main_if_top(id);
                self.open_do_scope(id, stmt, Open::LabelDo(label.value));
            }
            StmtKind::Do { .. } => {
                self.main_if_top(id);
                self.open_do_scope(id, stmt, Open::Construct(EndOf::Do));
            }
            StmtKind::IfThen(_) => self.open_construct(id, EndOf::If),
            StmtKind::Where(_, None) => self.open_construct(id, EndOf::Where),
            StmtKind::Forall(_, None) => self.open_construct(id, EndOf::Forall),
            StmtKind::Critical(_) => self.open_construct(id, EndOf::Critical),
            StmtKind::ChangeTeam(_) => self.open_construct(id, EndOf::Team),
            StmtKind::Enum => self.open_construct(id, EndOf::Enum),
            StmtKind::Associate(_) => {
                self.main_if_top(id);
                self.open_scope(id, Open::Construct(EndOf::Associate), ScopeKind::Construct);
            }
            StmtKind::Block => {
                self.main_if_top(id);
                self.open_scope(id, Open::Construct(EndOf::Block), ScopeKind::Block);
            }
            StmtKind::Select {
                kind: SelectKind::Case,
                ..
            } => self.open_construct(id, EndOf::Select),
            StmtKind::Select { .. } => {
                self.main_if_top(id);
                self.open_scope(id, Open::Construct(EndOf::Select), ScopeKind::Construct);
            }
            StmtKind::Case(..) => self.guard(id),
            _ => self.main_if_top(id),
        }
    }

    fn in_interface(&self) -> bool {
        matches!(self.stack.last(), Some((Open::Interface, _)))
    }

    /// A main program need not say PROGRAM.
    fn main_if_top(&mut self, id: StmtId) {
        if self.at_top()
            && !matches!(
                self.program.stmt(id).kind,
                StmtKind::Include(_) | StmtKind::Unknown(_)
            )
        {
            self.open_unit(id, ScopeKind::Program);
        }
    }

    fn new_scope(&mut self, id: StmtId, kind: ScopeKind, parent: ScopeId) -> ScopeId {
        let mut scope = Scope::new(kind, Some(parent));
        scope.first = Some(id);
        let new = ScopeId(self.program.scopes.len() as u32);
        scope.unit = if kind.is_unit() {
            new
        } else {
            self.program.unit_scope(parent)
        };
        self.program.scopes.push(scope);
        self.program.opened.insert(id, new);
        new
    }

    fn open_unit(&mut self, id: StmtId, kind: ScopeKind) {
        let interface = self.in_interface();
        let scope = self.new_scope(id, kind, self.scope);
        // The interface of a separate module procedure sees its host, others see what they import.
        let separate = matches!(
            &self.program.stmt(id).kind,
            StmtKind::Procedure(h) if h.prefixes.iter().any(|p| self.names.text(*p) == "module")
        );
        if interface {
            let s = &mut self.program.scopes[scope.0 as usize];
            s.is_interface = true;
            if !separate {
                s.host = HostAccess::Only(Vec::new());
            }
        }
        self.stack.push((Open::Unit, self.scope));
        self.scope = scope;
        self.set_scope(id, scope);
    }

    /// Opens a scope for what follows; the statement itself is in it.
    fn open_scope(&mut self, id: StmtId, open: Open, kind: ScopeKind) -> ScopeId {
        let scope = self.new_scope(id, kind, self.scope);
        self.stack.push((open, self.scope));
        self.scope = scope;
        self.set_scope(id, scope);
        scope
    }

    fn open_construct(&mut self, id: StmtId, of: EndOf) {
        self.main_if_top(id);
        self.stack.push((Open::Construct(of), self.scope));
    }

    /// DO CONCURRENT with a type for its index has a scope of its own.
    fn open_do_scope(&mut self, id: StmtId, stmt: &Stmt, open: Open) {
        let own = matches!(
            &stmt.kind,
            StmtKind::Do { control: crate::ast::DoControl::Concurrent(f), .. } if f.ty.is_some()
        );
        if own {
            self.open_scope(id, open, ScopeKind::Construct);
        } else {
            self.stack.push((open, self.scope));
        }
    }

    fn guard(&mut self, id: StmtId) {
        if matches!(self.stack.last(), Some((Open::Guard, _))) {
            self.pop(id);
        }
        if self.program.scope(self.scope).kind == ScopeKind::Construct
            && matches!(self.stack.last(), Some((Open::Construct(EndOf::Select), _)))
        {
            self.open_scope(id, Open::Guard, ScopeKind::Construct);
        }
    }

    fn pop(&mut self, id: StmtId) {
        let Some((_, before)) = self.stack.pop() else {
            return;
        };
        if self.scope != before {
            self.program.scopes[self.scope.0 as usize].last = Some(id);
        }
        self.scope = before;
    }

    /// Closes the innermost open thing that `is` accepts, with all inside it; nothing where there is none in this unit.
    fn close(&mut self, id: StmtId, is: impl Fn(Open) -> bool) {
        let unit = self
            .stack
            .iter()
            .rposition(|(o, _)| matches!(o, Open::Unit))
            .unwrap_or(0);
        let Some(found) = self.stack.iter().rposition(|(o, _)| is(*o)) else {
            return;
        };
        if found < unit {
            return;
        }
        while self.stack.len() > found {
            self.pop(id);
        }
    }

    fn end(&mut self, id: StmtId, of: EndOf) {
        match of {
            EndOf::Unit
            | EndOf::Program
            | EndOf::Module
            | EndOf::Submodule
            | EndOf::BlockData
            | EndOf::Subroutine
            | EndOf::Function
            | EndOf::Procedure => self.close(id, |o| matches!(o, Open::Unit)),
            EndOf::Type => self.close(id, |o| matches!(o, Open::Type)),
            EndOf::Interface => self.close(id, |o| matches!(o, Open::Interface)),
            _ => self.close(id, |o| {
                matches!(o, Open::Construct(open) if open == of)
                    || (of == EndOf::Do && matches!(o, Open::LabelDo(_)))
            }),
        }
    }

    fn close_label_loops(&mut self, id: StmtId, label: u32) {
        while let Some(&(Open::LabelDo(open), _)) = self.stack.last() {
            if open != label || matches!(self.program.stmt(id).kind, StmtKind::Do { .. }) {
                return;
            }
            self.pop(id);
        }
    }

    fn close_all(&mut self) {
        let last = StmtId((self.program.stmts.len() as u32).saturating_sub(1));
        while !self.stack.is_empty() {
            self.pop(last);
        }
    }
}
