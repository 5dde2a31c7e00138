//! Method Reference To Lambda: writes a method reference as a lambda expression.
//!
//! What stands before the `::` is computed once, when the reference is made; it must be a type, `this`, `super`, or a variable that
//! is known to hold an object.
//!
//! ```before
//! import java.util.function.Function;
//! class Order {
//!     Function<String, Integer> length = String$0::length;
//! }
//! ```
//! ```after
//! import java.util.function.Function;
//! class Order {
//!     Function<String, Integer> length = string -> string.length();
//! }
//! ```
//!
//! ```before
//! import java.util.function.Supplier;
//! class Order {
//!     StringBuilder text() { return new StringBuilder(); }
//!     Supplier<Integer> length = text()$0::length;
//! }
//! ```
//! ```refuses
//! once
//! ```

use crate::Java;
use crate::edits::functions::{holds_object, parameter_names, taken_names};
use crate::edits::imports::Imports;
use crate::edits::type_text::type_text;
use crate::query::function_type::{FunctionType, function_type};
use crate::query::program::JavaProgram;
use crate::query::selection::{Asked, node_asked};
use crate::refactorings::lambda_to_method_reference::{RULE, key, refuse_other};
use reweave_java_names::Decl;
use reweave_model::{Kind, Modifiers, NodeId, Role};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Refactoring, Run, Step, Stop};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "method-reference-to-lambda",
    file: include_str!("method_reference_to_lambda.rs"),
    params: &[],
    perform,
};

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let asked = node_asked(run, "method reference", |tree, n| {
        tree.kind(n) == Kind::MethodRef
    })?;
    convert(run, asked)
}

/// Writes a lambda for one reference.
pub(crate) fn convert(run: &mut Run<'_, Java>, asked: Asked) -> Result<(), Stop> {
    let program = run.program();
    let tree = &program.model(asked.number).tree;
    let at = Interval::new(asked.file, tree.span(asked.node));
    let bad = |why: &str| BadInput::new(why).at(asked.file, at.span);
    let function = function_type(program, program.names.ty(asked.number, asked.node))
        .ok_or_else(|| bad("the interface of this reference is not known; cast it first"))?;
    let mut taken = taken_names(program, asked.number, asked.node);
    let names = parameter_names(program, &function, &mut taken);
    let reference = Reference {
        program,
        asked,
        function,
        names,
    };
    let text = run.sources().text(asked.file);
    let (value, kind) = reference.value(text).map_err(bad)?;
    let meant = program.names.decl(asked.number, asked.node);
    let place = match meant {
        Decl::Method(_) => program.place(asked.number, meant),
        _ => None,
    };
    let key = key(program, meant);
    let plain = reference.params(None);
    let mut step = Step::new("write a lambda", RULE);
    step.replace(at, format!("{plain} -> {value}"));
    let mut typed = Step::new("write a lambda", RULE);
    let mut imports = Imports::default();
    if let Some(types) = reference.types(&mut imports) {
        typed.replace(at, format!("{} -> {value}", reference.params(Some(&types))));
        imports.add_to(program, run.sources(), &mut typed);
    } else {
        typed = step.clone();
    }
    run.step_mended(step, |_, _, _| Some(typed.clone()))?;
    refuse_other(run, at, (place, key), kind);
    Ok(())
}

struct Reference<'a> {
    program: &'a JavaProgram,
    asked: Asked,
    function: FunctionType,
    names: Vec<String>,
}

impl Reference<'_> {
    fn params(&self, types: Option<&[String]>) -> String {
        match (&self.names[..], types) {
            ([one], None) => one.clone(),
            (all, None) => format!("({})", all.join(", ")),
            (all, Some(types)) => {
                let both = types.iter().zip(all).map(|(t, n)| format!("{t} {n}"));
                format!("({})", both.collect::<Vec<_>>().join(", "))
            }
        }
    }

    fn types(&self, imports: &mut Imports) -> Option<Vec<String>> {
        let at = (self.asked.number, self.asked.node);
        let each = self.function.params.iter();
        each.map(|&ty| type_text(self.program, imports, at, ty))
            .collect()
    }

    /// What the lambda computes, and the kind of node that it is.
    fn value(&self, text: &str) -> Result<(String, Kind), &'static str> {
        let number = self.asked.number;
        let program = self.program;
        let world = program.world();
        let tree = &program.model(number).tree;
        let receiver = tree
            .child_in(self.asked.node, Role::Receiver)
            .ok_or("nothing stands before this reference")?;
        let before = tree.span(receiver).text(text);
        let list = self.names.join(", ");
        let is_type = tree.kind(receiver).is_type()
            || matches!(
                program.names.decl(number, receiver),
                Decl::Class(_) | Decl::TypeVar(_)
            );
        if world.text(tree.sym(self.asked.node)) == "new" {
            return Ok(self.made(receiver, before, &list));
        }
        let Decl::Method(method) = program.names.decl(number, self.asked.node) else {
            return Err("the method that is meant is not known; give --classpath");
        };
        let said: Vec<&str> = tree
            .children_in(self.asked.node, Role::TypeArgument)
            .map(|t| tree.span(t).text(text))
            .collect();
        let name = world.text(tree.sym(self.asked.node));
        let said = if said.is_empty() {
            String::new()
        } else {
            format!("<{}>", said.join(", "))
        };
        let is_static = world.method(method).modifiers.has(Modifiers::STATIC);
        if is_type && !is_static {
            let (first, rest) = self
                .names
                .split_first()
                .ok_or("the function takes no receiver")?;
            return Ok((
                format!("{first}.{said}{name}({})", rest.join(", ")),
                Kind::Call,
            ));
        }
        let is_there = is_type
            || matches!(tree.kind(receiver), Kind::This | Kind::Super)
            || (tree.kind(receiver) != Kind::New && holds_object(program, number, receiver));
        if !is_there {
            return Err(
                "what is asked is computed, and found to be null, once, when the reference is made; put it into a variable that holds a new object first",
            );
        }
        let asked = if is_type {
            before.split('<').next().unwrap_or(before)
        } else {
            before
        };
        Ok((format!("{asked}.{said}{name}({list})"), Kind::Call))
    }

    fn made(&self, receiver: NodeId, before: &str, list: &str) -> (String, Kind) {
        let program = self.program;
        let world = program.world();
        let tree = &program.model(self.asked.number).tree;
        if let Some(element) = before.trim_end().strip_suffix("[]") {
            let dims = before.matches("[]").count() - 1;
            let element = element.trim_end_matches("[]").trim_end();
            return (
                format!("new {element}[{list}]{}", "[]".repeat(dims)),
                Kind::NewArray,
            );
        }
        let decl = program.names.decl(self.asked.number, receiver);
        let is_generic = matches!(decl, Decl::Class(c) if world.own_type_params(c) > 0);
        let is_said = tree
            .children(receiver)
            .any(|c| tree.role(c) == Role::TypeArgument);
        let arguments = if is_generic && !is_said { "<>" } else { "" };
        (format!("new {before}{arguments}({list})"), Kind::New)
    }
}
