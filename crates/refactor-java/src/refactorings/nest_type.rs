//! Nest Type: makes a type of a package a static member of another one.
//!
//! `to` names the type that gets it. Uses ask the other type for it, imports follow, and the file goes where nothing else is in it.
//!
//! ```before
//! //- shop/Cart.java
//! package shop;
//! public class Cart {
//!     Item first;
//! }
//! //- shop/Item.java
//! package shop;
//! public class $0Item {
//!     int price;
//! }
//! //- shop/Till.java
//! package shop;
//! class Till {
//!     int sum(Item item) { return item.price; }
//! }
//! ```
//! ```with
//! to=Cart
//! ```
//! ```after
//! //- shop/Cart.java
//! package shop;
//! public class Cart {
//!     Item first;
//!
//!     public static class Item {
//!         int price;
//!     }
//! }
//! //- shop/Till.java
//! package shop;
//! class Till {
//!     int sum(Cart.Item item) { return item.price; }
//! }
//! ```
//!
//! The other type may have a member of that name:
//!
//! ```before
//! //- Cart.java
//! class Cart {
//!     static class Item { }
//! }
//! //- Item.java
//! class $0Item { }
//! ```
//! ```with
//! to=Cart
//! ```
//! ```refuses
//! duplicate class
//! ```

use crate::Java;
use crate::checks::looked_for::{refuse_looked_for, refuse_start};
use crate::checks::reflection::{Part as NamePart, tell_of_class_names};
use crate::checks::unresolved::Unresolved;
use crate::edits::headers::type_at;
use crate::edits::imports::{Imports, dotted, drop_unneeded, end_of_statement};
use crate::edits::texts::{insert_modifier, is_simple_type, whole_lines};
use crate::edits::transfer::{Member, Moving, Placed, Room, carry_over};
use crate::query::hierarchy::class_named;
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl, Use, UseKind};
use reweave_model::{Kind, NodeId, Role, TypeKind};
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::{Edit, Part as _, Sources, Span};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "nest-type",
    file: include_str!("nest_type.rs"),
    params: &[Param::required("to", "the type that gets it as a member")],
    perform,
};

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let class = type_at(run)?;
    let to = class_named(run.program(), run.param("to")?)?;
    let sources = run.sources().clone();
    let program = run.program();
    let job = Job {
        program,
        sources: &sources,
        class,
        to,
        member: Member::top(program, &sources, class)?,
    };
    job.may_nest()?;
    let room = Room::of(program, &sources, to)?;
    let mut imports = Imports::default();
    let mut moving = Moving::new(job.member.clone());
    job.adapt(&mut moving, &mut imports);
    job.suit(&mut moving);
    let text = moving.text(program, &sources, &room.indent);
    let mut step = Step::new("a member of the other type", "N!=->@ O I");
    room.insert(&sources, std::slice::from_ref(&text), &mut step);
    job.leave(&mut step);
    for number in program.numbers() {
        job.follow(number, &mut imports, &mut step);
    }
    imports.add_to(program, &sources, &mut step);
    let old = dotted(program, class);
    let placed = [Placed {
        file: room.file,
        text,
        moving,
    }];
    tell_of_class_names(run, &[class], NamePart::Package, &old);
    refuse_looked_for(run, &[Decl::Class(class)]);
    refuse_start(run, class);
    let unresolved = Unresolved::note(run, &step);
    carry_over(run, &step, &placed)?;
    unresolved.check(run);
    Ok(())
}

struct Job<'a> {
    program: &'a JavaProgram,
    sources: &'a Sources,
    class: ClassId,
    to: ClassId,
    member: Member,
}

