//! Qualifiers that keep a binding: `this.x`, `Outer.this.x`, `Owner.x`, `a.b.Type`.
//!
//! When a change lets a simple name mean something else, the name is written out where that helps. Which names those are
//! is not foreseen: the change is tried, and the edges that it lost say it.

use crate::Java;
use crate::edits::texts::is_simple_type;
use crate::query::constants::needs_constant;
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl, Use, UseKind};
use reweave_model::{Kind, Modifiers, NodeId, Role};
use reweave_preserve::{Change, Difference, EdgeKind, Node};
use reweave_refactor::{Run, Step};
use reweave_text::FileId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The new names of classes, where a step gives them others.
pub type Renamed = FxHashMap<ClassId, String>;

/// The step with qualifiers before the names that it would let mean something else; `None` when none can be put.
pub fn mend(
    run: &Run<'_, Java>,
    step: &Step,
    differences: &[Difference],
    renamed: &Renamed,
) -> Option<Step> {
    let program = run.program();
    let lost: FxHashSet<_> = differences
        .iter()
        .filter(|d| d.change == Change::Lost && d.edge.kind == EdgeKind::NAME)
        .filter_map(|d| match d.edge.from {
            Node::Text(at) => Some(at),
            Node::Outside(_) => None,
        })
        .collect();
    let files: BTreeSet<FileId> = lost.iter().map(|at| at.file).collect();
    let mut mended = step.clone();
    let mut any = false;
    for file in files {
        let Some(number) = program.number(file) else {
            continue;
        };
        for used in program.names.uses_in(number) {
            let at = program.interval(number, used.span);
            if !lost.contains(&at) {
                continue;
            }
            let Some(qualifier) = qualifier(program, &used, renamed) else {
                continue;
            };
            if step.is_qualified(at, &qualifier) {
                continue;
            }
            mended.qualify(at, &qualifier);
            any = true;
        }
    }
    any.then_some(mended)
}

/// What can stand before a simple name without changing what it means now.
pub fn qualifier(program: &JavaProgram, used: &Use, renamed: &Renamed) -> Option<String> {
    let tree = &program.model(used.file).tree;
    let simple = match tree.kind(used.node) {
        Kind::Name => true,
        Kind::Call => tree.child_in(used.node, Role::Receiver).is_none(),
        Kind::TypeName => is_simple_type(tree, used.node),
        _ => false,
    };
    if !simple || tree.role(used.node) == Role::Label {
        return None;
    }
    let world = program.world();
    let from = program.class_around(used.file, used.node)?;
    let (owner, modifiers) = match used.decl {
        Decl::Field(f) => (world.field(f).owner, world.field(f).modifiers),
        Decl::Method(m) => (world.method(m).owner, world.method(m).modifiers),
        Decl::Class(class) => {
            let info = world.info(class);
            if info.local || is_annotated(program, used) {
                return None;
            }
            return match info.outer {
                Some(outer) => Some(format!("{}.", class_name(program, outer, from, renamed))),
                None if world.class(class).package.is_empty() => None,
                None => Some(format!("{}.", world.text(world.class(class).package))),
            };
        }
        _ => return None,
    };
    let is_static = modifiers.has(Modifiers::STATIC)
        || (matches!(used.decl, Decl::Field(_)) && world.info(owner).is_interface());
    if is_static {
        // A constant gets its value by its simple name only.
        let is_set = used.kind == UseKind::Write && modifiers.has(Modifiers::FINAL);
        if world.info(owner).local || is_set {
            return None;
        }
        return Some(format!("{}.", class_name(program, owner, from, renamed)));
    }
    // With an object before it, it is no constant.
    if matches!(used.decl, Decl::Field(field) if needs_constant(program, field, used)) {
        return None;
    }
    let holder = world.around(from).find(|&c| world.is_subclass(c, owner))?;
    if holder == from {
        return Some("this.".to_owned());
    }
    let name = world.class(holder).name;
    (!name.is_empty()).then(|| format!("{}.this.", simple_name(program, holder, renamed)))
}

/// Whether an annotation before a type may be one of the type: it would have to stand behind the qualifier.
fn is_annotated(program: &JavaProgram, used: &Use) -> bool {
    let world = program.world();
    let tree = &program.model(used.file).tree;
    let is_of_type = |annotation: NodeId| match program.names.decl(used.file, annotation) {
        Decl::Class(class) => match world.decl_of(class) {
            Some((number, decl)) => {
                let tree = &program.model(number).tree;
                let mut targets = tree.children_in(decl.node, Role::Annotation);
                targets.any(|t| {
                    let mut names = tree.descendants(t);
                    names.any(|n| world.text(tree.sym(n)) == "TYPE_USE")
                })
            }
            None => world.text(world.class(class).package) != "java.lang",
        },
        _ => true,
    };
    let declared = tree.parent(used.node);
    let declared = declared.filter(|_| tree.role(used.node) == Role::Type);
    let places = std::iter::once(used.node).chain(declared);
    let mut annotations = places.flat_map(|n| tree.children_in(n, Role::Annotation));
    annotations.any(is_of_type)
}

fn simple_name(program: &JavaProgram, class: ClassId, renamed: &Renamed) -> String {
    let world = program.world();
    let own = || world.text(world.class(class).name).to_owned();
    renamed.get(&class).cloned().unwrap_or_else(own)
}

/// How code in `from` can name a class: by its simple name where it stands around or in the same package, with the classes
/// around it otherwise, and with its package where that is another.
pub fn class_name(
    program: &JavaProgram,
    class: ClassId,
    from: ClassId,
    renamed: &Renamed,
) -> String {
    let world = program.world();
    let simple = simple_name(program, class, renamed);
    if world.around(from).any(|c| c == class) {
        return simple;
    }
    match world.info(class).outer {
        Some(outer) if world.around(from).any(|c| c == outer) => simple,
        Some(outer) => format!("{}.{simple}", class_name(program, outer, from, renamed)),
        None if world.class(class).package == world.class(from).package => simple,
        None => {
            let file = world.class(from).origin.file();
            let imported = file.is_some_and(|f| program.imports(f, class));
            if imported {
                simple
            } else {
                format!("{}.{simple}", world.text(world.class(class).package))
            }
        }
    }
}
