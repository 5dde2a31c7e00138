//! Introduce USE: makes a module's names known in a program unit, where that changes the meaning of none that is there.
//!
//! ```before
//! module m
//!   implicit none
//!   integer :: n = 1
//! end module m
//! program p$0
//!   implicit none
//!   print *, 1
//! end program p
//! ```
//! ```with
//! module=m
//! ```
//! ```after
//! module m
//!   implicit none
//!   integer :: n = 1
//! end module m
//! program p
//!   use m
//!   implicit none
//!   print *, 1
//! end program p
//! ```
//! ```before
//! module m
//!   integer :: n = 1
//! end module m
//! program p$0
//!   n = 2
//!   print *, n
//! end program p
//! ```
//! ```with
//! module=m
//! ```
//! ```refuses
//! would mean `n`
//! ```
//!
//! `only=a,b` takes these names alone. The module must be among the files or of the language, and come before its user
//! where both stand in one file.

use crate::Fortran;
use crate::ask::{legal_name, new_line};
use crate::unit_head::use_place;
use reweave_lang_fortran::GLOBAL;
use reweave_lang_fortran::ast::StmtKind;
use reweave_lang_fortran::table::EntityKind;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::Span;

pub const REFACTORING: Refactoring<Fortran> = Refactoring {
    name: "introduce-use",
    file: include_str!("introduce_use.rs"),
    params: &[
        Param::required("module", "the module to use"),
        Param::list(
            "only",
            "the names to take, with commas between them; all of them when left out",
        ),
    ],
    perform,
};

fn perform(run: &mut Run<'_, Fortran>) -> Result<(), Stop> {
    let (file, offset) = run.caret()?;
    let module = run.param("module")?;
    legal_name(module)?;
    let program = run.program();
    let unit = program.unit_around(file, offset).ok_or_else(|| {
        BadInput::unclear("no program unit here; put the caret into one").at(file, Span::at(offset))
    })?;
    let symbol = run.names().intern(&module.to_ascii_lowercase());
    let known = program.scope(GLOBAL).names.get(&symbol);
    if !known.is_some_and(|&e| program.entity(e).kind == EntityKind::Module)
        && !reweave_lang_fortran::is_intrinsic_module(module)
    {
        return Err(
            BadInput::unclear(format!("there is no module `{module}` among the files")).into(),
        );
    }
    let again = program.scope(unit).uses.iter().any(
        |&u| matches!(&program.stmt(u).kind, StmtKind::Use { module, .. } if module.name == symbol),
    );
    if again {
        return Err(BadInput::new(format!(
            "`{module}` is used here already; change its ONLY list instead"
        ))
        .into());
    }
    let text = match run.optional("only") {
        Some(only) => format!("use {module}, only: {only}"),
        None => format!("use {module}"),
    };
    let (file, at, indent) = use_place(run, unit)?;
    let mut step = Step::new(format!("use {module}"), "N>=-> T C D");
    let line = new_line(run, file, &format!("{indent}{text}"));
    step.insert(file, at, line);
    run.step(&step)
}
