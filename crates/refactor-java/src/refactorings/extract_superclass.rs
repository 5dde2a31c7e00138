//! Extract Superclass: makes a class above a class, in a file of its own, and pulls members up to it.
//!
//! The new class takes the place of the superclass and extends it; its constructors pass on to those that the class called. `abstract` lists
//! methods that the new class only declares. The members go as `pull-up` takes them, under its checks.
//!
//! ```before
//! //- a/Order.java
//! package a;
//! public class $0Order {
//!     int sum;
//!     void add(int n) { sum += n; }
//!     int count() { return 1; }
//! }
//! ```
//! ```with
//! name=Summed
//! members=sum, add
//! ```
//! ```after
//! //- a/Order.java
//! package a;
//! public class Order extends Summed {
//!     int count() { return 1; }
//! }
//! //- a/Summed.java
//! package a;
//!
//! public class Summed {
//!
//!     int sum;
//!
//!     void add(int n) { sum += n; }
//! }
//! ```
//!
//! ```before
//! enum $0Order { ONE; int count() { return 1; } }
//! ```
//! ```with
//! name=Summed
//! members=count
//! ```
//! ```refuses
//! only a class
//! ```

use crate::Java;
use crate::edits::headers::{
    beside, in_package, is_public, listed, new_name, set_superclass, type_at,
};
use crate::edits::imports::dotted;
use crate::edits::own_file::head_for;
use crate::edits::texts::indent_unit;
use crate::query::program::JavaProgram;
use crate::query::words::valid_name;
use crate::refactorings::pull_up::pull;
use reweave_java_names::{ClassId, Decl, MethodId};
use reweave_model::{Kind, Modifiers, NodeId, Role, TypeKind};
use reweave_preserve::{EdgeKind, Node};
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::{FileId, Sources};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "extract-superclass",
    file: include_str!("extract_superclass.rs"),
    params: &[
        Param::required("name", "the new class"),
        Param::list("members", "what goes to it, as `a, b(int)`"),
        Param::list(
            "abstract",
            "names of methods that are declared abstract there, or `all`",
        ),
    ],
    perform,
};

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let name = run.param("name")?;
    let members = run.param("members")?;
    let class = type_at(run)?;
    let own = dotted(run.program(), class);
    let sources = run.sources().clone();
    listed(run.program(), &sources, class, members)?;
    put_above(run, class, name)?;
    run.settle();
    let program = run.program();
    let world = program.world();
    let lost = || BadInput::new("the class is not found in the result; please report this");
    let class = world.class_by_dotted(&own).ok_or_else(lost)?;
    let supers = world.header(class).supers.first();
    let above = supers
        .and_then(|&s| world.class_of_type(s))
        .ok_or_else(lost)?;
    let sources = run.sources().clone();
    let all = listed(program, &sources, class, members)?;
    pull(run, &all, above)
}

/// An empty class between a class and its superclass.
fn put_above(run: &mut Run<'_, Java>, class: ClassId, name: &str) -> Result<(), Stop> {
    let sources = run.sources().clone();
    let program = run.program();
    let world = program.world();
    valid_name(world.text(world.class(class).name), name, true)?;
    let (number, decl) = world.decl_of(class).expect("it is ours");
    let at = program.token(number, decl.node);
    let bad = |why: &str| BadInput::new(why).at(at.file, at.span);
    if world.info(class).kind != TypeKind::Class {
        return Err(bad("only a class can get another superclass").into());
    }
    if world.info(class).inner {
        return Err(
            bad("this class has an enclosing instance, which the new one would not have").into(),
        );
    }
    let supers = world.header(class).supers.first();
    let old = supers.and_then(|&s| world.class_of_type(s));
    let extends = superclass(program, &sources, class, old)?;
    if old.is_some_and(|o| world.decl_of(o).is_some_and(|d| !d.1.permits.is_empty())) {
        return Err(bad("its superclass is sealed, and permits no other class").into());
    }
    let unit = indent_unit(sources.text(at.file));
    let mut constructors = Vec::new();
    let called = called_above(program, number, decl.node, class);
    for &constructor in &called {
        constructors.push(passing_on(program, constructor, name, unit).ok_or_else(|| {
            bad("a constructor of its superclass takes what cannot be written elsewhere")
        })?);
    }
    let open = if is_public(program, class) {
        "public "
    } else {
        ""
    };
    let body = constructors.join("\n");
    let whole = format!("{open}class {name}{extends} {{\n{body}}}\n");
    let head = head_for(program, &sources, number, &whole);
    let path = beside(&sources, at.file, name);
    let file = sources.clone().add(path.as_str(), "");
    let mut step = Step::new(format!("put {name} above"), "N!=->@ O I");
    step.create(path, format!("{head}{whole}"));
    let written = new_name(program, number, name)?;
    set_superclass((program, &sources), (number, decl), &written, &mut step);
    run.step_excused(&step, |elsewhere| {
        elsewhere.kind() == EdgeKind::NAME && is_in(elsewhere.now(), file)
    })
}

