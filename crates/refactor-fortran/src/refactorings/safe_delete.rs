//! Safe Delete: removes a procedure, variable, constant or type that nothing refers to.
//!
//! ```before
//! program p
//!   implicit none
//!   integer :: n, unused
//!   n = 1
//!   print *, n
//! contains
//!   subroutine old$0(x)
//!     integer, intent(in) :: x
//!     if (x > 0) call old(x - 1)
//!   end subroutine old
//! end program p
//! ```
//! ```after
//! program p
//!   implicit none
//!   integer :: n, unused
//!   n = 1
//!   print *, n
//! end program p
//! ```
//! ```before
//! program p
//!   call s
//! contains
//!   subroutine s$0
//!   end subroutine s
//! end program p
//! ```
//! ```refuses
//! would mean the external s instead of `s`
//! ```
//!
//! An external procedure may be called from files that are not here, so it stays. PUBLIC and PRIVATE lists lose the name
//! with it; CONTAINS goes with its last procedure.

use crate::Fortran;
use crate::ask::{Edits, occurrence, own_name, whole_lines};
use crate::lists::{Removal, remove_name};
use reweave_lang_fortran::GLOBAL;
use reweave_lang_fortran::table::{Entity, EntityId, EntityKind, Flags, ScopeId, ScopeKind, role};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Refactoring, Run, Step, Stop};
use reweave_text::{FileId, Part, Span};

pub const REFACTORING: Refactoring<Fortran> = Refactoring {
    name: "safe-delete",
    file: include_str!("safe_delete.rs"),
    params: &[],
    perform,
};

fn perform(run: &mut Run<'_, Fortran>) -> Result<(), Stop> {
    let (file, offset) = run.caret()?;
    let entity = target(run, file, offset)?;
    own_name(run, entity)?;
    let spans = match run.program().entity(entity).kind {
        EntityKind::Procedure => procedure(run, entity)?,
        EntityKind::Variable => variable(run, entity)?,
        EntityKind::Type => definition(run, entity)?,
        kind => {
            return Err(
                BadInput::new(format!("a {} cannot be deleted on its own", kind.word())).into(),
            );
        }
    };
    if let Some(at) = typed_by(run, entity) {
        let message = "the argument of a statement function takes its type from this";
        run.refuse("type", message, &[at]);
    }
    let mut step = Step::new("delete", "N<=->@ T<=->@ C<=->@ D<=@");
    let mut edits = Edits::new();
    for at in spans {
        edits.replace(at.file, at.span, "");
    }
    edits.into_step(run, &mut step);
    run.step(&step)
}

/// The argument of a statement function that has a variable's name, and so its type.
fn typed_by(run: &Run<'_, Fortran>, variable: EntityId) -> Option<Interval> {
    let program = run.program();
    let is_argument = |e: &EntityId| {
        let e = program.entity(*e);
        e.flags.has(Flags::DUMMY) && program.scope(e.scope).kind == ScopeKind::Construct
    };
    let argument = program.namesakes(variable).into_iter().find(is_argument)?;
    let (file, span) = program.entity(argument).decl?;
    Some(Interval::new(file, span))
}

/// The thing under the caret; on the first line of a procedure the procedure.
fn target(run: &Run<'_, Fortran>, file: FileId, offset: u32) -> Result<EntityId, BadInput> {
    if let Ok(found) = occurrence(run, file, offset) {
        return Ok(found.entity);
    }
    run.program().header_at(file, offset).ok_or_else(|| {
        BadInput::unclear("there is nothing to delete here; put the caret on its name")
            .at(file, Span::at(offset))
    })
}

