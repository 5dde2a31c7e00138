//! Rename: another name for anything that has one, in every file, or a refusal that says which name would bind elsewhere.
//!
//! ```before
//! //- stats.f90
//! module stats
//!   implicit none
//!   integer :: n$0 = 0
//! contains
//!   subroutine count_up(by)
//!     integer, intent(in) :: by
//!     n = n + by
//!   end subroutine count_up
//! end module stats
//! //- main.f90
//! program main
//!   use stats, only: n, count_up
//!   call count_up(by=2)
//!   print *, n
//! end program main
//! ```
//! ```with
//! to=total
//! ```
//! ```after
//! //- stats.f90
//! module stats
//!   implicit none
//!   integer :: total = 0
//! contains
//!   subroutine count_up(by)
//!     integer, intent(in) :: by
//!     total = total + by
//!   end subroutine count_up
//! end module stats
//! //- main.f90
//! program main
//!   use stats, only: total, count_up
//!   call count_up(by=2)
//!   print *, total
//! end program main
//! ```
//! ```before
//! subroutine s(by)
//!   integer :: by, n$0
//!   n = by
//! end subroutine
//! ```
//! ```with
//! to=by
//! ```
//! ```refuses
//! `by` is already a variable here
//! ```
//!
//! A variable that only its first letter types gets a declaration first when the new name's letter means another type:
//!
//! ```before
//! program p
//!   n$0 = 1
//!   print *, n / 2
//! end program
//! ```
//! ```with
//! to=x
//! ```
//! ```after
//! program p
//!   integer :: x
//!   x = 1
//!   print *, x / 2
//! end program
//! ```
//!
//! What must bear one name is renamed together: an external procedure with its interface bodies, overriding bindings,
//! the arguments of a separate module procedure and its interface. A token that names two things (`procedure :: area`)
//! is spelt out (`procedure :: size => area`). Words of character literals that namelist input reads as names bind, too:
//! renaming a namelist's variable is refused while such a literal speaks of it.

use crate::Fortran;
use crate::ask::{Edits, legal_name, new_line, occurrence, own_name, part, place_above};
use reweave_lang_fortran::ast::StmtKind;
use reweave_lang_fortran::table::{EntityId, EntityKind, Flags, Occurrence, role};
use reweave_lang_fortran::{INTRINSIC_TYPES, is_intrinsic};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};

pub const REFACTORING: Refactoring<Fortran> = Refactoring {
    name: "rename",
    file: include_str!("rename.rs"),
    params: &[Param::required("to", "the new name")],
    perform,
};

fn perform(run: &mut Run<'_, Fortran>) -> Result<(), Stop> {
    let (file, offset) = run.caret()?;
    let to = run.param("to")?;
    let entity = occurrence(run, file, offset)?.entity;
    own_name(run, entity)?;
    let old = run
        .names()
        .text(run.program().entity(entity).name)
        .to_owned();
    let operator = old.starts_with('.');
    let new = if operator {
        legal_operator(to)?
    } else {
        legal_name(to)?;
        to.to_owned()
    };
    if new.eq_ignore_ascii_case(&old) {
        return Err(BadInput::new(format!(
            "it is already named `{old}`; Fortran does not tell letters' case apart"
        ))
        .into());
    }
    preprocessed(run, &new)?;
    if let Some(ty) = changed_type(run, entity, &new) {
        declare(run, entity, &old, &ty)?;
    }
    let entity = occurrence(run, file, offset)?.entity;
    let places = run.program().places(entity);
    uncertain(run, entity, &places, &new);
    rename_places(run, &places, &old, &new)?;
    run.renamed(old, new);
    Ok(())
}

fn rename_places(
    run: &mut Run<'_, Fortran>,
    places: &[Occurrence],
    old: &str,
    new: &str,
) -> Result<(), Stop> {
    let mut edits = Edits::new();
    let namesakes: Vec<EntityId> = places.iter().map(|o| o.entity).collect();
    for o in places.iter().filter(|o| o.role & role::DATA == 0) {
        let program = run.program();
        let both = program.at(o.file, o.span.start);
        let short = both.iter().any(|o| o.role & role::SHORTHAND != 0);
        let all_ours = both.iter().all(|o| namesakes.contains(&o.entity));
        let text = if short && !all_ours {
            let written = part(run, o.file, o.stmt, o.span);
            match o.role & role::SHORTHAND {
                0 => format!("{new} => {written}"),
                _ => format!("{written} => {new}"),
            }
        } else {
            new.to_owned()
        };
        edits.replace(o.file, o.span, text);
    }
    let mut step = Step::new(format!("rename {old} to {new}"), "N T C D").each_apart();
    edits.into_step(run, &mut step);
    run.step(&step)
}

/// Names of macros are not ours to judge.
fn preprocessed(run: &Run<'_, Fortran>, new: &str) -> Result<(), BadInput> {
    let symbol = run.names().intern(&new.to_ascii_lowercase());
    if run.program().macros.contains(&symbol) {
        return Err(BadInput::new(format!(
            "`{new}` is a macro of the preprocessor; choose another name"
        )));
    }
    Ok(())
}

/// Words that ALLOCATE takes for the type of what it makes.
fn is_type_word(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    INTRINSIC_TYPES.contains(&&*name) || name == "type" || name == "class"
}

