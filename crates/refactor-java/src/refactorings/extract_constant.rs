//! Extract Constant: gives the value of an expression a name as a static final field of the class.
//!
//! The value must be the same whenever it is computed: no local variables, nothing of an object, no field that changes, no call that does
//! more than compute. With `all=yes` every expression of the class that reads the same is replaced.
//!
//! ```before
//! class Order {
//!     int price(int net) {
//!         return net * $0(100 + 19)$0 / 100;
//!     }
//! }
//! ```
//! ```with
//! name=GROSS
//! ```
//! ```after
//! class Order {
//!     private static final int GROSS = 100 + 19;
//!
//!     int price(int net) {
//!         return net * GROSS / 100;
//!     }
//! }
//! ```
//!
//! ```before
//! class Order {
//!     int price(int net) {
//!         return $0net * 2$0;
//!     }
//! }
//! ```
//! ```with
//! name=TWICE
//! ```
//! ```refuses
//! a local variable
//! ```

use crate::Java;
use crate::edits::imports::Imports;
use crate::edits::operands::group_operands;
use crate::edits::texts::{after_comments, code, indent_at, indent_unit};
use crate::edits::type_text::{member_around, type_text};
use crate::query::constants::is_constant_field;
use crate::query::effects::{effects, initialisers};
use crate::query::program::JavaProgram;
use crate::query::selection::selected_expression;
use crate::query::values::{constant_value, without_parentheses};
use crate::query::words::is_identifier;
use crate::refactorings::extract_local_variable::{same_below, with_parentheses};
use reweave_java_names::{Decl, Ty};
use reweave_model::{Kind, NodeId, Role, TypeDecl, TypeKind};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::{Part, Span};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "extract-constant",
    file: include_str!("extract_constant.rs"),
    params: &[
        Param::required("name", "the new field"),
        Param::optional(
            "all",
            "`yes` replaces every expression of the class that reads the same",
        ),
        Param::optional(
            "visibility",
            "`public`, `protected`, `package` or `private` (as it is without)",
        ),
    ],
    perform,
};

/// Flow as it was; the field's own names and type come along.
const RULE: &str = "N⊇→↺ O I C⊇↺ D E⊇↺ X T⊇→";

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let name = run.param("name")?;
    if !is_identifier(name) {
        return Err(BadInput::unclear(format!("`{name}` is not a valid name for a field")).into());
    }
    let visibility = match run.optional("visibility") {
        None | Some("private") => "private ",
        Some("package") => "",
        Some("public") => "public ",
        Some("protected") => "protected ",
        Some(other) => {
            return Err(BadInput::unclear(format!(
                "`{other}` is not a visibility; give public, protected, package or private"
            ))
            .into());
        }
    };
    group_operands(run)?;
    let (file, number, selected) = selected_expression(run)?;
    let program = run.program();
    let model = program.model(number);
    let tree = &model.tree;
    let value = without_parentheses(tree, selected);
    let bad = |why: &str| BadInput::new(why).at(file, tree.span(selected));
    constant_value(program, number, value).map_err(|why| bad(&why))?;
    let mut types = model.types.iter().filter(|t| {
        tree.contains(t.node, selected) && t.node != selected && t.kind != TypeKind::Anonymous
    });
    let class = types
        .next_back()
        .ok_or_else(|| bad("no class encloses this"))?;
    let mut imports = Imports::default();
    let ty = program.names.ty(number, value);
    let ty = match ty {
        Ty::NULL | Ty::VOID => None,
        ty => {
            let member = member_around(program, number, value);
            type_text(program, &mut imports, (number, member), ty)
        }
    };
    let ty =
        ty.ok_or_else(|| bad("the type of this cannot be written; write a cast around it first"))?;
    let words = match class.kind {
        TypeKind::Interface | TypeKind::Annotation => String::new(),
        _ => format!("{visibility}static final "),
    };
    let text = run.sources().text(file);
    let declared = format!("{words}{ty} {name} = {};", tree.span(value).text(text));
    let mut step = Step::new(format!("declare {name} with the value"), RULE);
    imports.add_to(program, run.sources(), &mut step);
    let constant = Constant {
        number,
        class,
        declared: &declared,
        value,
    };
    constant
        .insert(program, text, &mut step)
        .map_err(|why| bad(&why))?;
    let all = if run.optional("all") == Some("yes") {
        same_below(program, number, class.node, selected)
    } else {
        vec![selected]
    };
    for &node in &all {
        if has_local(program, number, (class.node, node), name) {
            return Err(bad("a local variable of that name stands where the field would be read; choose another name").into());
        }
        let at = with_parentheses(tree, node);
        step.replace(Interval::new(file, tree.span(at)), name);
    }
    run.step(&step)
}

