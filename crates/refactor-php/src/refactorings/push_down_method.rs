//! Push Down Method: moves a concrete method from a class into all its direct subclasses that have none of their own.
//!
//! First a copy goes into each subclass, where it overrides the original (`N O⊇ I⊆←`); then the original is deleted
//! (`N O⊆ I⊆`). `self` and `parent` in the copies are spelled as the classes they meant. Objects of the class
//! itself would lose the method, so it must not be instantiated.
//!
//! ```before
//! <?php
//! abstract class Animal {
//!     function $0legs() {
//!         return 4;
//!     }
//! }
//! class Dog extends Animal {
//! }
//! class Bird extends Animal {
//!     function legs() { return 2; }
//! }
//! ```
//! ```after
//! <?php
//! abstract class Animal {
//! }
//! class Dog extends Animal {
//!     function legs() {
//!         return 4;
//!     }
//! }
//! class Bird extends Animal {
//!     function legs() { return 2; }
//! }
//! ```
//!
//! ```before
//! <?php
//! class Animal {
//!     function $0legs() { return 4; }
//! }
//! class Dog extends Animal {}
//! echo (new Animal)->legs();
//! ```
//! ```refuses
//! is instantiated
//! ```

use crate::Php;
use crate::place::whole_lines;
use crate::refactorings::copy_up_method::{
    concrete_method, insertion, refuse_reflection, respelled,
};
use crate::unknown::refuse_positions;
use reweave_lang_php::{ClassId, ClassKind, Infer, Kind, MemberKind, Reach};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Refactoring, Run, Step, Stop};
use reweave_text::{FileId, Span};

pub const REFACTORING: Refactoring<Php> = Refactoring {
    name: "push-down-method",
    file: include_str!("push_down_method.rs"),
    params: &[],
    perform,
};

fn perform(run: &mut Run<'_, Php>) -> Result<(), Stop> {
    let method = concrete_method(run)?;
    let program = &run.program().program;
    let member = program.member(method);
    let class = program.class(member.class);
    if class.kind != ClassKind::Class {
        return Err(BadInput::new("only a method of a class can be pushed down").into());
    }
    let children: Vec<ClassId> = (0..program.classes.len() as u32)
        .map(ClassId)
        .filter(|&c| {
            program
                .class(c)
                .parent
                .as_ref()
                .is_some_and(|p| p.name == class.name)
        })
        .collect();
    if children.is_empty() {
        return Err(BadInput::new("the class has no subclass to push down to").into());
    }
    let source = program.file(class.file);
    let whole = whole_lines(source, member.node);
    let own = full_name(run, member.class);
    let above = class
        .parent
        .as_ref()
        .map(|p| source.text(p.node).to_owned());
    let text = respelled(source, member.node, whole, &|word| match word
        .to_ascii_lowercase()
        .as_str()
    {
        "self" => Some(own.clone()),
        "parent" => above.clone(),
        _ => None,
    });
    let owner = member.class;
    let original = Interval::new(class.file, whole);
    let mut step = Step::new("copy the method into the subclasses", "N O⊇→←↺ I⊆←");
    step.affect(original);
    let mut inserted: Vec<(FileId, u32, u32)> = Vec::new();
    for &child in &children {
        let c = program.class(child);
        if program
            .own_member(child, MemberKind::Method, &member.key)
            .is_some()
        {
            continue;
        }
        let Some((offset, copy)) = insertion(program.file(c.file), c.node, &text) else {
            return Err(BadInput::new("a subclass has no body").into());
        };
        inserted.push((c.file, offset, copy.len() as u32));
        step.insert(c.file, offset, copy);
    }
    for at in instances(run, member.class) {
        let words = "the class is instantiated, and its objects would lose the method";
        run.refuse("instance", words, &[at]);
    }
    refuse_reflection(run, owner);
    refuse_positions(run, true);
    run.step(&step)?;
    inserted.sort_unstable();
    delete_original(run, original, &inserted)
}

/// The second step: the copies stand, so that the original is further below where one came before it.
fn delete_original(
    run: &mut Run<'_, Php>,
    original: Interval,
    inserted: &[(FileId, u32, u32)],
) -> Result<(), Stop> {
    let shifted = |f: FileId, at: u32, own: bool| {
        let before = inserted
            .iter()
            .filter(|(g, o, _)| *g == f && (*o < at || (!own && *o == at)));
        at + before.map(|(_, _, len)| len).sum::<u32>()
    };
    let mut step = Step::new("delete the original", "N O⊆→←↺ I⊆→←↺");
    for &(f, offset, len) in inserted {
        let start = shifted(f, offset, true);
        step.affect(Interval::new(f, Span::new(start, start + len)));
    }
    let (file, whole) = (original.file, original.span);
    step.delete(Interval::new(
        file,
        Span::new(
            shifted(file, whole.start, false),
            shifted(file, whole.end, false),
        ),
    ));
    run.step(&step)
}

/// The class as it can be written in any namespace.
fn full_name(run: &Run<'_, Php>, class: ClassId) -> String {
    let program = &run.program().program;
    let c = program.class(class);
    let block = &program.blocks[c.block as usize];
    let name = block.qualify(&program.entity(c.entity).name);
    if block.namespace.is_empty() {
        name
    } else {
        format!("\\{name}")
    }
}

/// Where objects of this very class are made, or could be.
fn instances(run: &Run<'_, Php>, class: ClassId) -> Vec<Interval> {
    let analysis = run.program();
    let program = &analysis.program;
    if program.class(class).is_abstract {
        return Vec::new();
    }
    let name = &program.class(class).name;
    let infer = Infer::new(program, &program.variables_of);
    let mut found = Vec::new();
    for (f, source) in program.files.iter().enumerate() {
        let file = FileId(f as u32);
        for id in source.tree.ids() {
            if source.kind(id) == Kind::ObjectCreation {
                let ty = infer.expression(file, id);
                let made = ty
                    .objects()
                    .any(|(c, exact)| c == name || (!exact && program.is_a(name, c)));
                if made {
                    found.push(Interval::new(file, source.span(id)));
                }
            }
        }
    }
    let entity = program.entity(program.class(class).entity);
    for dynamic in analysis.dynamics() {
        if dynamic.reach == Reach::Class && dynamic.reaches(program, entity, &[&entity.name]) {
            found.push(Interval::new(dynamic.place.file, dynamic.place.span));
        }
    }
    found
}
