//! Inline Parameter: writes the argument that all calls give a parameter in its place in the body, and removes the parameter.
//!
//! The argument must be one literal, `null`, or one constant, at every call.
//!
//! ```before
//! class Order {
//!     int gross(int net, int $0rate) {
//!         return net * rate / 100;
//!     }
//!     int total() {
//!         return gross(10, 19) + gross(20, 19);
//!     }
//! }
//! ```
//! ```after
//! class Order {
//!     int gross(int net) {
//!         return net * 19 / 100;
//!     }
//!     int total() {
//!         return gross(10) + gross(20);
//!     }
//! }
//! ```
//!
//! ```before
//! class Order {
//!     int gross(int net, int $0rate) {
//!         return net * rate / 100;
//!     }
//!     int total() {
//!         return gross(10, 19) + gross(20, 7);
//!     }
//! }
//! ```
//! ```refuses
//! another argument
//! ```

use crate::Java;
use crate::edits::imports::Imports;
use crate::edits::precedence::{
    cast_needs_parentheses, needs_parentheses, operand_needs_parentheses,
};
use crate::edits::signature_change::Change;
use crate::edits::spelled::spelled;
use crate::edits::type_text::type_text;
use crate::query::at::{meant_at, method_at};
use crate::query::constants::is_constant_field;
use crate::query::program::JavaProgram;
use crate::query::values::without_parentheses;
use crate::refactorings::change_signature::carry_out;
use crate::refactorings::inline_local_variable::caret;
use reweave_java_names::{ClassId, Decl, MethodId, Use, UseKind};
use reweave_model::{Kind, NodeId, Role};
use reweave_refactor::{BadInput, Refactoring, Run, Step, Stop};
use reweave_text::Sources;

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "inline-parameter",
    file: include_str!("inline_parameter.rs"),
    params: &[],
    perform,
};

/// The reads of the parameter go, and what the argument names comes in their place.
const RULE: &str = "N⊆→≠↺ O I C⊆↔≠↺ D⊆←≠↺ E⊆↔≠↺ X⊆→≠↺ T≠→↺";

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let found = Parameter::asked_for(run)?;
    let program = run.program();
    let token = program.token(found.number, found.callable);
    let change_to = Change::without(program, found.method, found.index);
    let sources = run.sources().clone();
    let step = found.step(program, &sources)?;
    if let Some(step) = step {
        run.step(&step)?;
        run.settle();
    }
    let now = run.now(token);
    let method = method_at(run.program(), now.file, now.span.start)?;
    carry_out(run, method, &change_to, |_| ())
}

struct Parameter {
    number: u32,
    method: MethodId,
    callable: NodeId,
    node: NodeId,
    index: usize,
    /// The argument at the first call, and the places of all.
    argument: (u32, NodeId),
    all: Vec<(u32, NodeId)>,
}

impl Parameter {
    fn asked_for(run: &Run<'_, Java>) -> Result<Self, BadInput> {
        let (file, at) = caret(run)?;
        let program = run.program();
        let world = program.world();
        let meant = meant_at(program, file, at)?;
        let unclear = || {
            BadInput::unclear(
                "no parameter of a method stands here; put the caret on the name of one",
            )
        };
        let Decl::Local(node) = meant.decl else {
            return Err(unclear());
        };
        let number = meant.number;
        let model = program.model(number);
        let callable = model
            .callables
            .iter()
            .position(|c| c.params.iter().any(|p| p.node == node))
            .ok_or_else(unclear)?;
        let method = world.method_of(number, reweave_model::CallableId(callable as u32));
        let callable = &model.callables[callable];
        let index = callable
            .params
            .iter()
            .position(|p| p.node == node)
            .ok_or_else(unclear)?;
        let bad = |why: &str| BadInput::new(why).at(file, program.token(number, node).span);
        if callable.params[index].varargs {
            return Err(bad("the parameter takes any number of arguments"));
        }
        if program.family(method).len() > 1 {
            return Err(bad(
                "the method overrides another or is overridden: calls of those give it arguments, too",
            ));
        }
        let uses = program.uses_in(number, &[meant.decl]);
        if uses.iter().any(|u| u.kind == UseKind::Write) {
            return Err(bad("the parameter gets another value in the method"));
        }
        let all = arguments(program, method, index)?;
        let Some(&argument) = all.first() else {
            return Err(bad(
                "nothing calls the method, so that no argument can be told",
            ));
        };
        let found = Self {
            number,
            method,
            callable: callable.node,
            node,
            index,
            argument,
            all,
        };
        found.same(program)?;
        Ok(found)
    }

    /// Every argument must be the same literal or constant.
    fn same(&self, program: &JavaProgram) -> Result<(), BadInput> {
        let (file, first) = self.argument;
        for &(number, node) in &self.all {
            let tree = &program.model(number).tree;
            let at = program.interval(number, tree.span(node));
            let bad = |why: &str| Err(BadInput::new(why).at(at.file, at.span));
            if !is_fixed(program, number, node) {
                return bad(
                    "this is no literal and no constant, and may have another value each time",
                );
            }
            let decl = program.names.decl(number, node);
            let is_same = match decl {
                Decl::Field(_) => decl == program.names.decl(file, first),
                _ => tree.hash(node) == program.model(file).tree.hash(first),
            };
            if !is_same {
                return bad("another argument is given here");
            }
        }
        Ok(())
    }