/// Whether the member of the class that holds an expression declares a local variable of this name: a variable is in scope in its
/// own initializer, too (JLS 6.3).
pub fn has_local(
    program: &JavaProgram,
    file: u32,
    (class, expression): (NodeId, NodeId),
    name: &str,
) -> bool {
    let tree = &program.model(file).tree;
    let Some(symbol) = program.world().names().get(name) else {
        return false;
    };
    let member = tree
        .ancestors(expression)
        .take_while(|&n| n != class)
        .last();
    let declares =
        |n: NodeId| matches!(tree.kind(n), Kind::VarDecl | Kind::Param) && tree.sym(n) == symbol;
    member.is_some_and(|m| tree.descendants(m).any(declares))
}

/// The field that is to be declared.
struct Constant<'a> {
    number: u32,
    class: &'a TypeDecl,
    declared: &'a str,
    value: NodeId,
}

impl Constant<'_> {
    /// Puts the field first in its class, or behind the fields of the class that its value reads, itself or in what it calls: until those have
    /// their values, and before the class is initialized, nothing may ask for it (JLS 12.4.2).
    fn insert(&self, program: &JavaProgram, text: &str, step: &mut Step) -> Result<(), String> {
        let Self {
            number,
            class,
            declared,
            value,
        } = *self;
        let file = program.id(number);
        let model = program.model(number);
        let tree = &model.tree;
        if let Some(last) = what_it_reads(program, number, class, value)? {
            let indent = indent_at(text, last.start);
            let behind = after_comments(text, last.end);
            step.insert(file, behind, format!("\n{indent}{declared}"));
            return Ok(());
        }
        if class.kind == TypeKind::Enum {
            let mut members = tree.children_in(class.node, Role::Member);
            let first = members.find(|&m| tree.kind(m) != Kind::EnumConstant);
            let first = first.ok_or("the enum has constants only; declare the field by hand")?;
            let doc = model
                .callables
                .iter()
                .find(|c| c.node == first)
                .and_then(|c| c.doc);
            let at = doc.map_or(tree.span(first).start, |d| d.start);
            let indent = indent_at(text, at);
            step.insert(file, at, format!("{declared}\n\n{indent}"));
            return Ok(());
        }
        let from = tree.node(class.node).name_at;
        let open = code(text, from as usize).find(|(_, c)| *c == '{');
        let (open, _) = open.ok_or("the class has no body")?;
        let rest = text.part(open + 1..);
        let end = tree.span(class.node).start;
        let inner = format!("{}{}", indent_at(text, end), indent_unit(text));
        let gap = if rest.trim_start_matches([' ', '\t', '\r']).starts_with('\n') {
            "\n"
        } else {
            "\n\n"
        };
        step.insert(file, open as u32 + 1, format!("\n{inner}{declared}{gap}"));
        Ok(())
    }
}

/// The last field of the class that a value reads, behind which it can be computed.
fn what_it_reads(
    program: &JavaProgram,
    number: u32,
    class: &TypeDecl,
    value: NodeId,
) -> Result<Option<Span>, String> {
    let model = program.model(number);
    let tree = &model.tree;
    let world = program.world();
    let read = effects(program, &[(number, value)]);
    let named: Vec<Decl> = tree
        .descendants(value)
        .map(|n| program.names.decl(number, n))
        .collect();
    let mut behind: Option<Span> = None;
    let mut waits = false;
    for &id in &class.fields {
        let at = world.field_of(number, id);
        let data = model.field(id);
        let is_read = named.contains(&Decl::Field(at)) || read.touches(at);
        if !is_read || data.enum_constant {
            continue;
        }
        let is_constant = is_constant_field(program, at);
        if data.init.is_none() && world.is_static_field(at) && !is_constant {
            return Err(format!(
                "{} gets its value in a static initializer, before which the constant would be computed",
                world.text(data.name)
            ));
        }
        // Forward references of constants are errors all the same (JLS 8.3.3).
        if !is_constant || named.contains(&Decl::Field(at)) {
            let is_later = behind.is_none_or(|b| b.end < data.declaration.end);
            behind = if is_later {
                Some(data.declaration)
            } else {
                behind
            };
        }
        waits |= !is_constant;
    }
    let Some(last) = behind else {
        return Ok(None);
    };
    let class_id = program.class_around(number, value);
    let earlier = class_id
        .into_iter()
        .flat_map(|c| initialisers(program, c, true));
    let mut earlier = earlier.filter(|part| tree.span(part.1).start < last.start);
    let runs = |part: (u32, NodeId)| {
        let mut inside = tree.descendants(part.1);
        inside.any(|n| {
            let is_call = matches!(tree.kind(n), Kind::Call | Kind::New | Kind::EnumConstant);
            is_call && is_ours(program, number, n)
        })
    };
    if waits && earlier.any(runs) {
        return Err("the initializers of the class run code before the constant is initialized, which may read it".into());
    }
    Ok(Some(last))
}

/// Whether a call or creation runs code of these files.
fn is_ours(program: &JavaProgram, number: u32, node: NodeId) -> bool {
    match program.names.decl(number, node) {
        Decl::Method(method) => {
            let owner = program.world().method(method).owner;
            program.is_ours(Decl::Class(owner))
        }
        _ => true,
    }
}
