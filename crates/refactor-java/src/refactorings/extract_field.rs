//! Extract Field: makes a field of a local variable, or gives the value of an expression a name as a field.
//!
//! On a local variable (its declaration or a use) the variable becomes a field, which the method sets where it declared the variable. With a
//! selected expression the field is set before the statement that uses it, or with `init=declaration` where it is declared, which asks for a
//! value that is the same whenever it is computed. The field is `private`, and `static` where the code is. A value that the method could find
//! changed, because it runs again before it has read it, is refused.
//!
//! ```before
//! class Order {
//!     int total(int[] prices) {
//!         int $0sum = 0;
//!         for (int price : prices) {
//!             sum += price;
//!         }
//!         return sum;
//!     }
//! }
//! ```
//! ```after
//! class Order {
//!     private int sum;
//!
//!     int total(int[] prices) {
//!         sum = 0;
//!         for (int price : prices) {
//!             sum += price;
//!         }
//!         return sum;
//!     }
//! }
//! ```
//!
//! ```before
//! class Order {
//!     int price(int net, int rate) {
//!         return Math.max($0net * rate$0, 1);
//!     }
//! }
//! ```
//! ```with
//! name=gross
//! ```
//! ```after
//! class Order {
//!     private int gross;
//!
//!     int price(int net, int rate) {
//!         gross = net * rate;
//!         return Math.max(gross, 1);
//!     }
//! }
//! ```
//!
//! ```before
//! class Order {
//!     int total(int n) {
//!         int $0rest = n - 1;
//!         return n == 0 ? 0 : total(rest) + rest;
//!     }
//! }
//! ```
//! ```refuses
//! may set the field again
//! ```

use crate::Java;
use crate::checks::reentered::refuse_reentered;
use crate::checks::unresolved::Unresolved;
use crate::edits::imports::Imports;
use crate::edits::promoted::{Declarator, visibility_word};
use crate::edits::qualify::{Renamed, mend};
use crate::edits::transfer::Room;
use crate::edits::type_text::{member_around, type_text};
use crate::query::at::meant_at;
use crate::query::bodies::is_static;
use crate::query::program::JavaProgram;
use crate::query::selection::selected_expression;
use crate::query::values::{constant_value, without_parentheses};
use crate::query::words::is_identifier;
use crate::refactorings::extract_constant::has_local;
use crate::refactorings::extract_local_variable::{Place, extraction, same_below, same_in_body};
use reweave_java_names::{ClassId, Decl, Ty};
use reweave_model::{Kind, NodeId, TypeKind};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop, Target};
use reweave_text::FileId;

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "extract-field",
    file: include_str!("extract_field.rs"),
    params: &[
        Param::optional(
            "name",
            "the new field; a local variable keeps its own name without",
        ),
        Param::flag(
            "all",
            "yes: every expression of the body, or with init=declaration of the class, that reads the same",
        ),
        Param::one_of(
            "init",
            &["method", "declaration"],
            "where the field gets the value of an expression; in the method without",
        ),
        Param::one_of(
            "visibility",
            &["public", "protected", "package", "private"],
            "who can name it; private without",
        ),
    ],
    perform,
};

/// Flow as it was, but for what goes through the variable: a field's values are followed by the check for it. What may do anything may do
/// it to the new field, too, which puts it in more orders than before.
const PROMOTED: &str = "N⊇→↺ O I C⊇←↺ D≠↺ E⊇×≠←→↺ X T⊇→↺";

/// Flow as it was; the values of the expression come along.
const EXTRACTED: &str = "N⊇→↺ O I C⊇←↺ D⊇↺ E⊇×←→↺ X T⊇→↺";

/// The value is computed with the object.
const DECLARED: &str = "N⊇→↺ O I C⊇↺ D E⊇×↺ X T⊇→";

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    if let Some(name) = run.optional("name").filter(|n| !is_identifier(n)) {
        return Err(BadInput::unclear(format!("`{name}` is not a valid name for a field")).into());
    }
    if let Some((number, local)) = local_at(run) {
        return promote(run, number, local);
    }
    let (_, number, selected) = selected_expression(run)?;
    if run.optional("init") == Some("declaration") {
        declare(run, number, selected)
    } else {
        extract(run, number, selected)
    }
}

