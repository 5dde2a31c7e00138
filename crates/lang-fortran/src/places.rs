//! Places that refactorings ask for: where a unit's declarations end, where its executable part begins, what a symbol
//! given by name may be.

use crate::ast::{EndOf, StmtKind};
use crate::program::{GLOBAL, Program};
use crate::refer::is_specification;
use crate::table::{EntityId, ScopeId, ScopeKind, StmtId};
use reweave_text::{FileId, Part, Sources, Span};

/// A statement, and whether new text goes before or after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beside {
    pub stmt: StmtId,
    pub before: bool,
}

impl Program {
    /// The statements of a scope and of all that lies in it, from its first to its last.
    pub fn inside(&self, scope: ScopeId) -> impl Iterator<Item = StmtId> + use<> {
        let s = self.scope(scope);
        let first = s.first.map_or(0, |f| f.0);
        let last = s.last.map_or(self.stmts.len() as u32, |l| l.0 + 1);
        (first..last).map(StmtId)
    }

    /// Whether the statement is a header: the first of a unit that says so.
    pub fn has_header(&self, scope: ScopeId) -> bool {
        self.scope(scope).first.is_some_and(|f| {
            matches!(
                self.stmt(f).kind,
                StmtKind::Program(_)
                    | StmtKind::Module(_)
                    | StmtKind::Submodule { .. }
                    | StmtKind::BlockData(_)
                    | StmtKind::Procedure(_)
                    | StmtKind::ModuleProcedure(_)
                    | StmtKind::Block
            )
        })
    }

    /// The first executable statement of a unit, else its CONTAINS or END.
    pub fn first_executable(&self, scope: ScopeId) -> Option<StmtId> {
        let skip = usize::from(self.has_header(scope));
        self.inside(scope).skip(skip).find(|&id| {
            let placed = self.placed(id);
            let own = placed.scope == scope
                || self.opened.get(&id).is_some_and(|o| self.scope(*o).parent == Some(scope));
            let nested = matches!(self.scope(placed.scope).kind, ScopeKind::Type)
                || self.scope(placed.scope).is_interface && placed.scope != scope;
            let kind = &self.stmt(id).kind;
            let declares = is_specification(kind)
                || matches!(kind, StmtKind::Enum | StmtKind::Sequence | StmtKind::Unknown(_))
                || matches!(kind, StmtKind::End(of, _) if matches!(of, crate::ast::EndOf::Enum | crate::ast::EndOf::Type | crate::ast::EndOf::Interface));
            own && !nested && !declares && !self.is_statement_function(id)
        })
    }

    /// Whether a statement stands in a WHERE or FORALL, where only assignments may.
    pub fn is_masked(&self, stmt: StmtId) -> bool {
        let unit = self.unit_scope(self.placed(stmt).scope);
        let first = self.scope(unit).first.map_or(0, |s| s.0);
        let mut closed = 0;
        for s in (first..stmt.0).rev() {
            match &self.stmt(StmtId(s)).kind {
                StmtKind::End(EndOf::Where | EndOf::Forall, _) => closed += 1,
                StmtKind::Where(_, None) | StmtKind::Forall(_, None) if closed == 0 => return true,
                StmtKind::Where(_, None) | StmtKind::Forall(_, None) => closed -= 1,
                _ => {}
            }
        }
        false
    }

    /// Whether an assignment defines a statement function.
    pub fn is_statement_function(&self, id: StmtId) -> bool {
        self.statement_functions.contains(&id)
    }

    /// The last statement of a scope's specification part; the first executable where there is nothing before it.
    pub fn last_specification(&self, scope: ScopeId) -> Option<Beside> {
        let executable = self.first_executable(scope)?;
        let first = self.scope(scope).first?;
        if executable == first {
            return Some(Beside {
                stmt: executable,
                before: true,
            });
        }
        Some(Beside {
            stmt: StmtId(executable.0 - 1),
            before: false,
        })
    }

