//! What `gfortran` would refuse for its names' sake, beyond what declaring and referring found: names that a scope has
//! twice, members that hide inherited ones; and what must keep one name.

use crate::program::{GLOBAL, Program};
use crate::table::{EntityId, EntityKind, Flags, Occurrence, ScopeId, ScopeKind, role};
use crate::{circle, order, taken, unnamed};
use reweave_text::{FileId, Interner, Span, Symbol};
use rustc_hash::FxHashMap;

/// The longest name the standard allows.
pub const LONGEST_NAME: usize = 63;

/// Types of the language: no other type can bear their names.
pub const INTRINSIC_TYPES: [&str; 7] = [
    "integer",
    "real",
    "complex",
    "logical",
    "character",
    "doubleprecision",
    "doublecomplex",
];

pub(crate) fn check(program: &mut Program, names: &Interner) {
    for i in 0..program.scopes.len() {
        let id = ScopeId(i as u32);
        if program.scope(id).kind == ScopeKind::Type {
            members(program, names, id);
        } else {
            used_and_declared(program, names, id);
            declared_above(program, names, id);
        }
    }
    for i in 0..program.entities.len() {
        entity(program, names, EntityId(i as u32));
    }
    written_intrinsics(program, names);
    called_outside(program, names);
    taken::check(program, names);
    unnamed::check(program, names);
    order::check(program, names);
    circle::check(program, names);
}

/// A reference comes before the CONTAINS of what it means, and the compiler still takes the name for what the host has.
fn called_outside(program: &mut Program, names: &Interner) {
    let outside = |o: &Occurrence| {
        let e = program.entity(o.entity);
        let host = program.scope(e.scope).parent.filter(|&h| h != GLOBAL)?;
        if !program.is_ahead(o) {
            return None;
        }
        let outer = program.entity(program.real(program.lookup(host, e.name)?));
        let is_function = o.role & role::CALL == 0;
        let word = match outer.kind {
            EntityKind::Type => "type",
            EntityKind::Variable if is_function && outer.flags.has(Flags::PARAMETER) => "constant",
            EntityKind::Procedure if is_function && outer.flags.has(Flags::SUBROUTINE) => {
                "subroutine"
            }
            _ => return None,
        };
        let message = format!("`{}` is also a {word} around this unit", names.text(e.name));
        Some((o.file, o.span, message))
    };
    let wrong: Vec<_> = program.occurrences.iter().filter_map(outside).collect();
    for (file, span, message) in wrong {
        program.problem("call", file, span, message);
    }
}

/// What INTRINSIC names is no variable, even where it has a type.
fn written_intrinsics(program: &mut Program, names: &Interner) {
    let wrong: Vec<_> = program
        .occurrences
        .iter()
        .filter(|o| {
            let is_written = o.role & role::WRITE != 0 && o.role & role::DECLARE == 0;
            is_written && program.entity(o.entity).kind == EntityKind::Intrinsic
        })
        .map(|o| (o.file, o.span, program.entity(o.entity).name))
        .collect();
    for (file, span, name) in wrong {
        let message = format!("`{}` is a procedure of the language here", names.text(name));
        program.problem("intrinsic", file, span, message);
    }
}

fn sorted<T: Copy>(
    program: &Program,
    map: &FxHashMap<Symbol, T>,
    names: &Interner,
) -> Vec<(Symbol, T)> {
    let _ = program;
    let mut all: Vec<(Symbol, T)> = map.iter().map(|(&k, &v)| (k, v)).collect();
    all.sort_by(|a, b| names.text(a.0).cmp(names.text(b.0)));
    all
}

/// A name that a module gives cannot be declared again, unless both are generic.
fn used_and_declared(program: &mut Program, names: &Interner, scope: ScopeId) {
    if program.scope(scope).used.is_empty() {
        return;
    }
    let local = sorted(program, &program.scope(scope).names.clone(), names);
    for (name, entity) in local {
        let Some(used) = program.scope(scope).used.get(&name).cloned() else {
            continue;
        };
        let other = used
            .iter()
            .copied()
            .find(|&u| program.real(u) != program.real(entity));
        let Some(other) = other else { continue };
        let generic = |e: EntityId| {
            let e = program.entity(program.real(e));
            e.kind == EntityKind::Generic
                || !e.parts.is_empty()
                || e.kind == EntityKind::Type && !e.parts.is_empty()
        };
        let local_generic = generic(entity);
        if local_generic
            && (generic(other)
                || matches!(
                    program.entity(program.real(other)).kind,
                    EntityKind::Type | EntityKind::Procedure | EntityKind::Intrinsic
                ))
        {
            program.groups.push((entity, other));
            continue;
        }
        if let Some((file, span)) = first_place(program, entity) {
            let message = format!(
                "`{}` is also the name of something that a module gives",
                names.text(name)
            );
            program.problem("used", file, span, message);
        }
    }
    let used = program.scope(scope).used.clone();
    given_twice(program, names, scope, &used);
    // Generics of one name from several modules are one generic here.
    for (_, all) in used {
        for pair in all.windows(2) {
            let both = pair.iter().all(|&e| {
                let e = program.entity(program.real(e));
                e.kind == EntityKind::Generic || !e.parts.is_empty()
            });
            if both {
                program.groups.push((pair[0], pair[1]));
            }
        }
    }
}

