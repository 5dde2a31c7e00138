//! Move: a procedure, variable, constant or type from one module to another, with the USEs of all who need it.
//!
//! ```before
//! module a
//!   implicit none
//! contains
//!   subroutine hello()
//!     print *, 'hello'
//!   end subroutine hello
//!   subroutine help$0er()
//!     print *, 'help'
//!   end subroutine helper
//! end module a
//! module b
//!   implicit none
//! end module b
//! program p
//!   use a, only: hello, helper
//!   implicit none
//!   call hello()
//!   call helper()
//! end program p
//! ```
//! ```with
//! to=b
//! ```
//! ```after
//! module a
//!   implicit none
//! contains
//!   subroutine hello()
//!     print *, 'hello'
//!   end subroutine hello
//! end module a
//! module b
//!   implicit none
//! contains
//!   subroutine helper()
//!     print *, 'help'
//!   end subroutine helper
//! end module b
//! program p
//!   use a, only: hello
//!   use b, only: helper
//!   implicit none
//!   call hello()
//!   call helper()
//! end program p
//! ```
//!
//! What moves takes along the USEs it needs; the module it leaves uses the new one where it still needs the name. A
//! circle of modules, a name that is private where it is needed and a name that would mean something else in the new
//! place are refused. Every name in the moved text must mean what it meant before: that is checked name by name, since
//! the rule sees all that moved as one.

use crate::Fortran;
use crate::ask::{Edits, declaration_place, form, new_line, occurrence, own_name, part};
use crate::move_users::{self, Plan, imports};
use crate::refactorings::add_empty::procedure_at_end;
use crate::refactorings::safe_delete::{access_lists, unit_lines};
use crate::unit_head::use_place;
use reweave_lang_fortran::ast::StmtKind;
use reweave_lang_fortran::table::{EntityKind, Flags, ScopeKind, StmtId, role};
use reweave_lang_fortran::{GLOBAL, Program};
use reweave_preserve::{Interval, Node};
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::{FileId, Part, Span};

pub const REFACTORING: Refactoring<Fortran> = Refactoring {
    name: "move",
    file: include_str!("move_entity.rs"),
    params: &[Param::required("to", "the module to move it to")],
    perform,
};

fn perform(run: &mut Run<'_, Fortran>) -> Result<(), Stop> {
    let plan = plan(run)?;
    let uses = imports(run, &plan)?;
    let (text, head) = new_text(run, &plan)?;
    let before = bindings(run, &plan);
    let mut edits = Edits::new();
    edits.replace(plan.moved.file, cut(run, &plan)?.span, "");
    let kept = move_users::edits(run, &plan, &mut edits)?;
    if !kept {
        for at in access_lists(run, plan.entity)? {
            edits.replace(at.file, at.span, "");
        }
    }
    let imported = insert(run, &plan, (&text, head), &uses, &mut edits)?;
    let mut step = Step::new(
        format!("move {} to another module", plan.name),
        "N!=->@ T C D",
    );
    edits.into_step(run, &mut step);
    run.step(&step)?;
    check_bindings(run, &plan, &before, head, imported);
    Ok(())
}

fn plan(run: &Run<'_, Fortran>) -> Result<Plan, BadInput> {
    let (file, offset) = run.caret()?;
    let to = run.param("to")?;
    let program = run.program();
    let entity = occurrence(run, file, offset)?.entity;
    own_name(run, entity)?;
    let e = program.entity(entity);
    let name = run.names().text(e.name).to_owned();
    let symbol = run.names().intern(&to.to_ascii_lowercase());
    let module = program
        .scope(GLOBAL)
        .names
        .get(&symbol)
        .filter(|&&m| program.entity(m).kind == EntityKind::Module);
    let target = module.and_then(|&m| program.entity(m).body);
    let target = target
        .ok_or_else(|| BadInput::unclear(format!("there is no module `{to}` among the files")))?;
    if program.scope(e.scope).kind != ScopeKind::Module || target == e.scope {
        return Err(BadInput::new(format!(
            "`{name}` is not part of another module; only a module's own can be moved"
        ))
        .at(file, Span::at(offset)));
    }
    let tied = Flags::COMMON | Flags::EQUIVALENCE | Flags::NAMELIST | Flags::SEPARATE | Flags::BIND;
    let declared = program
        .occurrences_of(entity)
        .filter(|o| o.role & role::DECLARE != 0)
        .count();
    let whole = match e.kind {
        EntityKind::Procedure => {
            e.body
                .is_some_and(|b| program.scope(b).owner == Some(entity))
                && e.flags.has(Flags::DEFINED)
        }
        EntityKind::Variable => e.flags.has(Flags::TYPED) && declared == 1,
        EntityKind::Type => e.body.is_some(),
        _ => false,
    };
    if e.flags.0 & tied != 0 || !e.parts.is_empty() || !whole {
        return Err(BadInput::new(format!(
            "`{name}` is tied to its place (storage, a generic, several declarations)"
        ))
        .at(file, Span::at(offset)));
    }
    let moved = if let (EntityKind::Procedure | EntityKind::Type, Some(body)) = (e.kind, e.body) {
        unit_lines(run, body)?
    } else {
        let (file, span) = e
            .decl
            .ok_or_else(|| BadInput::new("the declaration is not among the files"))?;
        Interval::new(file, span)
    };
    let there = program.scope(target).first.map(|s| program.placed(s).file);
    if there.is_some_and(|there| form(run, there) != form(run, moved.file)) {
        return Err(BadInput::new(
            "one module is in free form, the other in fixed form; what moves cannot keep its text",
        ));
    }
    Ok(Plan {
        entity,
        from: e.scope,
        to: target,
        moved,
        name,
    })
}

