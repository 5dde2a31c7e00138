//! Who needs a moved entity, and what the entity needs: the USE statements of both.

use super::Fortran;
use super::ask::{Edits, indent_of, new_line, part, whole_lines};
use super::lists::{item, use_items};
use super::unit_head::use_place;
use reweave_lang_fortran::Program;
use reweave_lang_fortran::ast::{StmtKind, UseItem};
use reweave_lang_fortran::table::{EntityId, EntityKind, ScopeId, ScopeKind, StmtId};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Run};
use reweave_text::{Span, Symbol};
use std::collections::BTreeSet;

/// What moves where.
pub struct Plan {
    pub entity: EntityId,
    pub from: ScopeId,
    pub to: ScopeId,
    /// The text that moves, as it stands now.
    pub moved: Interval,
    pub name: String,
}

/// The USE statements that the moved text needs in its new place.
pub fn imports(run: &Run<'_, Fortran>, plan: &Plan) -> Result<Vec<String>, BadInput> {
    let program = run.program();
    let mut needed: BTreeSet<String> = BTreeSet::new();
    let span = match program.entity(plan.entity).kind {
        // The whole declaration: its type and bounds, not only the name.
        EntityKind::Variable => {
            let stmt = program.statement_around(plan.moved.file, plan.moved.span);
            stmt.map_or(plan.moved.span, |s| program.stmt(s).span)
        }
        _ => plan.moved.span,
    };
    for o in program.within(plan.moved.file, span) {
        let name = program.entity(o.entity).name;
        let Some(outer) = program.lookup(plan.from, name) else {
            continue;
        };
        // Only what the old module itself saw under this name.
        if program.real(outer) != program.real(o.entity) || program.real(outer) == plan.entity {
            continue;
        }
        let there = program.lookup(plan.to, name).map(|e| program.real(e));
        if there == Some(program.real(outer)) {
            continue;
        }
        if program.real(outer) == program.scope(plan.from).owner.unwrap_or(plan.entity) {
            continue;
        }
        needed.insert(import(run, plan, outer, name)?);
    }
    Ok(needed.into_iter().collect())
}

fn import(
    run: &Run<'_, Fortran>,
    plan: &Plan,
    outer: EntityId,
    name: Symbol,
) -> Result<String, BadInput> {
    let program = run.program();
    let text = spelled(run.names().text(name));
    let module_name = |scope: ScopeId| {
        let owner = program.scope(scope).owner?;
        Some(run.names().text(program.entity(owner).name).to_owned())
    };
    if program.entity(outer).scope == plan.from && program.entity(outer).kind != EntityKind::Alias {
        let module =
            module_name(plan.from).ok_or_else(|| BadInput::new("the old module has no name"))?;
        return Ok(format!("use {module}, only: {text}"));
    }
    // It came to the old module by one of its USEs: take the same way.
    for &stmt in &program.scope(plan.from).uses {
        let StmtKind::Use {
            module,
            only,
            items,
            ..
        } = &program.stmt(stmt).kind
        else {
            continue;
        };
        let module_text = run.names().text(module.name);
        for item in items {
            match item {
                UseItem::Name(ident) if ident.name == name => {
                    return Ok(format!("use {module_text}, only: {text}"));
                }
                UseItem::Generic(spec) if spec.ident.name == name => {
                    return Ok(format!("use {module_text}, only: {text}"));
                }
                UseItem::Rename(local, original) if local.name == name => {
                    let original = run.names().text(original.name);
                    return Ok(format!("use {module_text}, only: {text} => {original}"));
                }
                _ => {}
            }
        }
        let symbol = module.name;
        let gives = program
            .scope(reweave_lang_fortran::GLOBAL)
            .names
            .get(&symbol)
            .and_then(|&m| program.entity(m).body);
        let found = gives.is_none_or(|g| {
            let s = program.scope(g);
            s.names.contains_key(&name) || s.used.contains_key(&name)
        });
        if !only && found {
            return Ok(format!("use {module_text}, only: {text}"));
        }
    }
    Err(BadInput::new(format!(
        "it is not clear where `{text}` comes from"
    )))
}

/// An operator as USE names it.
fn spelled(name: &str) -> String {
    match name.chars().next() {
        Some(c) if c.is_ascii_alphabetic() => name.to_owned(),
        Some('=') if name == "=" => "assignment(=)".to_owned(),
        _ => format!("operator({name})"),
    }
}

