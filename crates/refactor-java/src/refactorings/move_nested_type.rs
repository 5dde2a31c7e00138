//! Move Nested Type: moves a type that stands in another to a file of its own in the same package.
//!
//! A name of the outer type in front of it goes, imports follow; what it asked of the outer type by a simple name it asks by the type's, and
//! what either could see of the other stays visible. A class whose objects have one of the outer class around them stays, where it uses it.
//!
//! ```before
//! //- a/Order.java
//! package a;
//! import java.util.List;
//! public class Order {
//!     private static int made;
//!     static class Part { }
//!     /** A line. */
//!     public static class $0Line {
//!         private List<Part> parts;
//!         Line() { made++; }
//!     }
//!     Line first = new Line();
//!     int size() { return first.parts.size(); }
//! }
//! //- b/Use.java
//! package b;
//! import a.Order;
//! class Use {
//!     Order.Line line;
//! }
//! ```
//! ```after
//! //- a/Order.java
//! package a;
//! public class Order {
//!     static int made;
//!     static class Part { }
//!     Line first = new Line();
//!     int size() { return first.parts.size(); }
//! }
//! //- a/Line.java
//! package a;
//!
//! import java.util.List;
//!
//! /** A line. */
//! public class Line {
//!     List<Order.Part> parts;
//!     Line() { Order.made++; }
//! }
//! //- b/Use.java
//! package b;
//! import a.Line;
//! class Use {
//!     Line line;
//! }
//! ```
//!
//! ```before
//! class Order {
//!     int net;
//!     class $0Line {
//!         int twice() { return net * 2; }
//!     }
//! }
//! ```
//! ```refuses
//! the enclosing instance
//! ```

use crate::Java;
use crate::checks::reflection::{Part as NamePart, tell_of_class_names};
use crate::checks::unresolved::Unresolved;
use crate::edits::headers::{beside, in_package, type_at};
use crate::edits::imports::{Imports, dotted, drop_unneeded, end_of_statement};
use crate::edits::own_file::head_for;
use crate::edits::texts::{is_simple_type, modifier_at, visibility, whole_lines, with_blank};
use crate::edits::transfer::{Member, Moving, Placed, carry_over};
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl, Use, UseKind};
use reweave_model::{Kind, Modifiers, NodeId, Role, Visibility};
use reweave_refactor::{BadInput, Refactoring, Run, Step, Stop};
use reweave_text::{Edit, Part, Sources, Span};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "move-nested-type",
    file: include_str!("move_nested_type.rs"),
    params: &[],
    perform,
};

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let class = type_at(run)?;
    let sources = run.sources().clone();
    let program = run.program();
    let world = program.world();
    let outer = world
        .info(class)
        .outer
        .ok_or_else(|| BadInput::new("the type stands in no other; move it with move-type"))?;
    let member = Member::read(program, &sources, Decl::Class(class))?;
    let job = Job {
        program,
        sources: &sources,
        class,
        outer,
        member,
    };
    job.must_stand_alone()?;
    let mut step = Step::new("a file of its own", "N!=->@ O I");
    let mut moving = Moving::new(job.member.clone());
    let raised = job.adapt(&mut moving);
    job.suit(&mut moving);
    let text = moving.text(program, &sources, "");
    let name = world.text(world.class(class).name);
    let path = beside(&sources, job.member.file(program), name);
    let file = sources.clone().add(path.as_str(), "");
    let head = head_for(program, &sources, job.member.number, &text);
    step.create(path, format!("{head}{text}\n"));
    job.member.remove(program, &sources, &mut step);
    for decl in raised {
        job.open(decl, &mut step);
    }
    let mut imports = Imports::default();
    for number in program.numbers() {
        job.follow(number, &mut imports, &mut step);
    }
    imports.add_to(program, &sources, &mut step);
    let old = dotted(program, class);
    let placed = [Placed { file, text, moving }];
    tell_of_class_names(run, &[class], NamePart::Package, &old);
    let unresolved = Unresolved::note(run, &step);
    carry_over(run, &step, &placed)?;
    unresolved.check(run);
    Ok(())
}

