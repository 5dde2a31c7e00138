//! Rename Package: gives a package another name, with its folder, imports and qualified names.
//!
//! ```before
//! //- a/Tax.java
//! package a;
//! public class Tax { }
//! //- c/Bill.java
//! package c;
//! import a.*;
//! /** Has a {@link a.Tax}. */
//! class Bill { Tax tax; a.Tax other; }
//! ```
//! ```with
//! from=a
//! to=money.tax
//! ```
//! ```after
//! //- money/tax/Tax.java
//! package money.tax;
//! public class Tax { }
//! //- c/Bill.java
//! package c;
//! import money.tax.*;
//! /** Has a {@link money.tax.Tax}. */
//! class Bill { Tax tax; money.tax.Tax other; }
//! ```
//!
//! Packages below it go along with `below=yes`. Other files in its folder go along, and so do those in the folder of the same
//! name below `resources` where the sources lie below `java`. With `text=full` strings, comments and files beside the
//! sources that hold its name follow:
//!
//! ```before
//! //- a/b/Tax.java
//! package a.b;
//! class Tax { Class<?> own() throws Exception { return Class.forName("a.b.Tax"); } }
//! ```
//! ```with
//! from=a.b
//! to=c
//! text=full
//! ```
//! ```after
//! //- c/Tax.java
//! package c;
//! class Tax { Class<?> own() throws Exception { return Class.forName("c.Tax"); } }
//! ```

use crate::Java;
use crate::checks::module_packages::ModulePackages;
use crate::checks::reflection::{Part, tell_of_class_names};
use crate::edits::by_text::{FullName, TEXT, follow_or_warn};
use crate::edits::imports::dotted;
use crate::edits::packages::{qualifiers, set_package};
use crate::edits::resources::{take_along, tell_of_looks};
use crate::query::program::JavaProgram;
use crate::query::words::free_package;
use reweave_java_names::{ClassId, Decl};
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::{Sources, Span};
use std::collections::BTreeSet;

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "rename-package",
    file: include_str!("rename_package.rs"),
    params: &[
        Param::required("from", "the package"),
        Param::required("to", "its new name"),
        Param::flag("below", "yes: packages below it go along"),
        TEXT,
    ],
    perform,
};

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let (from, to) = (run.param("from")?, run.param("to")?);
    let below = run.flag("below");
    if !to.split('.').all(crate::query::words::is_identifier) {
        return Err(
            BadInput::unclear(format!("`{to}` is not a valid package name; give another")).into(),
        );
    }
    if from == to {
        return Err(BadInput::new(format!("`{to}` is no other package; give another name")).into());
    }
    let program = run.program();
    free_package(program, to)?;
    let world = program.world();
    let renamed = |package: &str| -> Option<String> {
        if package == from {
            return Some(to.to_owned());
        }
        let rest = package.strip_prefix(from)?.strip_prefix('.')?;
        below.then(|| format!("{to}.{rest}"))
    };
    let sources = run.sources().clone();
    let mut step = Step::new(format!("rename package {from} to {to}"), "N!=->@ O I");
    let mut moved = Vec::new();
    for number in program.numbers() {
        let model = program.model(number);
        if let Some(new) = renamed(world.text(model.package)) {
            moved.push(number);
            set_package(program, &sources, number, &new, &mut step);
        }
        follow(program, &sources, number, (from, &renamed), &mut step);
    }
    if moved.is_empty() {
        return Err(BadInput::unclear(format!("no file is in the package {from}")).into());
    }
    let mut others: Vec<String> = program
        .numbers()
        .map(|n| world.text(program.model(n).package))
        .filter(|p| p.starts_with(&format!("{from}.")) && renamed(p).is_none())
        .map(str::to_owned)
        .collect();
    others.sort_unstable();
    others.dedup();
    let is_moved = |c: &ClassId| {
        let file = world.class(*c).origin.file();
        file.is_some_and(|f| moved.contains(&f))
    };
    let classes: Vec<ClassId> = world.source_classes().filter(is_moved).collect();
    let from_here = |c: &ClassId| {
        let full = dotted(program, *c);
        Some(full.strip_prefix(from)?.strip_prefix('.')?.to_owned())
    };
    let types = classes.iter().filter_map(from_here).collect();
    let name = FullName::package(from, to, others, types);
    let packages = moved.iter().map(|&n| world.text(program.model(n).package));
    let packages: BTreeSet<String> = packages.map(str::to_owned).collect();
    let renamed_each = packages
        .iter()
        .filter_map(|p| Some((p.clone(), renamed(p)?)));
    for (old, new) in renamed_each.collect::<Vec<_>>() {
        run.renamed(old, new);
    }
    follow_or_warn(run, &name, &mut step);
    take_along(run, &moved, from, renamed);
    tell_of_looks(run, &moved);
    tell_of_class_names(run, &classes, Part::Package, from);
    let modules = ModulePackages::note(run);
    run.step(&step)?;
    modules.check(run);
    Ok(())
}

/// A package, and what the packages at or below it are called now.
type Renamed<'a> = (&'a str, &'a dyn Fn(&str) -> Option<String>);

/// The names of renamed packages in a file: before types, in directives of modules, and in imports on demand.
fn follow(
    program: &JavaProgram,
    sources: &Sources,
    number: u32,
    (from, renamed): Renamed<'_>,
    step: &mut Step,
) {
    let world = program.world();
    for (span, decl) in qualifiers(program, sources, number, from) {
        let Decl::Class(class) = decl else { continue };
        let package = world.text(world.class(class).package);
        let ours = world.class(class).origin.file().is_some();
        if let Some(new) = renamed(package).filter(|_| ours) {
            step.replace_once(program.interval(number, span), &new);
        }
    }
    for used in program
        .names
        .module_uses(number, sources.text(program.id(number)))
    {
        if let Decl::Package(package) = used.decl
            && let Some(new) = renamed(world.text(package))
        {
            step.replace(program.interval(number, used.span), new);
        }
    }
    for import in program
        .model(number)
        .imports
        .iter()
        .filter(|i| i.on_demand && !i.is_static)
    {
        if let Decl::Package(package) = program.names.decl(number, import.node)
            && let Some(new) = renamed(world.text(package))
        {
            let start = program.model(number).tree.node(import.node).name_at;
            let span = Span::new(start, start + world.text(import.name).len() as u32);
            step.replace(program.interval(number, span), new);
        }
    }
}
