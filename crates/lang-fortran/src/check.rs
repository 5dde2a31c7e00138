//! What `gfortran` would refuse for its names' sake, beyond what declaring and referring found: names that a scope has
//! twice, members that hide inherited ones; and what must keep one name.

use crate::ast::StmtKind;
use crate::program::{GLOBAL, Program};
use crate::table::{EntityId, EntityKind, Flags, ScopeId, ScopeKind, role};
use crate::{circle, order};
use reweave_text::{Interner, Symbol};
use rustc_hash::FxHashMap;

/// The longest name the standard allows.
pub const LONGEST_NAME: usize = 63;

const INTRINSIC_TYPES: [&str; 7] = [
    "integer",
    "real",
    "complex",
    "logical",
    "character",
    "doubleprecision",
    "doublecomplex",
];

pub(crate) fn check(program: &mut Program, names: &Interner) {
    let scopes = program.scopes.iter().enumerate();
    let modules: FxHashMap<Symbol, ScopeId> = scopes
        .filter(|(_, scope)| scope.kind == ScopeKind::Module)
        .filter_map(|(i, scope)| Some((program.entity(scope.owner?).name, ScopeId(i as u32))))
        .collect();
    for i in 0..program.scopes.len() {
        let id = ScopeId(i as u32);
        if program.scope(id).kind == ScopeKind::Type {
            members(program, names, id);
        } else {
            used_and_declared(program, names, id);
            module_names(program, names, &modules, id);
            constructs(program, names, id);
        }
    }
    for i in 0..program.entities.len() {
        entity(program, names, EntityId(i as u32));
    }
    written_intrinsics(program, names);
    called_types(program, names);
    order::check(program, names);
    circle::check(program, names);
}

/// A call comes before the CONTAINS of what it calls, and the compiler still takes the name for a type of the host.
fn called_types(program: &mut Program, names: &Interner) {
    let is_type_outside = |id: EntityId| {
        let e = program.entity(id);
        let host = program.scope(e.scope).parent.filter(|&h| h != GLOBAL)?;
        let outer = program.lookup(host, e.name)?;
        let kind = program.entity(program.real(outer)).kind;
        (e.kind == EntityKind::Procedure && kind == EntityKind::Type).then_some(e.name)
    };
    let wrong: Vec<_> = program
        .occurrences
        .iter()
        .filter(|o| o.role & role::CALL != 0)
        .filter_map(|o| Some((o.file, o.span, is_type_outside(o.entity)?)))
        .collect();
    for (file, span, name) in wrong {
        let message = format!("`{}` is also a type around this unit", names.text(name));
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
        if let Some((file, span)) = program
            .entity(entity)
            .decl
            .or_else(|| first_place(program, entity))
        {
            let message = format!(
                "`{}` is also the name of something that a module gives",
                names.text(name)
            );
            program.problem("used", file, span, message);
        }
    }
    // Generics of one name from several modules are one generic here.
    let used = program.scope(scope).used.clone();
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

fn first_place(
    program: &Program,
    entity: EntityId,
) -> Option<(reweave_text::FileId, reweave_text::Span)> {
    program
        .occurrences
        .iter()
        .find(|o| o.entity == entity)
        .map(|o| (o.file, o.span))
}

/// A module's name is taken in the module itself, in its submodules, and in the unit that uses it, be it through others.
fn module_names(
    program: &mut Program,
    names: &Interner,
    modules: &FxHashMap<Symbol, ScopeId>,
    scope: ScopeId,
) {
    let here = program.scope(scope);
    let first = here.first.map(|s| &program.stmt(s).kind);
    let mut known: Vec<Symbol> = match first {
        Some(StmtKind::Submodule { ancestor, .. }) => vec![ancestor.name],
        Some(StmtKind::Module(own)) => vec![own.name],
        _ => Vec::new(),
    };
    known.extend(used_modules(program, scope));
    // Hardly any unit has the name of a module; only there the modules behind the modules matter.
    if here.names.keys().any(|n| modules.contains_key(n)) {
        let mut next = 0;
        while let Some(module) = known.get(next) {
            let behind = modules.get(module).into_iter();
            let behind: Vec<_> = behind.flat_map(|&s| used_modules(program, s)).collect();
            for module in behind {
                if !known.contains(&module) {
                    known.push(module);
                }
            }
            next += 1;
        }
    }
    for module in known {
        let Some(&entity) = program.scope(scope).names.get(&module) else {
            continue;
        };
        let declared = program.entity(entity).decl;
        if let Some((file, span)) = declared.or_else(|| first_place(program, entity)) {
            let text = names.text(module);
            let message = format!("`{text}` is the name of a module that is known here");
            program.problem("used", file, span, message);
        }
    }
}

/// The modules that the unit's own USE statements name, in order.
fn used_modules(program: &Program, scope: ScopeId) -> impl Iterator<Item = Symbol> {
    let uses = program.scope(scope).uses.iter();
    uses.filter_map(|&s| match program.stmt(s).kind {
        StmtKind::Use { module, .. } => Some(module.name),
        _ => None,
    })
}

fn at_declaration(program: &mut Program, id: EntityId, kind: &'static str, message: String) {
    if let Some((file, span)) = program.entity(id).decl {
        program.problem(kind, file, span, message);
    }
}

/// A construct's name must differ from the other names of its unit.
fn constructs(program: &mut Program, names: &Interner, scope: ScopeId) {
    let all = sorted(program, &program.scope(scope).constructs.clone(), names);
    for (name, construct) in all {
        if program.scope(scope).names.contains_key(&name) {
            let message = format!("`{}` is not only a construct's name", names.text(name));
            at_declaration(program, construct, "construct", message);
        }
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
