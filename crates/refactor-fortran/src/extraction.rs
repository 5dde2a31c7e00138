//! The statements that become a procedure: whether they can, and what must be handed over.

use super::Fortran;
use super::ask::whole_lines;
use crate::refactorings::add_empty::is_pure;
use reweave_lang_fortran::ast::{BaseType, DoControl, StmtKind};
use reweave_lang_fortran::flow::{Flow, flows};
use reweave_lang_fortran::table::{EntityId, EntityKind, Flags, ScopeId, ScopeKind, StmtId, role};
use reweave_lang_fortran::{Context, GLOBAL};
use reweave_refactor::{BadInput, Run};
use reweave_text::{FileId, Part, Span};
use std::collections::BTreeMap;

pub struct Extraction {
    pub file: FileId,
    pub unit: ScopeId,
    pub span: Span,
    stmts: Vec<StmtId>,
    /// The unit is internal, so that the new procedure stands beside it and sees none of its variables.
    beside: bool,
}

/// A variable that is handed over as an argument.
pub struct Passed {
    pub entity: EntityId,
    pub name: String,
    pub ty: String,
}

impl Extraction {
    /// The innermost scope that the statements stand in.
    pub fn scope(&self, run: &Run<'_, Fortran>) -> ScopeId {
        let first = self.stmts.first();
        first.map_or(self.unit, |&s| run.program().placed(s).scope)
    }

    pub fn new(run: &Run<'_, Fortran>, file: FileId, range: Span) -> Result<Self, BadInput> {
        let program = run.program();
        let wrong = |why: &str| BadInput::new(why.to_owned()).at(file, range);
        let flow = flows(program)
            .into_iter()
            .find(|f| {
                f.stmts.iter().any(|&s| {
                    program.placed(s).file == file && range.contains(program.stmt(s).span)
                })
            })
            .ok_or_else(|| wrong("no whole statement is selected"))?;
        let inside = |i: usize| {
            let s = flow.stmts[i];
            program.placed(s).file == file && range.contains(program.stmt(s).span)
        };
        let first = (0..flow.stmts.len())
            .find(|&i| inside(i))
            .ok_or_else(|| wrong("no whole statement is selected"))?;
        let last = (0..flow.stmts.len()).rfind(|&i| inside(i)).unwrap_or(first);
        if !(first..=last).all(inside) {
            return Err(wrong("the statements are not all selected"));
        }
        let stmts: Vec<StmtId> = flow.stmts[first..=last].to_vec();
        if program.is_masked(stmts[0]) {
            return Err(wrong("nothing can be called from a WHERE or FORALL"));
        }
        let span = program
            .stmt(stmts[0])
            .span
            .cover(program.stmt(stmts[stmts.len() - 1]).span);
        let text = run.sources().text(file);
        let lines = whole_lines(text, span);
        let before = text.part(lines.start as usize..span.start as usize).trim();
        let next_shares = program
            .stmts
            .get(stmts[stmts.len() - 1].0 as usize + 1)
            .is_some_and(|next| {
                next.file == file
                    && program
                        .stmt(StmtId(stmts[stmts.len() - 1].0 + 1))
                        .span
                        .start
                        < lines.end
            });
        if !before.is_empty() || next_shares {
            return Err(wrong(
                "the statements share a line with others or have a label; give them lines of their own",
            ));
        }
        whole(run, &flow, first, last).map_err(wrong)?;
        let unit = flow.scope;
        let parent = program.scope(unit).parent.unwrap_or(GLOBAL);
        let beside = matches!(
            program.scope(parent).kind,
            ScopeKind::Program | ScopeKind::Procedure
        );
        if is_pure(run, unit) {
            return Err(wrong(
                "a pure procedure cannot have an impure one taken out of it",
            ));
        }
        let directive = |c: &Span| matches!(c.text(text).as_bytes(), [b'!', b'$', ..]);
        if program
            .ast(file)
            .is_some_and(|a| a.comments.iter().any(directive))
        {
            return Err(wrong(
                "the file has compiler directives, which may apply to these statements",
            ));
        }
        Ok(Self {
            file,
            unit,
            span,
            stmts,
            beside,
        })
    }