/// The local variable that is asked for: at the caret, or with its name or declaration selected.
fn local_at(run: &Run<'_, Java>) -> Option<(u32, NodeId)> {
    let program = run.program();
    let (file, at) = run.caret().ok()?;
    let found = meant_at(program, file, at).ok()?;
    let Decl::Local(local) = found.decl else {
        return None;
    };
    let tree = &program.model(found.number).tree;
    let is_asked = match &run.request().target {
        Target::Range(_, span) => {
            let holder = tree.parent(local).unwrap_or(local);
            let token = program.token(found.number, local).span;
            [token, tree.span(local), tree.span(holder)].contains(span)
        }
        _ => true,
    };
    is_asked.then_some((found.number, local))
}

/// The class that gets the field, and whether it belongs to the class.
fn home(program: &JavaProgram, number: u32, node: NodeId) -> Result<(ClassId, bool), BadInput> {
    let tree = &program.model(number).tree;
    let at = tree.span(node);
    let bad = |why: &str| BadInput::new(why).at(program.id(number), at);
    let world = program.world();
    let class = program.class_around(number, node);
    let class = class.ok_or_else(|| bad("no class encloses this"))?;
    let member = tree.ancestors(node).find(|&n| {
        matches!(
            tree.kind(n),
            Kind::Callable | Kind::Initializer | Kind::Field | Kind::EnumConstant
        )
    });
    let member = member.ok_or_else(|| bad("this is in no body of a class"))?;
    let in_static = is_static(program, number, member)
        || tree
            .ancestors(node)
            .any(|a| tree.kind(a) == Kind::ConstructorCall);
    match world.info(class).kind {
        TypeKind::Interface | TypeKind::Annotation => Err(bad(
            "the fields of an interface are constants; extract a constant instead",
        )),
        TypeKind::Record if !in_static => Err(bad("a record has no fields but its components")),
        _ => Ok((class, in_static)),
    }
}

fn promote(run: &mut Run<'_, Java>, number: u32, local: NodeId) -> Result<(), Stop> {
    let program = run.program();
    let sources = run.sources().clone();
    let (class, in_static) = home(program, number, local)?;
    let declarator = Declarator::of(program, &sources, number, local)?;
    let old = program.token(number, local);
    let old_name = old.span.text(sources.text(old.file)).to_owned();
    let name = run.optional("name").unwrap_or(&old_name).to_owned();
    let mut imports = Imports::default();
    let ty = declarator.ty(&mut imports)?;
    let room = Room::of(program, &sources, class)?;
    let mut step = Step::new(format!("make {name} a field"), PROMOTED);
    let words = words(run, in_static);
    let declared = format!("{}{words}{ty} {name};", declarator.annotations());
    room.insert_fields(&sources, &[declared], &mut step);
    declarator.assign(&ty, &name, &mut step)?;
    for used in program.uses_in(number, &[Decl::Local(local)]) {
        let at = program.interval(number, used.span);
        step.affect(at);
        if name != old_name {
            step.replace(at, name.as_str());
        }
    }
    imports.add_to(program, &sources, &mut step);
    if name != old_name {
        run.renamed(old_name, name.as_str());
    }
    finish(run, step, old.file, &name)
}

/// `private static `
fn words(run: &Run<'_, Java>, in_static: bool) -> String {
    let open = visibility_word(run.optional("visibility").unwrap_or("private"));
    let word = if in_static { "static " } else { "" };
    format!("{open}{word}")
}

