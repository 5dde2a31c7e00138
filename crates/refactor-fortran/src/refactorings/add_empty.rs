//! Add Empty Subprogram: a new subroutine or function with nothing in it, where its name changes no other.
//!
//! ```before
//! module m
//!   implicit none
//!   integer :: n$0
//! end module m
//! ```
//! ```with
//! name=reset
//! ```
//! ```after
//! module m
//!   implicit none
//!   integer :: n
//! contains
//!   subroutine reset()
//!   end subroutine reset
//! end module m
//! ```
//! ```before
//! program p$0
//!   call log
//! end program p
//! subroutine log
//! end subroutine log
//! ```
//! ```with
//! name=log
//! ```
//! ```refuses
//! would mean `log`
//! ```
//!
//! It goes into the program unit around the caret, an internal procedure's host included.

use crate::Fortran;
use crate::ask::{form, indent_of, legal_name, whole_lines};
use reweave_lang_fortran::table::{Flags, ScopeId, ScopeKind};
use reweave_lang_fortran::{Form, GLOBAL};
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::{Part, Span};

pub const REFACTORING: Refactoring<Fortran> = Refactoring {
    name: "add-empty-subprogram",
    file: include_str!("add_empty.rs"),
    params: &[Param::required("name", "the new procedure's name")],
    perform,
};

fn perform(run: &mut Run<'_, Fortran>) -> Result<(), Stop> {
    let (file, offset) = run.caret()?;
    let name = run.param("name")?;
    legal_name(name)?;
    let program = run.program();
    let unit = program.unit_around(file, offset).ok_or_else(|| {
        BadInput::unclear("no program unit here; put the caret into one").at(file, Span::at(offset))
    })?;
    let host = container(run, unit);
    let pure = if is_pure(run, host) { "pure " } else { "" };
    insert_procedure(run, host, "add an empty subprogram", |indent| {
        format!("{indent}{pure}subroutine {name}()\n{indent}end subroutine {name}\n")
    })
}

/// Whether a unit is a PURE procedure, by its own words or those of its interface elsewhere: what it contains and calls
/// must be so, too.
pub fn is_pure(run: &Run<'_, Fortran>, unit: ScopeId) -> bool {
    let program = run.program();
    let views = program.scope(unit).owner.map(|o| program.namesakes(o));
    views
        .into_iter()
        .flatten()
        .any(|view| program.entity(view).flags.has(Flags::PURE))
}

/// The unit that can contain procedures: an internal procedure cannot.
pub fn container(run: &Run<'_, Fortran>, unit: ScopeId) -> ScopeId {
    let program = run.program();
    let mut at = unit;
    while let Some(parent) = program.scope(at).parent.filter(|&p| p != GLOBAL) {
        let parent_kind = program.scope(parent).kind;
        let internal = program.scope(at).kind == ScopeKind::Procedure
            && matches!(parent_kind, ScopeKind::Procedure | ScopeKind::Program);
        if !internal && !program.scope(at).is_interface {
            break;
        }
        at = parent;
    }
    at
}

/// Puts a procedure at the end of a unit, after CONTAINS, which is added where there is none.
pub fn insert_procedure(
    run: &mut Run<'_, Fortran>,
    host: ScopeId,
    title: &str,
    text: impl Fn(&str) -> String,
) -> Result<(), Stop> {
    let (file, at, inserted) = procedure_at_end(run, host, text)?;
    let mut step = Step::new(title, "N>=@ T C D");
    step.insert(file, at, inserted);
    run.step(&step)
}

/// The place and the text of a procedure that goes to the end of a unit.
pub fn procedure_at_end(
    run: &Run<'_, Fortran>,
    host: ScopeId,
    text: impl Fn(&str) -> String,
) -> Result<(reweave_text::FileId, u32, String), BadInput> {
    let program = run.program();
    let s = program.scope(host);
    if s.kind == ScopeKind::BlockData {
        return Err(BadInput::new("BLOCK DATA cannot contain procedures"));
    }
    let last = s
        .last
        .ok_or_else(|| BadInput::new("this program unit has no end"))?;
    let placed = program.placed(last);
    let source = run.sources().text(placed.file);
    let end = program.stmt(last).span;
    let lines = whole_lines(source, end);
    let before = source.part(lines.start as usize..end.start as usize);
    if !before.trim().is_empty() {
        return Err(
            BadInput::new("END shares its line with another statement; give it its own")
                .at(placed.file, end),
        );
    }
    let fixed = form(run, placed.file) == Form::Fixed;
    let outer = if fixed {
        " ".repeat(6)
    } else {
        indent_of(run, placed.file, end.start)
    };
    let inner = if fixed {
        outer.clone()
    } else {
        program.indent_inside(source, host)
    };
    let mut out = String::new();
    if s.contains.is_none() {
        out.push_str(&outer);
        out.push_str("contains\n");
    }
    out.push_str(&text(&inner));
    Ok((placed.file, lines.start, out))
}
