//! Rename: gives a variable, parameter, type parameter, label, field, enum constant, record component, method or type
//! another name, in all files.
//!
//! A method goes with all that it overrides or that override it; a record component with its accessor; a type with its
//! constructors, and a file that is named after it goes along. Imports, Javadoc and method references follow. Where the new
//! name would be taken for something else, a qualifier keeps it what it is.
//!
//! ```before
//! class Cart {
//!     private int $0total;
//!     /** Adds to {@link #total}. */
//!     void add(int price) { total += price; }
//!     int sum(int amount) { return total + amount; }
//! }
//! ```
//! ```with
//! to=amount
//! ```
//! ```after
//! class Cart {
//!     private int amount;
//!     /** Adds to {@link #amount}. */
//!     void add(int price) { amount += price; }
//!     int sum(int amount) { return this.amount + amount; }
//! }
//! ```
//!
//! A method that would come to override another is refused:
//!
//! ```before
//! class Shape { int area() { return 0; } }
//! class Square extends Shape { int $0size() { return 4; } }
//! ```
//! ```with
//! to=area
//! ```
//! ```refuses
//! area
//! ```
//!
//! With `similar=yes` what is named after a type goes along: variables of it, and methods that take or give it.
//!
//! ```before
//! class $0Cart {
//!     Cart lastCart;
//!     static Cart newCart(Cart cart) { return cart.lastCart; }
//! }
//! ```
//! ```with
//! to=Basket
//! similar=yes
//! ```
//! ```after
//! class Basket {
//!     Basket lastBasket;
//!     static Basket newBasket(Basket basket) { return basket.lastBasket; }
//! }
//! ```
//!
//! A method that the class path declares keeps its name:
//!
//! ```before
//! class Task implements Runnable { public void $0run() {} }
//! ```
//! ```with
//! to=start
//! ```
//! ```refuses
//! java.lang.Runnable.run()
//! ```

