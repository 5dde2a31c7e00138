//! Calls that do not name the procedure they run: `a%bump()`, an operator of a type, an assignment that a module defines.
//!
//! ```fortran
//! subroutine go(c)
//!   class(counter) :: c      ! with `procedure :: bump => do_bump`
//!   call c%bump(2)           ! no: it would run the `do_bump` below
//! contains
//!   subroutine do_bump()
//!   end subroutine
//! end subroutine
//! ```
//!
//! The language means the type's procedure, but `gfortran` looks its name up once more where the call stands, and an internal
//! procedure of the name takes the call.

use crate::ast::{ExprId, Stmt, StmtKind};
use crate::program::{GLOBAL, Program};
use crate::table::{EntityId, EntityKind, Flags, Occurrence, ScopeId, ScopeKind, StmtId, role};
use reweave_text::{FileId, Interner, Span, Symbol};
use rustc_hash::FxHashSet;

pub(crate) fn check(program: &mut Program, names: &Interner) {
    let internal = internal_names(program);
    if internal.is_empty() {
        return;
    }
    let mut wrong: Vec<(FileId, Span, Symbol)> = Vec::new();
    for o in program.occurrences.iter().filter(|o| is_run(program, o)) {
        let scope = program.placed(o.stmt).scope;
        let mut run = procedures(program, program.real(o.entity)).into_iter();
        if let Some(taken) = run.find(|&p| is_taken(program, &internal, scope, p)) {
            wrong.push((o.file, o.span, program.entity(taken).name));
        }
    }
    wrong.extend(assignments(program, names, &internal));
    for (file, span, name) in wrong {
        let name = names.text(name);
        let message = format!("this runs `{name}`, and an internal procedure has that name here");
        program.problem("call", file, span, message);
    }
}

/// The names of all procedures in programs and in procedures: mostly none of them is also a type's.
fn internal_names(program: &Program) -> FxHashSet<Symbol> {
    let all = (0..program.entities.len() as u32).map(EntityId);
    all.filter(|&e| is_internal(program, e))
        .map(|e| program.entity(e).name)
        .collect()
}

fn is_internal(program: &Program, entity: EntityId) -> bool {
    let e = program.entity(entity);
    let host = program.scope(e.scope).kind;
    e.kind == EntityKind::Procedure
        && e.flags.has(Flags::DEFINED)
        && e.body.is_some()
        && matches!(host, ScopeKind::Procedure | ScopeKind::Program)
}

/// Whether a name stands for a procedure of a type that runs here.
fn is_run(program: &Program, o: &Occurrence) -> bool {
    let e = program.entity(program.real(o.entity));
    let is_bound = matches!(e.kind, EntityKind::Binding | EntityKind::Generic)
        && program.scope(e.scope).kind == ScopeKind::Type;
    is_bound && o.role & (role::DECLARE | role::END | role::KEYWORD) == 0
}

/// The procedures that a binding or a generic may run.
fn procedures(program: &Program, whole: EntityId) -> Vec<EntityId> {
    let e = program.entity(whole);
    if e.kind == EntityKind::Binding {
        return program.procedure_of(whole).into_iter().collect();
    }
    let parts = e.parts.iter().filter_map(|&p| program.part(whole, p));
    parts.filter_map(|p| program.procedure_of(p)).collect()
}

/// Whether an internal procedure is found in a scope by the name of another procedure.
fn is_taken(
    program: &Program,
    internal: &FxHashSet<Symbol>,
    scope: ScopeId,
    procedure: EntityId,
) -> bool {
    let name = program.entity(procedure).name;
    // A main program's and an external procedure's own statements have no host to look into.
    let has_host = program.scope(scope).parent.is_some_and(|p| p != GLOBAL);
    let is_other =
        |e: EntityId| is_internal(program, e) && program.real(e) != program.real(procedure);
    has_host && internal.contains(&name) && program.lookup(scope, name).is_some_and(is_other)
}

/// Assignments to things of derived types that may run a procedure whose name is taken.
fn assignments(
    program: &Program,
    names: &Interner,
    internal: &FxHashSet<Symbol>,
) -> Vec<(FileId, Span, Symbol)> {
    let all = (0..program.entities.len() as u32).map(EntityId);
    let generics = all.filter(|&e| {
        let e = program.entity(e);
        e.kind == EntityKind::Generic && names.text(e.name) == "="
    });
    let mut run: Vec<EntityId> = generics.flat_map(|g| procedures(program, g)).collect();
    run.retain(|&p| internal.contains(&program.entity(p).name));
    if run.is_empty() {
        return Vec::new();
    }
    let taken = |i: usize| {
        let id = StmtId(i as u32);
        let placed = program.placed(id);
        let stmt = program.stmt(id);
        let ast = program.ast(placed.file)?;
        let ty = program.expr_type(ast, placed.file, placed.scope, assigned(stmt)?)?;
        program.derived(ty)?;
        let mut run = run.iter();
        let found = run.find(|&&p| is_taken(program, internal, placed.scope, p))?;
        Some((placed.file, stmt.span, program.entity(*found).name))
    };
    (0..program.stmts.len()).filter_map(taken).collect()
}

/// The left side of an assignment, be it after IF.
fn assigned(stmt: &Stmt) -> Option<ExprId> {
    match &stmt.kind {
        StmtKind::Assignment(left, _) => Some(*left),
        StmtKind::If(_, inner) => match inner.kind {
            StmtKind::Assignment(left, _) => Some(left),
            _ => None,
        },
        _ => None,
    }
}
