//! Fortran's declarations by their addresses: `mod_x`, `mod_x::solve`, components `mod_x::point%x`, and in bodies
//! `mod_x::solve/n`.

use reweave_lang_fortran::table::{EntityKind, ScopeId, ScopeKind};
use reweave_lang_fortran::{GLOBAL, Program};
use reweave_preserve::Interval;
use reweave_refactor::{Declared, count_on};
use reweave_text::Sources;

pub fn declared(program: &Program, sources: &Sources) -> Vec<Declared> {
    let mut all: Vec<Declared> = (program.entities.iter())
        .filter(|e| e.link.is_none())
        .filter_map(|e| {
            let (file, span) = e.decl?;
            let kind = word(e.kind)?;
            let name = span.text(sources.text(file)).to_ascii_lowercase();
            let around = address(program, sources, e.scope);
            let address = match around {
                None => name,
                Some((around, ScopeKind::Type)) => format!("{around}%{name}"),
                Some((around, ScopeKind::Module | ScopeKind::Submodule)) => {
                    format!("{around}::{name}")
                }
                Some((around, _)) if e.kind == EntityKind::Procedure => format!("{around}::{name}"),
                Some((around, _)) => format!("{around}/{name}"),
            };
            Some(Declared::new(address, kind, Interval::new(file, span)))
        })
        .collect();
    all.sort_by_key(|d| d.at);
    all.dedup_by_key(|d| d.at);
    count_on(&mut all);
    all
}

const fn word(kind: EntityKind) -> Option<&'static str> {
    Some(match kind {
        EntityKind::Program => "program",
        EntityKind::Module => "module",
        EntityKind::Submodule => "submodule",
        EntityKind::Procedure => "procedure",
        EntityKind::Variable => "variable",
        EntityKind::Type => "type",
        EntityKind::Component => "component",
        EntityKind::Binding => "type-bound procedure",
        EntityKind::Generic => "generic",
        _ => return None,
    })
}

/// The address of what a scope is the inside of, and the kind of the scope. Blocks and constructs belong to what is around them.
fn address(program: &Program, sources: &Sources, scope: ScopeId) -> Option<(String, ScopeKind)> {
    let mut parts: Vec<(String, ScopeKind)> = Vec::new();
    let mut at = Some(scope).filter(|&s| s != GLOBAL);
    while let Some(id) = at {
        let scope = program.scope(id);
        let owner = scope.owner.and_then(|o| program.entity(o).decl);
        if let (Some((file, span)), false) = (
            owner,
            matches!(scope.kind, ScopeKind::Block | ScopeKind::Construct),
        ) {
            let name = span.text(sources.text(file)).to_ascii_lowercase();
            parts.push((name, scope.kind));
        }
        at = scope.parent.filter(|&s| s != GLOBAL);
    }
    let kind = parts.first()?.1;
    let names: Vec<String> = parts.into_iter().rev().map(|(name, _)| name).collect();
    Some((names.join("::"), kind))
}