use crate::Java;
use crate::checks::looked_for::refuse_runtime;
use crate::checks::reflection::{Part, tell_of_class_names, tell_of_member_names};
use crate::checks::unresolved::tell_of_unknown;
use crate::edits::by_text::{FullName, follow_or_warn};
use crate::edits::imports::dotted;
use crate::edits::lookups::{follow_lookups, strings_named};
use crate::edits::nested_edits::NestedEdits;
use crate::edits::qualify::{Renamed, mend};
use crate::edits::signature_change::{Change, callable_of};
use crate::edits::signature_edits::delegate;
use crate::edits::similar::similar;
use crate::query::at::{Meant, meant_at, noun};
use crate::query::mentions::{accessors, in_text};
use crate::query::program::JavaProgram;
use crate::query::shown::shown_key;
use crate::query::values::is_component;
use crate::query::words::valid_name;
use reweave_java_names::{ClassId, Decl, FieldId, Origin, UseKind};
use reweave_model::{Kind, NodeId, TypeKind};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::Part as _;
use std::collections::BTreeSet;

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "rename",
    file: include_str!("rename.rs"),
    params: &[
        Param::required("to", "the new name"),
        Param::one_of(
            "accessors",
            &["yes", "getter", "setter", "no"],
            "yes: the getter and setter of a field are renamed with it; getter, setter: one of them",
        ),
        Param::flag("delegate", "yes: old accessors stay and call the new ones"),
        Param::flag(
            "similar",
            "yes: variables and methods that are named after a type follow it",
        ),
        Param::one_of(
            "text",
            &["yes", "full", "no"],
            "yes: comments and strings that name it follow; full: only a type's full name there and in files beside the sources; no: not even where that stands alone",
        ),
    ],
    perform,
};

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let (file, offset) = run.caret()?;
    let to = run.param("to")?;
    let program = run.program();
    let meant = by_component(program, meant_at(program, file, offset)?);
    let old = name_of(program, meant)?;
    valid_name(
        &old,
        to,
        matches!(meant.decl, Decl::Class(_) | Decl::TypeVar(_)),
    )?;
    let all = goes_along(program, meant)?;
    refuse_outer_names(program, &all, to)?;

    let mut step = Step::new(format!("rename {old} to {to}"), "N>=->@ O I").each_apart();
    let with_name = match meant.decl {
        // Their scope does not leave the file.
        Decl::Local(_) | Decl::Label(_) | Decl::TypeVar(_) => vec![meant.number],
        _ => program.files_with(run.sources(), &old),
    };
    let mut places = tokens(run, &with_name, meant.number, &all, &old);
    if run.optional("text") == Some("yes") {
        places.extend(in_text(program, run.sources(), meant.decl, &old));
    }
    for at in places {
        step.replace(at, to);
    }
    // What follows with a name of its own, which strings may look up, too.
    let mut along: Along = Vec::new();
    if let Decl::Field(field) = meant.decl {
        rename_accessors(run, meant.number, (field, to), (&mut along, &mut step))?;
    }
    if let Decl::Class(class) = meant.decl
        && run.flag("similar")
    {
        rename_similar(run, &with_name, class, (&old, to), (&mut along, &mut step));
    }
    follow_static_imports(program, &with_name, &all, (&old, to), &mut step);
    if old == "value" {
        name_single_values(program, &all, to, &mut step);
    }
    let mut renamed = Renamed::default();
    if let Decl::Class(class) = meant.decl {
        renamed.insert(class, to.to_owned());
        move_file(run, class, &old, to, &mut step);
    }
    if let Decl::Class(class) = meant.decl {
        let world = program.world();
        let (full, package) = (dotted(program, class), world.class(class).package);
        let name = FullName::renamed(&full, world.text(package), &old, to);
        follow_or_warn(run, &name, &mut step);
        tell_of_class_names(run, &[class], Part::Simple, &old);
    }
    if let Decl::Field(field) = meant.decl {
        let owner = run.program().world().field(field).owner;
        if shows_members(run.program(), owner) {
            tell_of_member_names(run, owner, &old);
        }
    }
    for (decls, old, new) in &along {
        let files = run
            .program()
            .files_with(run.sources(), &format!("\"{old}\""));
        follow_lookups(run, &files, decls, new, &mut step);
    }
    let followed = follow_lookups(run, &with_name, &all, to, &mut step);
    warn_about(run, &with_name, meant, &all, &followed);
    run.renamed(old, to);
    run.step_mended(step, |run, step, differences| {
        mend(run, step, differences, &renamed)
    })
}

/// What follows with names of its own: declarations, their name, and the new one.
type Along = Vec<(Vec<Decl>, String, String)>;

/// The getters and setters of a field, as far as they are asked for.
fn rename_accessors(
    run: &Run<'_, Java>,
    number: u32,
    (field, to): (FieldId, &str),
    (along, step): (&mut Along, &mut Step),
) -> Result<(), BadInput> {
    let program = run.program();
    let Some(which) = run.optional("accessors").filter(|w| *w != "no") else {
        return Ok(());
    };
    for (method, name) in accessors(program, field, to, which) {
        let family = methods(program, method)?;
        if run.flag("delegate") {
            keep_accessors(run, &family, &name, step)?;
        }
        let own = program
            .world()
            .text(program.world().method(method).name)
            .to_owned();
        let with_name = program.files_with(run.sources(), &own);
        for at in tokens(run, &with_name, number, &family, &own) {
            step.replace(at, name.as_str());
        }
        along.push((family, own, name));
    }
    Ok(())
}

/// Variables and methods that are called as the class is.
fn rename_similar(
    run: &Run<'_, Java>,
    with_name: &[u32],
    class: ClassId,
    names: (&str, &str),
    (along, step): (&mut Along, &mut Step),
) {
    let program = run.program();
    for similar in similar(program, with_name, class, names) {
        // What must keep its name keeps it.
        let Ok(family) = goes_along(program, similar.meant) else {
            continue;
        };
        let with_name = program.files_with(run.sources(), &similar.old);
        for at in tokens(run, &with_name, similar.meant.number, &family, &similar.old) {
            step.replace_once(at, &similar.new);
        }
        along.push((family, similar.old, similar.new));
    }
}

