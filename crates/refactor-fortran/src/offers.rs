//! What Fortran files declare for others: program units, what modules hold, and the symbols that a linker sees.

use reweave_lang_fortran::table::{Entity, EntityKind, Flags, Scope, ScopeKind};
use reweave_lang_fortran::{GLOBAL, Program};
use reweave_preserve::Interval;
use reweave_refactor::{Offer, OtherFiles, Tells};
use reweave_text::{FileId, Sources};

pub const OTHERS: &[OtherFiles] = &[
    OtherFiles {
        what: "C",
        endings: &[
            ".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".hh", ".hxx", ".cu",
        ],
        tells: Tells::Code,
    },
    OtherFiles {
        what: "an interface for Python",
        endings: &[".pyf", ".pyx", ".pxd", ".py"],
        tells: Tells::Text,
    },
    OtherFiles {
        what: "Fortran before its preprocessor",
        endings: &[".fypp", ".pf", ".f90.in", ".inc.in"],
        tells: Tells::Code,
    },
];

/// Whether a module or type hands a name on.
fn is_public(scope: &Scope, entity: &Entity) -> bool {
    match scope.access.get(&entity.name) {
        Some(&is_public) => is_public,
        None if entity.flags.has(Flags::PRIVATE) => false,
        None => !scope.private || entity.flags.has(Flags::PUBLIC),
    }
}

/// Units, and what stands in modules and types; what is local to a procedure nobody else can name.
pub fn offers(program: &Program, sources: &Sources, files: &[FileId]) -> Vec<Offer> {
    let mut all = Vec::new();
    for entity in &program.entities {
        let Some((file, span)) = entity.decl.filter(|d| files.contains(&d.0)) else {
            continue;
        };
        if entity.link.is_some() {
            continue;
        }
        let scope = program.scope(entity.scope);
        let is_seen = matches!(
            scope.kind,
            ScopeKind::Global | ScopeKind::Module | ScopeKind::Submodule | ScopeKind::Type
        );
        // Dummies of a procedure are named by keyword in calls, which is part of its shape.
        if !is_seen {
            continue;
        }
        let name = span.text(sources.text(file)).to_owned();
        let of = |id| {
            let decl: Option<(FileId, reweave_text::Span)> = program.entity(id).decl;
            decl.map_or("", |(file, span)| span.text(sources.text(file)))
        };
        let owner = scope.owner.map_or("", of).to_ascii_lowercase();
        let dummies: Vec<String> = entity
            .dummies
            .iter()
            .map(|d| d.map_or("*", of).to_ascii_lowercase())
            .collect();
        let is_external = entity.scope == GLOBAL && entity.kind == EntityKind::Procedure;
        let symbol = || format!("{}_", name.to_ascii_lowercase());
        all.push(Offer {
            shape: format!("{:?} ({})", entity.kind, dummies.join(",")),
            is_open: is_public(scope, entity),
            ignores_case: true,
            symbols: is_external.then(symbol).into_iter().collect(),
            ..Offer::new(name.clone(), owner, Interval::new(file, span))
        });
    }
    all
}
