//! Writing a script.

use super::{IDS, MOVE_METHOD, MOVE_STATIC, handle};
use crate::{Element, Entry, Kind, Log, Name, Packages, current};
use std::fmt::Write;

/// The script; steps stand in the order of the log.
pub fn write(log: &Log) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<session version=\"1.0\">\n",
    );
    let context = Context {
        packages: Packages::of(log),
        project: project(&log.old.name),
    };
    for (i, entry) in log.entries.iter().enumerate() {
        for step in steps(&context, entry, &log.entries[..i]) {
            step.write(&context, &mut out);
        }
    }
    out.push_str("</session>\n");
    out
}

/// The step changes the structure of the workspace, and other projects may refer to what it changes.
const FLAGS: u32 = 2 | 4;

/// What all steps share.
struct Context {
    packages: Packages,
    project: String,
}

impl Context {
    fn handle(&self, name: &str, element: Element) -> String {
        handle::of(&self.packages, name, element)
    }
}

/// The project of the workspace that the script is applied to: the name of the old release without folder and ending.
fn project(release: &str) -> String {
    let last = release.rsplit(['/', '\\']).next().unwrap_or(release);
    let last = last.split(".jar").next().unwrap_or(last);
    let last = last.strip_suffix("-sources").unwrap_or(last);
    let last = last.replace(':', "-");
    if last.is_empty() {
        "library".to_owned()
    } else {
        last
    }
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

    /// With arguments of its own and those that are always the same.
    fn of(id: &str, own: &[(&str, &str)], fixed: &[(&str, &str)]) -> Self {
        Self::new(id, &[own, fixed].concat())
    }

    fn add(&mut self, name: &str, value: impl Into<String>) {
        self.attributes.push((name.to_owned(), value.into()));
    }

    fn write(&self, context: &Context, out: &mut String) {
        let (id, project) = (escape(&self.id), escape(&context.project));
        let _ = write!(
            out,
            "<refactoring id=\"{id}\" project=\"{project}\" flags=\"{FLAGS}\""
        );
        for (name, value) in &self.attributes {
            let _ = write!(out, " {name}=\"{}\"", escape(value));
        }
        out.push_str(" version=\"1.0\"/>\n");
    }
}

// What Eclipse asks beside the elements, as its dialogs are set at first.
const PULL_UP: &[(&str, &str)] = &[
    ("pull", "1"),
    ("delete", "1"),
    ("abstract", "0"),
    ("stubs", "false"),
    ("replace", "false"),
    ("instanceof", "false"),
];
const PUSH_DOWN: &[(&str, &str)] = &[("push", "1"), ("abstract", "0")];
const MOVE_TO_TARGET: &[(&str, &str)] = &[
    ("remove", "true"),
    ("inline", "true"),
    ("deprecate", "false"),
    ("getter", "true"),
    ("setter", "true"),
    ("targetName", "target"),
    ("targetIndex", "0"),
];
const MOVE_MEMBERS: &[(&str, &str)] = &[("delegate", "false"), ("deprecate", "false")];
const EXTRACT_INTERFACE: &[(&str, &str)] = &[
    ("abstract", "true"),
    ("public", "true"),
    ("comments", "true"),
    ("replace", "false"),
    ("instanceof", "false"),
];
const EXTRACT_SUPERCLASS: &[(&str, &str)] = &[
    ("extract", "0"),
    ("delete", "0"),
    ("abstract", "0"),
    ("stubs", "false"),
    ("replace", "false"),
    ("instanceof", "false"),
];
const RENAME_MOVED: &[(&str, &str)] = &[
    ("references", "true"),
    ("textual", "false"),
    ("qualified", "false"),
    ("similarDeclarations", "false"),
    ("matchStrategy", "1"),
    ("reweave.part", "2"),
];

