//! Calls that a changed signature writes anew: a call in an argument that changes places, or one that gets another name. No edge from
//! before speaks of it, so the calls of each method are counted: none may have fewer afterwards.

use crate::Java;
use crate::edits::signature_change::Change;
use crate::query::program::JavaProgram;
use reweave_java_names::{Decl, MethodId, Use, UseKind};
use reweave_model::{Kind, NodeId, Role};
use reweave_refactor::{Run, Step};
use reweave_text::FileId;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// How often each file calls each method; the changed ones count as one, under no key.
type Counts = BTreeMap<(FileId, String), usize>;

pub struct Calls {
    files: Vec<FileId>,
    before: Counts,
    after: After,
}

/// Which methods of the changed program are the changed ones.
struct After {
    owners: FxHashSet<String>,
    name: String,
    others: FxHashSet<String>,
}

impl Calls {
    /// `written` has the file of each call that nobody wrote before.
    pub fn note(
        run: &Run<'_, Java>,
        step: &Step,
        family: &[MethodId],
        change: &Change,
        written: &[u32],
    ) -> Self {
        let program = run.program();
        let world = program.world();
        let name = change.name.as_ref().unwrap_or(&change.old_name);
        let files = step.touched();
        let mut before = count(program, &files, |m| family.contains(&m));
        for &number in written {
            let key = (program.id(number), String::new());
            *before.entry(key).or_default() += 1;
        }
        for &member in family.iter().filter(|_| change.delegate) {
            let place = world.method_node(member);
            let has_body = |(number, node): &(u32, NodeId)| {
                let tree = &program.model(*number).tree;
                tree.child_in(*node, Role::Body).is_some()
            };
            // Its delegate calls it.
            if let Some((number, _)) = place.filter(has_body) {
                let key = (program.id(number), String::new());
                *before.entry(key).or_default() += 1;
            }
        }
        let mut owners = FxHashSet::default();
        let mut others = FxHashSet::default();
        for &member in family {
            let owner = world.method(member).owner;
            owners.insert(world.class_key(owner).to_owned());
            let methods = world.info(owner).methods.iter().map(|m| m.1);
            // A delegate has the old signature, and is another method from now on.
            let is_other = |m: &MethodId| change.delegate || !family.contains(m);
            others.extend(methods.filter(is_other).map(|m| world.method_key(m)));
        }
        Self {
            files,
            before,
            after: After {
                owners,
                name: name.clone(),
                others,
            },
        }
    }

    pub fn check(self, run: &mut Run<'_, Java>) {
        let program = run.program();
        let now = count(program, &self.files, |m| self.after.is_changed(program, m));
        let fewer = |file: FileId, key: &String| {
            let at = (file, key.clone());
            now.get(&at).copied().unwrap_or(0) < self.before[&at]
        };
        let lost = self.before.keys().find(|(file, key)| fewer(*file, key));
        let Some(&(file, _)) = lost else { return };
        let uses = calls_in(program, file);
        let more = uses.into_iter().find(|used| {
            let key = match used.decl {
                Decl::Method(m) if self.after.is_changed(program, m) => String::new(),
                Decl::Method(m) => answered_by(program, used, m),
                _ => return true,
            };
            let at = (file, key);
            now.get(&at) > self.before.get(&at)
        });
        let places: Vec<_> = more
            .map(|used| program.interval(used.file, used.span))
            .into_iter()
            .collect();
        run.refuse("name", "a call would mean another method", &places);
    }
}

impl After {
    fn is_changed(&self, program: &JavaProgram, method: MethodId) -> bool {
        let world = program.world();
        let data = world.method(method);
        world.text(data.name) == self.name
            && self.owners.contains(world.class_key(data.owner))
            && !self.others.contains(&world.method_key(method))
    }
}

fn count(program: &JavaProgram, files: &[FileId], is_changed: impl Fn(MethodId) -> bool) -> Counts {
    let mut counts = Counts::new();
    for &file in files {
        for used in calls_in(program, file) {
            let Decl::Method(method) = used.decl else {
                continue;
            };
            let key = if is_changed(method) {
                String::new()
            } else {
                answered_by(program, &used, method)
            };
            *counts.entry((file, key)).or_default() += 1;
        }
    }
    counts
}

/// The topmost method that a call asks for: the object that is asked answers the same, whichever method of its family is named. `super`
/// asks no object.
fn answered_by(program: &JavaProgram, used: &Use, method: MethodId) -> String {
    let world = program.world();
    let tree = &program.model(used.file).tree;
    let receiver = tree.child_in(used.node, Role::Receiver);
    let by_super = receiver.is_some_and(|r| tree.kind(r) == Kind::Super);
    let above = if by_super {
        Vec::new()
    } else {
        world.overridden(method)
    };
    let tops = above
        .into_iter()
        .filter(|&m| world.overridden(m).is_empty());
    let top = tops.map(|m| world.method_key(m)).min();
    top.unwrap_or_else(|| world.method_key(method))
}

/// Calls and references of methods, and those of which nothing is known.
fn calls_in(program: &JavaProgram, file: FileId) -> Vec<Use> {
    let Some(number) = program.number(file) else {
        return Vec::new();
    };
    let mut uses = program.names.uses_in(number);
    uses.retain(|u| matches!(u.kind, UseKind::Call | UseKind::Reference | UseKind::Create));
    uses
}
