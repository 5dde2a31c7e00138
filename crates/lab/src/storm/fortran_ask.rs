//! Random things to ask of a Fortran program.

use super::Random;
use reweave_lang_fortran::ast::{ExprKind, StmtKind};
use reweave_lang_fortran::table::{EntityId, EntityKind, Flags, ScopeId, StmtId};
use reweave_lang_fortran::{GLOBAL, Program};
use reweave_refactor::{Request, Session, Target};
use reweave_refactor_fortran::Fortran;
use reweave_text::{FileId, Span};

const WORDS: [&str; 14] = [
    "sum",
    "size",
    "if",
    "end",
    "type",
    "data",
    "real",
    "abs",
    "index",
    "print",
    "result",
    "max",
    "random_number",
    "len",
];

/// More words with which statements begin, or that stand in them. None is reserved.
const KEYWORDS: &str = "
    program module submodule function subroutine procedure block entry contains use import implicit none only
    integer double complex logical character class kind parameter dimension allocatable pointer target optional intent
    in out inout save value volatile public private common equivalence namelist external intrinsic interface operator
    assignment generic abstract extends final deferred pass nopass bind pure elemental recursive impure sequence enum
    enumerator do while concurrent associate select case is default where forall elsewhere else elseif endif enddo go
    goto to assign call return stop pause error continue cycle exit critical sync allocate deallocate nullify
    open close read write inquire rewind backspace flush wait format unit fmt iostat include
    shape lbound present associated null merge int char cmplx dble min sqrt selected_int_kind c_int c_ptr int32 real64
    e e1 d0 or and not eq true";

struct Ask<'a> {
    session: &'a Session<Fortran>,
    program: &'a Program,
    /// Whether no new name is free.
    taken: bool,
    random: &'a mut Random,
}

pub fn request(
    session: &Session<Fortran>,
    refactoring: &str,
    taken: bool,
    random: &mut Random,
) -> Option<Request> {
    let mut ask = Ask {
        session,
        program: session.program(),
        taken,
        random,
    };
    match refactoring {
        "rename" => ask.rename(),
        "introduce-use" => ask.introduce_use(),
        "change-signature" => ask.change_signature(),
        "introduce-implicit-none" => ask.at_unit(refactoring),
        "add-empty-subprogram" => {
            let request = ask.at_unit(refactoring)?;
            let scope = ask.any_unit()?;
            let name = ask.name(scope);
            Some(request.with("name", name))
        }
        "safe-delete" => ask.safe_delete(),
        "extract-local-variable" => ask.extract_local(),
        "move" => ask.move_entity(),
        "extract-procedure" => ask.extract_procedure(),
        _ => None,
    }
}

