//! What changed in an entry, beside its name.

use crate::{Element, Entry, Evidence, Kind, Parameter};
use reweave_text::escape_html_name;

/// One property before and after.
pub struct Change {
    what: &'static str,
    before: String,
    after: String,
}

impl Change {
    fn new(what: &'static str, before: impl Into<String>, after: impl Into<String>) -> Self {
        Self {
            what,
            before: before.into(),
            after: after.into(),
        }
    }

    pub fn html(&self) -> String {
        let side = |tag: &str, text: &str| match text {
            "" => String::new(),
            text => format!("<{tag}>{}</{tag}>", escape_html_name(text)),
        };
        let (before, after) = (side("del", &self.before), side("ins", &self.after));
        let arrow = if before.is_empty() || after.is_empty() {
            ""
        } else {
            " → "
        };
        format!("<b>{}</b> {before}{arrow}{after}", self.what)
    }
}

pub fn of(entry: &Entry) -> Vec<Change> {
    let mut all = Vec::new();
    if let Some([before, after]) = entry.returns_changed() {
        let what = match entry.element {
            Element::Field => "type",
            _ => "returns",
        };
        all.push(Change::new(what, before, after));
    }
    if let Some([before, after]) = &entry.modifiers
        && before != after
        && entry.kind != Kind::ChangeVisibility
    {
        all.push(Change::new("modifiers", before, after));
    }
    if let Some(parameters) = &entry.parameters {
        all.extend(of_parameters(entry, parameters));
    }
    let what = match entry.kind {
        Kind::ChangeVisibility => "visibility",
        Kind::ChangeExceptions => "throws",
        _ => return all,
    };
    let notes = entry.evidence.iter().flat_map(|e| &e.notes);
    all.extend(notes.filter_map(|note| {
        let (before, after) = note.split_once(" became ")?;
        Some(Change::new(what, before, after))
    }));
    all
}

/// Parameters that were added, that went, and whether the others have another order.
fn of_parameters(entry: &Entry, parameters: &[Parameter]) -> Vec<Change> {
    let mut all = Vec::new();
    for p in parameters.iter().filter(|p| p.from.is_none()) {
        all.push(Change::new("parameter", "", format!("{} {}", p.ty, p.name)));
    }
    let kept: Vec<usize> = parameters.iter().filter_map(|p| p.from).collect();
    let old = types(&entry.old);
    for (i, ty) in old.iter().enumerate().filter(|(i, _)| !kept.contains(i)) {
        all.push(Change::new(
            "parameter",
            format!("{ty} (number {})", i + 1),
            "",
        ));
    }
    for p in parameters {
        if let Some(before) = p.from.and_then(|i| old.get(i))
            && *before != p.ty
        {
            all.push(Change::new(
                "parameter",
                *before,
                format!("{} {}", p.ty, p.name),
            ));
        }
    }
    if !kept.is_sorted() {
        let order: Vec<String> = kept.iter().map(|i| (i + 1).to_string()).collect();
        all.push(Change::new(
            "order",
            "",
            format!("old parameters {}", order.join(", ")),
        ));
    }
    all
}

/// The types in the name of a method.
fn types(name: &str) -> Vec<&str> {
    let list = name
        .split_once('(')
        .map_or("", |(_, rest)| rest.trim_end_matches(')'));
    list.split(',')
        .map(str::trim)
        .filter(|t| !t.is_empty())
        .collect()
}

/// The figures and words behind an entry.
pub fn evidence(evidence: &Evidence) -> Vec<String> {
    let figure = |name: &str, value: Option<f64>| value.map(|v| format!("{name} {v:.2}"));
    let figures = [
        figure("text", evidence.similarity),
        figure("references", evidence.references),
    ];
    let figures = figures.into_iter().flatten();
    figures.chain(evidence.notes.iter().cloned()).collect()
}
