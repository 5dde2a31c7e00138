//! The log as a document, from what was found.

use crate::Input;
use reweave_component::{
    Comparison, Component, EntityId, EntityKind, Kind, Refactoring, Release, Signature,
};
use reweave_log::{Element, Entry, Evidence, Log, Parameter, Removed, Side};
use reweave_model::Modifiers;
use reweave_text::LineIndex;
use std::collections::HashMap;

pub struct Context<'a> {
    pub inputs: [&'a Input; 2],
    pub releases: [&'a Release<'a>; 2],
    pub comparison: &'a Comparison,
    pub all: bool,
}

pub fn write(context: &Context) -> Log {
    let mut lines = Lines::default();
    let [old, new] = context.releases;
    let mut log = Log::default();
    [log.old, log.new] = context.inputs.map(|input| Side {
        name: input.name.clone(),
        files: input.sources.len(),
    });
    for r in &context.comparison.log.entries {
        if context.all || old.component.get(r.old).api {
            log.entries.push(entry(context, r, &mut lines));
        }
    }
    for &id in &context.comparison.removed {
        let entity = old.component.get(id);
        if context.all || entity.api {
            log.removed.push(Removed {
                element: element(entity.kind),
                name: old.component.logged_name(id),
                uses: old.references.uses(id),
                at: lines.at(0, &old.component, id),
            });
        }
    }
    for (side, release, input) in [
        ("old", old, context.inputs[0]),
        ("new", new, context.inputs[1]),
    ] {
        let broken = release
            .component
            .sources
            .program
            .files
            .iter()
            .flat_map(|f| {
                f.left_out
                    .iter()
                    .map(move |l| format!("{side}: {}: {}", f.path, l.what))
            });
        log.left_out
            .extend(input.left_out.iter().map(|l| format!("{side}: {l}")));
        log.left_out.extend(broken);
    }
    log
}

const fn element(kind: EntityKind) -> Element {
    match kind {
        EntityKind::Package => Element::Package,
        EntityKind::Class => Element::Class,
        EntityKind::Method => Element::Method,
        EntityKind::Field => Element::Field,
    }
}

fn entry(context: &Context, r: &Refactoring, lines: &mut Lines) -> Entry {
    let [old, new] = context.releases.map(|r| &r.component);
    let entity = old.get(r.old);
    let kind = reweave_log::Kind::of_word(r.kind.name()).expect("the log knows every strategy");
    let mut entry = Entry::new(
        kind,
        element(entity.kind),
        &old.logged_name(r.old),
        &new.logged_name(r.new),
    );
    entry.api = entity.api;
    entry.uses = context.releases[0].references.uses(r.old);
    entry.confidence = Some(rounded(r.confidence));
    entry.evidence = Some(Evidence {
        similarity: r.evidence.similarity.map(rounded),
        references: r.evidence.references.map(rounded),
        notes: r.evidence.notes.clone(),
    });
    entry.is_static = entity.kind != EntityKind::Package && entity.modifiers.has(Modifiers::STATIC);
    entry.old_at = lines.at(0, old, r.old);
    entry.new_at = lines.at(1, new, r.new);
    let sides = [(old, r.old), (new, r.new)];
    entry.modifiers = both(sides.map(|(component, id)| modifiers(component, id)));
    entry.returns = both(sides.map(|(component, id)| type_of(component, id)));
    if r.kind == Kind::ChangeSignature
        && let (Some(a), Some(b)) = (&entity.signature, &new.get(r.new).signature)
    {
        entry.parameters = Some(parameters(new, a, b, receiver_passed(context, r)));
    }
    entry
}

/// An instance method became a static one that takes the object first.
fn receiver_passed(context: &Context, r: &Refactoring) -> bool {
    let [old, new] = context.releases.map(|r| &r.component);
    let (before, after) = (old.get(r.old), new.get(r.new));
    let (Some(a), Some(b)) = (&before.signature, &after.signature) else {
        return false;
    };
    let owner = before
        .parent
        .and_then(|c| context.comparison.log.image_of(old, new, c));
    !before.modifiers.has(Modifiers::STATIC)
        && after.modifiers.has(Modifiers::STATIC)
        && b.params.len() == a.params.len() + 1
        && b.params
            .first()
            .is_some_and(|p| p.dimensions == 0 && p.class == owner && owner.is_some())
}

fn both([old, new]: [Option<String>; 2]) -> Option<[String; 2]> {
    Some([old?, new?])
}

/// The words before a declaration, those included that an interface implies.
fn modifiers(component: &Component, id: EntityId) -> Option<String> {
    let entity = component.get(id);
    let words: Vec<&str> = entity.modifiers.words().collect();
    (entity.kind != EntityKind::Package).then(|| words.join(" "))
}

/// What a method returns or a field holds.
fn type_of(component: &Component, id: EntityId) -> Option<String> {
    let entity = component.get(id);
    let ty = match &entity.signature {
        Some(signature) => signature.ret,
        None => entity.ty,
    };
    Some(ty?.qualified(component, false))
}

/// Two digits are all that the evidence is worth, and logs stay readable.
fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// Where each new parameter was before: by its name, else by its type, else by its place.
/// The object that a method was called on may have become its first parameter.
fn parameters(
    after: &Component,
    old: &Signature,
    new: &Signature,
    receiver: bool,
) -> Vec<Parameter> {
    let mut from: Vec<Option<usize>> = vec![None; new.params.len()];
    let mut taken = vec![false; old.params.len()];
    let tests: [&dyn Fn(usize, usize) -> bool; 3] = [
        &|i, j| old.param_names[i] == new.param_names[j],
        &|i, j| {
            old.params[i].name == new.params[j].name
                && old.params[i].dimensions == new.params[j].dimensions
        },
        &|i, j| i == j && old.params.len() == new.params.len(),
    ];
    for test in tests {
        let open = from.iter_mut().enumerate().skip(usize::from(receiver));
        for (j, from) in open.filter(|(_, f)| f.is_none()) {
            *from = (0..old.params.len()).find(|&i| !taken[i] && test(i, j));
            if let Some(i) = *from {
                taken[i] = true;
            }
        }
    }
    let last = new.params.len().saturating_sub(1);
    (0..new.params.len())
        .map(|j| Parameter {
            name: after.text(new.param_names[j]).to_owned(),
            ty: new.params[j].qualified(after, new.varargs && j == last),
            from: from[j],
            receiver: receiver && j == 0,
            default: None,
        })
        .collect()
}

/// The lines of the files that were asked for.
#[derive(Default)]
struct Lines {
    known: HashMap<(usize, u32), LineIndex>,
}

impl Lines {
    /// `FILE:LINE` of a declaration.
    fn at(&mut self, side: usize, component: &Component, id: EntityId) -> Option<String> {
        let (file, model) = component.file_of(id)?;
        let offset = model.tree.node(component.node(id)?).name_at;
        let text = component.sources.texts[file as usize];
        let index = self
            .known
            .entry((side, file))
            .or_insert_with(|| LineIndex::new(text));
        Some(format!(
            "{}:{}",
            model.path,
            index.line_col(text, offset).line
        ))
    }
}
