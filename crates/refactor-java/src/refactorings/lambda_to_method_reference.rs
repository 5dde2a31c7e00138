//! Lambda To Method Reference: writes a lambda expression that only calls a method, or makes an object, with its parameters as a
//! method reference.
//!
//! What stands before the `::` is computed when the reference is made, not when it is called: it must be a type, `this`, `super`, or
//! a variable that is known to hold an object.
//!
//! ```before
//! import java.util.function.Function;
//! class Order {
//!     Function<String, Integer> length = text $0-> text.length();
//! }
//! ```
//! ```after
//! import java.util.function.Function;
//! class Order {
//!     Function<String, Integer> length = String::length;
//! }
//! ```
//!
//! ```before
//! import java.util.function.Supplier;
//! class Order {
//!     String name;
//!     Supplier<Integer> length = () $0-> name.length();
//! }
//! ```
//! ```refuses
//! when the reference is made
//! ```

use crate::Java;
use crate::edits::functions::holds_object;
use crate::edits::imports::Imports;
use crate::edits::type_text::type_text;
use crate::query::program::JavaProgram;
use crate::query::selection::{Asked, node_asked};
use crate::query::values::without_parentheses;
use reweave_java_names::{ClassId, Decl, MethodId, Ty};
use reweave_model::{Kind, Modifiers, NodeId, Role, Tree, TypeKind};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Refactoring, Run, Step, Stop};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "lambda-to-method-reference",
    file: include_str!("lambda_to_method_reference.rs"),
    params: &[],
    perform,
};

/// The parameters and what is done with them go; which method is meant is looked at apart.
pub const RULE: &str = "N≠→↺ O I C≠↔↺ D≠↔↺ E≠↔↺ X≠→↺ T≠→↺";

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let asked = node_asked(run, "lambda expression", |tree, n| {
        tree.kind(n) == Kind::Lambda
    })?;
    let program = run.program();
    let lambda = Lambda::of(program, asked)?;
    let text = run.sources().text(asked.file);
    let mut imports = Imports::default();
    let reference = lambda.reference(text, &mut imports)?;
    let meant = program.names.decl(asked.number, lambda.value);
    let wanted = match meant {
        Decl::Method(m) => program.place(asked.number, Decl::Method(m)),
        _ => None,
    };
    let key = key(program, meant);
    let mut step = Step::new("write a method reference", RULE);
    let at = Interval::new(
        asked.file,
        program.model(asked.number).tree.span(asked.node),
    );
    step.replace(at, reference);
    imports.add_to(program, run.sources(), &mut step);
    run.step(&step)?;
    refuse_other(run, at, (wanted, key), Kind::MethodRef);
    Ok(())
}

/// The name of a method of the class path, by which it is known again.
pub fn key(program: &JavaProgram, decl: Decl) -> Option<String> {
    let world = program.world();
    match decl {
        Decl::Method(m) => Some(world.method_key(m)),
        _ => None,
    }
}

/// What is called must be the method that was called.
pub fn refuse_other(
    run: &mut Run<'_, Java>,
    at: Interval,
    (place, key): (Option<Interval>, Option<String>),
    kind: Kind,
) {
    let now = run.now(at);
    let wanted = place.map(|p| run.now(p));
    let program = run.program();
    let Some(number) = program.number(now.file) else {
        return;
    };
    let tree = &program.model(number).tree;
    let mut inside = tree
        .descendants(NodeId::ROOT)
        .filter(|&n| now.span.contains(tree.span(n)));
    let found = inside.find(|&n| tree.kind(n) == kind);
    let decl = found.map_or(Decl::Unknown, |n| program.names.decl(number, n));
    let same = match decl {
        Decl::Method(m) => match wanted {
            Some(wanted) => program.place(number, Decl::Method(m)) == Some(wanted),
            None => Some(program.world().method_key(m)) == key,
        },
        _ => key.is_none(),
    };
    if !same {
        run.refuse(
            "call",
            "another method would be meant, or which one is not known",
            &[now],
        );
    }
}

struct Lambda<'a> {
    program: &'a JavaProgram,
    asked: Asked,
    params: Vec<NodeId>,
    /// The call or creation that is all of it.
    value: NodeId,
}