fn extract(run: &mut Run<'_, Java>, number: u32, selected: NodeId) -> Result<(), Stop> {
    let name = run.param("name")?;
    let program = run.program();
    let sources = run.sources().clone();
    let (class, in_static) = home(program, number, selected)?;
    let file = program.id(number);
    let tree = &program.model(number).tree;
    let bad = |why: &str| BadInput::new(why).at(file, tree.span(selected));
    let all = if run.flag("all") {
        same_in_body(program, number, selected)
    } else {
        vec![selected]
    };
    let place = Place::before(tree, &all).ok_or_else(|| {
        bad("no statement encloses this, before which a field could be set; give init=declaration")
    })?;
    let place = place.settled(program, number);
    if place.adds_jump() {
        return Err(bad("this is all of a lambda or an arm; give it a block first").into());
    }
    let value = without_parentheses(tree, selected);
    let mut imports = Imports::default();
    let ty = written_type(program, &mut imports, number, value)?;
    let room = Room::of(program, &sources, class)?;
    let text = sources.text(file);
    let mut step = Step::new(format!("set {name} to the value"), EXTRACTED);
    let declared = format!("{}{ty} {name};", words(run, in_static));
    room.insert_fields(&sources, &[declared], &mut step);
    let given = match tree.kind(value) {
        Kind::ArrayInit => format!("new {ty} {}", tree.span(value).text(text)),
        _ => tree.span(value).text(text).to_owned(),
    };
    let assigned = format!("{name} = {given};");
    place.declare(&mut step, (file, text, tree), &assigned, &all);
    for &node in &all {
        if has_local(program, number, (around(tree, node), node), name) {
            return Err(bad("a local variable of that name stands where the field would be read; choose another name").into());
        }
        if !place.is_whole(tree, node) {
            step.replace(Interval::new(file, tree.span(node)), name);
        }
    }
    imports.add_to(program, &sources, &mut step);
    // What may do anything may set the field, too, and so is in order with it either way; a local variable shows what moves.
    let at = Interval::new(file, tree.span(selected));
    if let Ok(local) = extraction(run, name, (number, selected), &all)
        && !run.keeps(&local)?
    {
        let message =
            "the value would be computed in another order with what else this statement does";
        run.refuse("order", message, &[at]);
    }
    finish(run, step, file, name)
}

/// The type around a node.
fn around(tree: &reweave_model::Tree, node: NodeId) -> NodeId {
    let ty = tree.ancestors(node).find(|&n| tree.kind(n) == Kind::Type);
    ty.unwrap_or(NodeId::ROOT)
}

fn written_type(
    program: &JavaProgram,
    imports: &mut Imports,
    number: u32,
    value: NodeId,
) -> Result<String, BadInput> {
    let tree = &program.model(number).tree;
    let ty = match program.names.ty(number, value) {
        Ty::NULL | Ty::VOID => None,
        ty => {
            let member = member_around(program, number, value);
            type_text(program, imports, (number, member), ty)
        }
    };
    ty.ok_or_else(|| {
        BadInput::new("the type of this cannot be written; write a cast around it first")
            .at(program.id(number), tree.span(value))
    })
}

/// The field gets the value where it is declared.
fn declare(run: &mut Run<'_, Java>, number: u32, selected: NodeId) -> Result<(), Stop> {
    let name = run.param("name")?;
    let program = run.program();
    let sources = run.sources().clone();
    let (class, in_static) = home(program, number, selected)?;
    let file = program.id(number);
    let tree = &program.model(number).tree;
    let bad = |why: &str| BadInput::new(why).at(file, tree.span(selected));
    let value = without_parentheses(tree, selected);
    constant_value(program, number, value).map_err(|why| bad(&why))?;
    let mut imports = Imports::default();
    let ty = written_type(program, &mut imports, number, value)?;
    let room = Room::of(program, &sources, class)?;
    let text = sources.text(file);
    let mut step = Step::new(format!("declare {name} with the value"), DECLARED);
    let given = tree.span(value).text(text);
    let declared = format!("{}final {ty} {name} = {given};", words(run, in_static));
    room.insert_fields(&sources, &[declared], &mut step);
    let ty_node = around(tree, selected);
    let all = if run.flag("all") && !in_static {
        same_below(program, number, ty_node, selected)
    } else {
        vec![selected]
    };
    for &node in &all {
        if has_local(program, number, (ty_node, node), name) {
            return Err(bad("a local variable of that name stands where the field would be read; choose another name").into());
        }
        step.replace(Interval::new(file, tree.span(node)), name);
    }
    imports.add_to(program, &sources, &mut step);
    let unresolved = Unresolved::note(run, &step);
    run.step(&step)?;
    unresolved.check(run);
    Ok(())
}

/// Makes the step, with qualifiers for names that the field would hide, and follows its values.
fn finish(run: &mut Run<'_, Java>, step: Step, file: FileId, name: &str) -> Result<(), Stop> {
    let unresolved = Unresolved::note(run, &step);
    run.step_mended(step, |run, step, differences| {
        mend(run, step, differences, &Renamed::default())
    })?;
    unresolved.check(run);
    run.settle();
    refuse_reentered(run, file, name);
    Ok(())
}
