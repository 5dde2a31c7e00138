//! Anonymous To Lambda: writes an anonymous class of a functional interface as a lambda expression.
//!
//! The class must have nothing but the one method, and that must not name its own object. Variables that would hide those around are
//! given other names; where the lambda would be typed otherwise, its parameters get their types or it is cast.
//!
//! ```before
//! class Task {
//!     Runnable run(String name) {
//!         return new $0Runnable() {
//!             @Override
//!             public void run() {
//!                 System.out.println(name);
//!             }
//!         };
//!     }
//! }
//! ```
//! ```after
//! class Task {
//!     Runnable run(String name) {
//!         return () -> System.out.println(name);
//!     }
//! }
//! ```
//!
//! ```before
//! class Task {
//!     Runnable run() {
//!         return new $0Runnable() {
//!             public void run() {
//!                 System.out.println(this);
//!             }
//!         };
//!     }
//! }
//! ```
//! ```refuses
//! its own `this`
//! ```

use crate::Java;
use crate::checks::first_use::refuse_failing_interface;
use crate::edits::branches::{valued, wanted};
use crate::edits::functions::{fresh, in_scope, taken_names};
use crate::edits::imports::Imports;
use crate::edits::precedence::cast_needs_parentheses;
use crate::edits::style::comments_in;
use crate::edits::texts::{indent_at, parenthesised};
use crate::edits::type_text::type_text;
use crate::query::program::JavaProgram;
use crate::query::selection::{Asked, is_blank, node_asked};
use reweave_java_names::{ClassId, Decl, Ty};
use reweave_model::{Callable, Kind, Modifiers, NodeId, Role, Tree};
use reweave_refactor::{BadInput, Refactoring, Run, Step, Stop};
use reweave_text::{Edit, Part, Span};
use std::cell::Cell;

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "anonymous-to-lambda",
    file: include_str!("anonymous_to_lambda.rs"),
    params: &[],
    perform,
};

/// The class, its method and the types that they name go; what the body names, computes and throws stays. An object that is only
/// made shows nothing.
const RULE: &str = "N⊆→≠↺ O⊆→ I⊆→↺ C⊆↔≠↺ D≠↺ E⊆↔≠↺ X⊆→≠↺ T⊆→≠↺";
/// A cast has a type.
const WITH_CAST: &str = "N⊆→≠↺ O⊆→ I⊆→↺ C⊆↔≠↺ D≠↺ E⊆↔≠↺ X⊆→≠↺ T≠→↺";

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let asked = node_asked(run, "anonymous class", |tree, n| {
        tree.kind(n) == Kind::New && tree.child_in(n, Role::Body).is_some()
    })?;
    let found = Anonymous::of(run, asked)?;
    let steps = [
        found.step(run, Typed::Not)?,
        found.step(run, Typed::Parameters)?,
        found.step(run, Typed::Cast)?,
    ];
    if let Some(interface) = run.program().world().class_of_type(found.ty) {
        refuse_failing_interface(run, interface, asked);
    }
    let round = Cell::new(1);
    let first = if found.needs_cast(run.program()) {
        2
    } else {
        0
    };
    let start = steps[first].clone();
    let next = |_: &Run<'_, Java>, _: &Step, _: &[reweave_preserve::Difference]| {
        let at = round.replace(round.get() + 1);
        if first > 0 {
            None
        } else {
            steps.get(at).cloned()
        }
    };
    run.step_mended(start, next)
}

/// What says the type of the lambda.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Typed {
    Not,
    Parameters,
    Cast,
}

struct Anonymous {
    asked: Asked,
    /// The type that is made.
    class: ClassId,
    ty: Ty,
    callable: Callable,
    block: NodeId,
}

