//! The head of a program unit: its first statement, the USEs, IMPLICIT; and where more can be put into it.

use super::Fortran;
use super::ask::{form, in_margin, indent_of, whole_lines};
use reweave_lang_fortran::ast::StmtKind;
use reweave_lang_fortran::table::{ScopeId, StmtId};
use reweave_refactor::{BadInput, Run};
use reweave_text::{FileId, Part, Span};

/// Where a line may be put in, and what it is indented by.
pub type Place = (FileId, u32, String);

/// Where a USE may be put into a unit: before its first other statement.
pub fn use_place(run: &Run<'_, Fortran>, unit: ScopeId) -> Result<Place, BadInput> {
    place_behind(run, unit, |kind| matches!(kind, StmtKind::Use { .. }))
}

/// Where IMPLICIT NONE and declarations may stand: after the header and the USEs.
pub fn head_place(run: &Run<'_, Fortran>, unit: ScopeId) -> Result<Place, BadInput> {
    place_behind(run, unit, |kind| {
        matches!(kind, StmtKind::Use { .. } | StmtKind::Import { .. })
    })
}

/// Where a declaration goes that all others may rely on: after USE, IMPORT and IMPLICIT.
pub fn declaration_head(run: &Run<'_, Fortran>, unit: ScopeId) -> Result<Place, BadInput> {
    let (file, mut at, indent) = head_place(run, unit)?;
    let implicit = own_statements(run, unit, |kind| matches!(kind, StmtKind::Implicit(_)));
    if let Some(&last) = implicit.last() {
        let text = run.sources().text(file);
        at = whole_lines(text, run.program().stmt(last).span).end;
    }
    Ok((file, at, indent))
}

/// The statements of a kind that are a unit's own, not those of units inside it.
pub fn own_statements(
    run: &Run<'_, Fortran>,
    unit: ScopeId,
    is: impl Fn(&StmtKind) -> bool,
) -> Vec<StmtId> {
    let program = run.program();
    program
        .inside(unit)
        .filter(|&s| program.placed(s).scope == unit && is(&program.stmt(s).kind))
        .collect()
}

/// Behind the last of the unit's own statements of a kind, else behind its header, else before all.
fn place_behind(
    run: &Run<'_, Fortran>,
    unit: ScopeId,
    is: impl Fn(&StmtKind) -> bool,
) -> Result<Place, BadInput> {
    let program = run.program();
    let last = own_statements(run, unit, is).pop();
    let first = program
        .scope(unit)
        .first
        .ok_or_else(|| BadInput::new("this unit is empty"))?;
    let (stmt, before) = match last {
        Some(last) => (last, false),
        None => (first, !program.has_header(unit)),
    };
    let placed = program.placed(stmt);
    let text = run.sources().text(placed.file);
    let span = program.stmt(stmt).span;
    let lines = whole_lines(text, span);
    let at = if before { lines.start } else { lines.end };
    let next = StmtId(stmt.0 + 1);
    let shares = !before
        && (next.0 as usize) < program.stmts.len()
        && program.placed(next).file == placed.file
        && program.stmt(next).span.start < lines.end;
    // The last line of a file may lack its end.
    if shares || at > 0 && !text.part(..at as usize).ends_with('\n') {
        let message = "the statements here share a line; give each its own first";
        return Err(BadInput::new(message).at(placed.file, span));
    }
    Ok((
        placed.file,
        at,
        indent(run, unit, placed.file, last.map(|_| span)),
    ))
}

/// As the statement that the new line follows, else as what stands in the unit.
fn indent(run: &Run<'_, Fortran>, unit: ScopeId, file: FileId, follows: Option<Span>) -> String {
    let program = run.program();
    let text = run.sources().text(file);
    match follows {
        Some(span) => indent_of(run, file, span.start),
        None => in_margin(form(run, file), program.indent_inside(text, unit)),
    }
}