    fn step(&self, program: &JavaProgram, sources: &Sources) -> Result<Option<Step>, BadInput> {
        let uses = program.uses_in(self.number, &[Decl::Local(self.node)]);
        if uses.is_empty() {
            return Ok(None);
        }
        let mut step = Step::new("write the argument for the parameter", RULE);
        let mut imports = Imports::default();
        let mut named = Vec::new();
        for used in &uses {
            let (text, types) = self.fit(program, sources, used, &mut imports)?;
            named.extend(types);
            step.replace(program.interval(self.number, used.span), text);
        }
        // What the arguments name is what comes.
        for &(number, node) in &self.all {
            let span = program.model(number).tree.span(node);
            let text = span.text(sources.text(program.id(number)));
            step.replace(program.interval(number, span), text);
        }
        let tree = &program.model(self.number).tree;
        if let Some(ty) = tree.child_in(self.node, Role::Type) {
            step.affect(program.interval(self.number, tree.span(ty)));
        }
        imports.add_to(program, sources, &mut step);
        named.sort_unstable();
        named.dedup();
        for class in named {
            if let Some(token) = program.place(self.number, Decl::Class(class)) {
                step.affect(token);
            }
        }
        Ok(Some(step))
    }

    /// The argument with the type of the parameter, and the types that it names.
    fn fit(
        &self,
        program: &JavaProgram,
        sources: &Sources,
        used: &Use,
        imports: &mut Imports,
    ) -> Result<(String, Vec<ClassId>), BadInput> {
        let place = (self.number, used.node);
        let bad = |why: &str| BadInput::new(why).at(program.id(self.number), used.span);
        let found = spelled(program, sources, self.argument, place, imports)
            .ok_or_else(|| bad("the argument names an instance member"))?;
        let (number, value) = self.argument;
        let own = program.names.ty(number, value);
        let ty = program.names.ty(self.number, self.node);
        if own == ty {
            let needs = needs_parentheses(program, self.number, self.argument, used.node);
            let text = if needs {
                format!("({})", found.text)
            } else {
                found.text
            };
            return Ok((text, found.named));
        }
        let word = type_text(program, imports, place, ty)
            .ok_or_else(|| bad("the type of the parameter cannot be written"))?;
        if !ty.is_primitive() && own.is_primitive() && program.world().unboxed(ty) != own {
            return Err(bad("the argument is converted twice to be the parameter"));
        }
        let needs = operand_needs_parentheses(program, number, value);
        let operand = if needs {
            format!("({})", found.text)
        } else {
            found.text
        };
        let cast = format!("({word}) {operand}");
        let needs = cast_needs_parentheses(program, self.number, used.node);
        Ok((if needs { format!("({cast})") } else { cast }, found.named))
    }
}

/// What each call gives a parameter.
fn arguments(
    program: &JavaProgram,
    method: MethodId,
    index: usize,
) -> Result<Vec<(u32, NodeId)>, BadInput> {
    let mut found = Vec::new();
    for used in program.uses(&[Decl::Method(method)]) {
        let tree = &program.model(used.file).tree;
        let at = program.interval(used.file, used.span);
        if !matches!(used.kind, UseKind::Call | UseKind::Create) {
            return Err(BadInput::new(
                "a method reference refers to the method here; convert it to a lambda first",
            )
            .at(at.file, at.span));
        }
        let argument = tree.children_in(used.node, Role::Argument).nth(index);
        let argument = argument.ok_or_else(|| {
            BadInput::new("this call gives no such argument").at(at.file, at.span)
        })?;
        found.push((used.file, without_parentheses(tree, argument)));
    }
    Ok(found)
}

/// Whether an expression has one value wherever it stands.
fn is_fixed(program: &JavaProgram, number: u32, node: NodeId) -> bool {
    let world = program.world();
    let tree = &program.model(number).tree;
    let kind = tree.kind(node);
    let is_number = |n: NodeId| tree.kind(n) == Kind::Number;
    let is_signed = kind == Kind::Unary
        && matches!(world.text(tree.sym(node)), "-" | "+")
        && tree.child_in(node, Role::Operand).is_some_and(is_number);
    let of_type = |n: NodeId| {
        let receiver = tree.child_in(n, Role::Receiver);
        receiver.is_none_or(|r| matches!(program.names.decl(number, r), Decl::Class(_)))
    };
    let is_constant = match program.names.decl(number, node) {
        Decl::Field(f) => {
            matches!(kind, Kind::Name | Kind::FieldAccess)
                && of_type(node)
                && (world.field(f).enum_constant
                    || (world.is_static_field(f) && is_constant_field(program, f)))
        }
        _ => false,
    };
    kind.is_literal() || is_signed || is_constant
}
