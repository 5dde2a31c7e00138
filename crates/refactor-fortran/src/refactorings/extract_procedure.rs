//! Extract Procedure: makes a procedure of some statements, and a call of it in their place.
//!
//! ```before
//! program p
//!   implicit none
//!   integer :: i, total
//!   total = 0
//!   do i = 1, 3
//!     $0total = total + i
//!     print *, total$0
//!   end do
//! end program p
//! ```
//! ```with
//! name=add
//! ```
//! ```after
//! program p
//!   implicit none
//!   integer :: i, total
//!   total = 0
//!   do i = 1, 3
//!     call add(i, total)
//!   end do
//! contains
//!   subroutine add(i, total)
//!     integer :: i
//!     integer :: total
//!     total = total + i
//!     print *, total
//!   end subroutine add
//! end program p
//! ```
//!
//! The new procedure is internal to the program unit, or stands beside the procedure where that is internal itself.
//! Scalars are handed over as arguments; arrays, pointers and the like are found in the host. Where the statements call
//! procedures that could reach the same variables through the host, everything is. The statements must be whole
//! constructs with one way in and one way out, without labels; a pure procedure, a function's own result and names of a
//! construct around the statements are refused.

use crate::Fortran;
use crate::ask::{Edits, form, indent_of, legal_name, new_line, whole_lines};
use crate::extraction::{Extraction, Passed};
use crate::refactorings::add_empty::{container, procedure_at_end};
use reweave_lang_fortran::table::ScopeId;
use reweave_lang_fortran::{Form, wrap};
use reweave_preserve::{Interval, Node};
use reweave_refactor::{Param, Refactoring, Run, Step, Stop};
use reweave_text::Span;

pub const REFACTORING: Refactoring<Fortran> = Refactoring {
    name: "extract-procedure",
    file: include_str!("extract_procedure.rs"),
    params: &[Param::required("name", "the new procedure's name")],
    perform,
};

fn perform(run: &mut Run<'_, Fortran>) -> Result<(), Stop> {
    let (file, range) = run.range()?;
    let name = run.param("name")?;
    legal_name(name)?;
    let found = Extraction::new(run, file, range)?;
    let passed = found.passed(run)?;
    let text = run.sources().text(file);
    let lines = whole_lines(text, found.span);
    let indent = indent_of(run, file, found.span.start);
    let list: Vec<&str> = passed.iter().map(|p| p.name.as_str()).collect();
    let call = format!("{indent}call {name}({})", list.join(", "));
    let body = lines.text(text).to_owned();
    let host = container(run, found.unit);
    let asked = Interval::new(file, found.span);
    taken(run, [found.scope(run), host], name, asked);
    let form = form(run, file);
    let (at_file, at, inserted) = procedure_at_end(run, host, |outer| {
        procedure(name, &passed, &body, outer, form)
    })?;
    let before = meanings(run, file, lines, &passed);
    let mut edits = Edits::new();
    edits.replace(file, lines, new_line(run, file, &call));
    let shift = inserted.find(&body).unwrap_or(0) as u32;
    edits.replace(at_file, Span::at(at), inserted);
    let mut step = Step::new("extract a procedure", "N!=->@ T C>=->@");
    edits.into_step(run, &mut step);
    run.step(&step)?;
    let landed = run.now(Interval::new(at_file, Span::at(at)));
    check(run, &before, landed, shift);
    Ok(())
}

/// A name that means something where the call or the procedure will stand, if only from around, would mean two things in
/// one unit: gfortran takes a hidden generic or interface for the new procedure.
fn taken(run: &mut Run<'_, Fortran>, places: [ScopeId; 2], name: &str, asked: Interval) {
    let symbol = run.names().intern(&name.to_ascii_lowercase());
    let program = run.program();
    let mut known = places.iter().filter_map(|&s| program.lookup(s, symbol));
    let Some(known) = known.next() else {
        return;
    };
    let decl = program.entity(known).decl;
    let at = decl.map_or(asked, |(file, span)| Interval::new(file, span));
    let message = format!("`{name}` already means something here");
    run.refuse("name", message, &[at]);
}

/// The text of the new procedure.
fn procedure(name: &str, passed: &[Passed], body: &str, outer: &str, form: Form) -> String {
    let inner = match form {
        Form::Fixed => outer.to_owned(),
        Form::Free => format!("{outer}  "),
    };
    let list: Vec<&str> = passed.iter().map(|p| p.name.as_str()).collect();
    let mut head = vec![format!("{outer}subroutine {name}({})", list.join(", "))];
    let declared = passed
        .iter()
        .map(|p| format!("{inner}{} :: {}", p.ty, p.name));
    head.extend(declared);
    let mut text: String = head.iter().map(|line| wrap(line, form) + "\n").collect();
    // Statements that stood deeper move out to the new depth, all alike.
    text.push_str(body);
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text.extend([outer, "end subroutine ", name, "\n"]);
    text
}

/// What each name of the statements means that is not handed over, by its offset.
fn meanings(
    run: &Run<'_, Fortran>,
    file: reweave_text::FileId,
    lines: Span,
    passed: &[Passed],
) -> Vec<(u32, Node)> {
    let program = run.program();
    program
        .within(file, lines)
        .filter(|o| !passed.iter().any(|p| p.entity == program.real(o.entity)))
        .map(|o| {
            (
                o.span.start - lines.start,
                program.declaration(run.names(), program.real(o.entity)),
            )
        })
        .collect()
}

/// Every name must mean in the procedure what it meant before.
fn check(run: &mut Run<'_, Fortran>, before: &[(u32, Node)], landed: Interval, shift: u32) {
    let program = run.program();
    let file = landed.file;
    let mut wrong = Vec::new();
    let start = landed.span.start + shift;
    for (at, node) in before {
        let here = start + at;
        let wanted = match node {
            Node::Text(i) => Node::Text(run.now(*i)),
            Node::Outside(_) => *node,
        };
        let found = program.at(file, here);
        let is = found.iter().any(|o| {
            match (
                program.declaration(run.names(), program.real(o.entity)),
                wanted,
            ) {
                // A declaration among the statements moved with them.
                (Node::Text(a), Node::Text(b)) => {
                    a.file == b.file && (a.span.start == b.span.start || a.span.start >= start)
                }
                (a, b) => a == b,
            }
        });
        if !is {
            wrong.push(Interval::new(file, Span::at(here)));
        }
    }
    for at in wrong.into_iter().take(3) {
        run.refuse(
            "name",
            "a name of the statements would mean something else",
            &[at],
        );
    }
}