/// A constructor's call means one of the new class now, which passes on.
fn is_in(node: Node, file: FileId) -> bool {
    node.interval().is_some_and(|at| at.file == file)
}

/// ` extends Old`, as the new file writes it.
fn superclass(
    program: &JavaProgram,
    sources: &Sources,
    class: ClassId,
    old: Option<ClassId>,
) -> Result<String, BadInput> {
    let world = program.world();
    let (number, decl) = world.decl_of(class).expect("it is ours");
    let (Some(node), Some(old)) = (decl.superclass, old) else {
        return Ok(String::new());
    };
    let tree = &program.model(number).tree;
    if tree.children_in(node, Role::TypeArgument).next().is_some() {
        let at = program.interval(number, tree.span(node));
        return Err(BadInput::new(
            "its superclass has type arguments, which the new class would have to pass on",
        )
        .at(at.file, at.span));
    }
    let written = tree.span(node).text(sources.text(program.id(number)));
    let is_near = world.class(old).package == world.class(class).package;
    Ok(match world.info(old).outer {
        Some(_) if is_near => format!(" extends {}", in_package(program, old)),
        Some(_) => format!(" extends {}", dotted(program, old)),
        None => format!(" extends {written}"),
    })
}

/// The constructors of the superclass that a class calls with arguments.
fn called_above(program: &JavaProgram, number: u32, node: NodeId, class: ClassId) -> Vec<MethodId> {
    let tree = &program.model(number).tree;
    let mut all: Vec<MethodId> = Vec::new();
    for call in tree.descendants(node) {
        let is_super = tree.kind(call) == Kind::ConstructorCall
            && program.world().text(tree.sym(call)) == "super"
            && program.class_around(number, call) == Some(class);
        if let (true, Decl::Method(m)) = (is_super, program.names.decl(number, call))
            && !all.contains(&m)
        {
            all.push(m);
        }
    }
    all
}

/// A constructor that only passes on to the one of the superclass.
fn passing_on(
    program: &JavaProgram,
    constructor: MethodId,
    name: &str,
    unit: &str,
) -> Option<String> {
    let world = program.world();
    let signature = world.signature(constructor);
    let owner = world.method(constructor).owner;
    let mut params = Vec::new();
    let mut names = Vec::new();
    for (i, &ty) in signature.params.iter().enumerate() {
        let written = plain_type(program, ty)?;
        names.push(format!("p{i}"));
        params.push(format!("{written} p{i}"));
    }
    let is_known = world.own_type_params(owner) == 0 && signature.type_params.is_empty();
    let throws: Option<Vec<String>> = signature
        .throws
        .iter()
        .map(|&t| plain_type(program, t))
        .collect();
    let throws = throws?;
    let throws = if throws.is_empty() {
        String::new()
    } else {
        format!(" throws {}", throws.join(", "))
    };
    let open = if world.method(constructor).modifiers.has(Modifiers::PUBLIC) {
        "public "
    } else {
        "protected "
    };
    is_known.then(|| {
        format!(
            "{unit}{open}{name}({}){throws} {{\n{unit}{unit}super({});\n{unit}}}\n",
            params.join(", "),
            names.join(", ")
        )
    })
}

/// A type without type arguments, written in full.
fn plain_type(program: &JavaProgram, ty: reweave_java_names::Ty) -> Option<String> {
    use reweave_java_names::TyData;
    let world = program.world();
    Some(match world.types().data(ty) {
        TyData::Class(class, args) if args.is_empty() => {
            let full = dotted(program, *class);
            full.strip_prefix("java.lang.")
                .filter(|rest| !rest.contains('.'))
                .map_or(full.clone(), str::to_owned)
        }
        TyData::Array(element) => format!("{}[]", plain_type(program, *element)?),
        _ if ty.is_primitive() => world_word(ty)?.to_owned(),
        _ => return None,
    })
}

fn world_word(ty: reweave_java_names::Ty) -> Option<&'static str> {
    use reweave_java_names::Ty;
    const WORDS: [&str; 8] = [
        "boolean", "byte", "short", "char", "int", "long", "float", "double",
    ];
    WORDS.into_iter().find(|w| Ty::of_word(w) == ty)
}
