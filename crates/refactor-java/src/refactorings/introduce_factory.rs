//! Introduce Factory: declares a static method that makes the object, and calls it wherever the constructor was called.
//!
//! The caret stands on the constructor, on a creation, or on the name of a class with one constructor. `name` is that of the method; with
//! `private=yes` nobody else can call the constructor.
//!
//! ```before
//! class Order {
//!     final int net;
//!     $0Order(int net) {
//!         this.net = net;
//!     }
//!     static Order none() {
//!         return new Order(0);
//!     }
//! }
//! ```
//! ```with
//! name=of
//! private=yes
//! ```
//! ```after
//! class Order {
//!     final int net;
//!     static Order of(int net) {
//!         return new Order(net);
//!     }
//!
//!     private Order(int net) {
//!         this.net = net;
//!     }
//!     static Order none() {
//!         return Order.of(0);
//!     }
//! }
//! ```
//!
//! ```before
//! class Shop {
//!     class Order {
//!         $0Order() { }
//!     }
//! }
//! ```
//! ```refuses
//! an enclosing instance
//! ```

use crate::Java;
use crate::checks::looked_for::refuse_looked_for;
use crate::edits::style::Style;
use crate::edits::texts::{indent_at, indent_unit, parenthesised, visibility};
use crate::edits::transfer::Room;
use crate::query::at::{meant_at, method_at};
use crate::query::program::JavaProgram;
use crate::query::words::is_identifier;
use reweave_java_names::{ClassId, Decl, MethodId, Use, UseKind};
use reweave_model::{Callable, Kind, Modifiers, NodeId, Role, TypeDecl, TypeKind, Visibility};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::{Part, Sources, Span};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "introduce-factory",
    file: include_str!("introduce_factory.rs"),
    params: &[
        Param::optional(
            "name",
            "the method; `createC` for a class `C` where it is left out",
        ),
        Param::flag("private", "`yes` makes the constructor private"),
    ],
    perform,
};

/// Creations become calls; the method and its types come. What is created, and when, stays.
const RULE: &str = "N⊇→≠↺ O I C≠↺ D≠↺ E≠↺ X≠↺ T≠→↺";

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let program = run.program();
    let sources = run.sources().clone();
    let constructor = asked(run)?;
    let world = program.world();
    let class = world.method(constructor).owner;
    let made = Made::of(program, &sources, constructor)?;
    let simple = world.text(world.class(class).name);
    let name = run
        .optional("name")
        .map_or_else(|| format!("create{simple}"), str::to_owned);
    if !is_identifier(&name) {
        return Err(BadInput::unclear(format!("`{name}` is not a valid name for a method")).into());
    }
    let mut step = Step::new(format!("make objects of {simple} with {name}"), RULE);
    made.declare(&sources, &name, run.flag("private"), &mut step)?;
    let uses = program.uses(&[Decl::Method(constructor)]);
    for used in &uses {
        made.call(&sources, used, &name, &mut step)?;
    }
    let why = format!("{simple} would be initialized after the arguments, no longer before");
    for at in made.initialized_late(&uses) {
        run.refuse("order", why.clone(), &[at]);
    }
    if run.flag("private") {
        refuse_looked_for(run, &[Decl::Method(constructor)]);
    }
    run.step(&step)
}

/// The constructor under the caret.
fn asked(run: &Run<'_, Java>) -> Result<MethodId, BadInput> {
    let (file, at) = run.caret()?;
    let program = run.program();
    let world = program.world();
    if let Ok(method) = method_at(program, file, at)
        && world.method(method).constructor
    {
        return Ok(method);
    }
    let Decl::Class(class) = meant_at(program, file, at)?.decl else {
        return Err(BadInput::unclear(
            "no constructor stands here; put the caret on one, or on a creation",
        ));
    };
    let all = world
        .names()
        .get("<init>")
        .map(|init| world.info(class).methods_named(init));
    match all {
        Some([one]) => Ok(one.1),
        _ => Err(BadInput::unclear(
            "the class has several constructors; put the caret on one, or on a creation",
        )),
    }
}