    /// What must be handed over; the rest is found in the host.
    pub fn passed(&self, run: &Run<'_, Fortran>) -> Result<Vec<Passed>, BadInput> {
        let program = run.program();
        let wrong = |why: String, at: Span| BadInput::new(why).at(self.file, at);
        let mut locals: BTreeMap<String, EntityId> = BTreeMap::new();
        let mut calls = false;
        for o in self.stmts.iter().flat_map(|&s| program.of_statement(s)) {
            let real = program.real(o.entity);
            let e = program.entity(real);
            let name = run.names().text(e.name).to_owned();
            match e.kind {
                EntityKind::Label => {
                    return Err(wrong("a label would be left behind".to_owned(), o.span));
                }
                EntityKind::Procedure | EntityKind::Generic | EntityKind::Binding => {
                    if program.scope(self.unit).owner == Some(real) && o.role & role::CALL == 0 {
                        return Err(wrong(
                            "the function's own result cannot be set elsewhere".to_owned(),
                            o.span,
                        ));
                    }
                    if e.flags.has(Flags::STATEMENT_FUNCTION) && self.beside {
                        return Err(wrong(
                            "a statement function would not be in scope".to_owned(),
                            o.span,
                        ));
                    }
                    calls |= !e.flags.has(Flags::PURE);
                    continue;
                }
                EntityKind::Component => {
                    calls |= e.interface.is_some();
                    continue;
                }
                EntityKind::Variable => {}
                _ if e.scope == self.unit && self.beside => {
                    return Err(wrong(format!("`{name}` would not be in scope"), o.span));
                }
                _ => continue,
            }
            let of_construct = !program.scope(e.scope).kind.is_unit();
            if of_construct && !self.declared_inside(run, e.scope) {
                return Err(wrong(
                    format!("`{name}` belongs to a construct that encloses the statements"),
                    o.span,
                ));
            }
            if program.unit_scope(e.scope) == self.unit && !of_construct {
                let elsewhere = program
                    .occurrences_of(real)
                    .any(|o| !self.stmts.contains(&o.stmt));
                if !elsewhere {
                    return Err(wrong(
                        format!("`{name}` is declared nowhere; declare it first"),
                        o.span,
                    ));
                }
                locals.insert(name, real);
            }
        }
        let mut passed = Vec::new();
        for (name, entity) in locals {
            let simple = self.simple_type(run, entity);
            match simple {
                Some(ty) if self.beside || !calls => passed.push(Passed { entity, name, ty }),
                _ if self.beside => {
                    let message = format!(
                        "`{name}` cannot be handed over, and an internal procedure cannot contain another"
                    );
                    return Err(wrong(message, self.span));
                }
                _ => {}
            }
        }
        Ok(passed)
    }

    fn declared_inside(&self, run: &Run<'_, Fortran>, scope: ScopeId) -> bool {
        run.program()
            .scope(scope)
            .first
            .is_some_and(|f| self.stmts.contains(&f))
    }

    /// The declaration of a scalar that can be an argument.
    fn simple_type(&self, run: &Run<'_, Fortran>, entity: EntityId) -> Option<String> {
        let program = run.program();
        let e = program.entity(entity);
        let tied = Flags::PARAMETER
            | Flags::POINTER
            | Flags::ALLOCATABLE
            | Flags::TARGET
            | Flags::OPTIONAL
            | Flags::UNRULY
            | Flags::EQUIVALENCE
            | Flags::NAMELIST
            | Flags::VALUE
            | Flags::COMMON;
        if e.flags.0 & tied != 0 || e.rank > 0 {
            return None;
        }
        let context = Context {
            program,
            sources: run.sources(),
            names: run.names(),
            ast: program.ast(self.file)?,
            file: self.file,
            scope: if self.beside {
                program.scope(self.unit).parent?
            } else {
                self.unit
            },
        };
        let scalar = context.variable(entity, 0)?;
        Some(if scalar.base == BaseType::Character {
            "character(len=*)".to_owned()
        } else {
            scalar.text
        })
    }
}

/// Whether the statements are whole constructs with one way in and one way out.
fn whole(
    run: &Run<'_, Fortran>,
    flow: &Flow,
    first: usize,
    last: usize,
) -> Result<(), &'static str> {
    let program = run.program();
    let within = |i: u32| (first..=last).contains(&(i as usize));
    for (&open, &end) in &flow.ends {
        if within(open) != within(end) {
            return Err("a construct is selected only in part");
        }
        let concurrent = matches!(
            program.stmt(flow.stmts[open as usize]).kind,
            StmtKind::Do {
                control: DoControl::Concurrent(_),
                ..
            }
        );
        if concurrent && (open as usize) < first && last < end as usize {
            return Err("only pure procedures can be called in DO CONCURRENT");
        }
    }
    let mut open: Vec<u32> = Vec::new();
    let mut ways_out: Vec<u32> = Vec::new();
    for i in first..=last {
        let stmt = program.stmt(flow.stmts[i]);
        if stmt.label.is_some() {
            return Err("a statement with a label cannot move");
        }
        match &stmt.kind {
            StmtKind::Return(_) | StmtKind::Entry(_) | StmtKind::Unknown(_) => {
                return Err(
                    "a RETURN, an ENTRY or a statement that was not understood cannot move",
                );
            }
            StmtKind::ElseIf(..)
            | StmtKind::Else(_)
            | StmtKind::Case(..)
            | StmtKind::ElseWhere(..)
                if open.is_empty() =>
            {
                return Err("a construct is selected only in part");
            }
            StmtKind::If(_, inner) if matches!(inner.kind, StmtKind::Return(_)) => {
                return Err("a RETURN cannot move");
            }
            _ => {}
        }
        open.extend(flow.ends.get(&(i as u32)));
        open.retain(|&end| end != i as u32);
        let stops = matches!(&stmt.kind, StmtKind::Stop { .. });
        let exit = flow.stmts.len() as u32;
        for &next in &flow.next[i] {
            let inner_stop = matches!(&stmt.kind, StmtKind::If(_, inner) if matches!(inner.kind, StmtKind::Stop { .. }));
            if !within(next) && !(next == exit && (stops || inner_stop && i != last)) {
                ways_out.push(next);
            }
        }
    }
    ways_out.sort_unstable();
    ways_out.dedup();
    if ways_out.len() > 1 {
        return Err("control leaves the statements in more than one way");
    }
    let enters = flow.next.iter().enumerate().any(|(i, nexts)| {
        !(first..=last).contains(&i) && nexts.iter().any(|&n| within(n) && n as usize != first)
    });
    if enters {
        return Err("control enters the statements in the middle");
    }
    Ok(())
}
