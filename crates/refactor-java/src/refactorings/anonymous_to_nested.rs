//! Anonymous To Nested: makes a private member class of an anonymous class, and an object of it where the anonymous one was made.
//!
//! Variables of the method around become fields that the constructor sets. The class is static where it asks nothing of an enclosing instance.
//!
//! ```before
//! class Task {
//!     Runnable run(String text) {
//!         return new $0Runnable() {
//!             public void run() {
//!                 System.out.println(text);
//!             }
//!         };
//!     }
//! }
//! ```
//! ```with
//! name=Printer
//! ```
//! ```after
//! class Task {
//!     Runnable run(String text) {
//!         return new Printer(text);
//!     }
//!
//!     private static class Printer implements Runnable {
//!         private final String text;
//!
//!         Printer(String text) {
//!             this.text = text;
//!         }
//!
//!         public void run() {
//!             System.out.println(text);
//!         }
//!     }
//! }
//! ```
//!
//! ```before
//! class Task {
//!     Object run(int start) {
//!         return new $0Object() {
//!             int next = start + 1;
//!         };
//!     }
//! }
//! ```
//! ```with
//! name=Counter
//! ```
//! ```refuses
//! before the constructor could set it
//! ```

use crate::Java;
use crate::edits::imports::Imports;
use crate::edits::style::Style;
use crate::edits::texts::{indent_at, indent_unit, reindent};
use crate::edits::transfer::Room;
use crate::edits::type_text::type_text;
use crate::query::effects::{constructors, initialisers, may_run, superclasses};
use crate::query::program::JavaProgram;
use crate::query::region::vars_of;
use crate::query::selection::{Asked, node_asked};
use crate::query::words::is_identifier;
use reweave_java_names::{ClassId, Decl, TypeVarId};
use reweave_model::{Kind, Modifiers, NodeId, Role, TypeDecl, TypeKind};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::Part;

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "anonymous-to-nested",
    file: include_str!("anonymous_to_nested.rs"),
    params: &[Param::required("name", "the new class")],
    perform,
};

/// The class comes to stand elsewhere, and names nothing that it did not; the variables that it read become its own.
const RULE: &str = "N⊆→≠↺ O≠→↺ I≠→↺";

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let name = run.param("name")?;
    if !is_identifier(name) {
        return Err(BadInput::unclear(format!("`{name}` is not a valid name for a class")).into());
    }
    let asked = node_asked(run, "anonymous class", |tree, n| {
        tree.kind(n) == Kind::New && tree.child_in(n, Role::Body).is_some()
    })?;
    let program = run.program();
    let found = Anonymous::of(program, asked)?;
    let sources = run.sources().clone();
    let text = sources.text(asked.file);
    let tree = &program.model(asked.number).tree;
    let mut imports = Imports::default();
    let room = Room::of(program, &sources, found.outer)?;
    let declared = found.declared(text, name, &room.indent, &mut imports)?;
    let mut step = Step::new(format!("make {name} a member class"), RULE);
    room.insert(&sources, &[declared], &mut step);
    let mut given: Vec<String> = tree
        .children_in(asked.node, Role::Argument)
        .map(|a| tree.span(a).text(text).to_owned())
        .collect();
    given.extend(
        found
            .given()
            .map(|c| program.world().text(tree.sym(c)).to_owned()),
    );
    let at = Interval::new(asked.file, tree.span(asked.node));
    step.replace(at, format!("new {name}({})", given.join(", ")));
    // What their types name, the constructor names too.
    for &Captured { local, .. } in &found.captured {
        let holder = tree
            .parent(local)
            .filter(|_| tree.kind(local) == Kind::VarDecl)
            .unwrap_or(local);
        if let Some(ty) = tree.child_in(holder, Role::Type) {
            step.affect(Interval::new(asked.file, tree.span(ty)));
        }
    }
    imports.add_to(program, &sources, &mut step);
    run.step(&step)
}

struct Anonymous<'a> {
    program: &'a JavaProgram,
    asked: Asked,
    decl: &'a TypeDecl,
    class: ClassId,
    outer: ClassId,
    /// The variables of the code around that it reads.
    captured: Vec<Captured>,
    is_static: bool,
}

struct Captured {
    local: NodeId,
    /// Of a constant.
    value: Option<NodeId>,
}