/// What is made.
struct Made<'a> {
    program: &'a JavaProgram,
    class: ClassId,
    number: u32,
    decl: &'a TypeDecl,
    /// None where the language gives it.
    callable: Option<&'a Callable>,
    params: String,
    names: Vec<String>,
}

impl<'a> Made<'a> {
    fn of(
        program: &'a JavaProgram,
        sources: &Sources,
        constructor: MethodId,
    ) -> Result<Self, BadInput> {
        let world = program.world();
        let class = world.method(constructor).owner;
        let Some((number, decl)) = world.decl_of(class) else {
            return Err(BadInput::new(
                "the source of this class is not among the files",
            ));
        };
        let model = program.model(number);
        let at = program.token(number, decl.node);
        let bad = |why: &str| BadInput::new(why).at(at.file, at.span);
        let info = world.info(class);
        if !matches!(decl.kind, TypeKind::Class | TypeKind::Record) || info.local {
            return Err(bad(
                "only objects of a class or record that is not local can be created by a method",
            ));
        }
        if info.inner {
            return Err(bad(
                "the class is an inner one: its objects need an enclosing instance",
            ));
        }
        if info.modifiers.has(Modifiers::ABSTRACT) {
            return Err(bad(
                "the class is abstract, so that no objects of it are made",
            ));
        }
        let callable = world
            .method_node(constructor)
            .and_then(|(_, node)| model.callables.iter().find(|c| c.node == node));
        if callable.is_some_and(|c| !c.type_params.is_empty()) {
            return Err(bad("the constructor has type parameters of its own"));
        }
        let text = sources.text(program.id(number));
        let is_compact = decl.kind == TypeKind::Record
            && callable.is_none_or(|c| is_compact(text, program, number, c));
        let (list, names) = match callable.filter(|_| !is_compact) {
            Some(callable) => {
                let from = program.token(number, callable.node).span.end;
                let names = callable
                    .params
                    .iter()
                    .map(|p| world.text(p.name).to_owned());
                (parenthesised(text, from), names.collect())
            }
            None if decl.kind == TypeKind::Record => {
                let components: Vec<NodeId> =
                    model.tree.children_in(decl.node, Role::Param).collect();
                let names = components
                    .iter()
                    .map(|&c| world.text(model.tree.sym(c)).to_owned());
                let list = components
                    .first()
                    .zip(components.last())
                    .map(|(first, last)| {
                        Span::new(model.tree.span(*first).start, model.tree.span(*last).end)
                    });
                (list, names.collect())
            }
            None => (None, Vec::new()),
        };
        let params = list.map_or(String::new(), |s| s.text(text).to_owned());
        Ok(Self {
            program,
            class,
            number,
            decl,
            callable,
            params,
            names,
        })
    }

    /// The text of the factory.
    fn method(&self, text: &str, name: &str, indent: &str) -> String {
        let program = self.program;
        let model = program.model(self.number);
        let simple = program.world().text(program.world().class(self.class).name);
        let modifiers = self.callable.map_or(self.decl.modifiers, |c| c.modifiers);
        let word = match modifiers.visibility() {
            Visibility::Package => "",
            other => other.word(),
        };
        let word = if word.is_empty() {
            String::new()
        } else {
            format!("{word} ")
        };
        let spelled = |nodes: &[NodeId]| -> Vec<String> {
            nodes
                .iter()
                .map(|&n| model.tree.span(n).text(text).to_owned())
                .collect()
        };
        let variables = spelled(&self.decl.type_params).join(", ");
        let is_generic = !self.decl.type_params.is_empty();
        let arguments: Vec<&str> = self
            .decl
            .type_params
            .iter()
            .map(|&n| program.world().text(model.tree.sym(n)))
            .collect();
        let of = if is_generic {
            format!("<{}>", arguments.join(", "))
        } else {
            String::new()
        };
        let variables = if is_generic {
            format!("<{variables}> ")
        } else {
            String::new()
        };
        let diamond = if is_generic { "<>" } else { "" };
        let throws = self
            .callable
            .map(|c| spelled(&c.throws))
            .unwrap_or_default();
        let throws = if throws.is_empty() {
            String::new()
        } else {
            format!(" throws {}", throws.join(", "))
        };
        let style = Style::of(text);
        let unit = indent_unit(text);
        let (params, names) = (&self.params, self.names.join(", "));
        format!(
            "{word}static {variables}{simple}{of} {name}({params}){throws}{}\n{indent}{unit}return new {simple}{diamond}({names});\n{indent}}}",
            style.open(indent)
        )
    }

