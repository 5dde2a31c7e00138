//! The method that runs must stay the same: for every class with objects and every method that these can be asked by, the selection of the
//! virtual machine (JVMS 5.4.6) before and after a step.
//!
//! Edges between two declarations cannot say this: which of two methods runs depends on the class of the object. A method that is pulled
//! up comes before the default of an interface that another subclass implements; one that is pushed down into a class of the
//! package of a method without an access modifier comes to override it.

use crate::query::affected::{Affected, in_body};
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl, MethodId};
use reweave_model::{Callable, Modifiers, TypeKind};
use reweave_preserve::{Interval, Node, Normal, Replacements};
use reweave_refactor::Problem;
use reweave_text::{FileId, Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// What runs when objects of a class are asked by a method, by what stands for the two.
type Table = FxHashMap<(Normal, Normal), Row>;

struct Row {
    class: ClassId,
    runs: FxHashMap<Normal, MethodId>,
}

/// Objects that would run another method than before.
pub fn changes(
    before: &JavaProgram,
    after: &JavaProgram,
    replacements: &Replacements,
) -> Vec<Problem> {
    let changed = Changed::between(before, after);
    if changed.names.is_empty() {
        return Vec::new();
    }
    let (predict, collapse) = (
        |at: Interval| replacements.predict(Node::Text(at)),
        |at: Interval| replacements.collapse(Node::Text(at)),
    );
    let old = changed.table(before, after, &predict);
    let new = changed.table(after, after, &collapse);
    let bodiless = changed.bodiless(after, &collapse);
    let mut found = Vec::new();
    for (key, row) in &new {
        let Some(earlier) = old.get(key) else {
            continue;
        };
        // A method that is abstract now has its body where the step put it.
        let went = |to: &Normal| {
            let mut ran = earlier.runs.keys();
            to.is_affected() && ran.all(|m| bodiless.contains(m))
        };
        let is_same = |to: &Normal| earlier.runs.contains_key(to) || went(to);
        let other = row.runs.iter().find(|(to, _)| !is_same(to));
        let (Some((_, &runs)), Some(&ran)) = (other, earlier.runs.values().min()) else {
            continue;
        };
        found.extend(problem(before, after, row.class, (ran, runs)));
    }
    found.sort_by(|a, b| (a.at, &a.message).cmp(&(b.at, &b.message)));
    found
}

fn problem(
    before: &JavaProgram,
    after: &JavaProgram,
    class: ClassId,
    (ran, runs): (MethodId, MethodId),
) -> Option<Problem> {
    let world = after.world();
    let class_name = match world.text(world.class(class).name) {
        "" => "this anonymous class",
        name => name,
    };
    let message = format!(
        "objects of {class_name} would run {} instead of {}",
        world.method_key(runs),
        before.world().method_key(ran)
    );
    Some(Problem {
        code: "override",
        is_syntax: false,
        message,
        at: class_at(after, class)?,
    })
}

/// What stands for a class: its name, or the start of a class without one.
fn class_at(program: &JavaProgram, class: ClassId) -> Option<Interval> {
    let (number, decl) = program.world().decl_of(class)?;
    if decl.kind != TypeKind::Anonymous {
        return Some(program.token(number, decl.node));
    }
    let start = program.model(number).tree.span(decl.node).start;
    Some(program.interval(number, Span::new(start, start + 1)))
}

/// What stands for a method.
fn method_at(program: &JavaProgram, method: MethodId, at: &dyn Fn(Interval) -> Normal) -> Normal {
    let decl = Decl::Method(method);
    let implied = || {
        let class = program.implied_by(decl)?;
        class_at(program, class)
    };
    if let Some(place) = program.place(0, decl).or_else(implied) {
        return at(place);
    }
    let key = program.world().method_key(method);
    Normal::Outside(program.world().names().intern(&key))
}

/// What a step changed in declarations.
struct Changed {
    files: FxHashSet<FileId>,
    /// Of methods among them, and of those of classes in bodies.
    names: FxHashSet<Symbol>,
}

impl Changed {
    fn between(before: &JavaProgram, after: &JavaProgram) -> Self {
        let model = |program: &JavaProgram, id: FileId| {
            let number = program.number(id)?;
            let files = &program.world().program.files;
            Some(Arc::clone(&files[number as usize]))
        };
        let ids = |program: &JavaProgram| -> Vec<FileId> {
            program.numbers().map(|n| program.id(n)).collect()
        };
        let mut files = FxHashSet::default();
        let mut names = FxHashSet::default();
        let all: FxHashSet<FileId> = ids(before).into_iter().chain(ids(after)).collect();
        for id in all {
            let (old, new) = (model(before, id), model(after, id));
            let is_same = |(old, new)| Arc::ptr_eq(old, new);
            if old.as_ref().zip(new.as_ref()).is_some_and(is_same) {
                continue;
            }
            let mut affected = Affected::default();
            affected.compare(old.as_deref(), new.as_deref());
            files.insert(id);
            for model in [&old, &new].into_iter().flatten() {
                let declared = model.callables.iter().filter(|c| !c.constructor);
                let concerns = |c: &&Callable| {
                    affected.types || affected.names(c.name) || in_body(model, c.owner)
                };
                names.extend(declared.filter(concerns).map(|c| c.name));
            }
        }
        Self { files, names }
    }

    /// The rows of the classes of a program that a change concerns. Of classes in bodies nothing is known where `after` did not look.
    fn table(
        &self,
        program: &JavaProgram,
        after: &JavaProgram,
        at: &dyn Fn(Interval) -> Normal,
    ) -> Table {
        let world = program.world();
        let file = |class: ClassId| Some(program.id(world.class(class).origin.file()?));
        let is_changed = |class: ClassId| file(class).is_some_and(|f| self.files.contains(&f));
        let is_known = |class: ClassId| {
            !world.in_body(class) || file(class).is_some_and(|f| after.is_judged(f))
        };
        let mut table = Table::default();
        for class in world.source_classes() {
            let info = world.info(class);
            let has_objects = !info.is_interface() && !info.modifiers.has(Modifiers::ABSTRACT);
            let mut line = std::iter::once(class).chain(supers(program, class));
            if !has_objects || !is_known(class) || !line.any(is_changed) {
                continue;
            }
            let Some(place) = class_at(program, class) else {
                continue;
            };
            let mut names = world.method_names(class);
            names.retain(|name| self.names.contains(name));
            for (method, runs) in names.iter().flat_map(|&n| world.dispatched(class, n)) {
                let Some(runs) = runs else { continue };
                let key = (at(place), method_at(program, method, at));
                let row = table.entry(key).or_insert_with(|| Row {
                    class,
                    runs: FxHashMap::default(),
                });
                row.runs.insert(method_at(program, runs, at), runs);
            }
        }
        table
    }

    /// The methods of the changed files that have no body.
    fn bodiless(
        &self,
        program: &JavaProgram,
        at: &dyn Fn(Interval) -> Normal,
    ) -> FxHashSet<Normal> {
        let mut all = FxHashSet::default();
        for number in program.numbers() {
            if !self.files.contains(&program.id(number)) {
                continue;
            }
            let callables = program.model(number).callables.iter();
            let bodiless = callables.filter(|c| c.body.is_none());
            all.extend(bodiless.map(|c| at(program.token(number, c.node))));
        }
        all
    }
}

fn supers(program: &JavaProgram, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
    let closure = program.world().closure(class);
    closure.supers.iter().map(|s| s.0)
}