impl<'a> Lambda<'a> {
    fn of(program: &'a JavaProgram, asked: Asked) -> Result<Self, BadInput> {
        let tree = &program.model(asked.number).tree;
        let bad = |why: &str| BadInput::new(why).at(asked.file, tree.span(asked.node));
        let body = tree
            .child_in(asked.node, Role::Body)
            .ok_or_else(|| bad("the lambda has no body"))?;
        let value = only_value(tree, body)
            .ok_or_else(|| bad("the lambda does more than call one method, or make one object, with its parameters"))?;
        Ok(Self {
            program,
            asked,
            params: tree.children_in(asked.node, Role::Param).collect(),
            value,
        })
    }

    fn tree(&self) -> &'a Tree {
        &self.program.model(self.asked.number).tree
    }

    fn bad(&self, why: &str) -> BadInput {
        BadInput::new(why).at(self.asked.file, self.tree().span(self.asked.node))
    }

    /// Whether some expressions are the parameters from one on, in their order.
    fn are_params(&self, given: &[NodeId], from: usize) -> bool {
        let names = &self.program.names;
        let is = |(&g, &p): (&NodeId, &NodeId)| {
            self.tree().kind(g) == Kind::Name && names.decl(self.asked.number, g) == Decl::Local(p)
        };
        given.len() + from == self.params.len() && given.iter().zip(&self.params[from..]).all(is)
    }

    fn reference(&self, text: &str, imports: &mut Imports) -> Result<String, BadInput> {
        let tree = self.tree();
        let arguments: Vec<NodeId> = tree.children_in(self.value, Role::Argument).collect();
        match tree.kind(self.value) {
            Kind::Call => self.call(&arguments, text, imports),
            Kind::New if self.are_params(&arguments, 0) => {
                let has_more = tree.child_in(self.value, Role::Body).is_some()
                    || tree.child_in(self.value, Role::Receiver).is_some();
                let ty = tree.child_in(self.value, Role::Type).filter(|_| !has_more);
                let ty = ty.ok_or_else(|| self.bad("no method reference creates such an object"))?;
                let ty = tree.span(ty).text(text);
                Ok(format!("{}::new", ty.trim_end().trim_end_matches("<>").trim_end()))
            }
            Kind::NewArray if self.are_params(&arguments, 0) && arguments.len() == 1 => {
                let ty = tree.child_in(self.value, Role::Type);
                let ty = ty.map_or("", |t| tree.span(t).text(text));
                let dims = tree.node(self.value).flags;
                Ok(format!("{ty}{}::new", "[]".repeat(dims.max(1) as usize)))
            }
            _ => Err(self.bad(
                "the lambda does more than call one method, or make one object, with its parameters",
            )),
        }
    }

    fn call(
        &self,
        arguments: &[NodeId],
        text: &str,
        imports: &mut Imports,
    ) -> Result<String, BadInput> {
        let tree = self.tree();
        let world = self.program.world();
        let number = self.asked.number;
        let Decl::Method(method) = self.program.names.decl(number, self.value) else {
            return Err(self.bad("the method that is called is not known; give --classpath"));
        };
        let is_static = world.method(method).modifiers.has(Modifiers::STATIC);
        let said: Vec<&str> = tree
            .children_in(self.value, Role::TypeArgument)
            .map(|t| tree.span(t).text(text))
            .collect();
        let said = if said.is_empty() {
            String::new()
        } else {
            format!("<{}>", said.join(", "))
        };
        let name = format!("{said}{}", world.text(tree.sym(self.value)));
        let receiver = tree.child_in(self.value, Role::Receiver);
        if let Some(asked) = receiver
            && self.are_params(arguments, 1)
            && self.program.names.decl(number, asked) == Decl::Local(self.params[0])
            && tree.kind(asked) == Kind::Name
            && !is_static
        {
            let ty = self.program.names.ty(number, asked);
            let class = world
                .class_of_type(ty)
                .ok_or_else(|| self.bad("the type of the first parameter is not known"))?;
            self.refuse_two(class, method)?;
            return Ok(format!("{}::{name}", self.class_name(ty, imports)?));
        }
        if !self.are_params(arguments, 0) {
            return Err(self.bad("what the method is given is not the parameters in their order"));
        }
        let Some(asked) = receiver else {
            return self.of_own(method, &name);
        };
        let asked = without_parentheses(tree, asked);
        if is_static || matches!(tree.kind(asked), Kind::This | Kind::Super) {
            if let Decl::Class(class) = self.program.names.decl(number, asked) {
                self.refuse_two(class, method)?;
            } else if is_static {
                return Err(self.bad(
                    "a static method is called on an expression; name its class instead first",
                ));
            }
            return Ok(format!("{}::{name}", tree.span(asked).text(text)));
        }
        if !holds_object(self.program, number, asked) || tree.kind(asked) == Kind::New {
            return Err(self.bad(
                "what is asked would be computed, and found to be null, when the reference is made, not when it is called",
            ));
        }
        Ok(format!("{}::{name}", tree.span(asked).text(text)))
    }

    /// A method of a class around, called without saying so.
    fn of_own(&self, method: MethodId, name: &str) -> Result<String, BadInput> {
        let world = self.program.world();
        let data = world.method(method);
        let here = self
            .program
            .class_around(self.asked.number, self.asked.node);
        let around: Vec<ClassId> = here.into_iter().flat_map(|c| world.around(c)).collect();
        let of = around
            .iter()
            .position(|&c| world.is_subclass(c, data.owner));
        let named = |c: ClassId| world.text(world.class(c).name).to_owned();
        if data.modifiers.has(Modifiers::STATIC) {
            self.refuse_two(data.owner, method)?;
            let mut imports = Imports::default();
            let class = imports.name(self.program, self.asked.number, data.owner);
            return Ok(format!("{class}::{name}"));
        }
        match of {
            Some(0) => Ok(format!("this::{name}")),
            Some(at) if world.info(around[at]).kind != TypeKind::Anonymous => {
                Ok(format!("{}.this::{name}", named(around[at])))
            }
            _ => Err(self.bad("the receiver has no name here")),
        }
    }

    /// A static method and one of an object that both fit are not told apart (JLS 15.13.1).
    fn refuse_two(&self, class: ClassId, method: MethodId) -> Result<(), BadInput> {
        let world = self.program.world();
        let mut named = Vec::new();
        world.find_methods(class, world.method(method).name, &mut named);
        let count = self.params.len();
        let fits = |m: &MethodId| {
            let data = world.method(*m);
            let params = world.signature(*m).params.len();
            let is_static = data.modifiers.has(Modifiers::STATIC);
            data.varargs || params + usize::from(!is_static) == count
        };
        let is_static = |m: &MethodId| world.method(*m).modifiers.has(Modifiers::STATIC);
        let of_class = named
            .iter()
            .copied()
            .filter(|m| fits(m))
            .any(|m| is_static(&m));
        let of_object = named
            .iter()
            .copied()
            .filter(|m| fits(m))
            .any(|m| !is_static(&m));
        if of_class && of_object {
            return Err(self.bad("a static and an instance method both fit, between which a method reference is ambiguous"));
        }
        Ok(())
    }

    fn class_name(&self, ty: Ty, imports: &mut Imports) -> Result<String, BadInput> {
        let world = self.program.world();
        let erased = world.erase(ty);
        let at = (self.asked.number, self.asked.node);
        type_text(self.program, imports, at, erased)
            .map(|t| t.split('<').next().unwrap_or_default().to_owned())
            .ok_or_else(|| self.bad("the type of the first parameter cannot be written"))
    }
}

/// The one expression of a lambda's body.
fn only_value(tree: &Tree, body: NodeId) -> Option<NodeId> {
    if tree.kind(body) != Kind::Block {
        return Some(without_parentheses(tree, body));
    }
    let mut all = tree.children(body);
    let (only, None) = (all.next()?, all.next()) else {
        return None;
    };
    match tree.kind(only) {
        Kind::Return | Kind::ExprStmt => {
            Some(without_parentheses(tree, tree.child_in(only, Role::Value)?))
        }
        _ => None,
    }
}
