//! The body of a method that is asked of another object: what was `this` becomes a parameter, and one of the objects that it knew becomes
//! `this`.

use crate::edits::imports::Imports;
use crate::edits::texts::is_simple_type;
use crate::edits::transfer::Moving;
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl, Use};
use reweave_model::{Kind, Modifiers, NodeId, Role, Tree};
use reweave_refactor::BadInput;
use reweave_text::{Edit, Part, Sources, Span};
use std::collections::BTreeSet;

/// A method on its way from the objects of one class to those of another.
pub struct AskedOf<'a> {
    pub program: &'a JavaProgram,
    pub sources: &'a Sources,
    pub number: u32,
    /// The method.
    pub node: NodeId,
    pub from: ClassId,
    pub to: ClassId,
    /// The variable that holds the other object: a parameter, or a field of the class.
    pub holder: Decl,
    /// The name for what was `this`.
    pub object: String,
    /// What is asked by calls that are rewritten in another way: the method itself.
    pub left_out: Decl,
}

/// What the rewritten body needs.
#[derive(Default)]
pub struct Needs {
    /// The object that the method was asked of.
    pub object: bool,
    /// What its new class could not see.
    pub raised: Vec<Decl>,
}

impl AskedOf<'_> {
    fn tree(&self) -> &Tree {
        &self.program.model(self.number).tree
    }

    fn text(&self) -> &str {
        self.sources.text(self.program.id(self.number))
    }

    fn bad(&self, node: NodeId, why: &str) -> BadInput {
        BadInput::new(why).at(self.program.id(self.number), self.tree().span(node))
    }

    /// Whether a node is the object that the method goes to.
    pub fn is_holder(&self, node: NodeId) -> bool {
        let tree = self.tree();
        let of_this = match tree.child_in(node, Role::Receiver) {
            None => true,
            Some(r) => tree.kind(r) == Kind::This && self.is_own(r),
        };
        matches!(tree.kind(node), Kind::Name | Kind::FieldAccess)
            && self.program.names.decl(self.number, node) == self.holder
            && of_this
            && (matches!(self.holder, Decl::Local(_)) || self.asked(node) == Some(self.from))
    }

    /// Whether a use stands in the method.
    pub fn is_inside(&self, used: &Use) -> bool {
        used.file == self.number && self.tree().contains(self.node, used.node)
    }

    /// Whether a node asks the method's own object for a member.
    pub fn asks_itself(&self, node: NodeId) -> bool {
        let world = self.program.world();
        let tree = self.tree();
        let of_class = match self.program.names.decl(self.number, node) {
            Decl::Method(m) => world.method(m).modifiers.has(Modifiers::STATIC),
            Decl::Field(f) => world.is_static_field(f),
            _ => return false,
        };
        if let Some(r) = tree.child_in(node, Role::Receiver) {
            return !of_class && tree.kind(r) == Kind::This && self.is_own(r);
        }
        let is_member = matches!(tree.kind(node), Kind::Name | Kind::Call);
        !of_class && is_member && self.asked(node) == Some(self.from)
    }

    /// Rewrites the body; `moving` holds the member.
    pub fn rewrite(&self, moving: &mut Moving, imports: &mut Imports) -> Result<Needs, BadInput> {
        let tree = self.tree();
        let mut needs = Needs::default();
        let mut done: Vec<Span> = Vec::new();
        for node in tree.descendants(self.node) {
            if self.is_holder(node) {
                let span = self.replace_holder(node, moving);
                done.push(span);
            }
        }
        let is_done = |at: Span| done.iter().any(|d| d.contains(at));
        for node in tree.descendants(self.node) {
            match tree.kind(node) {
                Kind::This if !is_done(tree.span(node)) && !self.is_left_out(node) => {
                    self.replace_this(node, moving, &mut needs)?;
                }
                Kind::Super if self.is_own(node) => {
                    return Err(self.bad(
                        node,
                        "`super` means the superclass of the class in which it is written",
                    ));
                }
                _ => {}
            }
        }
        for used in self.program.names.uses_in(self.number) {
            if tree.contains(self.node, used.node) && !is_done(used.span) && !used.span.is_empty() {
                self.adapt(&used, moving, imports, &mut needs)?;
            }
        }
        self.note_demanded(&mut needs);
        Ok(needs)
    }

    /// `Outer.this` of the class the method stands in, or `this` in no class below it.
    fn is_own(&self, node: NodeId) -> bool {
        let tree = self.tree();
        match tree.child_in(node, Role::Qualifier) {
            Some(q) => self.program.names.decl(self.number, q) == Decl::Class(self.from),
            None => self.program.class_around(self.number, node) == Some(self.from),
        }
    }

    /// Whether an object is only asked for what is left out.
    fn is_left_out(&self, node: NodeId) -> bool {
        let tree = self.tree();
        let parent = tree
            .parent(node)
            .filter(|_| tree.role(node) == Role::Receiver);
        parent.is_some_and(|p| {
            let decl = self.program.names.decl(self.number, p);
            matches!(decl, Decl::Method(_)) && decl == self.left_out && tree.kind(p) == Kind::Call
        })
    }

    /// The class whose object is asked for a member by its name alone.
    fn asked(&self, node: NodeId) -> Option<ClassId> {
        let world = self.program.world();
        let owner = match self.program.names.decl(self.number, node) {
            Decl::Field(f) => world.field(f).owner,
            Decl::Method(m) => world.method(m).owner,
            _ => return None,
        };
        let from = self.program.class_around(self.number, node)?;
        world.around(from).find(|&c| world.is_subclass(c, owner))
    }

    /// The classes inside the method around a node.
    fn between(&self, node: NodeId) -> Vec<ClassId> {
        let world = self.program.world();
        let from = self.program.class_around(self.number, node);
        let around = from.into_iter().flat_map(|c| world.around(c));
        around.take_while(|&c| c != self.from).collect()
    }

    /// `this`, as the moved text writes it at a node.
    fn this_at(&self, node: NodeId) -> String {
        if self.between(node).is_empty() {
            return "this".to_owned();
        }
        let world = self.program.world();
        format!("{}.this", world.text(world.class(self.to).name))
    }

    /// The object itself goes before its members where their names alone mean them.
    fn replace_holder(&self, node: NodeId, moving: &mut Moving) -> Span {
        let tree = self.tree();
        let whole = tree.span(node);
        let parent = tree
            .parent(node)
            .filter(|_| tree.role(node) == Role::Receiver);
        let asks = parent.filter(|&p| matches!(tree.kind(p), Kind::Call | Kind::FieldAccess));
        if let Some(member) = asks {
            let name_at = tree.node(member).name_at;
            let behind = self.text().part(whole.end as usize..name_at as usize);
            if behind.trim() == "." && !self.is_hidden(member) {
                moving
                    .edits
                    .push(Edit::delete(Span::new(whole.start, name_at)));
                return whole;
            }
        }
        moving.edits.push(Edit::replace(whole, self.this_at(node)));
        whole
    }

    /// Whether the name of a member alone could mean another where it stands.
    fn is_hidden(&self, member: NodeId) -> bool {
        let tree = self.tree();
        let world = self.program.world();
        let name = tree.sym(member);
        let is_call = tree.kind(member) == Kind::Call;
        let mut found = Vec::new();
        let in_class = self.between(member).into_iter().any(|c| {
            world.find_methods(c, name, &mut found);
            if is_call {
                !found.is_empty()
            } else {
                world.find_field(c, name, c).is_some()
            }
        });
        let mut nodes = tree.descendants(self.node);
        let is_local = |n: NodeId| {
            matches!(
                tree.kind(n),
                Kind::VarDecl | Kind::Param | Kind::TypePattern
            ) && tree.sym(n) == name
        };
        let is_object = world.text(name) == self.object;
        in_class || (!is_call && (is_object || nodes.any(is_local)))
    }

    fn replace_this(
        &self,
        node: NodeId,
        moving: &mut Moving,
        needs: &mut Needs,
    ) -> Result<(), BadInput> {
        let tree = self.tree();
        if self.is_own(node) {
            moving
                .edits
                .push(Edit::replace(tree.span(node), self.object.as_str()));
            needs.object = true;
            return Ok(());
        }
        let around = match tree.child_in(node, Role::Qualifier) {
            Some(q) => match self.program.names.decl(self.number, q) {
                Decl::Class(c) => Some(c),
                _ => None,
            },
            None => self.program.class_around(self.number, node),
        };
        let inside = self.between(node);
        if around.is_some_and(|c| inside.contains(&c)) {
            return Ok(());
        }
        Err(self.bad(
            node,
            "this is the enclosing instance of the class, which the other class does not have",
        ))
    }

    fn adapt(
        &self,
        used: &Use,
        moving: &mut Moving,
        imports: &mut Imports,
        needs: &mut Needs,
    ) -> Result<(), BadInput> {
        if matches!(used.decl, Decl::Method(_)) && used.decl == self.left_out {
            return Ok(());
        }
        let world = self.program.world();
        let tree = self.tree();
        let target = world.class(self.to).origin.file().unwrap_or_default();
        let name = used.span.text(self.text());
        let (owner, modifiers) = match used.decl {
            Decl::TypeVar(var) => {
                let mut own = world.around(self.from).flat_map(|c| world.type_params(c));
                if own.any(|&v| v == var) {
                    return Err(self.bad(used.node, "this is a type parameter of the class, which the other class does not have"));
                }
                return Ok(());
            }
            Decl::Class(_) if self.is_created_inside(used.node) => return Ok(()),
            Decl::Class(class) => {
                self.adapt_type(used, class, (moving, imports, needs));
                return Ok(());
            }
            Decl::Method(m) if world.method(m).constructor => {
                return self.adapt_creation(used, moving, needs);
            }
            Decl::Method(m) => (world.method(m).owner, world.method(m).modifiers),
            Decl::Field(f) => (world.field(f).owner, world.field(f).modifiers),
            _ => return Ok(()),
        };
        let is_alone = match tree.kind(used.node) {
            Kind::Name => tree.role(used.node) != Role::Label,
            Kind::Call => tree.child_in(used.node, Role::Receiver).is_none(),
            _ => false,
        };
        self.note(used.decl, needs);
        if !is_alone {
            return Ok(());
        }
        let of_class = modifiers.has(Modifiers::STATIC)
            || matches!(used.decl, Decl::Field(f) if world.is_static_field(f));
        if of_class {
            if !world.info(owner).local
                && !world.around(self.to).any(|c| world.is_subclass(c, owner))
                && !imports.carries(self.program, self.sources, self.number, target, used.decl)
            {
                let holder = if world.is_subclass(self.from, owner) {
                    self.from
                } else {
                    owner
                };
                let text = imports.name(self.program, target, holder);
                moving.qualify(used.span, name, &format!("{text}."));
            }
            return Ok(());
        }
        match self.asked(used.node) {
            Some(c) if c == self.from => {
                moving.qualify(used.span, name, &format!("{}.", self.object));
                needs.object = true;
                Ok(())
            }
            Some(c) if self.between(used.node).contains(&c) => Ok(()),
            _ => Err(self.bad(
                used.node,
                "this uses the enclosing instance of the class, which the other class does not have",
            )),
        }
    }

    /// A type is named as it is called in the file of the other class.
    fn adapt_type(
        &self,
        used: &Use,
        class: ClassId,
        (moving, imports, needs): (&mut Moving, &mut Imports, &mut Needs),
    ) {
        let world = self.program.world();
        let tree = self.tree();
        let target = world.class(self.to).origin.file().unwrap_or_default();
        let name = used.span.text(self.text());
        let simple = match tree.kind(used.node) {
            Kind::TypeName => is_simple_type(tree, used.node),
            Kind::Name | Kind::Annotation => true,
            _ => false,
        };
        let is_this = tree
            .parent(used.node)
            .is_some_and(|p| tree.kind(p) == Kind::This);
        if simple && !is_this && !world.info(class).local && class != self.to {
            let inherits = world
                .around(self.to)
                .any(|c| world.member_type(c, world.class(class).name) == Some(class));
            if !inherits {
                let text = imports.simple(self.program, target, class);
                if text != name {
                    moving.edits.push(Edit::replace(used.span, text));
                }
            }
            self.note(used.decl, needs);
        }
    }

    /// Whether a type is named behind a `new` that gets an object before it: there its name stands alone.
    fn is_created_inside(&self, node: NodeId) -> bool {
        let world = self.program.world();
        let tree = self.tree();
        let made = tree.parent(node).filter(|&p| {
            tree.kind(p) == Kind::New
                && tree.role(node) == Role::Type
                && tree.child_in(p, Role::Receiver).is_none()
        });
        made.is_some_and(|n| match self.program.names.decl(self.number, n) {
            Decl::Method(m) => {
                let info = world.info(world.method(m).owner);
                let of_this = info.outer.is_some_and(|o| world.is_subclass(self.from, o));
                info.inner && !info.local && of_this
            }
            _ => false,
        })
    }

    /// `new Inner()` of the object that the method was asked of.
    fn adapt_creation(
        &self,
        used: &Use,
        moving: &mut Moving,
        needs: &mut Needs,
    ) -> Result<(), BadInput> {
        let world = self.program.world();
        let tree = self.tree();
        let Decl::Method(m) = used.decl else {
            return Ok(());
        };
        self.note(used.decl, needs);
        let made = world.method(m).owner;
        let is_alone = tree.child_in(used.node, Role::Receiver).is_none();
        let Some(outer) = world
            .info(made)
            .outer
            .filter(|_| world.info(made).inner && is_alone)
        else {
            return Ok(());
        };
        if world.info(made).local || tree.kind(used.node) != Kind::New {
            return Ok(());
        }
        if !world.is_subclass(self.from, outer) || !self.between(used.node).is_empty() {
            return Err(self.bad(used.node, "this creates an object of an inner class, whose enclosing instance the other class does not have"));
        }
        let at = tree.span(used.node).start;
        moving
            .edits
            .push(Edit::insert(at, format!("{}.", self.object)));
        needs.object = true;
        Ok(())
    }

    /// What is named by no word, as the type of an object that is asked.
    fn note_demanded(&self, needs: &mut Needs) {
        for (node, class) in self.program.names.demanded(self.number) {
            if self.tree().contains(self.node, node) {
                self.note(Decl::Class(class), needs);
            }
        }
    }

    /// Notes what the new class could not see.
    fn note(&self, decl: Decl, needs: &mut Needs) {
        let world = self.program.world();
        let member = |modifiers, owner: ClassId| {
            world.info(owner).is_interface()
                || world.info(owner).local
                || world.accessible(modifiers, owner, self.to)
        };
        let open = match decl {
            Decl::Class(c) => world.info(c).local || world.may_name(c, self.to),
            Decl::Method(m) => member(world.method(m).modifiers, world.method(m).owner),
            Decl::Field(f) => member(world.field(f).modifiers, world.field(f).owner),
            _ => true,
        };
        let inside = |at: reweave_preserve::Interval| {
            at.file == self.program.id(self.number) && self.tree().span(self.node).contains(at.span)
        };
        let place = self.program.place(self.number, decl);
        let ours = self.program.is_ours(decl) && place.is_some_and(|at| !inside(at));
        if ours && !open && !needs.raised.contains(&decl) {
            needs.raised.push(decl);
        }
    }
}