/// What two modules give under one name is an ambiguity only where the name stands, but a generic that has a procedure of its
/// own name is taken for such a place by `gfortran`, in one order of the USE statements.
fn given_twice(
    program: &mut Program,
    names: &Interner,
    scope: ScopeId,
    used: &FxHashMap<Symbol, Vec<EntityId>>,
) {
    let has_own_name = |&e: &EntityId| {
        let e = program.entity(program.real(e));
        e.parts.iter().any(|p| p.name == e.name)
    };
    let is_single = |&e: &EntityId| {
        let e = program.entity(program.real(e));
        e.kind != EntityKind::Generic && e.parts.is_empty()
    };
    let mut twice: Vec<&str> = used
        .iter()
        .filter(|(_, all)| all.iter().any(has_own_name) && all.iter().any(is_single))
        .map(|(&name, _)| names.text(name))
        .collect();
    twice.sort_unstable();
    let Some(&stmt) = program.scope(scope).uses.first() else {
        return;
    };
    let (file, span) = (program.placed(stmt).file, program.stmt(stmt).span);
    for name in twice {
        let message = format!("modules give `{name}` as a generic and as something else");
        program.problem("used", file, span, message);
    }
}

/// A submodule may hide hardly anything of its module: `gfortran` takes the two for one scope.
fn declared_above(program: &mut Program, names: &Interner, scope: ScopeId) {
    let s = program.scope(scope);
    let (ScopeKind::Submodule, Some(host)) = (s.kind, s.parent) else {
        return;
    };
    let hides = |&(&name, &entity): &(&Symbol, &EntityId)| {
        let Some(above) = program
            .lookup(host, name)
            .filter(|_| s.owner != Some(entity))
        else {
            return false;
        };
        let own = program.entity(entity);
        let kind = program.entity(program.real(above)).kind;
        let may = match own.kind {
            EntityKind::Variable => kind != EntityKind::Type,
            EntityKind::Generic => matches!(kind, EntityKind::Generic | EntityKind::Type),
            _ => own.flags.has(Flags::SEPARATE),
        };
        own.decl.is_some() && program.real(above) != program.real(entity) && !may
    };
    let wrong: Vec<EntityId> = s.names.iter().filter(hides).map(|(_, &e)| e).collect();
    for entity in wrong {
        let name = names.text(program.entity(entity).name);
        let message = format!("`{name}` is the name of something in the module above");
        at_declaration(program, entity, "used", message);
    }
}

/// Where an entity is declared, or else first named.
pub(crate) fn first_place(program: &Program, entity: EntityId) -> Option<(FileId, Span)> {
    let first = || program.occurrences.iter().find(|o| o.entity == entity);
    let named = || first().map(|o| (o.file, o.span));
    program.entity(entity).decl.or_else(named)
}

fn at_declaration(program: &mut Program, id: EntityId, kind: &'static str, message: String) {
    if let Some((file, span)) = program.entity(id).decl {
        program.problem(kind, file, span, message);
    }
}

/// Components and bindings of an extended type against those it inherits.
fn members(program: &mut Program, names: &Interner, scope: ScopeId) {
    let Some(owner) = program.scope(scope).owner else {
        return;
    };
    let Some(parent) = program.parent_type(owner) else {
        return;
    };
    let own = sorted(program, &program.scope(scope).names.clone(), names);
    for (name, member) in own {
        let Some(inherited) = program.member(parent, name) else {
            if program.entity(parent).name == name {
                let message = format!("`{}` is the parent's name", names.text(name));
                at_declaration(program, member, "inherited", message);
            }
            continue;
        };
        let both = program.entity(member).kind == EntityKind::Binding
            && program.entity(inherited).kind == EntityKind::Binding;
        if both {
            program.groups.push((member, inherited));
            let (a, b) = (
                program.procedure_of(member),
                program.procedure_of(inherited),
            );
            if let (Some(a), Some(b)) = (a, b) {
                let pairs: Vec<_> = program
                    .entity(a)
                    .dummies
                    .iter()
                    .copied()
                    .zip(program.entity(b).dummies.iter().copied())
                    .collect();
                for (x, y) in pairs {
                    if let (Some(x), Some(y)) = (x, y) {
                        program.groups.push((x, y));
                    }
                }
            }
        } else {
            let message = format!("`{}` is inherited already", names.text(name));
            at_declaration(program, member, "inherited", message);
        }
    }
}

fn entity(program: &mut Program, names: &Interner, id: EntityId) {
    let e = program.entity(id);
    let Some((file, span)) = e.decl else { return };
    let text = names.text(e.name);
    if text.len() > LONGEST_NAME && e.kind != EntityKind::Intrinsic {
        let message = format!("`{text}` is longer than {LONGEST_NAME} characters");
        program.problem("long", file, span, message);
        return;
    }
    if e.kind == EntityKind::Type && INTRINSIC_TYPES.contains(&text) {
        program.problem(
            "type",
            file,
            span,
            format!("a type cannot be named `{text}`"),
        );
        return;
    }
    if e.flags.has(Flags::COMMON) {
        let unit = program.scope(GLOBAL).names.get(&e.name);
        let kind = unit.map(|&unit| program.entity(unit).kind);
        if let Some(kind @ (EntityKind::Module | EntityKind::Program)) = kind {
            let word = kind.word();
            let message = format!("`{text}` is a {word}, and no such name can be in COMMON");
            program.problem("common", file, span, message);
        }
        return;
    }
    // A common block and a program unit share the linker's names.
    if e.kind == EntityKind::Common && program.scope(GLOBAL).names.contains_key(&e.name) {
        let other = program.scope(GLOBAL).names[&e.name];
        if program.entity(other).flags.has(Flags::DEFINED) {
            program.problem(
                "duplicate",
                file,
                span,
                format!("`{text}` is a program unit and a common block"),
            );
        }
    }
}