/// Changes the USEs of everyone who sees the entity; whether the old module still needs it.
pub fn edits(run: &Run<'_, Fortran>, plan: &Plan, edits: &mut Edits) -> Result<bool, BadInput> {
    let program = run.program();
    let to_name = program
        .scope(plan.to)
        .owner
        .map(|o| run.names().text(program.entity(o).name).to_owned())
        .unwrap_or_default();
    for i in 0..program.scopes.len() {
        let scope = ScopeId(i as u32);
        let sees = program
            .scope(scope)
            .used
            .values()
            .flatten()
            .any(|&e| program.real(e) == plan.entity);
        if sees {
            user(run, plan, scope, &to_name, edits);
        }
    }
    let outside = |o: &&reweave_lang_fortran::table::Occurrence| {
        let inside = o.file == plan.moved.file && plan.moved.span.contains(o.span);
        let access = matches!(program.stmt(o.stmt).kind, StmtKind::Attribute { .. });
        let host = program.is_within(program.placed(o.stmt).scope, plan.from);
        host && !inside && !access
    };
    let kept = program.occurrences_of(plan.entity).any(|o| outside(&o));
    if kept {
        let (file, at, indent) = use_place(run, plan.from)?;
        let line = format!("{indent}use {to_name}, only: {}", plan.name);
        edits.replace(file, Span::at(at), new_line(run, file, &line));
    }
    Ok(kept)
}

/// One scope that takes the entity from the old module.
fn user(run: &Run<'_, Fortran>, plan: &Plan, scope: ScopeId, to_name: &str, edits: &mut Edits) {
    let program = run.program();
    let from_owner = program.scope(plan.from).owner;
    let module_of = |stmt: StmtId| match &program.stmt(stmt).kind {
        StmtKind::Use { module, .. } => program
            .scope(reweave_lang_fortran::GLOBAL)
            .names
            .get(&module.name)
            .copied(),
        _ => None,
    };
    let has_whole = program.scope(scope).uses.iter().any(|&u| {
        module_of(u) == program.scope(plan.to).owner
            && matches!(&program.stmt(u).kind, StmtKind::Use { only: false, items, .. } if items.is_empty())
    });
    let mut added = has_whole || scope == plan.to;
    for &stmt in program
        .scope(scope)
        .uses
        .iter()
        .filter(|&&u| module_of(u) == from_owner)
    {
        let StmtKind::Use { only, items, .. } = &program.stmt(stmt).kind else {
            continue;
        };
        let placed = program.placed(stmt);
        let text = run.sources().text(placed.file);
        let name = program.entity(plan.entity).name;
        let spans = use_items(items);
        let at = items.iter().position(|i| match i {
            UseItem::Name(ident) => ident.name == name,
            UseItem::Rename(_, original) => original.name == name,
            _ => false,
        });
        let lines = whole_lines(text, program.stmt(stmt).span);
        let indent = indent_of(run, placed.file, program.stmt(stmt).span.start);
        if let Some(at) = at {
            let taken = part(run, placed.file, stmt, spans[at]);
            let plain = matches!(items[at], UseItem::Name(_));
            let new = format!("use {to_name}, only: {taken}");
            let redundant = scope == plan.to || plain && has_whole;
            if items.len() == 1 && *only {
                // The statement has nothing else to say.
                let span = program.stmt(stmt).span;
                edits.replace(
                    placed.file,
                    if redundant { lines } else { span },
                    if redundant { String::new() } else { new },
                );
            } else if let Some(gone) = item(run, stmt, &spans, spans[at]) {
                edits.replace(placed.file, gone.span, "");
                if !redundant {
                    let line = new_line(run, placed.file, &format!("{indent}{new}"));
                    edits.replace(placed.file, Span::at(lines.end), line);
                }
            }
            added = true;
        } else if !only && !added && (is_needed(program, plan, scope) || is_module(program, scope))
        {
            let line = format!("{indent}use {to_name}, only: {}", plan.name);
            let line = new_line(run, placed.file, &line);
            edits.replace(placed.file, Span::at(lines.end), line);
            added = true;
        }
    }
}

fn is_module(program: &Program, scope: ScopeId) -> bool {
    matches!(
        program.scope(scope).kind,
        ScopeKind::Module | ScopeKind::Submodule
    )
}

fn is_needed(program: &Program, plan: &Plan, scope: ScopeId) -> bool {
    program
        .occurrences_of(plan.entity)
        .any(|o| program.is_within(program.placed(o.stmt).scope, scope))
}
