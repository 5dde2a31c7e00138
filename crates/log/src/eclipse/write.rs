//! Writing a script.

use super::{IDS, MOVE_METHOD, MOVE_STATIC, handle};
use crate::{Element, Entry, Kind, Log, Name, current};
use std::fmt::Write;

/// The script; steps stand in the order of the log.
pub fn write(log: &Log) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<session version=\"1.0\">\n",
    );
    for (i, entry) in log.entries.iter().enumerate() {
        for step in steps(entry, &log.entries[..i]) {
            step.write(&mut out);
        }
    }
    out.push_str("</session>\n");
    out
}

/// One `refactoring` element.
struct Step {
    id: String,
    attributes: Vec<(String, String)>,
}

impl Step {
    fn new(id: &str, attributes: &[(&str, &str)]) -> Self {
        Self {
            id: id.to_owned(),
            attributes: attributes
                .iter()
                .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
                .collect(),
        }
    }

    fn add(&mut self, name: &str, value: impl Into<String>) {
        self.attributes.push((name.to_owned(), value.into()));
    }

    fn write(&self, out: &mut String) {
        let _ = write!(out, "<refactoring id=\"{}\"", escape(&self.id));
        for (name, value) in &self.attributes {
            let _ = write!(out, " {name}=\"{}\"", escape(value));
        }
        out.push_str(" version=\"1.0\"/>\n");
    }
}

/// Most entries are one step; a class that is moved and renamed takes two.
fn steps(entry: &Entry, before: &[Entry]) -> Vec<Step> {
    let now = name_now(entry, before);
    let input = handle::of(&now, entry.element);
    let new = Name::of(&entry.new);
    let mut step = match entry.kind {
        Kind::RenamePackage => Step::new(
            id(entry.kind),
            &[
                ("input", &input),
                ("name", &entry.new),
                ("hierarchical", "true"),
                ("references", "true"),
            ],
        ),
        Kind::RenameClass | Kind::RenameMethod | Kind::RenameField => Step::new(
            id(entry.kind),
            &[
                ("input", &input),
                ("name", new.simple),
                ("references", "true"),
            ],
        ),
        Kind::MoveClass | Kind::MoveRenameClass => Step::new(
            id(Kind::MoveClass),
            &[
                ("element1", &handle::unit(&now)),
                (
                    "destination",
                    &handle::of(handle::split(&entry.new).0, Element::Package),
                ),
                ("units", "1"),
                ("files", "0"),
                ("folders", "0"),
                ("references", "true"),
            ],
        ),
        Kind::PullUpMethod => Step::new(
            id(entry.kind),
            &[
                ("input", &handle::of(new.prefix, Element::Class)),
                ("element1", &input),
                ("pull", "1"),
                ("delete", "1"),
                ("abstract", "0"),
            ],
        ),
        Kind::PushDownMethod => Step::new(
            id(entry.kind),
            &[
                ("input", &handle::of(Name::of(&now).prefix, Element::Class)),
                ("element1", &input),
                ("push", "1"),
                ("abstract", "0"),
            ],
        ),
        Kind::MoveMethod if !entry.is_static => Step::new(
            MOVE_METHOD,
            &[("input", &input), ("name", new.simple), ("remove", "true")],
        ),
        Kind::MoveMethod | Kind::MoveField => Step::new(
            MOVE_STATIC,
            &[
                ("element1", &input),
                ("destination", &handle::of(new.prefix, Element::Class)),
            ],
        ),
        Kind::ChangeSignature => signature(entry, &input),
        Kind::ExtractInterface | Kind::ExtractSuperclass => {
            Step::new(id(entry.kind), &[("input", &input), ("name", new.simple)])
        }
        Kind::CollapseHierarchy
        | Kind::ClassToInterface
        | Kind::ChangeVisibility
        | Kind::ChangeExceptions
        | Kind::Replace => Step::new(
            &format!("reweave.{}", entry.kind.word()),
            &[("input", &input)],
        ),
    };
    ours(&mut step, entry);
    let mut steps = vec![step];
    if entry.kind == Kind::MoveRenameClass {
        let moved = Name::join(handle::split(&entry.new).0, Name::of(&now).simple);
        steps.push(Step::new(
            id(Kind::RenameClass),
            &[
                ("input", &handle::of(&moved, Element::Class)),
                ("name", new.simple),
                ("references", "true"),
                ("reweave.part", "2"),
            ],
        ));
    }
    steps
}