/// `.name.`, with dots or without them given.
fn legal_operator(to: &str) -> Result<String, BadInput> {
    let name = to.trim_matches('.');
    legal_name(name)?;
    if name.bytes().all(|b| b.is_ascii_alphabetic()) {
        return Ok(format!(".{name}."));
    }
    let message = format!("`{name}` is not an operator: their names have letters only");
    Err(BadInput::new(message))
}

/// What no edge can show: statements that were not understood, modules that are not there, one name for two linkers.
fn uncertain(run: &mut Run<'_, Fortran>, entity: EntityId, places: &[Occurrence], new: &str) {
    let symbol = run.names().intern(&new.to_ascii_lowercase());
    let mut refusals: Vec<(&'static str, String, Interval)> = Vec::new();
    let program = run.program();
    for o in places {
        let at = Interval::new(o.file, o.span);
        if o.role & role::UNKNOWN != 0 {
            refusals.push((
                "unknown",
                "the name stands in a statement that was not understood".to_owned(),
                at,
            ));
        }
        if is_type_word(new) && matches!(program.stmt(o.stmt).kind, StmtKind::Allocate { .. }) {
            let message = format!("ALLOCATE would take `{new}` for a type");
            refusals.push(("name", message, at));
        }
        let scope = program.placed(o.stmt).scope;
        if let Some(unknown) = program.unknown_use(scope)
            && program.lookup(scope, symbol).is_none()
        {
            let placed = program.placed(unknown);
            let at = Interval::new(placed.file, program.stmt(unknown).span);
            let message = format!("`{new}` may come from a module that is not among the files");
            refusals.push(("missing", message, at));
        }
    }
    let sakes = program.namesakes(entity);
    let name = program.entity(entity).name;
    // Such a generic extends the language's own: which of the two a call means, its arguments say.
    let old = run.names().text(name);
    let extends =
        is_intrinsic(old) && program.entity(program.real(entity)).kind == EntityKind::Generic;
    if extends
        && let Some(call) = places
            .iter()
            .find(|o| o.role & (role::CALL | role::READ) != 0)
    {
        let message = format!("a call may mean the `{old}` of the language");
        refusals.push(("name", message, Interval::new(call.file, call.span)));
    }
    // gfortran looks around the type first for what its parameters stand for.
    let own = program.entity(entity);
    let around = program.scope(own.scope).parent;
    if own.kind == EntityKind::Component
        && own.flags.has(Flags::PARAMETER)
        && around.is_some_and(|s| program.lookup(s, symbol).is_some())
        && let Some((file, span)) = own.decl
    {
        let message = format!("`{new}` around the type may be taken for its parameter");
        refusals.push(("name", message, Interval::new(file, span)));
    }
    let bound = sakes
        .iter()
        .any(|&e| program.entity(e).flags.has(Flags::BIND) && is_global(program.entity(e).kind));
    if bound {
        for (i, other) in program.entities.iter().enumerate() {
            let id = EntityId(i as u32);
            if other.name == name
                && other.flags.has(Flags::BIND)
                && !sakes.contains(&id)
                && is_global(other.kind)
                && let Some((file, span)) = other.decl
            {
                let message =
                    "another procedure or variable is bound to the same name of C".to_owned();
                refusals.push(("bind", message, Interval::new(file, span)));
            }
        }
    }
    refusals.dedup();
    for (kind, message, at) in refusals {
        run.refuse(kind, message, &[at]);
    }
}

fn is_global(kind: EntityKind) -> bool {
    matches!(
        kind,
        EntityKind::Procedure | EntityKind::Variable | EntityKind::Common
    )
}

/// The type as it must be declared when the new first letter would mean another one.
fn changed_type(run: &Run<'_, Fortran>, entity: EntityId, new: &str) -> Option<String> {
    let program = run.program();
    let e = program.entity(entity);
    let now = program.implicit_word(run.sources(), run.names(), entity)?;
    let scope = e.body.unwrap_or(e.scope);
    let then = if let Some(rule) = program.implicit_type(
        run.names(),
        scope,
        run.names().intern(&new.to_ascii_lowercase()),
    ) {
        let text = rule
            .span
            .text(run.sources().text(rule.file))
            .to_ascii_lowercase();
        format!("implicit {}", text.split_whitespace().collect::<String>())
    } else {
        let integer = matches!(
            new.bytes().next().map(|b| b.to_ascii_lowercase()),
            Some(b'i'..=b'n')
        );
        format!("implicit {}", if integer { "integer" } else { "real" })
    };
    (now != then).then(|| now.trim_start_matches("implicit ").to_owned())
}

/// Declares what only its first letter typed, so that it may bear a name with another one.
fn declare(run: &mut Run<'_, Fortran>, entity: EntityId, old: &str, ty: &str) -> Result<(), Stop> {
    let program = run.program();
    let e = program.entity(entity);
    if e.kind != EntityKind::Variable {
        // A function's type shows in every unit that calls it: leave it to the edges to refuse.
        return Ok(());
    }
    let Some((file, at, indent)) = place_above(run, e.scope, entity) else {
        return Err(BadInput::new(format!(
            "`{old}` has the type of its first letter; declare it before renaming"
        ))
        .into());
    };
    let mut step = Step::new(format!("declare {old}"), "N>=<-<=x T<=x");
    let line = new_line(run, file, &format!("{indent}{ty} :: {old}"));
    step.insert(file, at, line);
    run.step(&step)
}
