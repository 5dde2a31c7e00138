//! Taking a name out of the list that it stands in: a declaration, PUBLIC, ONLY.

use super::Fortran;
use super::ask::whole_lines;
use reweave_lang_fortran::ast::{StmtKind, UseItem};
use reweave_lang_fortran::table::{Occurrence, StmtId};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Run};
use reweave_text::{Part, Span};

/// What an occurrence is part of, with what must go when the name does.
pub enum Removal {
    Access(Interval),
    Declaration(Interval),
    /// A use of the name: it does not go, and the check will say so.
    Other,
}

pub fn remove_name(run: &Run<'_, Fortran>, o: &Occurrence) -> Result<Removal, BadInput> {
    let program = run.program();
    let stmt = program.stmt(o.stmt);
    Ok(match &stmt.kind {
        StmtKind::Attribute {
            attribute,
            entities,
            commons,
            generics,
        } => {
            let word = run.names().text(attribute.name);
            let spans: Vec<Span> = entities.iter().map(|e| e.span).collect();
            if !commons.is_empty() || !generics.is_empty() && entities.len() == 1 {
                return Err(BadInput::new(
                    "the name stands in a list with operators or common blocks",
                )
                .at(o.file, o.span));
            }
            let at = item(run, o.stmt, &spans, o.span);
            match word {
                "public" | "private" => at.map_or(Removal::Other, Removal::Access),
                _ => at.map_or(Removal::Other, Removal::Declaration),
            }
        }
        StmtKind::Declaration(decl) => {
            let spans: Vec<Span> = decl.entities.iter().map(|e| e.span).collect();
            // The name must be what is declared, not part of a bound or an initial value.
            let named = decl.entities.iter().any(|e| e.name.span == o.span);
            let at = item(run, o.stmt, &spans, o.span).filter(|_| named);
            at.map_or(Removal::Other, Removal::Declaration)
        }
        _ => Removal::Other,
    })
}

/// What must be cut so that a list loses one item: the item with a comma, or the whole statement with its line.
pub fn item(run: &Run<'_, Fortran>, stmt: StmtId, items: &[Span], name: Span) -> Option<Interval> {
    let program = run.program();
    let placed = program.placed(stmt);
    let at = items.iter().position(|s| s.contains(name))?;
    let text = run.sources().text(placed.file);
    let span = match items {
        [_] => {
            let whole = program.stmt(stmt).span;
            let lines = whole_lines(text, whole);
            let before = text.part(lines.start as usize..whole.start as usize).trim();
            let after = text.part(whole.end as usize..lines.end as usize).trim();
            let alone = before.is_empty() && (after.is_empty() || after.starts_with('!'));
            if alone { lines } else { whole }
        }
        [first, second, ..] if at == 0 => Span::new(first.start, second.start),
        _ => Span::new(items[at - 1].end, items[at].end),
    };
    Some(Interval::new(placed.file, span))
}

/// The spans of the items of an ONLY list.
pub fn use_items(items: &[UseItem]) -> Vec<Span> {
    items
        .iter()
        .map(|item| match item {
            UseItem::Name(ident) => ident.span,
            UseItem::Rename(local, original) | UseItem::RenameOperator(local, original) => {
                local.span.cover(original.span)
            }
            UseItem::Generic(spec) => spec.ident.span,
        })
        .collect()
}