impl Anonymous {
    fn of(run: &Run<'_, Java>, asked: Asked) -> Result<Self, BadInput> {
        let program = run.program();
        let world = program.world();
        let model = program.model(asked.number);
        let tree = &model.tree;
        let bad = |why: &str| BadInput::new(why).at(asked.file, tree.span(asked.node));
        let body = tree.child_in(asked.node, Role::Body);
        let id = model
            .type_ids()
            .find(|&t| Some(model.ty(t).node) == body)
            .ok_or_else(|| bad("no anonymous class stands here"))?;
        let decl = model.ty(id);
        let class = world.class_of(asked.number, id);
        let only = match (&decl.callables[..], &decl.fields[..], &decl.types[..]) {
            ([one], [], []) if decl.initializers.is_empty() => model.callable(*one).clone(),
            _ => {
                return Err(bad(
                    "the class has more than one method, and a lambda implements one",
                ));
            }
        };
        let ty = tree
            .child_in(asked.node, Role::Type)
            .map(|t| program.names.ty(asked.number, t));
        let above = world.header(class).supers.iter().copied();
        let mut above = above.filter(|&t| {
            world
                .class_of_type(t)
                .is_some_and(|c| world.info(c).is_interface())
        });
        let interface = above
            .next()
            .or(ty)
            .and_then(|t| Some((t, world.class_of_type(t)?)));
        let Some((ty, interface)) = interface else {
            return Err(bad("the type that is made is not known"));
        };
        let is_its = world.functional(interface).is_some_and(|m| {
            world.method(m).name == only.name
                && world.signature(m).params.len() == only.params.len()
        });
        if !is_its {
            return Err(bad(
                "the type that is created is not a functional interface (JLS 9.8), or the method is not its abstract one",
            ));
        }
        let block = only.body.ok_or_else(|| bad("the method has no body"))?;
        let is_locked = only.modifiers.has(Modifiers::SYNCHRONIZED);
        if is_locked || !only.type_params.is_empty() {
            return Err(bad(
                "the method is generic or synchronized, which a lambda cannot be",
            ));
        }
        let found = Self {
            asked,
            class,
            ty,
            callable: only,
            block,
        };
        found.refuse_self(program)?;
        found.refuse_unset(program)?;
        Ok(found)
    }

    /// In a lambda, `this` and what is inherited are those of the class around.
    fn refuse_self(&self, program: &JavaProgram) -> Result<(), BadInput> {
        let world = program.world();
        let number = self.asked.number;
        let tree = &program.model(number).tree;
        let is_own = |n: NodeId| {
            let around = tree.ancestors(n).find(|&a| tree.kind(a) == Kind::Type);
            around == tree.child_in(self.asked.node, Role::Body)
        };
        for node in tree.descendants(self.block) {
            let simple = tree.child_in(node, Role::Receiver).is_none();
            let inherited = |owner: ClassId| simple && world.is_subclass(self.class, owner);
            let names_it = match (tree.kind(node), program.names.decl(number, node)) {
                (Kind::This | Kind::Super, _) => {
                    tree.child_in(node, Role::Qualifier).is_none() && is_own(node)
                }
                (Kind::Name, Decl::Field(f)) => inherited(world.field(f).owner),
                (Kind::Call, Decl::Method(m)) => {
                    inherited(world.method(m).owner) && self.is_asked(program, node)
                }
                _ => false,
            };
            if names_it {
                let at = program.interval(number, tree.span(node));
                return Err(BadInput::new(
                    "the class uses its own `this` here, and a lambda has none",
                )
                .at(at.file, at.span));
            }
        }
        Ok(())
    }

    /// Whether a call without an object asks the anonymous class, not a class within it.
    fn is_asked(&self, program: &JavaProgram, call: NodeId) -> bool {
        let number = self.asked.number;
        let tree = &program.model(number).tree;
        let name = tree.sym(call);
        let world = program.world();
        let here = program.class_around(number, call);
        let mut around = here.into_iter().flat_map(|c| world.around(c));
        let has = |c: &ClassId| {
            let mut found = Vec::new();
            world.find_methods(*c, name, &mut found);
            !found.is_empty()
        };
        around.find(has).is_none_or(|c| c == self.class)
    }

    /// A lambda may not read a field that has no value yet (JLS 16), a class may.
    fn refuse_unset(&self, program: &JavaProgram) -> Result<(), BadInput> {
        let world = program.world();
        let number = self.asked.number;
        let tree = &program.model(number).tree;
        let member = tree.ancestors(self.asked.node).find(|&a| {
            matches!(
                tree.kind(a),
                Kind::Callable | Kind::Field | Kind::Initializer | Kind::EnumConstant
            )
        });
        let is_method = member.is_some_and(|m| {
            tree.kind(m) == Kind::Callable && tree.child_in(m, Role::Type).is_some()
        });
        if is_method {
            return Ok(());
        }
        for node in tree.descendants(self.block) {
            let Decl::Field(field) = program.names.decl(number, node) else {
                continue;
            };
            let blank = world.field(field).modifiers.has(Modifiers::FINAL)
                && world.field_node(field).is_some_and(|(file, at)| {
                    let tree = &program.model(file).tree;
                    tree.kind(at) == Kind::Field && tree.child_in(at, Role::Init).is_none()
                });
            if blank {
                let at = program.interval(number, tree.span(node));
                return Err(BadInput::new(
                    "this field may have no value yet where the lambda stands (JLS 16)",
                )
                .at(at.file, at.span));
            }
        }
        Ok(())
    }