/// What goes from the old place: lines, or one item of a declaration.
fn cut(run: &Run<'_, Fortran>, plan: &Plan) -> Result<Interval, BadInput> {
    let program = run.program();
    if program.entity(plan.entity).kind != EntityKind::Variable {
        return Ok(plan.moved);
    }
    let declaration = program
        .occurrences_of(plan.entity)
        .find(|o| o.role & role::DECLARE != 0);
    let declaration =
        declaration.ok_or_else(|| BadInput::new("the declaration is not among the files"))?;
    match crate::lists::remove_name(run, declaration)? {
        crate::lists::Removal::Declaration(at) => Ok(at),
        _ => Err(BadInput::new("only a declared variable can be moved")
            .at(declaration.file, declaration.span)),
    }
}

/// The text for the new place, and the offset in it after which USEs may be put (0 where they go to the module's head).
fn new_text(run: &Run<'_, Fortran>, plan: &Plan) -> Result<(String, usize), BadInput> {
    let program = run.program();
    let source = run.sources().text(plan.moved.file);
    let e = program.entity(plan.entity);
    if e.kind == EntityKind::Variable {
        let (file, span) = e
            .decl
            .ok_or_else(|| BadInput::new("the declaration is not among the files"))?;
        let stmt = program
            .statement_around(file, span)
            .ok_or_else(|| BadInput::new("no declaration here"))?;
        let StmtKind::Declaration(decl) = &program.stmt(stmt).kind else {
            return Err(BadInput::new("only a declared variable can be moved").at(file, span));
        };
        let written = |span: Span| part(run, file, stmt, span);
        let mut head = written(decl.ty.span);
        for attribute in &decl.attributes {
            head.extend([", ", &written(attribute.span)]);
        }
        let item = decl.entities.iter().find(|i| i.name.span == span);
        let item = item.map_or_else(String::new, |i| written(i.span));
        return Ok((format!("{head} :: {item}"), 0));
    }
    let mut text = plan.moved.span.text(source).to_owned();
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let head = match (e.kind, e.body.and_then(|b| program.scope(b).first)) {
        (EntityKind::Procedure, Some(first)) => {
            let lines = crate::ask::whole_lines(source, program.stmt(first).span);
            (lines.end - plan.moved.span.start) as usize
        }
        _ => 0,
    };
    Ok((text, head))
}

/// Puts the text into the new module; returns how many bytes of USEs were put after the head.
fn insert(
    run: &Run<'_, Fortran>,
    plan: &Plan,
    (text, head): (&str, usize),
    uses: &[String],
    edits: &mut Edits,
) -> Result<usize, BadInput> {
    let program = run.program();
    let public = program.scope(plan.to).private;
    let mut imported = 0;
    if program.entity(plan.entity).kind == EntityKind::Procedure {
        let indent = crate::ask::indent_of(run, plan.moved.file, plan.moved.span.start);
        let lines = use_lines(run, plan.moved.file, uses, &format!("{indent}  "));
        imported = lines.len();
        let (file, at, mut inserted) = procedure_at_end(run, plan.to, |_| String::new())?;
        inserted.push_str(text.part(..head));
        inserted.push_str(&lines);
        inserted.push_str(text.part(head..));
        // Before the procedure: both go to one place where the module has no CONTAINS yet.
        if public {
            let (file, at, indent) = place(run, plan)?;
            let line = new_line(run, file, &format!("{indent}public :: {}", plan.name));
            edits.replace(file, Span::at(at), line);
        }
        edits.replace(file, Span::at(at), inserted);
        return Ok(imported);
    }
    let (file, at, indent) = place(run, plan)?;
    let mut inserted = match program.entity(plan.entity).kind {
        EntityKind::Variable => new_line(run, file, &format!("{indent}{text}")),
        _ => text.to_owned(),
    };
    if public {
        let line = format!("{indent}public :: {}", plan.name);
        inserted.push_str(&new_line(run, file, &line));
    }
    edits.replace(file, Span::at(at), inserted);
    if !uses.is_empty() {
        let (file, at, indent) = use_place(run, plan.to)?;
        let lines = use_lines(run, file, uses, &indent);
        edits.replace(file, Span::at(at), lines);
    }
    Ok(imported)
}