/// Whether a class shows the names of its members by itself.
fn shows_members(program: &JavaProgram, class: ClassId) -> bool {
    matches!(
        program.world().info(class).kind,
        TypeKind::Enum | TypeKind::Record
    )
}

/// The methods stay under their old name beside the new ones.
fn keep_accessors(
    run: &Run<'_, Java>,
    family: &[Decl],
    name: &str,
    step: &mut Step,
) -> Result<(), BadInput> {
    let program = run.program();
    let mut edits = NestedEdits::default();
    for &decl in family {
        let Decl::Method(method) = decl else { continue };
        if let Some((number, callable)) = callable_of(program, method) {
            let old = program.world().text(callable.name);
            let change = Change::of_name(old, name, callable.params.len());
            let text = run.sources().text(program.id(number));
            let (at, old) = delegate(program, (number, text), callable, &change);
            edits.insert(number, at, old);
        }
    }
    edits.add_to(program, run.sources(), step)
}

pub fn name_of(program: &JavaProgram, meant: Meant) -> Result<String, BadInput> {
    let world = program.world();
    let what = noun(program, meant.decl);
    if !program.is_ours(meant.decl) {
        return Err(BadInput::new(format!(
            "the {what} {} is not declared in these files; only what they declare can be renamed",
            program.names.key_of(meant.decl)
        )));
    }
    let symbol = match meant.decl {
        Decl::Class(c) => world.class(c).name,
        Decl::Method(m) => world.method(m).name,
        Decl::Field(f) => world.field(f).name,
        Decl::TypeVar(v) => world.type_var(v).name,
        Decl::Local(n) | Decl::Label(n) => program.model(meant.number).tree.sym(n),
        _ => return Err(BadInput::new(format!("a {what} has no name to change"))),
    };
    Ok(world.text(symbol).to_owned())
}

/// All declarations that must have one name with this one.
fn goes_along(program: &JavaProgram, meant: Meant) -> Result<Vec<Decl>, BadInput> {
    let world = program.world();
    match meant.decl {
        Decl::Method(method) => {
            if let Origin::Implicit { file, node } = world.method(method).origin {
                let tree = &program.model(file).tree;
                let field = world
                    .info(world.method(method).owner)
                    .field_named(tree.sym(node));
                return match field {
                    Some(field) if tree.kind(node) == Kind::Param => component(program, field),
                    _ => Err(BadInput::new(
                        "this method is implicitly declared; it cannot be renamed",
                    )),
                };
            }
            let owner = world.method(method).owner;
            let is_accessor = world.info(owner).kind == TypeKind::Record
                && world.signature(method).params.is_empty();
            let field = world.info(owner).field_named(world.method(method).name);
            if let Some(field) = field.filter(|&f| is_accessor && is_component(program, f)) {
                return component(program, field);
            }
            methods(program, method)
        }
        Decl::Field(field) if is_component(program, field) => component(program, field),
        Decl::Class(class) => {
            let mut all = vec![meant.decl];
            let methods = world.info(class).methods.iter();
            let constructors = methods.filter(|m| world.method(m.1).constructor);
            all.extend(constructors.map(|m| Decl::Method(m.1)));
            Ok(all)
        }
        decl => Ok(vec![decl]),
    }
}