    /// Whether nothing around says of which interface the lambda would be.
    fn needs_cast(&self, program: &JavaProgram) -> bool {
        let world = program.world();
        let number = self.asked.number;
        let tree = &program.model(number).tree;
        let node = self.asked.node;
        let Some(parent) = tree.parent(node) else {
            return true;
        };
        let is_it = |ty: Ty| world.erase(ty) == world.erase(self.ty);
        match (tree.kind(parent), tree.role(node)) {
            (_, Role::Receiver) => true,
            (Kind::VarDecl | Kind::Field, _) => {
                let holder = if tree.kind(parent) == Kind::Field {
                    Some(parent)
                } else {
                    tree.parent(parent)
                };
                let inferred = holder
                    .and_then(|h| tree.child_in(h, Role::Type))
                    .is_some_and(|t| tree.kind(t) == Kind::InferredType);
                let declared = match tree.kind(parent) {
                    Kind::VarDecl => program.names.ty(number, parent),
                    _ => field_type(program, number, parent),
                };
                inferred || !is_it(declared)
            }
            (Kind::Assign, _) => {
                let target = tree.child_in(parent, Role::Target);
                !target.is_some_and(|t| is_it(program.names.ty(number, t)))
            }
            (Kind::Return, _) => {
                let of = valued(tree, parent).map(|v| wanted(program, number, &v));
                of.is_some_and(|ty| ty != Ty::UNKNOWN && !is_it(ty))
            }
            (Kind::Call | Kind::New | Kind::ConstructorCall, Role::Argument) => {
                let at = tree
                    .children_in(parent, Role::Argument)
                    .position(|a| a == node);
                let Decl::Method(method) = program.names.decl(number, parent) else {
                    return true;
                };
                let params = &world.signature(method).params;
                let at = at.unwrap_or(0).min(params.len().saturating_sub(1));
                let formal = params.get(at).copied();
                let formal = formal.map(|f| match world.types().data(f) {
                    reweave_java_names::TyData::Array(e) if world.method(method).varargs => *e,
                    _ => f,
                });
                !formal.is_some_and(is_it)
            }
            (Kind::Binary | Kind::InstanceOf | Kind::ExprStmt | Kind::Synchronized, _) => true,
            _ => false,
        }
    }

    fn step(&self, run: &Run<'_, Java>, typed: Typed) -> Result<Step, BadInput> {
        let program = run.program();
        let number = self.asked.number;
        let tree = &program.model(number).tree;
        let text = run.sources().text(self.asked.file);
        let rule = if typed == Typed::Cast {
            WITH_CAST
        } else {
            RULE
        };
        let mut step = Step::new("write a lambda", rule);
        let whole = tree.span(self.asked.node);
        if typed == Typed::Cast {
            step.affect(program.interval(number, whole));
        }
        let mut edit = |e: Edit| step.edit(self.asked.file, e);
        let block = tree.span(self.block);
        let renamed = self.renamed(program);
        let params = self.params(program, text, &renamed, typed);
        let code = self.expression(tree, text);
        let (from, to) = match code {
            Some(value) => (tree.span(value).start, tree.span(value).end),
            None => (block.start, block.end),
        };
        let indent = indent_at(text, whole.start);
        let head_comments = comments_in(text, Span::new(whole.start, block.start), indent);
        let (open, close) = self.cast(program, typed)?;
        edit(Edit::replace(
            Span::new(whole.start, from),
            format!("{head_comments}{open}{params} -> "),
        ));
        let tail = comments_in(text, Span::new(to, whole.end), indent);
        let tail = match tail.trim_end() {
            "" => String::new(),
            some => format!(" {some}"),
        };
        edit(Edit::replace(
            Span::new(to, whole.end),
            format!("{tail}{close}"),
        ));
        let inside = Span::new(from, to);
        for (local, name) in &renamed {
            let uses = program.uses_in(number, &[Decl::Local(*local)]);
            let spans = uses
                .iter()
                .map(|u| u.span)
                .chain([program.token(number, *local).span]);
            for span in spans.filter(|s| inside.contains(*s)) {
                edit(Edit::replace(span, name.clone()));
            }
        }
        for e in shift(
            text,
            inside,
            indent_at(text, block.start),
            indent_at(text, whole.start),
        ) {
            edit(e);
        }
        Ok(step)
    }

    /// What stands before and behind the lambda so that its type is known.
    fn cast(
        &self,
        program: &JavaProgram,
        typed: Typed,
    ) -> Result<(String, &'static str), BadInput> {
        if typed != Typed::Cast {
            return Ok((String::new(), ""));
        }
        let (number, node) = (self.asked.number, self.asked.node);
        let mut imports = Imports::default();
        let word = type_text(program, &mut imports, (number, node), self.ty).ok_or_else(|| {
            let span = program.model(number).tree.span(node);
            BadInput::new("the type of this cannot be written").at(self.asked.file, span)
        })?;
        if cast_needs_parentheses(program, number, node) {
            return Ok((format!("(({word}) "), ")"));
        }
        Ok((format!("({word}) "), ""))
    }