struct Job<'a> {
    program: &'a JavaProgram,
    sources: &'a Sources,
    class: ClassId,
    outer: ClassId,
    member: Member,
}

impl Job<'_> {
    fn text(&self) -> &str {
        self.sources.text(self.program.id(self.member.number))
    }

    /// Whether a class stands in the type, or is it.
    fn is_within(&self, class: ClassId) -> bool {
        let mut around = self.program.world().around(class);
        around.any(|c| c == self.class)
    }

    /// The names in the type's text.
    fn names(&self) -> Vec<Use> {
        let extent = self.member.extent();
        let mut all = self.program.names.uses_in(self.member.number);
        all.retain(|u| extent.contains(u.span) && !u.span.is_empty());
        all
    }

    /// The objects of an inner class have another around them, which nothing may ask.
    fn must_stand_alone(&self) -> Result<(), BadInput> {
        let world = self.program.world();
        if !world.info(self.class).inner {
            return Ok(());
        }
        let tree = &self.program.model(self.member.number).tree;
        let bad = |at: Span, why: &str| {
            Err(BadInput::new(why).at(self.program.id(self.member.number), at))
        };
        for used in self.names() {
            if let Decl::TypeVar(var) = used.decl
                && world
                    .around(self.outer)
                    .any(|c| world.type_params(c).contains(&var))
                && !self.declares(used.decl)
            {
                return bad(used.span, "this is a type parameter of an enclosing class");
            }
            if self.asks_around(tree, &used) {
                return bad(
                    used.span,
                    "this uses the enclosing instance, which there is none of elsewhere",
                );
            }
        }
        for used in self.program.uses(&[Decl::Class(self.class)]) {
            let tree = &self.program.model(used.file).tree;
            let made = tree
                .parent(used.node)
                .filter(|&p| tree.kind(p) == Kind::New);
            let receiver = made.and_then(|n| tree.child_in(n, Role::Receiver));
            if receiver.is_some() {
                let at = self.program.interval(used.file, used.span);
                return Err(
                    BadInput::new("an enclosing instance is given here").at(at.file, at.span)
                );
            }
        }
        Ok(())
    }

    fn declares(&self, decl: Decl) -> bool {
        let place = self.program.place(self.member.number, decl);
        place.is_some_and(|at| {
            at.file == self.program.id(self.member.number) && self.member.extent().contains(at.span)
        })
    }

    /// `Outer.this`, or a member of the enclosing instance by its name alone.
    fn asks_around(&self, tree: &reweave_model::Tree, used: &Use) -> bool {
        let world = self.program.world();
        let is_alone = tree.child_in(used.node, Role::Receiver).is_none();
        let (owner, of_class) = match used.decl {
            Decl::Class(c) => {
                let of_this = tree
                    .parent(used.node)
                    .is_some_and(|p| matches!(tree.kind(p), Kind::This | Kind::Super));
                return of_this && !self.is_within(c) && !world.is_subclass(self.class, c);
            }
            Decl::Method(m) if world.method(m).constructor => {
                let made = world.method(m).owner;
                let is_inner = world.info(made).inner && tree.kind(used.node) == Kind::New;
                let around = world.info(made).outer;
                return is_alone && is_inner && around.is_some_and(|o| !self.is_within(o));
            }
            Decl::Method(m) => (
                world.method(m).owner,
                world.method(m).modifiers.has(Modifiers::STATIC),
            ),
            Decl::Field(f) => (world.field(f).owner, world.is_static_field(f)),
            _ => return false,
        };
        let is_name = matches!(tree.kind(used.node), Kind::Name | Kind::Call);
        if of_class || !is_alone || !is_name || tree.role(used.node) == Role::Label {
            return false;
        }
        let from = self.program.class_around(self.member.number, used.node);
        let asked = from.and_then(|f| world.around(f).find(|&c| world.is_subclass(c, owner)));
        asked.is_none_or(|c| !self.is_within(c))
    }

    /// Says what stands outside by names that the package knows; gives what must become visible.
    fn adapt(&self, moving: &mut Moving) -> Vec<Decl> {
        let program = self.program;
        let world = program.world();
        let number = self.member.number;
        let tree = &program.model(number).tree;
        let mut raised = Vec::new();
        for used in self.names() {
            if self.declares(used.decl) {
                continue;
            }
            let name = used.span.text(self.text());
            let is_alone = match tree.kind(used.node) {
                // An element of an annotation stands by its name alone (JLS 9.7.1).
                Kind::Name => {
                    tree.role(used.node) != Role::Label && !matches!(used.decl, Decl::Method(_))
                }
                Kind::Call => tree.child_in(used.node, Role::Receiver).is_none(),
                Kind::TypeName => is_simple_type(tree, used.node),
                Kind::Annotation => true,
                _ => false,
            };
            let (owner, modifiers) = match used.decl {
                Decl::Class(c) => match world.info(c).outer {
                    Some(outer) if !world.info(c).local => (outer, world.info(c).modifiers),
                    _ => continue,
                },
                Decl::Method(m) => (world.method(m).owner, world.method(m).modifiers),
                Decl::Field(f) => (world.field(f).owner, world.field(f).modifiers),
                _ => continue,
            };
            if modifiers.has(Modifiers::PRIVATE)
                && !self.is_within(owner)
                && !raised.contains(&used.decl)
            {
                raised.push(used.decl);
            }
            let is_method = matches!(used.decl, Decl::Method(m) if world.method(m).constructor);
            let knows = self.known_inside(used.node, owner);
            if is_alone && !knows && !is_method && !program.imported_statically(number, used.decl) {
                let holder = match used.decl {
                    Decl::Class(_) => owner,
                    _ if world.is_subclass(self.outer, owner) => self.outer,
                    _ => owner,
                };
                moving.qualify(
                    used.span,
                    name,
                    &format!("{}.", in_package(program, holder)),
                );
            }
        }
        for (node, class) in program.names.demanded(number) {
            let is_private = world.info(class).modifiers.has(Modifiers::PRIVATE);
            let inside = self.member.extent().contains(tree.span(node));
            if inside
                && is_private
                && !self.is_within(class)
                && !raised.contains(&Decl::Class(class))
            {
                raised.push(Decl::Class(class));
            }
        }
        raised
    }

    /// Whether a class in the type has the members of another by their simple names.
    fn known_inside(&self, node: NodeId, owner: ClassId) -> bool {
        let world = self.program.world();
        let from = self.program.class_around(self.member.number, node);
        let mut around = from
            .into_iter()
            .flat_map(|c| world.around(c))
            .filter(|&c| self.is_within(c));
        around.any(|c| world.is_subclass(c, owner))
    }

    /// The words that a type of a package has, and access for those who use its members from outside.
    fn suit(&self, moving: &mut Moving) {
        let program = self.program;
        let world = program.world();
        let text = self.text();
        for word in ["static", "private", "protected"] {
            if let Some(at) = modifier_at(program, self.member.number, self.member.node, text, word)
            {
                moving.edits.push(Edit::delete(with_blank(text, at)));
            }
        }
        if world.info(self.outer).is_interface()
            && modifier_at(
                program,
                self.member.number,
                self.member.node,
                text,
                "public",
            )
            .is_none()
        {
            let edit = crate::edits::texts::insert_modifier(
                program,
                self.member.number,
                self.member.node,
                text,
                "public",
            );
            moving.edits.push(edit);
        }
        for decl in self.private_members() {
            let outside =
                |u: &Use| !(u.file == self.member.number && self.member.extent().contains(u.span));
            let Ok(part) = Member::of(program, decl) else {
                continue;
            };
            if program.uses(&[decl]).iter().any(outside) {
                let edit = visibility(program, part.number, part.node, text, Visibility::Package);
                moving.edits.extend(edit);
            }
        }
    }

    /// The private members of the type and of the types in it.
    fn private_members(&self) -> Vec<Decl> {
        let world = self.program.world();
        let model = self.program.model(self.member.number);
        let within = model
            .type_ids()
            .map(|t| world.class_of(self.member.number, t));
        let mut all = Vec::new();
        for class in within.filter(|&c| self.is_within(c) && !world.info(c).local) {
            let info = world.info(class);
            let is_enum = info.kind == reweave_model::TypeKind::Enum;
            let is_private = |m: Modifiers| m.has(Modifiers::PRIVATE);
            all.extend(
                info.methods
                    .iter()
                    .map(|m| m.1)
                    .filter(|&m| {
                        let data = world.method(m);
                        is_private(data.modifiers) && !(is_enum && data.constructor)
                    })
                    .map(Decl::Method),
            );
            all.extend(
                info.fields
                    .iter()
                    .map(|f| f.1)
                    .filter(|&f| is_private(world.field(f).modifiers))
                    .map(Decl::Field),
            );
            if class != self.class && is_private(info.modifiers) {
                all.push(Decl::Class(class));
            }
        }
        all
    }

    /// Lets the type see what was private around it.
    fn open(&self, decl: Decl, step: &mut Step) {
        let Ok(part) = Member::of(self.program, decl) else {
            return;
        };
        let file = part.file(self.program);
        let text = self.sources.text(file);
        if let Some(edit) = visibility(
            self.program,
            part.number,
            part.node,
            text,
            Visibility::Package,
        ) {
            step.edit(file, edit);
        }
    }

    /// The names of the type in one file, outside of its own text.
    fn follow(&self, number: u32, imports: &mut Imports, step: &mut Step) {
        let program = self.program;
        let world = program.world();
        let model = program.model(number);
        let tree = &model.tree;
        let text = self.sources.text(program.id(number));
        let own = |span: Span| number == self.member.number && self.member.extent().contains(span);
        let package = world.text(world.class(self.class).package);
        let is_near = world.text(model.package) == package;
        let name = world.text(world.class(self.class).name);
        let full = if package.is_empty() {
            name.to_owned()
        } else {
            format!("{package}.{name}")
        };
        self.follow_imports(number, &full, step);
        let mut named = false;
        let mut all_gone: Vec<Span> = own(self.member.extent())
            .then(|| self.member.extent())
            .into_iter()
            .collect();
        for used in program.uses_in(number, &[Decl::Class(self.class)]) {
            if own(used.span) || used.kind == UseKind::Import {
                continue;
            }
            let before = tree
                .child_in(used.node, Role::Qualifier)
                .or_else(|| tree.child_in(used.node, Role::Receiver));
            if let Some(before) = before {
                let gone = Span::new(tree.span(before).start, used.span.start);
                all_gone.push(gone);
                step.delete(program.interval(number, gone));
            }
            let is_import = model
                .imports
                .iter()
                .any(|i| tree.span(i.node).contains(used.span));
            named |= !is_import;
        }
        drop_unneeded(program, self.sources, number, &all_gone, step);
        if named && !is_near {
            imports.want(number, full.clone());
        }
        for used in program.names.doc_uses(number, text) {
            let before = text.part(..used.span.start as usize);
            if used.decl == Decl::Class(self.class) && !own(used.span) && before.ends_with('.') {
                let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
                let start = before.trim_end_matches(word).len() as u32;
                let gone = Span::new(start, used.span.start);
                let qualifier = if is_near || package.is_empty() {
                    String::new()
                } else {
                    format!("{package}.")
                };
                step.replace(program.interval(number, gone), qualifier);
            }
        }
    }

    fn follow_imports(&self, number: u32, full: &str, step: &mut Step) {
        let program = self.program;
        let model = program.model(number);
        let text = self.sources.text(program.id(number));
        let old = dotted(program, self.class);
        for import in &model.imports {
            let name = program.world().text(import.name);
            let rest = name.strip_prefix(&old);
            let Some(rest) = rest.filter(|r| r.is_empty() || r.starts_with('.')) else {
                continue;
            };
            let whole = model.tree.span(import.node);
            let start = model.tree.node(import.node).name_at;
            let span = Span::new(start, start + old.len() as u32);
            let is_itself = rest.is_empty() && !import.on_demand;
            if is_itself {
                // Another one is added where it is needed.
                let line = Span::new(whole.start, end_of_statement(text, whole.end));
                step.delete(program.interval(number, whole_lines(text, line, None)));
            } else if span.text(text) == old {
                step.replace(program.interval(number, span), full);
            }
        }
    }
}