/// Most entries are one step; a class that is moved and renamed takes two.
fn steps(context: &Context, entry: &Entry, before: &[Entry]) -> Vec<Step> {
    let now = name_now(entry, before);
    let input = context.handle(&now, entry.element);
    let new = Name::of(&entry.new);
    let mut step = match entry.kind {
        Kind::RenamePackage | Kind::RenameClass | Kind::RenameMethod | Kind::RenameField => {
            rename(entry, &input)
        }
        Kind::MoveClass | Kind::MoveRenameClass => move_unit(context, entry, &now),
        Kind::PullUpMethod => {
            let class = context.handle(new.prefix, Element::Class);
            Step::of(
                id(entry.kind),
                &[("input", &class), ("element1", &input)],
                PULL_UP,
            )
        }
        Kind::PushDownMethod => {
            let class = context.handle(Name::of(&now).prefix, Element::Class);
            Step::of(
                id(entry.kind),
                &[("input", &class), ("element1", &input)],
                PUSH_DOWN,
            )
        }
        Kind::MoveMethod if !entry.is_static => Step::of(
            MOVE_METHOD,
            &[("input", &input), ("name", new.simple)],
            MOVE_TO_TARGET,
        ),
        Kind::MoveMethod | Kind::MoveField => {
            let class = context.handle(new.prefix, Element::Class);
            Step::of(
                MOVE_STATIC,
                &[("input", &class), ("members", "1"), ("element1", &input)],
                MOVE_MEMBERS,
            )
        }
        Kind::ChangeSignature => signature(entry, &input),
        Kind::ExtractInterface => Step::of(
            id(entry.kind),
            &[("input", &input), ("name", new.simple)],
            EXTRACT_INTERFACE,
        ),
        Kind::ExtractSuperclass => Step::of(
            id(entry.kind),
            &[
                ("input", &input),
                ("name", new.simple),
                ("types", "1"),
                ("element1", &input),
            ],
            EXTRACT_SUPERCLASS,
        ),
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
        let moved = Name::join(context.packages.split(&entry.new).0, Name::of(&now).simple);
        steps.push(Step::of(
            id(Kind::RenameClass),
            &[
                ("input", &context.handle(&moved, Element::Class)),
                ("name", new.simple),
            ],
            RENAME_MOVED,
        ));
    }
    steps
}

/// A rename with every argument that Eclipse asks of its kind.
fn rename(entry: &Entry, input: &str) -> Step {
    let name = match entry.kind {
        Kind::RenamePackage => &entry.new,
        _ => Name::of(&entry.new).simple,
    };
    let more: &[&str] = match entry.kind {
        Kind::RenamePackage => &["textual", "qualified"],
        Kind::RenameClass => &["textual", "qualified", "similarDeclarations"],
        Kind::RenameField => &["textual", "getter", "setter", "delegate", "deprecate"],
        _ => &["delegate", "deprecate"],
    };
    let mut step = Step::new(
        id(entry.kind),
        &[("input", input), ("name", name), ("references", "true")],
    );
    for attribute in more {
        step.add(attribute, "false");
    }
    match entry.kind {
        Kind::RenamePackage => step.add("hierarchical", "true"),
        Kind::RenameClass => step.add("matchStrategy", "1"),
        _ => {}
    }
    step
}

/// A file that goes to another package; a nested class has no file of its own, and goes as a member.
fn move_unit(context: &Context, entry: &Entry, now: &str) -> Step {
    let package = context.packages.split(&entry.new).0;
    let target = context.handle(package, Element::Package);
    Step::new(
        id(Kind::MoveClass),
        &[
            ("policy", "org.eclipse.jdt.ui.moveResources"),
            ("element1", &handle::unit(&context.packages, now)),
            ("destination", &target),
            ("units", "1"),
            ("files", "0"),
            ("folders", "0"),
            ("references", "true"),
            ("qualified", "false"),
            ("patterns", "*"),
        ],
    )
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
            ("deprecate", "false"),
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