/// The places of a procedure: its lines, its name in access lists, and CONTAINS where it was the last.
fn procedure(run: &Run<'_, Fortran>, entity: EntityId) -> Result<Vec<Interval>, BadInput> {
    let program = run.program();
    let e = program.entity(entity);
    no_namesake(e)?;
    let name = run.names().text(e.name);
    let body = e.body.filter(|_| {
        e.flags.has(Flags::DEFINED) && !e.flags.has(Flags::SEPARATE | Flags::STATEMENT_FUNCTION)
    });
    let (Some(body), true) = (body, e.scope != GLOBAL) else {
        return Err(BadInput::new(format!(
            "`{name}` may be called from files that are not here; it cannot be deleted safely"
        )));
    };
    if program.scope(body).owner != Some(entity) {
        return Err(BadInput::new(format!(
            "`{name}` is an entry of another procedure"
        )));
    }
    let host = e.scope;
    let mut spans = vec![unit_lines(run, body)?];
    spans.extend(access_lists(run, entity)?);
    let others = (0..program.scopes.len() as u32).map(ScopeId).any(|s| {
        let scope = program.scope(s);
        s != body
            && scope.parent == Some(host)
            && scope.kind.is_unit()
            && !scope.is_interface
            && scope.first > program.scope(host).contains
    });
    if let (false, Some(contains)) = (others, program.scope(host).contains) {
        let placed = program.placed(contains);
        let text = run.sources().text(placed.file);
        spans.push(Interval::new(
            placed.file,
            whole_lines(text, program.stmt(contains).span),
        ));
    }
    Ok(spans)
}

/// The lines from the first to the last statement of a unit.
pub fn unit_lines(run: &Run<'_, Fortran>, body: ScopeId) -> Result<Interval, BadInput> {
    let program = run.program();
    let s = program.scope(body);
    let (Some(first), Some(last)) = (s.first, s.last) else {
        return Err(BadInput::new("this procedure has no end"));
    };
    let (start, end) = (program.placed(first), program.placed(last));
    if start.file != end.file {
        return Err(BadInput::new(
            "this procedure begins and ends in different files",
        ));
    }
    let text = run.sources().text(start.file);
    let whole = program.stmt(first).span.cover(program.stmt(last).span);
    let lines = whole_lines(text, whole);
    let alone = text
        .part(lines.start as usize..whole.start as usize)
        .trim()
        .is_empty()
        && program.stmts.get(last.0 as usize + 1).is_none_or(|next| {
            next.file != end.file
                || program
                    .stmt(reweave_lang_fortran::table::StmtId(last.0 + 1))
                    .span
                    .start
                    >= lines.end
        });
    Ok(Interval::new(start.file, if alone { lines } else { whole }))
}

/// The entity's name in PUBLIC and PRIVATE statements.
pub fn access_lists(run: &Run<'_, Fortran>, entity: EntityId) -> Result<Vec<Interval>, BadInput> {
    let program = run.program();
    let mut spans = Vec::new();
    for o in program.occurrences_of(entity) {
        if o.role & role::DECLARE != 0 {
            continue;
        }
        if let Removal::Access(at) = remove_name(run, o)? {
            spans.push(at);
        }
    }
    Ok(spans)
}

/// A variable that is only declared.
fn variable(run: &Run<'_, Fortran>, entity: EntityId) -> Result<Vec<Interval>, BadInput> {
    let program = run.program();
    let e = program.entity(entity);
    let tied = Flags::DUMMY
        | Flags::RESULT
        | Flags::COMMON
        | Flags::EQUIVALENCE
        | Flags::NAMELIST
        | Flags::BIND;
    if e.flags.0 & tied != 0 || !e.flags.has(Flags::TYPED) {
        let name = run.names().text(e.name);
        return Err(BadInput::new(format!(
            "`{name}` is an argument, a result, shared storage or undeclared; it cannot be deleted on its own"
        )));
    }
    let mut spans = Vec::new();
    for o in program.occurrences_of(entity) {
        match remove_name(run, o)? {
            Removal::Access(at) | Removal::Declaration(at) => spans.push(at),
            Removal::Other => {}
        }
    }
    Ok(spans)
}

/// A generic of the same name is one thing with what it is named after, and would be left behind.
fn no_namesake(e: &Entity) -> Result<(), BadInput> {
    if e.parts.is_empty() {
        return Ok(());
    }
    let message = "a generic interface bears the same name; delete that first";
    Err(BadInput::new(message))
}

/// A type, from TYPE to END TYPE.
fn definition(run: &Run<'_, Fortran>, entity: EntityId) -> Result<Vec<Interval>, BadInput> {
    let program = run.program();
    let e = program.entity(entity);
    no_namesake(e)?;
    let body = e
        .body
        .ok_or_else(|| BadInput::new("the type's definition is not among the files"))?;
    let mut spans = vec![unit_lines(run, body)?];
    spans.extend(access_lists(run, entity)?);
    Ok(spans)
}