    fn declare(
        &self,
        sources: &Sources,
        name: &str,
        is_private: bool,
        step: &mut Step,
    ) -> Result<(), BadInput> {
        let program = self.program;
        let model = program.model(self.number);
        let file = program.id(self.number);
        let text = sources.text(file);
        let method = |indent: &str| self.method(text, name, indent);
        match self.callable {
            Some(callable) => {
                let span = model.tree.span(callable.node);
                let at = callable.doc.map_or(span.start, |d| d.start.min(span.start));
                let indent = indent_at(text, at);
                step.insert(file, at, format!("{}\n\n{indent}", method(indent)));
                if is_private
                    && let Some(edit) = visibility(
                        program,
                        self.number,
                        callable.node,
                        text,
                        Visibility::Private,
                    )
                {
                    step.edit(file, edit);
                }
            }
            None if is_private => {
                return Err(BadInput::new(
                    "the constructor is implicitly declared; write it first to make it private",
                ));
            }
            None => {
                let room = Room::of(program, sources, self.class)?;
                let declared = method(&room.indent);
                room.insert(sources, &[declared], step);
            }
        }
        Ok(())
    }

    /// The creations whose arguments show whether the class is initialized before them, as `new` does (JVMS 6.5), or after
    /// them, as a call of a static method does.
    fn initialized_late(&self, uses: &[Use]) -> Vec<Interval> {
        let program = self.program;
        let is_known = |n: u32| program.is_judged(program.id(n));
        let mut summaries = program.summaries(&is_known);
        let is_late = |used: &&Use| {
            used.kind == UseKind::Create
                && summaries.initializes_before_arguments(used.file, used.node)
        };
        let late = uses.iter().filter(is_late);
        late.map(|used| program.interval(used.file, used.span))
            .collect()
    }

    fn call(
        &self,
        sources: &Sources,
        used: &Use,
        name: &str,
        step: &mut Step,
    ) -> Result<(), BadInput> {
        let program = self.program;
        let tree = &program.model(used.file).tree;
        let file = program.id(used.file);
        let text = sources.text(file);
        match used.kind {
            UseKind::Create if tree.child_in(used.node, Role::Body).is_none() => {}
            UseKind::Reference => {
                step.replace(program.interval(used.file, used.span), name);
                return Ok(());
            }
            // Constructors and anonymous classes go on calling it.
            _ => return Ok(()),
        }
        let ty = tree
            .child_in(used.node, Role::Type)
            .filter(|&t| tree.kind(t) == Kind::TypeName);
        let Some(ty) = ty else {
            let at = program.interval(used.file, used.span);
            return Err(
                BadInput::new("the type that is made is not written as a name")
                    .at(at.file, at.span),
            );
        };
        let whole = tree.span(ty);
        let end = program.token(used.file, ty).span.end;
        let said = text.part(end as usize..whole.end as usize).trim();
        let said = if tree
            .children(ty)
            .any(|c| tree.kind(c) == Kind::InferredType)
        {
            ""
        } else {
            said
        };
        step.delete(Interval::new(file, Span::new(used.span.start, whole.start)));
        step.replace(
            Interval::new(file, Span::new(end, whole.end)),
            format!(".{said}{name}"),
        );
        Ok(())
    }
}

/// Whether a record's constructor is written without its parameters (JLS 8.10.4.2).
fn is_compact(text: &str, program: &JavaProgram, number: u32, callable: &Callable) -> bool {
    let from = program.token(number, callable.node).span.end;
    parenthesised(text, from).is_none()
}
