//! Use Var: declares a local variable with `var` instead of its type; where it has `var`, with the type.
//!
//! ```before
//! class Order {
//!     int price() {
//!         $0StringBuilder text = new StringBuilder();
//!         return text.length();
//!     }
//! }
//! ```
//! ```after
//! class Order {
//!     int price() {
//!         var text = new StringBuilder();
//!         return text.length();
//!     }
//! }
//! ```
//!
//! ```before
//! class Order {
//!     int price() {
//!         $0var text = new StringBuilder();
//!         return text.length();
//!     }
//! }
//! ```
//! ```after
//! class Order {
//!     int price() {
//!         StringBuilder text = new StringBuilder();
//!         return text.length();
//!     }
//! }
//! ```
//!
//! ```before
//! class Order {
//!     long price() {
//!         $0long price = 1;
//!         return price << 40;
//!     }
//! }
//! ```
//! ```refuses
//! another type
//! ```

use crate::Java;
use crate::edits::imports::Imports;
use crate::edits::type_text::type_text;
use crate::query::selection::node_at;
use reweave_java_names::Ty;
use reweave_model::{Kind, NodeId, Role};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Refactoring, Run, Step, Stop};
use reweave_text::Span;

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "use-var",
    file: include_str!("use_var.rs"),
    params: &[],
    perform,
};

/// Nothing changes but the name of the type.
const RULE: &str = "N≠→↺ O I C D E X T";

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let (file, at) = run.caret()?;
    let program = run.program();
    let number = program
        .number(file)
        .ok_or_else(|| BadInput::new("this file was left out; name another"))?;
    let tree = &program.model(number).tree;
    let local = node_at(tree, at, Kind::Local).ok_or_else(|| {
        BadInput::unclear("no declaration of a local variable stands here; put the caret on one")
            .at(file, Span::at(at))
    })?;
    let bad = |why: &str| BadInput::new(why).at(file, tree.span(local));
    let is_variable = |c: &NodeId| tree.kind(*c) == Kind::VarDecl;
    let variables: Vec<NodeId> = tree.children(local).filter(is_variable).collect();
    let [variable] = variables[..] else {
        return Err(
            bad("several variables are declared together; declare each for itself first").into(),
        );
    };
    let ty = tree.child_in(local, Role::Type);
    let ty = ty.ok_or_else(|| bad("the declaration has no type"))?;
    let declared = program.names.ty(number, variable);
    let mut imports = Imports::default();
    let new = if tree.kind(ty) == Kind::InferredType {
        let written = type_text(program, &mut imports, (number, variable), declared);
        written.ok_or_else(|| bad("the type that is inferred here cannot be written"))?
    } else {
        let value = tree.child_in(variable, Role::Init);
        let of_loop = tree
            .parent(local)
            .is_some_and(|p| tree.kind(p) == Kind::ForEach);
        let inferred = match value {
            Some(v)
                if matches!(
                    tree.kind(v),
                    Kind::Lambda | Kind::MethodRef | Kind::ArrayInit | Kind::Null
                ) =>
            {
                return Err(bad(
                    "the value has no type of its own, from which `var` could take one",
                )
                .into());
            }
            Some(v) => program.names.ty(number, v),
            None if of_loop => declared,
            None => {
                return Err(
                    bad("the variable has no value, from which `var` could take a type").into(),
                );
            }
        };
        let has_diamond = value.is_some_and(|v| {
            tree.descendants(v)
                .any(|n| tree.kind(n) == Kind::InferredType)
                || tree.kind(v) == Kind::Call
        });
        let generic = program
            .world()
            .types()
            .as_class(declared)
            .is_some_and(|c| !c.1.is_empty());
        if inferred == Ty::UNKNOWN {
            return Err(bad(
                "the type of the value is not known, which `var` would take; give --classpath",
            )
            .into());
        }
        if inferred != declared || (has_diamond && generic) {
            return Err(bad("with `var` the variable would have another type, or the value be inferred without it").into());
        }
        "var".to_owned()
    };
    let mut step = Step::new("write the other way of declaring", RULE);
    imports.add_to(program, run.sources(), &mut step);
    if new == "var" {
        drop_brackets(run, number, variable, &mut step);
    }
    step.replace(Interval::new(file, tree.span(ty)), new);
    run.step(&step)
}

/// `int a[]`: the brackets belong to the type, which goes.
fn drop_brackets(run: &Run<'_, Java>, number: u32, variable: NodeId, step: &mut Step) {
    let program = run.program();
    let tree = &program.model(number).tree;
    if tree.node(variable).flags == 0 {
        return;
    }
    let file = program.id(number);
    let from = tree.node(variable).name_at + program.token(number, variable).span.len();
    let until = tree
        .child_in(variable, Role::Init)
        .map_or(tree.span(variable).end, |v| tree.span(v).start);
    let brackets = Span::new(from, until);
    let text = brackets.text(run.sources().text(file));
    let kept = text.replace(['[', ']'], "");
    step.replace(
        Interval::new(file, brackets),
        format!(" {}", kept.trim_start()),
    );
}