impl<'a> Anonymous<'a> {
    fn of(program: &'a JavaProgram, asked: Asked) -> Result<Self, BadInput> {
        let world = program.world();
        let model = program.model(asked.number);
        let tree = &model.tree;
        let bad = |why: &str| BadInput::new(why).at(asked.file, tree.span(asked.node));
        let body = tree.child_in(asked.node, Role::Body);
        let id = model.type_ids().find(|&t| Some(model.ty(t).node) == body);
        let id = id.ok_or_else(|| bad("no anonymous class stands here"))?;
        let class = world.class_of(asked.number, id);
        let outer = program
            .class_around(asked.number, asked.node)
            .ok_or_else(|| bad("no class encloses this"))?;
        let info = world.info(outer);
        if info.local
            || matches!(
                info.kind,
                TypeKind::Anonymous | TypeKind::Interface | TypeKind::Annotation
            )
        {
            return Err(bad(
                "the enclosing type must be a class, enum or record that is not local",
            ));
        }
        if tree.child_in(asked.node, Role::Receiver).is_some() {
            return Err(bad(
                "the class extends an inner class, with an object before `new`",
            ));
        }
        let mut found = Self {
            program,
            asked,
            decl: model.ty(id),
            class,
            outer,
            captured: Vec::new(),
            is_static: false,
        };
        found.capture()?;
        found.is_static = !found.asks_object();
        found.refuse_variables()?;
        Ok(found)
    }

    fn bad(&self, why: &str) -> BadInput {
        let tree = &self.program.model(self.asked.number).tree;
        BadInput::new(why).at(self.asked.file, tree.span(self.asked.node))
    }

    fn capture(&mut self) -> Result<(), BadInput> {
        let program = self.program;
        let number = self.asked.number;
        let tree = &program.model(number).tree;
        let world = program.world();
        for node in tree.descendants(self.decl.node) {
            if let Decl::Local(local) = program.names.decl(number, node)
                && tree.kind(node) == Kind::Name
                && !tree.contains(self.asked.node, local)
            {
                let is_early = tree
                    .ancestors(node)
                    .take_while(|&a| a != self.decl.node)
                    .any(|a| matches!(tree.kind(a), Kind::Field | Kind::Initializer));
                if is_early && !program.names.may_be_constant(number, node) {
                    let at = program.interval(number, tree.span(node));
                    return Err(BadInput::new(
                        "the variable is read here before the constructor could set it",
                    )
                    .at(at.file, at.span));
                }
                if !self.captured.iter().any(|c| c.local == local) {
                    self.captured.push(self.captured(local)?);
                }
            }
            if let Decl::Class(class) = program.names.decl(number, node)
                && world.info(class).local
                && class != self.class
                && !world
                    .decl_of(class)
                    .is_some_and(|(_, d)| tree.contains(self.decl.node, d.node))
            {
                return Err(
                    self.bad("a local class is named, which is not known outside of its method")
                );
            }
        }
        // The constructors above run before the fields are set.
        let above: Vec<(u32, NodeId)> = superclasses(program, self.class)
            .into_iter()
            .flat_map(|c| [initialisers(program, c, false), constructors(program, c)])
            .flatten()
            .collect();
        if self.captured.iter().any(|c| c.value.is_none())
            && may_run(program, &above, (number, self.decl.node))
        {
            return Err(self.bad("the superclass calls methods when the object is made, before the variables would be set"));
        }
        Ok(())
    }

    /// The variables whose values the constructor gets.
    fn given(&self) -> impl Iterator<Item = NodeId> {
        let given = self.captured.iter().filter(|c| c.value.is_none());
        given.map(|c| c.local)
    }

    /// A constant stays one: its field is declared with the value.
    fn captured(&self, local: NodeId) -> Result<Captured, BadInput> {
        let number = self.asked.number;
        let tree = &self.program.model(number).tree;
        let uses = self.program.uses_in(number, &[Decl::Local(local)]);
        let names = &self.program.names;
        let is_constant = uses.iter().any(|u| names.may_be_constant(number, u.node));
        let value = tree.child_in(local, Role::Init).filter(|_| is_constant);
        let is_name = |n| matches!(tree.kind(n), Kind::Name | Kind::FieldAccess);
        if value.is_some_and(|v| tree.descendants(v).any(is_name)) {
            return Err(
                self.bad("a constant that is computed from others is read; inline it first")
            );
        }
        Ok(Captured { local, value })
    }

    /// Whether something of an enclosing instance is asked.
    fn asks_object(&self) -> bool {
        let program = self.program;
        let world = program.world();
        let number = self.asked.number;
        let tree = &program.model(number).tree;
        let is_inner = |c: ClassId| world.info(c).inner;
        let outside = |owner: ClassId| {
            !world.is_subclass(self.class, owner)
                && !world.decl_of(owner).is_some_and(|(file, d)| {
                    file == number && tree.contains(self.decl.node, d.node)
                })
        };
        tree.descendants(self.decl.node).any(|n| {
            let simple = tree.child_in(n, Role::Receiver).is_none();
            match (tree.kind(n), program.names.decl(number, n)) {
                (Kind::This | Kind::Super, _) => tree.child_in(n, Role::Qualifier).is_some(),
                (Kind::Name, Decl::Field(f)) => {
                    !world.is_static_field(f) && outside(world.field(f).owner)
                }
                (Kind::Call, Decl::Method(m)) => {
                    simple
                        && !world.method(m).modifiers.has(Modifiers::STATIC)
                        && outside(world.method(m).owner)
                }
                (Kind::New, Decl::Method(m)) => {
                    simple && is_inner(world.method(m).owner) && outside(world.method(m).owner)
                }
                _ => false,
            }
        }) || world
            .header(self.class)
            .supers
            .iter()
            .filter_map(|&s| world.class_of_type(s))
            .any(is_inner)
            || self.names_variable_of_class()
    }