/// The component of a record that stands for what is meant: a parameter of its compact constructors, or a method that its accessor
/// overrides. All else means itself.
fn by_component(program: &JavaProgram, meant: Meant) -> Meant {
    let world = program.world();
    let of_record = |number: u32, node: NodeId| {
        let records = world.source_classes().filter(|&c| {
            let origin = world.class(c).origin;
            origin.file() == Some(number) && world.info(c).kind == TypeKind::Record
        });
        let mut fields = records.flat_map(|c| world.info(c).fields.iter().map(|f| f.1));
        let field = fields.find(|&f| world.field_node(f) == Some((number, node)))?;
        Some(Meant {
            number,
            decl: Decl::Field(field),
        })
    };
    let component = match meant.decl {
        Decl::Local(node) => of_record(meant.number, node),
        Decl::Method(method) => {
            let family = program.family(method).into_iter();
            let mut accessors = family.filter_map(|m| match world.method(m).origin {
                Origin::Implicit { file, node } => of_record(file, node),
                _ => None,
            });
            accessors.next()
        }
        _ => None,
    };
    component.unwrap_or(meant)
}

fn methods(
    program: &JavaProgram,
    method: reweave_java_names::MethodId,
) -> Result<Vec<Decl>, BadInput> {
    let family = program.family(method);
    let theirs = family.iter().find(|&&m| !program.is_ours(Decl::Method(m)));
    if let Some(&theirs) = theirs {
        return Err(BadInput::new(format!(
            "it overrides {}, which is not in these files; it must keep its name",
            shown_key(&program.world().method_key(theirs))
        )));
    }
    Ok(family.into_iter().map(Decl::Method).collect())
}

/// A record's component: its field, its accessor with what that overrides, and its name in constructors.
fn component(program: &JavaProgram, field: FieldId) -> Result<Vec<Decl>, BadInput> {
    let world = program.world();
    let (owner, name) = (world.field(field).owner, world.field(field).name);
    let mut all = vec![Decl::Field(field)];
    for &(_, accessor) in world.info(owner).methods_named(name) {
        if world.signature(accessor).params.is_empty() {
            all.extend(methods(program, accessor)?);
        }
    }
    if let Some((file, node)) = world.field_node(field) {
        all.push(Decl::Local(node));
        let (_, decl) = world.decl_of(owner).expect("a component is of the sources");
        let model = program.model(file);
        let types: Vec<_> = world.info(owner).fields.to_vec();
        for &callable in &decl.callables {
            let callable = model.callable(callable);
            let canonical = callable.is_constructor()
                && callable.params.len()
                    == types.iter().filter(|f| is_component(program, f.1)).count();
            let params = callable.params.iter();
            all.extend(
                params
                    .filter(|p| canonical && p.name == name)
                    .map(|p| Decl::Local(p.node)),
            );
        }
    }
    Ok(all)
}

/// A type may not bear the name of one that it stands in, nor of one that stands in it.
fn refuse_outer_names(program: &JavaProgram, all: &[Decl], to: &str) -> Result<(), BadInput> {
    let world = program.world();
    let Some(&Decl::Class(class)) = all.first() else {
        return Ok(());
    };
    let named = |c: ClassId| world.text(world.class(c).name) == to;
    let around = world.around(class).skip(1).find(|&c| named(c));
    let inside = world
        .source_classes()
        .find(|&c| named(c) && c != class && world.around(c).any(|a| a == class));
    match around.or(inside) {
        Some(_) => Err(BadInput::new(format!(
            "a type named `{to}` encloses it or is nested in it; the two cannot have one name"
        ))),
        None => Ok(()),
    }
}

/// Every token in some files that names one of the declarations.
fn tokens(
    run: &Run<'_, Java>,
    files: &[u32],
    number: u32,
    all: &[Decl],
    old: &str,
) -> BTreeSet<Interval> {
    let program = run.program();
    let mut places: BTreeSet<Interval> = BTreeSet::new();
    let is_local = all
        .iter()
        .any(|d| matches!(d, Decl::Local(_) | Decl::Label(_)));
    for &decl in all {
        // A local is numbered by its file; it may go along with a record of that same file only.
        places.extend(program.place(number, decl));
    }
    for used in program.uses_among(files, all) {
        let by_name = !matches!(used.kind, UseKind::Create);
        let elsewhere =
            is_local && used.file != number && matches!(used.decl, Decl::Local(_) | Decl::Label(_));
        if by_name && !elsewhere {
            places.insert(program.interval(used.file, used.span));
        }
    }
    for doc in program.doc_uses(run.sources(), files, number, all) {
        places.insert(doc);
    }
    places.retain(|at| at.span.text(run.sources().text(at.file)) == old);
    places
}