fn id(kind: Kind) -> &'static str {
    IDS.iter()
        .find(|(k, _)| *k == kind)
        .map_or("", |(_, id)| id)
}

/// What the element is called when the step's turn comes.
fn name_now(entry: &Entry, before: &[Entry]) -> String {
    if matches!(entry.element, Element::Package | Element::Class) {
        return current(before, &entry.old);
    }
    let old = Name::of(&entry.old);
    let class = current(before, old.prefix);
    let renamed = before
        .iter()
        .rfind(|e| e.element == entry.element && e.old == entry.old && e.kind.renames());
    if let Some(renamed) = renamed {
        return renamed.new.clone();
    }
    match old.parameters {
        Some(p) => format!("{class}.{}({p})", old.simple),
        None => format!("{class}.{}", old.simple),
    }
}

/// `parameterN` is old type, old name, old index, new type, new name and whether it was deleted.
fn signature(entry: &Entry, input: &str) -> Step {
    let new = Name::of(&entry.new);
    let mut step = Step::new(
        id(entry.kind),
        &[
            ("input", input),
            ("name", new.simple),
            ("delegate", "false"),
            ("references", "true"),
        ],
    );
    let old: Vec<&str> = Name::of(&entry.old).types().collect();
    let mut number = 0;
    for p in entry.parameters.iter().flatten() {
        number += 1;
        let before = match p.from {
            Some(i) => format!("{} {} {i}", old.get(i).unwrap_or(&"?"), p.name),
            None => format!("{} {} -1", p.ty, p.name),
        };
        step.add(
            &format!("parameter{number}"),
            format!("{before} {} {} false", p.ty, p.name),
        );
        if let Some(default) = &p.default {
            step.add(&format!("default{number}"), default);
        }
    }
    if let Some(parameters) = &entry.parameters {
        for (i, ty) in old.iter().enumerate() {
            if !parameters.iter().any(|p| p.from == Some(i)) {
                number += 1;
                step.add(
                    &format!("parameter{number}"),
                    format!("{ty} p{i} {i} {ty} p{i} true"),
                );
            }
        }
    }
    if let Some([_, after]) = entry.returns_changed() {
        step.add("return", after);
    }
    step
}

/// What the script has no words for.
fn ours(step: &mut Step, entry: &Entry) {
    step.add(
        "description",
        format!("{} {}", entry.kind.word(), entry.old),
    );
    step.add("reweave.kind", entry.kind.word());
    step.add("reweave.element", entry.element.word());
    step.add("reweave.old", &entry.old);
    step.add("reweave.new", &entry.new);
    if !entry.api {
        step.add("reweave.api", "false");
    }
    if entry.is_static {
        step.add("reweave.static", "true");
    }
    if entry.uses > 0 {
        step.add("reweave.uses", entry.uses.to_string());
    }
    if let Some(confidence) = entry.confidence {
        step.add("reweave.confidence", confidence.to_string());
    }
    for (name, sides) in [("returns", &entry.returns), ("modifiers", &entry.modifiers)] {
        for (side, value) in ["old", "new"].iter().zip(sides.iter().flatten()) {
            step.add(&format!("reweave.{name}.{side}"), value);
        }
    }
    if let Some(accessor) = &entry.accessor {
        step.add("reweave.accessor", accessor);
    }
    let receiver = entry.parameters.iter().flatten().position(|p| p.receiver);
    if let Some(at) = receiver {
        step.add("reweave.receiver", (at + 1).to_string());
    }
    if entry.kind == Kind::ChangeSignature && entry.parameters.is_some() {
        step.add("reweave.parameters", "true");
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\n', "&#10;")
}