    /// Whether a type parameter of a class around is named: only an inner class knows it.
    fn names_variable_of_class(&self) -> bool {
        let world = self.program.world();
        let known: Vec<_> = world
            .around(self.outer)
            .flat_map(|c| world.type_params(c).to_vec())
            .collect();
        self.variables().iter().any(|v| known.contains(v))
    }

    /// The type parameters that it names, and those in the types of the variables that it reads.
    fn variables(&self) -> Vec<TypeVarId> {
        let program = self.program;
        let number = self.asked.number;
        let tree = &program.model(number).tree;
        let of_locals = self.captured.iter();
        let of_locals = of_locals.map(|c| program.names.ty(number, c.local));
        let mut vars: Vec<_> = of_locals
            .flat_map(|ty| vars_of(program.world(), ty))
            .collect();
        let named =
            tree.descendants(self.asked.node)
                .filter_map(|n| match program.names.decl(number, n) {
                    Decl::TypeVar(v) => Some(v),
                    _ => None,
                });
        vars.extend(named);
        vars
    }

    /// Type parameters of the method around are not known outside of it.
    fn refuse_variables(&self) -> Result<(), BadInput> {
        let world = self.program.world();
        let number = self.asked.number;
        let tree = &self.program.model(number).tree;
        let is_of_method = |&var: &TypeVarId| {
            let origin = world.type_var(var).origin;
            origin.is_some_and(|(file, at)| {
                let holder = tree.parent(at).filter(|_| file == number);
                holder.is_some_and(|h| tree.kind(h) == Kind::Callable)
                    && !tree.contains(self.asked.node, at)
            })
        };
        if self.variables().iter().any(is_of_method) {
            return Err(self.bad("a type parameter of the enclosing method is named"));
        }
        Ok(())
    }

    fn declared(
        &self,
        text: &str,
        name: &str,
        indent: &str,
        imports: &mut Imports,
    ) -> Result<String, BadInput> {
        let program = self.program;
        let world = program.world();
        let number = self.asked.number;
        let tree = &program.model(number).tree;
        let at = (number, self.asked.node);
        let unit = indent_unit(text);
        let style = Style::of(text);
        let inner = format!("{indent}{unit}");
        let supers = &world.header(self.class).supers;
        let above = supers.iter().copied().find(|&s| s != world.object());
        let object = above.is_none();
        let above = above.unwrap_or(world.object());
        let is_interface = world
            .class_of_type(above)
            .is_some_and(|c| world.info(c).is_interface());
        let above = type_text(program, imports, at, above)
            .ok_or_else(|| self.bad("the type that is made cannot be written"))?;
        let extends = match (object, is_interface) {
            (true, _) => String::new(),
            (_, true) => format!(" implements {above}"),
            _ => format!(" extends {above}"),
        };
        let word = if self.is_static { "static " } else { "" };
        let mut out = format!("private {word}class {name}{extends}{}", style.open(indent));
        let mut params = Vec::new();
        let mut body = Vec::new();
        let arguments: Vec<NodeId> = tree.children_in(self.asked.node, Role::Argument).collect();
        if !arguments.is_empty() {
            return Err(self.bad(
                "the superclass is given arguments; make a constructor without parameters first",
            ));
        }
        for &Captured { local, value } in &self.captured {
            let ty = program.names.ty(number, local);
            let ty = type_text(program, imports, at, ty)
                .ok_or_else(|| self.bad("the type of a variable cannot be written"))?;
            let name = world.text(tree.sym(local));
            if let Some(value) = value {
                let value = tree.span(value).text(text);
                out = format!("{out}\n{inner}private final {ty} {name} = {value};");
                continue;
            }
            out = format!("{out}\n{inner}private final {ty} {name};");
            params.push(format!("{ty} {name}"));
            body.push(format!("\n{inner}{unit}this.{name} = {name};"));
        }
        if !params.is_empty() {
            let list = params.join(", ");
            out = format!(
                "{out}\n\n{inner}{name}({list}){}{}\n{inner}}}\n",
                style.open(&inner),
                body.concat()
            );
        }
        let whole = tree.span(self.decl.node).text(text);
        let open = whole.find('{').map_or(0, |i| i + 1);
        let members = whole.part(open..).trim_end();
        let members = members.strip_suffix('}').unwrap_or(members).trim_end();
        let from = indent_at(text, tree.span(self.asked.node).start);
        out.push_str(&reindent(members, from, indent, &[]));
        Ok(format!("{out}\n{indent}}}"))
    }
}
