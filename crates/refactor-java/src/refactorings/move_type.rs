//! Move Type: moves a top-level type, with its file, to another package.
//!
//! ```before
//! //- a/Tax.java
//! package a;
//! public class $0Tax { Rate rate; }
//! //- a/Rate.java
//! package a;
//! public class Rate { }
//! //- a/Price.java
//! package a;
//! class Price { Tax tax; }
//! //- a/Note.java
//! package a;
//! /** Names {@link Tax} alone. */
//! class Note { }
//! //- c/Bill.java
//! package c;
//! import a.Tax;
//! class Bill { Tax tax; a.Tax other; }
//! ```
//! ```with
//! to=b
//! ```
//! ```after
//! //- b/Tax.java
//! package b;
//!
//! import a.Rate;
//! public class Tax { Rate rate; }
//! //- a/Rate.java
//! package a;
//! public class Rate { }
//! //- a/Price.java
//! package a;
//!
//! import b.Tax;
//! class Price { Tax tax; }
//! //- a/Note.java
//! package a;
//! /** Names {@link b.Tax} alone. */
//! class Note { }
//! //- c/Bill.java
//! package c;
//! import b.Tax;
//! class Bill { Tax tax; b.Tax other; }
//! ```
//!
//! A type that shares its file with others gets one of its own:
//!
//! ```before
//! //- a/Tax.java
//! package a;
//! import java.util.List;
//! import java.util.Map;
//! public class Tax { Rate rate; Map<String, Rate> all; }
//! /** A rate. */
//! class $0Rate { public List<String> names; }
//! ```
//! ```with
//! to=b
//! ```
//! ```after
//! //- a/Tax.java
//! package a;
//! import java.util.List;
//! import java.util.Map;
//! import b.Rate;
//! public class Tax { Rate rate; Map<String, Rate> all; }
//! //- b/Rate.java
//! package b;
//!
//! import java.util.List;
//!
//! /** A rate. */
//! public class Rate { public List<String> names; }
//! ```
//!
//! Where the file is called after it, the others get one each:
//!
//! ```before
//! //- a/Tax.java
//! package a;
//! public class $0Tax { }
//! class Rate { Tax tax; }
//! ```
//! ```with
//! to=b
//! ```
//! ```after
//! //- a/Rate.java
//! package a;
//!
//! import b.Tax;
//!
//! class Rate { Tax tax; }
//! //- b/Tax.java
//! package b;
//! public class Tax { }
//! ```
//!
//! What only its package may see must stay:
//!
//! ```before
//! //- a/Tax.java
//! package a;
//! public class $0Tax { int rate = Rates.LOW; }
//! //- a/Rates.java
//! package a;
//! class Rates { static int LOW = 7; }
//! ```
//! ```with
//! to=b
//! ```
//! ```refuses
//! Rates
//! ```
//!
//! What only the package may see is not handed down through a class of another package either:
//!
//! ```before
//! //- a/Base.java
//! package a;
//! public class Base { static int low = 7; }
//! //- a/Middle.java
//! package a;
//! public class $0Middle extends Base { }
//! //- a/Low.java
//! package a;
//! class Low extends Middle { int rate = low; }
//! ```
//! ```with
//! to=b
//! ```
//! ```refuses
//! low
//! ```

use crate::Java;
use crate::checks::module_packages::ModulePackages;
use crate::checks::reflection::{Part, tell_of_class_names};
use crate::edits::by_text::{FullName, TEXT, follow_or_warn};
use crate::edits::imports::{Imports, dotted};
use crate::edits::own_file::give_own_file;
use crate::edits::packages::{qualifiers, qualify_links, set_folder, set_statement};
use crate::edits::resources::tell_of_looks;
use crate::edits::texts::is_simple_type;
use crate::query::at::meant_at;
use crate::query::program::JavaProgram;
use crate::query::words::free_package;
use reweave_java_names::{ClassId, Decl, UseKind};
use reweave_model::{Kind, Modifiers};
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::Sources;

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "move-type",
    file: include_str!("move_type.rs"),
    params: &[Param::required("to", "the package to move to"), TEXT],
    perform,
};

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let (file, offset) = run.caret()?;
    let to = run.param("to")?;
    let program = run.program();
    let world = program.world();
    let class = match meant_at(program, file, offset)?.decl {
        Decl::Class(c) if world.info(c).outer.is_none() && program.is_ours(Decl::Class(c)) => c,
        _ => return Err(BadInput::unclear("no top-level type of these files stands here").into()),
    };
    let names = |t: &str| t.split('.').all(crate::query::words::is_identifier);
    if !to.is_empty() && !names(to) {
        return Err(BadInput::unclear(format!("`{to}` is not a valid package name")).into());
    }
    free_package(program, to)?;
    let from = world.text(world.class(class).package);
    if from == to {
        return Err(BadInput::new(format!("it is in {to} already")).into());
    }
    let number = world.class(class).origin.file().expect("it is ours");
    let class = if program.model(number).top_types().count() > 1 {
        give_own_file(run, class)?
    } else {
        class
    };
    move_alone(run, class, to)
}

