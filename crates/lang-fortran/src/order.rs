//! Types and named constants that a specification part uses before it declares them.
//!
//! ```fortran
//! type :: outer
//!   type(inner) :: i     ! no: `inner` is defined below
//! end type
//! type :: inner
//! end type
//! ```
//!
//! NAMELIST and DATA take what the host has under the name instead. A pointer or allocatable component may be of a type that comes later, and so may a function.

use crate::ast::StmtKind;
use crate::program::Program;
use crate::table::{EntityKind, Flags, Occurrence, ScopeKind, StmtId, role};
use reweave_text::{FileId, Interner, Span};
use rustc_hash::FxHashMap;

pub(crate) fn check(program: &mut Program, names: &Interner) {
    let declared = declarations(program);
    let early: Vec<(FileId, Span, String)> = program
        .occurrences
        .iter()
        .filter(|o| is_early(program, names, &declared, o))
        .map(|o| {
            let name = names.text(program.entity(o.entity).name);
            (o.file, o.span, format!("`{name}` is declared only below"))
        })
        .collect();
    for (file, span, message) in early {
        program.problem("order", file, span, message);
    }
}

/// The statements of names that are declared where they first stand.
fn declarations(program: &Program) -> FxHashMap<(FileId, Span), StmtId> {
    let declaring = program.occurrences.iter().filter(|o| {
        o.role & role::DECLARE != 0 && program.entity(o.entity).decl == Some((o.file, o.span))
    });
    declaring.map(|o| ((o.file, o.span), o.stmt)).collect()
}

fn is_early(
    program: &Program,
    names: &Interner,
    declared: &FxHashMap<(FileId, Span), StmtId>,
    o: &Occurrence,
) -> bool {
    let e = program.entity(o.entity);
    let is_constant = e.kind == EntityKind::Variable && e.flags.has(Flags::PARAMETER);
    let is_type = e.kind == EntityKind::Type;
    let is_of_host = || {
        let host = program.scope(e.scope).parent;
        let takes_it = matches!(
            program.stmt(o.stmt).kind,
            StmtKind::Namelist(_) | StmtKind::Data(_)
        );
        takes_it && host.is_some_and(|host| program.lookup(host, e.name).is_some())
    };
    if !is_constant && !is_type && !is_of_host() || o.role & (role::DECLARE | role::END) != 0 {
        return false;
    }
    let Some(&below) = e.decl.as_ref().and_then(|decl| declared.get(decl)) else {
        return false;
    };
    let here = program.placed(o.stmt).scope;
    o.stmt < below && program.is_within(here, e.scope) && wants_it_known(program, names, o, is_type)
}

/// Whether the statement wants what it names to be known: others only list names, or are read once all is.
fn wants_it_known(program: &Program, names: &Interner, o: &Occurrence, is_type: bool) -> bool {
    match &program.stmt(o.stmt).kind {
        StmtKind::Declaration(declaration) => {
            let is_component = program.scope(program.placed(o.stmt).scope).kind == ScopeKind::Type;
            let mut attributes = declaration.attributes.iter().map(|a| names.text(a.name));
            let may_wait = attributes.any(|a| matches!(a, "pointer" | "allocatable"));
            !(is_type && is_component && may_wait)
        }
        StmtKind::TypeDef { .. }
        | StmtKind::Parameter(_)
        | StmtKind::Enumerator(_)
        | StmtKind::Namelist(_)
        | StmtKind::Data(_)
        | StmtKind::Import { .. } => true,
        _ => false,
    }
}