/// The names that code has of its own: variables, and what is named alone. `gone` is one that goes.
pub fn own_names(program: &JavaProgram, number: u32, node: NodeId, gone: Decl) -> BTreeSet<&str> {
    let world = program.world();
    let tree = &program.model(number).tree;
    let is_own = |&n: &NodeId| {
        let declares = matches!(
            tree.kind(n),
            Kind::VarDecl | Kind::Param | Kind::TypePattern
        );
        (declares && Decl::Local(n) != gone)
            || (tree.kind(n) == Kind::Name && program.names.decl(number, n) != gone)
    };
    // What is asked of `this` gets the name of the object before it.
    let class = program.class_around(number, node);
    let is_asked = |&n: &NodeId| {
        let is_field =
            matches!(program.names.decl(number, n), Decl::Field(f) if !world.is_static_field(f));
        tree.kind(n) == Kind::Name && is_field && program.class_around(number, n) == class
    };
    let all = tree.descendants(node).filter(|n| is_own(n) && !is_asked(n));
    all.map(|n| world.text(tree.sym(n))).collect()
}

/// A name for an object of a class that is not among some words: `order` for `Order`, `tr` for `TR`.
pub fn object_name(class: &str, taken: &BTreeSet<&str>) -> String {
    let capitals = class.chars().take_while(|c| c.is_uppercase()).count();
    let all = class.chars().count();
    let lowered = match capitals {
        0 | 1 => 1,
        n if n == all => n,
        n => n - 1,
    };
    let name: String = class
        .chars()
        .enumerate()
        .map(|(i, c)| {
            if i < lowered {
                c.to_ascii_lowercase()
            } else {
                c
            }
        })
        .collect();
    let is_free = |n: &String| !taken.contains(n.as_str()) && crate::query::words::is_identifier(n);
    let numbered = (2..).map(|i| format!("{name}{i}"));
    std::iter::once(name.clone())
        .chain(numbered)
        .find(is_free)
        .unwrap_or(name)
}
