//! Safe Delete: removes what nothing uses: a method, field, type, constructor, parameter, type parameter or local variable.
//!
//! A parameter goes with the arguments of all calls, a type parameter with its type arguments, a local variable with the statements that give
//! it values.
//!
//! ```before
//! class Cart {
//!     int total;
//!     /** Nobody asks. */
//!     int $0half() { return total / 2; }
//! }
//! ```
//! ```after
//! class Cart {
//!     int total;
//! }
//! ```
//!
//! ```before
//! class Cart {
//!     int $0total;
//!     int half() { return total / 2; }
//! }
//! ```
//! ```refuses
//! `total`
//! ```
//!
//! ```before
//! class Table<E> { record Row(int $0key) { int half() { return 1; } } }
//! class Use { int use() { return new Table.Row(1).half(); } }
//! ```
//! ```refuses
//! canonical constructor
//! ```

use crate::Java;
use crate::checks::initial_values::acts;
use crate::checks::looked_for::{refuse_looked_for, refuse_start};
use crate::checks::module_packages::ModulePackages;
use crate::checks::unresolved::tell_of_unknown;
use crate::edits::by_text::{FullName, refuse_named};
use crate::edits::deleted::{
    delete_constructor, delete_parameter, delete_type_parameter, delete_values, parameter_of,
};
use crate::edits::lookups::warn_of_strings;
use crate::edits::texts::whole_lines;
use crate::edits::transfer::Member;
use crate::query::at::{meant_at, method_at, noun};
use crate::query::failures::is_missed;
use crate::query::program::JavaProgram;
use crate::query::values::is_component;
use crate::refactorings::rename::name_of;
use reweave_java_names::{ClassId, Decl, MethodId, Ty};
use reweave_model::{Kind, NodeId, Role};
use reweave_refactor::{BadInput, Refactoring, Run, Step, Stop};
use reweave_text::FileId;

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "safe-delete",
    file: include_str!("safe_delete.rs"),
    params: &[],
    perform,
};

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let (file, offset) = run.caret()?;
    let program = run.program();
    let meant = meant_at(program, file, offset)?;
    if let Some(constructor) = constructor_at(program, file, offset) {
        return delete_constructor(run, constructor);
    }
    match meant.decl {
        Decl::Local(node) => {
            if let Some((method, index)) = parameter_of(program, meant.number, node) {
                return delete_parameter(run, method, index);
            }
        }
        Decl::TypeVar(var) => return delete_type_parameter(run, var),
        _ => {}
    }
    let sources = run.sources().clone();
    // What stands inside goes with all that it overrides; only the method itself may not leave another without its answer.
    let overrides = |m| !program.overrides().overridden_by(m).is_empty();
    let rule = match meant.decl {
        Decl::Method(m) if overrides(m) => "N<=->@ O<=@ I<=@",
        _ => "N<=->@ O<=->@ I<=->@",
    };
    let mut step = Step::new("safe delete", rule);
    match meant.decl {
        Decl::Local(node) => delete_local(run, meant.number, node, &mut step)?,
        Decl::Class(class) if program.world().info(class).outer.is_none() => {
            delete_type(run, class, &mut step)?;
            let (world, own) = (program.world(), program.world().class(class));
            let package = world.text(own.package);
            refuse_named(
                run,
                &FullName::moved(world.text(own.name), package, package),
            );
        }
        Decl::Field(field) if program.world().field(field).enum_constant => {
            return Err(BadInput::new(
                "a constant of an enum is not deleted: `values()` and the numbers of those behind it would change",
            )
            .into());
        }
        Decl::Field(field) if is_component(program, field) => {
            return Err(BadInput::new(
                "a record component is not deleted: it is a parameter of the canonical constructor, and `equals`, `hashCode` and `toString` read it",
            )
            .into());
        }
        decl @ (Decl::Method(_) | Decl::Field(_) | Decl::Class(_)) => {
            let member = Member::read(program, &sources, decl)?;
            let tree = &program.model(member.number).tree;
            if let (Some(init), Decl::Field(field)) = (tree.child_in(member.node, Role::Init), decl)
            {
                let ty = program.world().field_type(field);
                refuse_effects(program, member.number, init, ty)?;
            }
            member.remove(program, &sources, &mut step);
            refuse_looked_for(run, &[decl]);
        }
        decl => {
            let what = noun(program, decl);
            return Err(BadInput::new(format!("a {what} cannot be deleted like this")).into());
        }
    }
    if let Decl::Class(class) = meant.decl {
        refuse_start(run, class);
    }
    if !matches!(meant.decl, Decl::Local(_)) {
        let every: Vec<u32> = run.program().numbers().collect();
        let name = name_of(run.program(), meant)?;
        tell_of_unknown(run, &every, &name);
        if matches!(meant.decl, Decl::Method(_) | Decl::Field(_)) {
            warn_of_strings(run, &name);
        }
    }
    let modules = ModulePackages::note(run);
    run.step(&step)?;
    modules.check(run);
    Ok(())
}

