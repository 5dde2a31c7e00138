//! The method that runs must stay the same: for every class with objects and every method that these can be asked by, the selection of the
//! virtual machine (JVMS 5.4.6) before and after a step.
//!
//! Edges between two declarations cannot say this: which of two methods runs depends on the class of the object. A method that is pulled
//! up comes before the default of an interface that another subclass implements; one that is pushed down into a class of the
//! package of a method without an access modifier comes to override it.

use crate::query::affected::{Affected, in_body};
use crate::query::effects::{effects, initialisers, is_initialized_below};
use crate::query::program::JavaProgram;
use crate::query::shown::shown_key;
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

/// A class, a method of an interface and the private method that is found first, by what stands for them, and whether that may be called
/// through the class, because both are of one nest (JVMS 5.4.4); the class and the method.
type Screened = ((Normal, Normal, Normal, bool), ClassId, MethodId);

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
        // Methods that a step writes stand for each other. One of a name that none of them had can be asked for only now.
        let name = |program: &JavaProgram, m: MethodId| program.world().method(m).name;
        let earlier_names: FxHashSet<Symbol> =
            earlier.runs.values().map(|&m| name(before, m)).collect();
        let names: FxHashSet<Symbol> = row.runs.values().map(|&m| name(after, m)).collect();
        let is_new = |m: MethodId| {
            earlier_names.is_subset(&names) && !earlier_names.contains(&name(after, m))
        };
        let other = row.runs.iter().find(|(to, m)| !is_same(to) && !is_new(**m));
        let (Some((_, &runs)), Some(&ran)) = (other, earlier.runs.values().min()) else {
            continue;
        };
        found.extend(problem(before, after, row.class, (ran, runs)));
    }
    found.extend(changed.screenings(before, after, (&predict, &collapse)));
    found.extend(changed.initializations(before, after, (&predict, &collapse)));
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
        shown_key(&world.method_key(runs)),
        shown_key(&before.world().method_key(ran))
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
                let declared = model.callables.iter().filter(|c| !c.is_constructor());
                let concerns = |c: &&Callable| {
                    affected.types || affected.names(c.name) || in_body(model, c.owner)
                };
                names.extend(declared.filter(concerns).map(|c| c.name));
            }
        }
        Self { files, names }
    }

    /// Interfaces that would be initialized with the classes below them, or no longer be, where that shows.
    fn initializations(
        &self,
        before: &JavaProgram,
        after: &JavaProgram,
        (predict, collapse): (&dyn Fn(Interval) -> Normal, &dyn Fn(Interval) -> Normal),
    ) -> Vec<Problem> {
        let old: FxHashMap<Normal, bool> = self
            .interfaces(before)
            .map(|(at, class)| (predict(at), is_initialized_below(before, class)))
            .collect();
        let changed = self.interfaces(after).filter(|&(at, class)| {
            let was = old.get(&collapse(at));
            was.is_some_and(|&was| was != is_initialized_below(after, class))
        });
        let shows = changed.filter(|&(_, class)| {
            let done = effects(after, &initialisers(after, class, true));
            done.is_seen() || done.may_fail()
        });
        shows
            .map(|(at, class)| Problem {
                code: "order",
                is_syntax: false,
                message: format!(
                    "{} would {} initialized with its subclasses (JLS 12.4.1)",
                    after.world().class_key(class),
                    if is_initialized_below(after, class) {
                        "be"
                    } else {
                        "no longer be"
                    }
                ),
                at,
            })
            .collect()
    }

    /// The interfaces of the changed files that have values to compute.
    fn interfaces<'p>(
        &self,
        program: &'p JavaProgram,
    ) -> impl Iterator<Item = (Interval, ClassId)> + use<'_, 'p> {
        let world = program.world();
        let all = world.source_classes();
        let all = all.filter(move |&c| world.info(c).is_interface() && self.concerns(program, c));
        let all = all.filter(move |&c| !initialisers(program, c, true).is_empty());
        all.filter_map(move |c| Some((class_at(program, c)?, c)))
    }

    /// Classes of which a call reaches another method than before, because a private one of a superclass comes first or no longer does.
    fn screenings(
        &self,
        before: &JavaProgram,
        after: &JavaProgram,
        (predict, collapse): (&dyn Fn(Interval) -> Normal, &dyn Fn(Interval) -> Normal),
    ) -> Vec<Problem> {
        let (old, new) = (
            self.screened(before, predict),
            self.screened(after, collapse),
        );
        let (old_keys, new_keys): (FxHashSet<_>, FxHashSet<_>) = (
            old.iter().map(|s| s.0).collect(),
            new.iter().map(|s| s.0).collect(),
        );
        let told = |class, about: String| {
            let at = class_at(after, class)?;
            Some(Problem {
                code: "override",
                is_syntax: false,
                message: format!(
                    "a private method of a superclass would come, or no longer come, between a call through this class and {}",
                    shown_key(&about)
                ),
                at,
            })
        };
        let come = new.iter().filter(|s| !old_keys.contains(&s.0));
        let come = come.filter_map(|&(_, class, of)| told(class, after.world().method_key(of)));
        let gone = old.iter().filter(|s| !new_keys.contains(&s.0));
        let gone = gone.filter_map(|&((class, ..), _, of)| {
            let mut all = after.world().source_classes();
            let still = all.find(|&c| class_at(after, c).map(collapse) == Some(class))?;
            told(still, before.world().method_key(of))
        });
        come.chain(gone).collect()
    }

    /// The methods of interfaces that private methods screen: what stands for class, method and private method.
    fn screened(&self, program: &JavaProgram, at: &dyn Fn(Interval) -> Normal) -> Vec<Screened> {
        let world = program.world();
        let mut all = Vec::new();
        for class in world.source_classes() {
            let concerns = |&name: &Symbol| self.names.contains(&name);
            if world.info(class).is_interface() || !self.concerns(program, class) {
                continue;
            }
            let names: Vec<Symbol> = world
                .method_names(class)
                .into_iter()
                .filter(concerns)
                .collect();
            for (of, by) in names.iter().flat_map(|&n| world.screened(class, n)) {
                if let Some(place) = class_at(program, class) {
                    let home = world.outermost(world.method(by).owner);
                    let key = (
                        at(place),
                        method_at(program, of, at),
                        method_at(program, by, at),
                        home == world.outermost(class),
                    );
                    all.push((key, class, of));
                }
            }
        }
        all
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
        let is_known = |class: ClassId| {
            !world.in_body(class) || file(class).is_some_and(|f| after.is_judged(f))
        };
        let mut table = Table::default();
        for class in world.source_classes() {
            let info = world.info(class);
            let has_objects = !info.is_interface() && !info.modifiers.has(Modifiers::ABSTRACT);
            if !has_objects || !is_known(class) || !self.concerns(program, class) {
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

    /// Whether a class or one above it stands in a changed file.
    fn concerns(&self, program: &JavaProgram, class: ClassId) -> bool {
        let file = |c: ClassId| program.world().class(c).origin.file();
        let is_changed = |c| file(c).is_some_and(|n| self.files.contains(&program.id(n)));
        let mut line = std::iter::once(class).chain(supers(program, class));
        line.any(is_changed)
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