/// `import static a.B.old`: renamed with what it names, or doubled when it names more than that.
fn follow_static_imports(
    program: &JavaProgram,
    files: &[u32],
    all: &[Decl],
    (old, to): (&str, &str),
    step: &mut Step,
) {
    for &number in files {
        let model = program.model(number);
        for (index, import) in model.imports.iter().enumerate() {
            let Some((at, targets)) = program.static_import(number, index) else {
                continue;
            };
            let ours = targets.iter().filter(|d| all.contains(d)).count();
            if ours == 0 {
                continue;
            }
            if ours == targets.len() {
                step.replace(at, to);
            } else {
                let text = program.world().text(import.name);
                let class = text.part(..text.len() - old.len());
                step.replace(at, format!("{old};\nimport static {class}{to}"));
            }
        }
    }
}

/// `@A(1)` speaks of an element without naming it; one that is no longer called `value` must be named.
fn name_single_values(program: &JavaProgram, all: &[Decl], to: &str, step: &mut Step) {
    let world = program.world();
    let owners: Vec<ClassId> = all
        .iter()
        .filter_map(|d| match d {
            Decl::Method(m) => Some(world.method(*m).owner),
            _ => None,
        })
        .filter(|&c| world.info(c).kind == TypeKind::Annotation)
        .collect();
    for used in program.uses(&owners.into_iter().map(Decl::Class).collect::<Vec<_>>()) {
        let tree = &program.model(used.file).tree;
        if used.kind != UseKind::Annotation {
            continue;
        }
        let arguments: Vec<_> = tree
            .children_in(used.node, reweave_model::Role::Argument)
            .collect();
        if let [only] = arguments[..]
            && tree.kind(only) != Kind::Assign
        {
            let at = tree.span(only).start;
            step.insert(program.id(used.file), at, format!("{to} = "));
        }
    }
}

/// A file that bears its type's name goes with it.
fn move_file(run: &Run<'_, Java>, class: ClassId, old: &str, to: &str, step: &mut Step) {
    let world = run.program().world();
    if world.info(class).outer.is_some() {
        return;
    }
    let Some(number) = world.class(class).origin.file() else {
        return;
    };
    let file = run.program().id(number);
    let path = run.sources().path(file);
    let (folder, name) = match path.rsplit_once('/') {
        Some((folder, name)) => (format!("{folder}/"), name),
        None => (String::new(), path),
    };
    if name.strip_suffix(".java") == Some(old) {
        step.move_file(file, format!("{folder}{to}.java"));
    }
}

/// What the resolver cannot see: names in strings, and names that nothing declares.
fn warn_about(
    run: &mut Run<'_, Java>,
    files: &[u32],
    meant: Meant,
    all: &[Decl],
    followed: &[Interval],
) {
    let program = run.program();
    let Ok(old) = name_of(program, meant) else {
        return;
    };
    let old = old.as_str();
    if matches!(
        meant.decl,
        Decl::Local(_) | Decl::Label(_) | Decl::TypeVar(_)
    ) {
        return;
    }
    let native = program.native_in(all);
    // Full names of types are looked for apart.
    let is_member = !matches!(meant.decl, Decl::Class(_));
    let mut strings = Vec::new();
    if run.optional("text") != Some("yes") {
        strings = strings_named(program, files, old, is_member);
        strings.retain(|at| !followed.contains(at));
    }
    refuse_runtime(run, all);
    if let Some(at) = native {
        run.refuse(
            "native",
            format!("native code looks for `{old}` by this name"),
            &[at],
        );
    }
    run.warn_each(
        "string",
        &format!("a string holds the name `{old}`"),
        strings,
    );
    tell_of_unknown(run, files, old);
}