/// The constructor on whose name the caret stands.
fn constructor_at(program: &JavaProgram, file: FileId, offset: u32) -> Option<MethodId> {
    let method = method_at(program, file, offset).ok();
    let constructor = method.filter(|&m| program.world().method(m).constructor)?;
    let (number, node) = program.world().method_node(constructor)?;
    let at = program.token(number, node);
    let is_there = at.file == file && at.span.start <= offset && offset <= at.span.end;
    is_there.then_some(constructor)
}

fn refuse_effects(
    program: &JavaProgram,
    number: u32,
    init: NodeId,
    ty: Ty,
) -> Result<(), BadInput> {
    let tree = &program.model(number).tree;
    if acts(program, number, init) {
        let at = program.interval(number, tree.span(init));
        return Err(
            BadInput::new("its value may do something; take that out first").at(at.file, at.span),
        );
    }
    if is_missed(program, number, init, ty) {
        let at = program.interval(number, tree.span(init));
        return Err(BadInput::new(
            "its value may fail or initialize a class, which would no longer happen; extract that first",
        )
        .at(at.file, at.span));
    }
    Ok(())
}

/// A declaration of one variable alone.
fn delete_local(
    run: &Run<'_, Java>,
    number: u32,
    node: NodeId,
    step: &mut Step,
) -> Result<(), BadInput> {
    let program = run.program();
    let tree = &program.model(number).tree;
    let local = tree.parent(node).filter(|&p| tree.kind(p) == Kind::Local);
    let in_block = local.filter(|&l| {
        let parent = tree.parent(l).map(|p| tree.kind(p));
        matches!(parent, Some(Kind::Block | Kind::Case))
    });
    let alone = in_block.filter(|&l| {
        let all = tree.children(l);
        all.filter(|&c| tree.kind(c) == Kind::VarDecl).count() == 1
    });
    let Some(local) = alone else {
        return Err(BadInput::new(
            "only a variable with a declaration of its own can be deleted",
        ));
    };
    if let Some(init) = tree.child_in(node, Role::Init) {
        refuse_effects(program, number, init, program.names.ty(number, node))?;
    }
    delete_values(run, number, node, step)?;
    let text = run.sources().text(program.id(number));
    let span = whole_lines(text, tree.span(local), None);
    step.delete(program.interval(number, span));
    Ok(())
}

/// A type with its file, where it is the only one in it.
fn delete_type(run: &Run<'_, Java>, class: ClassId, step: &mut Step) -> Result<(), BadInput> {
    let program = run.program();
    let world = program.world();
    let Some((number, decl)) = world.decl_of(class) else {
        return Err(BadInput::new("this type is not in these files"));
    };
    let model = program.model(number);
    if model.top_types().count() == 1 {
        step.delete_file(program.id(number));
        return Ok(());
    }
    let text = run.sources().text(program.id(number));
    let span = whole_lines(text, model.tree.span(decl.node), decl.doc);
    step.delete(program.interval(number, span));
    Ok(())
}