impl Job<'_> {
    fn may_nest(&self) -> Result<(), BadInput> {
        let program = self.program;
        let world = program.world();
        let at = program.token(self.member.number, self.member.node);
        let bad = |why: &str| Err(BadInput::new(why).at(at.file, at.span));
        let to = world.info(self.to);
        if world.info(self.class).outer.is_some() {
            return bad("the type is a member already; move it with move-members");
        }
        if world.around(self.to).any(|c| c == self.class) {
            return bad("a type cannot stand in itself");
        }
        if world.around(self.to).any(|c| world.info(c).inner) || to.local {
            return bad(
                "the other type is an inner or local class, whose members cannot be static before Java 16",
            );
        }
        if to.kind == TypeKind::Annotation {
            return bad(
                "an annotation type can have it only as something that annotations name; take another type",
            );
        }
        Ok(())
    }

    /// The file of the other type.
    fn target(&self) -> u32 {
        let world = self.program.world();
        world.class(self.to).origin.file().unwrap_or_default()
    }

    fn is_own(&self, number: u32, span: Span) -> bool {
        number == self.member.number && self.member.extent().contains(span)
    }

    /// Whether a class stands in the type, or is it.
    fn is_within(&self, class: ClassId) -> bool {
        let mut around = self.program.world().around(class);
        around.any(|c| c == self.class)
    }

    /// What its text names, as the other file can name it.
    fn adapt(&self, moving: &mut Moving, imports: &mut Imports) {
        let program = self.program;
        let world = program.world();
        let (number, target) = (self.member.number, self.target());
        if number == target {
            return;
        }
        let tree = &program.model(number).tree;
        let text = self.sources.text(program.id(number));
        for used in program.names.uses_in(number) {
            if !self.is_own(number, used.span) || used.span.is_empty() {
                continue;
            }
            let is_alone = match tree.kind(used.node) {
                Kind::Name => tree.role(used.node) != Role::Label,
                Kind::Call => tree.child_in(used.node, Role::Receiver).is_none(),
                Kind::TypeName => is_simple_type(tree, used.node),
                Kind::Annotation => true,
                _ => false,
            };
            if !is_alone {
                continue;
            }
            let name = used.span.text(text);
            match used.decl {
                Decl::Class(c)
                    if !self.is_within(c)
                        && !world.info(c).local
                        && !self.knows(used.node, number, c) =>
                {
                    let written = imports.simple(program, target, c);
                    if written != name {
                        moving.edits.push(Edit::replace(used.span, written));
                    }
                }
                decl @ (Decl::Method(_) | Decl::Field(_))
                    if program.imported_statically(number, decl)
                        && !imports.carries(program, self.sources, number, target, decl) =>
                {
                    let owner = match decl {
                        Decl::Method(m) => world.method(m).owner,
                        Decl::Field(f) => world.field(f).owner,
                        _ => continue,
                    };
                    let owner = imports.simple(program, target, owner);
                    moving.qualify(used.span, name, &format!("{owner}."));
                }
                _ => {}
            }
        }
    }

    /// Whether a class in the type has another as a member, which its name alone means.
    fn knows(&self, node: NodeId, number: u32, class: ClassId) -> bool {
        let world = self.program.world();
        let name = world.class(class).name;
        let from = self.program.class_around(number, node);
        let mut around = from.into_iter().flat_map(|c| world.around(c));
        around.any(|c| self.is_within(c) && world.member_type(c, name) == Some(class))
    }

    /// A member that is no inner class (JLS 8.5.1); enums, records and interfaces never are, nor the members of interfaces.
    fn suit(&self, moving: &mut Moving) {
        let world = self.program.world();
        let is_class = world.info(self.class).kind == TypeKind::Class;
        if !is_class || world.info(self.to).is_interface() {
            return;
        }
        let text = self.sources.text(self.program.id(self.member.number));
        let (number, node) = (self.member.number, self.member.node);
        let public = crate::edits::texts::modifier_at(self.program, number, node, text, "public");
        moving.edits.push(match public {
            Some(at) => Edit::insert(at.end, " static"),
            None => insert_modifier(self.program, number, node, text, "static"),
        });
    }

    /// Takes it out of its file, and the file away where nothing is left.
    fn leave(&self, step: &mut Step) {
        let program = self.program;
        let number = self.member.number;
        let model = program.model(number);
        if model.top_types().count() == 1 {
            step.delete_file(program.id(number));
        } else {
            self.member.remove(program, self.sources, step);
        }
    }

    /// The names of the type in one file, outside of its own text.
    fn follow(&self, number: u32, imports: &mut Imports, step: &mut Step) {
        let program = self.program;
        let model = program.model(number);
        let goes = number == self.member.number && model.top_types().count() == 1;
        if goes {
            return;
        }
        let old = dotted(program, self.class);
        let new = format!("{}.{}", dotted(program, self.to), self.name());
        let has_import = self.follow_imports(number, (&old, &new), step);
        for used in program.uses_in(number, &[Decl::Class(self.class)]) {
            if !self.is_own(number, used.span) && used.kind != UseKind::Import {
                self.follow_use(number, &used, has_import, imports, step);
            }
        }
        if number == self.member.number {
            drop_unneeded(program, self.sources, number, &[self.member.extent()], step);
        }
        let text = self.sources.text(program.id(number));
        for used in program.names.doc_uses(number, text) {
            let before = text.part(..used.span.start as usize);
            if used.decl == Decl::Class(self.class)
                && !self.is_own(number, used.span)
                && !has_import
            {
                let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
                let start = before.trim_end_matches(word).len() as u32;
                let qualifier = format!("{}.", dotted(program, self.to));
                step.replace(
                    program.interval(number, Span::new(start, used.span.start)),
                    qualifier,
                );
            }
        }
    }

    /// Whether nothing else is in its package, so that the package goes with it.
    fn is_last(&self) -> bool {
        let world = self.program.world();
        let package = world.class(self.class).package;
        let mut others = world.source_classes();
        !others.any(|c| world.class(c).package == package && !self.is_within(c))
    }

    fn name(&self) -> &str {
        let world = self.program.world();
        world.text(world.class(self.class).name)
    }

    /// A use outside of imports: its simple name stays where an import says what it means, or where the other type is around.
    fn follow_use(
        &self,
        number: u32,
        used: &Use,
        has_import: bool,
        imports: &mut Imports,
        step: &mut Step,
    ) {
        let program = self.program;
        let world = program.world();
        let tree = &program.model(number).tree;
        let before = tree
            .child_in(used.node, Role::Qualifier)
            .or_else(|| tree.child_in(used.node, Role::Receiver));
        let from = program.class_around(number, used.node);
        let mut around = from.into_iter().flat_map(|c| world.around(c));
        let is_inside = around.any(|c| world.is_subclass(c, self.to));
        match before {
            // What stands before it is its package.
            Some(before) => {
                let span = tree.span(before);
                step.replace(program.interval(number, span), dotted(program, self.to));
            }
            None if has_import || is_inside => {}
            None => {
                let holder = imports.name(program, number, self.to);
                let at = program.interval(number, used.span);
                step.replace(at, format!("{holder}.{}", self.name()));
            }
        }
    }

    /// Whether the file imports it by its name.
    fn follow_imports(&self, number: u32, (old, new): (&str, &str), step: &mut Step) -> bool {
        let program = self.program;
        let world = program.world();
        let model = program.model(number);
        let text = self.sources.text(program.id(number));
        let is_target = number == self.target();
        let package = world.text(world.class(self.class).package);
        let mut has_import = false;
        for import in &model.imports {
            let name = world.text(import.name);
            let whole = model.tree.span(import.node);
            let line = Span::new(whole.start, end_of_statement(text, whole.end));
            let is_package = import.on_demand && !import.is_static && name == package;
            if is_package && self.is_last() {
                step.delete(program.interval(number, whole_lines(text, line, None)));
                continue;
            }
            let rest = name.strip_prefix(old);
            let Some(rest) = rest.filter(|r| r.is_empty() || r.starts_with('.')) else {
                continue;
            };
            let start = model.tree.node(import.node).name_at;
            let span = Span::new(start, start + old.len() as u32);
            let is_itself = rest.is_empty() && !import.on_demand;
            if is_itself && is_target && world.info(self.to).outer.is_none() {
                step.delete(program.interval(number, whole_lines(text, line, None)));
            } else if span.text(text) == old {
                has_import |= is_itself;
                step.replace(program.interval(number, span), new);
            }
        }
        has_import
    }
}