impl Ask<'_> {
    fn text(&self, entity: EntityId) -> String {
        self.session
            .names()
            .text(self.program.entity(entity).name)
            .to_owned()
    }

    /// A new name: one in three is visible near the scope already, or all but those that are words of the language.
    fn name(&mut self, scope: ScopeId) -> String {
        if self.taken && self.random.one_in(3) {
            let words: Vec<&str> = KEYWORDS.split_whitespace().chain(WORDS).collect();
            return (*self.random.pick(&words).expect("there are some")).to_owned();
        }
        if self.taken || self.random.one_in(3) {
            let mut near: Vec<EntityId> = Vec::new();
            let mut at = Some(scope);
            while let Some(id) = at {
                let s = self.program.scope(id);
                near.extend(s.names.values());
                near.extend(s.used.values().flatten());
                near.extend(s.constructs.values());
                at = s.parent;
            }
            near.sort_unstable();
            if let Some(&found) = self.random.pick(&near) {
                let text = self.text(found);
                if text.starts_with(|c: char| c.is_ascii_alphabetic()) {
                    return text;
                }
            }
        }
        if self.random.one_in(8) {
            return (*self.random.pick(&WORDS).expect("there are some")).to_owned();
        }
        let letter = char::from(b'a' + self.random.below(26) as u8);
        format!("{letter}zq_{}", self.random.below(1000))
    }

    fn units(&self) -> Vec<ScopeId> {
        (0..self.program.scopes.len() as u32)
            .map(ScopeId)
            .filter(|&s| {
                s != GLOBAL
                    && self.program.scope(s).kind.is_unit()
                    && self.program.scope(s).first.is_some()
            })
            .collect()
    }

    fn any_unit(&mut self) -> Option<ScopeId> {
        let units = self.units();
        self.random.pick(&units).copied()
    }

    fn start(&self, scope: ScopeId) -> Option<(FileId, u32)> {
        let first = self.program.scope(scope).first?;
        Some((
            self.program.placed(first).file,
            self.program.stmt(first).span.start,
        ))
    }

    fn at_unit(&mut self, refactoring: &str) -> Option<Request> {
        let unit = self.any_unit()?;
        let (file, offset) = self.start(unit)?;
        Some(Request::new(refactoring, Target::At(file, offset)))
    }

    fn rename(&mut self) -> Option<Request> {
        let o = *self.random.pick(&self.program.occurrences)?;
        let scope = self.program.placed(o.stmt).scope;
        let to = self.name(scope);
        Some(Request::new("rename", Target::At(o.file, o.span.start)).with("to", to))
    }

    fn modules(&self) -> Vec<EntityId> {
        let all = (0..self.program.entities.len() as u32).map(EntityId);
        all.filter(|&e| {
            self.program.entity(e).kind == EntityKind::Module
                && self.program.entity(e).body.is_some()
        })
        .collect()
    }

    fn introduce_use(&mut self) -> Option<Request> {
        let request = self.at_unit("introduce-use")?;
        let modules = self.modules();
        let module = if modules.is_empty() || self.random.one_in(5) {
            (*self
                .random
                .pick(&["iso_fortran_env", "iso_c_binding", "ieee_arithmetic"])?)
            .to_owned()
        } else {
            let module = *self.random.pick(&modules)?;
            self.text(module)
        };
        Some(request.with("module", module))
    }

    fn procedures(&self) -> Vec<EntityId> {
        let all = (0..self.program.entities.len() as u32).map(EntityId);
        all.filter(|&e| {
            let e = self.program.entity(e);
            e.kind == EntityKind::Procedure && e.flags.has(Flags::DEFINED) && e.decl.is_some()
        })
        .collect()
    }

    fn change_signature(&mut self) -> Option<Request> {
        const NEW: [(&str, &str); 5] = [
            ("integer, intent(in)", "7"),
            ("real, intent(in)", "1.5"),
            ("logical, intent(in)", ".true."),
            ("character(len=*), intent(in)", "'a'"),
            ("double precision, intent(in)", "2d0"),
        ];
        let procedures = self.procedures();
        let procedure = *self.random.pick(&procedures)?;
        let e = self.program.entity(procedure);
        let (file, span) = e.decl?;
        let count = e.dummies.len();
        let request = Request::new("change-signature", Target::At(file, span.start));
        match self.random.below(3) {
            0 if count > 1 => {
                let mut order: Vec<usize> = (1..=count).collect();
                for i in (1..count).rev() {
                    let j = self.random.below(i + 1);
                    order.swap(i, j);
                }
                if order.is_sorted() {
                    order.swap(0, 1);
                }
                let order: Vec<String> = order.iter().map(usize::to_string).collect();
                Some(request.with("order", order.join(",")))
            }
            1 if count > 0 => {
                Some(request.with("remove", (self.random.below(count) + 1).to_string()))
            }
            _ => {
                let (ty, value) = *self.random.pick(&NEW)?;
                let name = self.name(e.body?);
                let at = self.random.below(count + 1) + 1;
                Some(
                    request
                        .with("add", format!("{ty} :: {name}"))
                        .with("value", value)
                        .with("at", at.to_string()),
                )
            }
        }
    }

    fn safe_delete(&mut self) -> Option<Request> {
        let mut all: Vec<EntityId> = (0..self.program.entities.len() as u32)
            .map(EntityId)
            .filter(|&e| {
                let e = self.program.entity(e);
                matches!(
                    e.kind,
                    EntityKind::Procedure | EntityKind::Variable | EntityKind::Type
                ) && e.decl.is_some()
            })
            .collect();
        // Most things are used; look more often among those that are not.
        if !self.random.one_in(4) {
            let declares =
                reweave_lang_fortran::table::role::DECLARE | reweave_lang_fortran::table::role::END;
            all.retain(|&e| {
                self.program
                    .occurrences_of(e)
                    .all(|o| o.role & declares != 0)
            });
        }
        let (file, span) = self.program.entity(*self.random.pick(&all)?).decl?;
        Some(Request::new("safe-delete", Target::At(file, span.start)))
    }

    fn statements(&self) -> Vec<StmtId> {
        (0..self.program.stmts.len() as u32).map(StmtId).collect()
    }

    fn extract_local(&mut self) -> Option<Request> {
        let all = self.statements();
        for _ in 0..20 {
            let stmt = *self.random.pick(&all)?;
            let placed = self.program.placed(stmt);
            let kind = &self.program.stmt(stmt).kind;
            let executable = matches!(
                kind,
                StmtKind::Assignment(..)
                    | StmtKind::Call(_)
                    | StmtKind::If(..)
                    | StmtKind::IfThen(_)
                    | StmtKind::Io(_)
                    | StmtKind::Do { .. }
                    | StmtKind::Select { .. }
            );
            if !executable {
                continue;
            }
            let ast = self.program.ast(placed.file)?;
            let span = self.program.stmt(stmt).span;
            let inside: Vec<Span> = ast
                .exprs
                .iter()
                .filter(|e| {
                    span.contains(e.span) && !matches!(e.kind, ExprKind::Star | ExprKind::Range(_))
                })
                .map(|e| e.span)
                .collect();
            let Some(&expr) = self.random.pick(&inside) else {
                continue;
            };
            let name = self.name(placed.scope);
            return Some(
                Request::new("extract-local-variable", Target::Range(placed.file, expr))
                    .with("name", name),
            );
        }
        None
    }

    fn move_entity(&mut self) -> Option<Request> {
        let modules = self.modules();
        let to = *self.random.pick(&modules)?;
        let all: Vec<EntityId> = (0..self.program.entities.len() as u32)
            .map(EntityId)
            .filter(|&e| {
                let e = self.program.entity(e);
                e.decl.is_some()
                    && matches!(
                        e.kind,
                        EntityKind::Procedure | EntityKind::Variable | EntityKind::Type
                    )
                    && self.program.scope(e.scope).kind
                        == reweave_lang_fortran::table::ScopeKind::Module
                    && self.program.scope(e.scope).owner != Some(to)
            })
            .collect();
        let (file, span) = self.program.entity(*self.random.pick(&all)?).decl?;
        Some(Request::new("move", Target::At(file, span.start)).with("to", self.text(to)))
    }

    fn extract_procedure(&mut self) -> Option<Request> {
        let all = self.statements();
        let first = *self.random.pick(&all)?;
        let last = StmtId((first.0 + self.random.below(4) as u32).min(all.len() as u32 - 1));
        let (a, b) = (self.program.placed(first), self.program.placed(last));
        if a.file != b.file {
            return None;
        }
        let span = self
            .program
            .stmt(first)
            .span
            .cover(self.program.stmt(last).span);
        let name = self.name(a.scope);
        Some(Request::new("extract-procedure", Target::Range(a.file, span)).with("name", name))
    }
}