    /// The only value or call of the body, where the block can go.
    fn expression(&self, tree: &Tree, text: &str) -> Option<NodeId> {
        let mut all = tree.children(self.block);
        let (only, None) = (all.next()?, all.next()) else {
            return None;
        };
        let value = match tree.kind(only) {
            Kind::Return | Kind::ExprStmt => tree.child_in(only, Role::Value)?,
            _ => return None,
        };
        let block = tree.span(self.block);
        let before = text.part(block.start as usize + 1..tree.span(value).start as usize);
        let after = text.part(tree.span(value).end as usize..block.end as usize - 1);
        let before = before.trim_start().trim_start_matches("return");
        (is_blank(before)
            && is_blank(after.replacen(';', "", 1).as_str())
            && !before.contains('/')
            && !after.contains('/'))
        .then_some(value)
    }

    /// The variables of the method that may not have their names in a lambda, with others.
    fn renamed(&self, program: &JavaProgram) -> Vec<(NodeId, String)> {
        let number = self.asked.number;
        let tree = &program.model(number).tree;
        let around = in_scope(tree, self.asked.node);
        let mut taken = taken_names(program, number, self.asked.node);
        let body = tree.child_in(self.asked.node, Role::Body);
        let own = tree.descendants(self.callable.node).filter(|&n| {
            matches!(
                tree.kind(n),
                Kind::VarDecl | Kind::Param | Kind::TypePattern
            ) && tree.ancestors(n).find(|&a| tree.kind(a) == Kind::Type) == body
        });
        own.filter(|&n| around.contains(&tree.sym(n)))
            .map(|n| (n, fresh(&mut taken, program.world().text(tree.sym(n)))))
            .collect()
    }

    fn params(
        &self,
        program: &JavaProgram,
        text: &str,
        renamed: &[(NodeId, String)],
        typed: Typed,
    ) -> String {
        let tree = &program.model(self.asked.number).tree;
        let name = |n: NodeId| {
            let other = renamed.iter().find(|(local, _)| *local == n);
            other.map_or_else(
                || program.world().text(tree.sym(n)).to_owned(),
                |o| o.1.clone(),
            )
        };
        let said =
            self.callable.params.iter().any(|p| {
                !p.annotations.is_empty() || p.varargs || p.modifiers.has(Modifiers::FINAL)
            });
        if said || typed == Typed::Parameters {
            let span = parenthesised(
                text,
                tree.node(self.callable.node).name_at
                    + program.world().text(self.callable.name).len() as u32,
            );
            let mut list = span.map_or(String::new(), |s| s.text(text).to_owned());
            if let Some(span) = span {
                // From the last, so that places stay.
                for param in self.callable.params.iter().rev() {
                    let at = program.token(self.asked.number, param.node).span;
                    let (from, to) = (
                        (at.start - span.start) as usize,
                        (at.end - span.start) as usize,
                    );
                    list = format!(
                        "{}{}{}",
                        list.part(..from),
                        name(param.node),
                        list.part(to..)
                    );
                }
            }
            return format!("({list})");
        }
        let names: Vec<String> = self.callable.params.iter().map(|p| name(p.node)).collect();
        match &names[..] {
            [one] => one.clone(),
            all => format!("({})", all.join(", ")),
        }
    }
}

/// The type of a field, by its node.
fn field_type(program: &JavaProgram, number: u32, node: NodeId) -> Ty {
    let index = program
        .model(number)
        .fields
        .iter()
        .position(|f| f.node == node);
    index.map_or(Ty::UNKNOWN, |i| {
        let world = program.world();
        world.field_type(world.field_of(number, reweave_model::FieldId(i as u32)))
    })
}

/// The edits that give lines another indentation; strings of several lines stay as they are.
pub fn shift(text: &str, span: Span, from: &str, to: &str) -> Vec<Edit> {
    let all = text.part(span.start as usize..span.end as usize);
    if all.contains("\"\"\"") || from == to {
        return Vec::new();
    }
    let mut edits = Vec::new();
    let mut at = span.start;
    for line in all.split_inclusive('\n') {
        if at > span.start && line.starts_with(from) && !line.trim().is_empty() {
            // Only what differs, so that nothing else counts as changed.
            if let Some(more) = to.strip_prefix(from) {
                edits.push(Edit::insert(at, more));
            } else if let Some(less) = from.strip_prefix(to) {
                edits.push(Edit::delete(Span::new(at, at + less.len() as u32)));
            } else {
                edits.push(Edit::replace(Span::new(at, at + from.len() as u32), to));
            }
        }
        at += line.len() as u32;
    }
    edits
}