/// Where a declaration goes in the new module: before the first that uses it, else behind all.
fn place(
    run: &Run<'_, Fortran>,
    plan: &Plan,
) -> Result<(reweave_text::FileId, u32, String), BadInput> {
    if let Some(user) = first_user(run.program(), plan) {
        let file = run.program().placed(user).file;
        let text = run.sources().text(file);
        let start = run.program().stmt(user).span.start;
        let at = crate::ask::whole_lines(text, Span::at(start)).start;
        if text.part(at as usize..start as usize).trim().is_empty() {
            return Ok((file, at, crate::ask::indent_of(run, file, start)));
        }
    }
    declaration_place(run, plan.to)
        .ok_or_else(|| BadInput::new("the new module has no line of its own for declarations"))
}

/// The first statement of the new module's specification part that names what moves, or the first of the type or
/// interface around it.
fn first_user(program: &Program, plan: &Plan) -> Option<StmtId> {
    let module = program.scope(plan.to);
    let end = module.contains.or(module.last)?;
    let names_it = |&stmt: &StmtId| {
        let mut here = program.of_statement(stmt);
        !matches!(program.stmt(stmt).kind, StmtKind::Use { .. })
            && here.any(|o| program.real(o.entity) == plan.entity)
    };
    let mut stmt = program
        .inside(plan.to)
        .take_while(|s| *s < end)
        .find(names_it)?;
    let mut scope = program.placed(stmt).scope;
    while scope != plan.to {
        stmt = program.scope(scope).first?;
        scope = program.scope(scope).parent?;
    }
    let earlier = program.inside(plan.to).take_while(|s| *s < stmt);
    let block = earlier
        .filter(|s| {
            let kind = &program.stmt(*s).kind;
            matches!(kind, StmtKind::Interface { .. } | StmtKind::EndInterface(_))
        })
        .last();
    let opens = |s: &StmtId| matches!(program.stmt(*s).kind, StmtKind::Interface { .. });
    Some(block.filter(opens).unwrap_or(stmt))
}

/// The USE statements, one a line.
fn use_lines(run: &Run<'_, Fortran>, file: FileId, uses: &[String], indent: &str) -> String {
    let lines = uses.iter().map(|u| format!("{indent}{u}"));
    lines.map(|line| new_line(run, file, &line)).collect()
}

/// What a name means: a place relative to the moved text, or anything else.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Meaning {
    Inside(u32),
    Outside(Node),
}

/// What each name of the moved text means, by its offset in it.
fn bindings(run: &Run<'_, Fortran>, plan: &Plan) -> Vec<(u32, Meaning)> {
    let program = run.program();
    let span = plan.moved.span;
    program
        .within(plan.moved.file, span)
        .map(|o| {
            let node = program.declaration(run.names(), program.real(o.entity));
            let meaning = match node {
                Node::Text(i) if i.file == plan.moved.file && span.contains(i.span) => {
                    Meaning::Inside(i.span.start - span.start)
                }
                other => Meaning::Outside(other),
            };
            (o.span.start - span.start, meaning)
        })
        .collect()
}

/// Refuses where a name of the moved text means something else now.
fn check_bindings(
    run: &mut Run<'_, Fortran>,
    plan: &Plan,
    before: &[(u32, Meaning)],
    head: usize,
    imported: usize,
) {
    let program = run.program();
    let symbol = run.names().intern(&plan.name);
    let Some(&entity) = program.scope(plan.to).names.get(&symbol) else {
        return;
    };
    if program.entity(plan.entity).kind == EntityKind::Variable {
        return;
    }
    let Some((file, decl)) = program.entity(entity).decl else {
        return;
    };
    let own = before
        .iter()
        .find(|(at, m)| *m == Meaning::Inside(*at))
        .map_or(0, |(at, _)| *at);
    let start = decl.start.saturating_sub(own);
    let shifted = |at: u32| {
        start
            + at
            + if at as usize >= head && head > 0 {
                imported as u32
            } else {
                0
            }
    };
    let mut wrong = Vec::new();
    for (at, meaning) in before {
        let found = program.at(file, shifted(*at));
        let wanted = match meaning {
            Meaning::Inside(at) => Node::text(file, Span::new(shifted(*at), shifted(*at))),
            Meaning::Outside(Node::Text(i)) => run.now(*i).into(),
            Meaning::Outside(node) => *node,
        };
        let is = found.iter().any(|o| {
            match (
                program.declaration(run.names(), program.real(o.entity)),
                wanted,
            ) {
                (Node::Text(a), Node::Text(b)) => a.file == b.file && a.span.start == b.span.start,
                (a, b) => a == b,
            }
        });
        if !is {
            wrong.push(Interval::new(file, Span::at(shifted(*at))));
        }
    }
    for at in wrong.into_iter().take(3) {
        run.refuse(
            "name",
            "a name of what moved would mean something else",
            &[at],
        );
    }
}