/// A type that has its file for itself.
fn move_alone(run: &mut Run<'_, Java>, class: ClassId, to: &str) -> Result<(), Stop> {
    let program = run.program();
    let world = program.world();
    let from = world.text(world.class(class).package);
    let number = world.class(class).origin.file().expect("it is ours");
    let sources = run.sources().clone();
    let mut step = Step::new(format!("move to {to}"), "N!=->@ O I");
    set_statement(program, &sources, number, to, &mut step);
    let mut imports = Imports::default();
    imports_of_moved(program, number, class, &mut imports);
    let own = world.class(class).package;
    let stays = |named: ClassId| {
        let is_near = named != class && world.class(named).package == own;
        let is_imported =
            program.imports(number, named) || imports.is_wanted(number, &dotted(program, named));
        (is_near && !is_imported).then(|| from.to_owned())
    };
    qualify_links(program, &sources, number, stays, &mut step);
    let mut needs_public = false;
    let moved = Moved {
        program,
        sources: &sources,
        class,
        to,
    };
    for other in program.numbers().filter(|&n| n != number) {
        needs_public |= moved.follow(other, &mut imports, &mut step);
    }
    drop_empty(program, &sources, number, &mut step);
    imports.add_to(program, &sources, &mut step);
    let (number, decl) = world.decl_of(class).expect("it is ours");
    let name = world.text(world.class(class).name);
    let path = sources.path(program.id(number));
    let mut file = path.rsplit('/').next().unwrap_or(path).to_owned();
    if needs_public && !decl.modifiers.has(Modifiers::PUBLIC) {
        let text = sources.text(program.id(number));
        let edit = crate::edits::texts::insert_modifier(program, number, decl.node, text, "public");
        step.edit(program.id(number), edit);
        // A public type has a file that is called after it (JLS 7.6).
        file = format!("{name}.java");
    }
    set_folder(program, &sources, (number, &file), to, &mut step);
    let old = dotted(program, class);
    follow_or_warn(run, &FullName::moved(name, from, to), &mut step);
    tell_of_looks(run, &[number]);
    tell_of_class_names(run, &[class], Part::Package, &old);
    let modules = ModulePackages::note(run);
    run.step(&step)?;
    modules.check(run);
    Ok(())
}

/// Imports of all types of a package that nothing is left in.
fn drop_empty(program: &JavaProgram, sources: &Sources, moved: u32, step: &mut Step) {
    let world = program.world();
    let from = world.text(program.model(moved).package);
    let stay = program.numbers().filter(|&n| n != moved);
    let mut stay = stay.map(|n| world.text(program.model(n).package));
    if stay.any(|p| p == from) {
        return;
    }
    for number in program.numbers() {
        let model = program.model(number);
        let text = sources.text(program.id(number));
        let all = model.imports.iter().filter(|i| i.on_demand && !i.is_static);
        for import in all.filter(|i| world.text(i.name) == from) {
            let lines = crate::edits::texts::whole_lines(text, model.tree.span(import.node), None);
            step.delete(program.interval(number, lines));
        }
    }
}

/// What the moved file named without an import, because it was in its package.
fn imports_of_moved(program: &JavaProgram, number: u32, class: ClassId, imports: &mut Imports) {
    let world = program.world();
    let own = world.class(class).package;
    for used in program.names.uses_in(number) {
        let Decl::Class(named) = used.decl else {
            continue;
        };
        let top = world.outermost(named);
        let tree = &program.model(number).tree;
        let simple = match tree.kind(used.node) {
            Kind::TypeName => is_simple_type(tree, used.node),
            Kind::Name | Kind::Annotation => true,
            _ => false,
        };
        if simple
            && named == top
            && top != class
            && world.class(top).package == own
            && !world.info(top).local
            && !program.imports(number, top)
        {
            imports.want(number, dotted(program, top));
        }
    }
}

/// A type on its way to another package.
struct Moved<'a> {
    program: &'a JavaProgram,
    sources: &'a Sources,
    class: ClassId,
    to: &'a str,
}

impl Moved<'_> {
    /// One other file; whether it uses the type from outside the new package.
    fn follow(&self, number: u32, imports: &mut Imports, step: &mut Step) -> bool {
        let Self {
            program,
            sources,
            class,
            to,
        } = *self;
        let world = program.world();
        let model = program.model(number);
        let is_inside = world.text(model.package) == to;
        let (package, name) = (world.class(class).package, world.class(class).name);
        let (package, name) = (world.text(package), world.text(name));
        let text = sources.text(program.id(number));
        let link = |named: ClassId| (named == class && !is_inside).then(|| to.to_owned());
        let is_module = model.path.ends_with("module-info.java");
        if !is_module && !program.names.mentions(number, &[Decl::Class(class)]) {
            if model.comments.iter().any(|c| c.text(text).contains(name)) {
                qualify_links(program, sources, number, link, step);
            }
            return false;
        }
        let imported = program.imports(number, class);
        for (span, decl) in qualifiers(program, sources, number, package) {
            if decl != Decl::Class(class) {
                continue;
            }
            let of_import = model
                .imports
                .iter()
                .find(|i| model.tree.span(i.node).contains(span));
            match of_import {
                Some(import) if is_inside && !import.is_static && !import.on_demand => {
                    let lines =
                        crate::edits::texts::whole_lines(text, model.tree.span(import.node), None);
                    step.delete(program.interval(number, lines));
                }
                _ => step.replace(program.interval(number, span), to),
            }
        }
        let tree = &model.tree;
        let simple = program.names.uses_in(number).into_iter().any(|u| {
            u.decl == Decl::Class(class)
                && u.kind != UseKind::Import
                && match tree.kind(u.node) {
                    Kind::TypeName => is_simple_type(tree, u.node),
                    Kind::Name | Kind::Annotation => true,
                    _ => false,
                }
        });
        if simple && !imported && !is_inside {
            imports.want(number, format!("{to}.{name}"));
        } else if !imported {
            qualify_links(program, sources, number, link, step);
        }
        !is_inside
    }
}