    /// The blanks with which a line of the scope begins: those of its first own statement, else some more than the
    /// header's.
    pub fn indent_inside(&self, text: &str, scope: ScopeId) -> String {
        let Some(first) = self.scope(scope).first else {
            return String::new();
        };
        let file = self.placed(first).file;
        let line_start = |offset: u32| {
            text.part(..offset as usize)
                .rfind('\n')
                .map_or(0, |i| i + 1)
        };
        let blanks = |offset: u32| -> String {
            text.part(line_start(offset)..)
                .chars()
                .take_while(|c| *c == ' ' || *c == '\t')
                .collect()
        };
        let head = self.stmt(first).span.start;
        if !self.has_header(scope) {
            return blanks(head);
        }
        let next = StmtId(first.0 + 1);
        let own = (next.0 as usize) < self.stmts.len()
            && self.placed(next).file == file
            && self.placed(next).scope == scope
            && Some(next) != self.scope(scope).last
            && Some(next) != self.scope(scope).contains
            && line_start(self.stmt(next).span.start) != line_start(head);
        if own {
            return blanks(self.stmt(next).span.start);
        }
        format!(
            "{}{}",
            blanks(head),
            if blanks(head).contains('\t') {
                "\t"
            } else {
                "  "
            }
        )
    }

    /// The innermost program unit or procedure around an offset; on its header and its end, too.
    pub fn unit_around(&self, file: FileId, offset: u32) -> Option<ScopeId> {
        let inside = |id: &ScopeId| {
            let s = self.scope(*id);
            let (Some(first), Some(last)) = (s.first, s.last) else {
                return false;
            };
            let (a, b) = (self.placed(first), self.placed(last));
            let starts = self.stmt(first).span.start;
            s.kind.is_unit()
                && a.file == file
                && b.file == file
                && starts <= offset
                && offset <= self.stmt(last).span.end
        };
        // Later scopes lie deeper. A caret before the first character of a header means the header.
        let mut all = (0..self.scopes.len() as u32).map(ScopeId);
        all.rfind(|s| *s != GLOBAL && inside(s)).or_else(|| {
            let first = self.stmts.iter().position(|p| p.file == file)?;
            Some(self.unit_scope(self.stmts[first].scope)).filter(|&s| s != GLOBAL)
        })
    }

    /// The procedure whose header stands on the line of an offset.
    pub fn header_at(&self, file: FileId, offset: u32) -> Option<EntityId> {
        let scope = self.scopes.iter().find(|s| {
            s.kind == ScopeKind::Procedure
                && s.first.is_some_and(|f| {
                    self.placed(f).file == file && {
                        let span = self.stmt(f).span;
                        span.start <= offset + 1 && offset <= span.end
                    }
                })
        })?;
        scope.owner
    }

    /// The statement that a piece of text lies in.
    pub fn statement_around(&self, file: FileId, span: Span) -> Option<StmtId> {
        let at =
            self.stmts.iter().enumerate().position(|(i, p)| {
                p.file == file && self.stmt(StmtId(i as u32)).span.contains(span)
            })?;
        Some(StmtId(at as u32))
    }

    /// The declarations that `name`, `scope::name` or `type%name` may mean.
    pub fn find(&self, sources: &Sources, symbol: &str) -> Vec<(FileId, Span)> {
        let parts: Vec<&str> = symbol.split(['%', ':']).filter(|p| !p.is_empty()).collect();
        let Some((last, around)) = parts.split_last() else {
            return Vec::new();
        };
        let is_named = |decl: Option<(FileId, Span)>, want: &str| {
            decl.is_some_and(|(file, span)| {
                span.text(sources.text(file)).eq_ignore_ascii_case(want)
            })
        };
        let mut found: Vec<(FileId, Span)> = self
            .entities
            .iter()
            .filter(|e| e.link.is_none() && is_named(e.decl, last))
            .filter(|e| {
                let mut scope = Some(e.scope);
                around.iter().rev().all(|want| {
                    let owner = scope.and_then(|s| self.scope(s).owner);
                    scope = scope
                        .and_then(|s| self.scope(s).parent)
                        .filter(|&s| s != GLOBAL);
                    owner.is_some_and(|o| is_named(self.entity(o).decl, want))
                })
            })
            .filter_map(|e| e.decl)
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}
