//! Members and types that may not be named where they are (JLS 6.6).

use crate::error::{ErrorKind, NameError};
use crate::ids::{ClassId, Decl};
use crate::names::Names;
use crate::references::{Use, UseKind};
use crate::types::TyData;
use reweave_model::{Kind, Modifiers, NodeId, Role, TypeId};

impl Names {
    /// The class that a node stands in; of a class's own node, that class.
    pub(crate) fn innermost(&self, file: u32, node: NodeId) -> Option<ClassId> {
        let model = self.world.file(file);
        // Types are in the order of the text, so the innermost around a place is the last of them.
        let before = model.types.partition_point(|t| t.node <= node);
        let mut types = (0..before as u32).rev().map(TypeId);
        let innermost = types.find(|&t| model.tree.contains(model.ty(t).node, node))?;
        Some(self.world.class_of(file, innermost))
    }

    pub(crate) fn inaccessible(&self, file: u32) -> Vec<NameError> {
        let world = &self.world;
        let model = world.file(file);
        let mut found: Vec<NameError> = self.unnameable(file).collect();
        for used in self.uses_in(file) {
            let (modifiers, owner) = match used.decl {
                Decl::Method(m) => (world.method(m).modifiers, world.method(m).owner),
                Decl::Field(f) => (world.field(f).modifiers, world.field(f).owner),
                Decl::Class(c) if world.is_missing(c) => continue,
                Decl::Class(c) => match world.info(c).outer {
                    Some(outer) if !world.in_body(c) => (world.info(c).modifiers, outer),
                    None => (world.info(c).modifiers, c),
                    _ => continue,
                },
                _ => continue,
            };
            if used.kind == UseKind::Call && world.info(owner).local {
                continue;
            }
            let Some(from) = self.innermost(file, used.node) else {
                // Static members are looked for among the missing imports.
                let is_class = matches!(used.decl, Decl::Class(_));
                if is_class && !world.is_importable(modifiers, owner, model.package) {
                    found.push(self.not_accessible(&used));
                }
                continue;
            };
            // A missing supertype may be what opens the access.
            let certain = world.around(from).all(|c| world.closure(c).complete);
            // A member that is named alone is one of a class around it.
            let alone = matches!(model.tree.kind(used.node), Kind::Name | Kind::Call)
                && matches!(used.decl, Decl::Method(_) | Decl::Field(_))
                && model.tree.child_in(used.node, Role::Receiver).is_none();
            let mut heirs = world.around(from).filter(|&c| world.is_subclass(c, owner));
            let lost = alone
                && heirs.clone().next().is_some()
                && !heirs.any(|c| world.inherits_member(c, modifiers, owner));
            let is_open = || {
                let is_far = modifiers.has(Modifiers::PROTECTED)
                    && world.class(owner).package != world.class(from).package;
                if is_far {
                    self.reaches_protected(&used, modifiers, owner, from)
                } else {
                    world.accessible(modifiers, owner, from)
                }
            };
            if certain && (lost || !is_open() || self.is_not_inherited(&used, modifiers, owner)) {
                found.push(self.not_accessible(&used));
            }
        }
        found
    }

    fn not_accessible(&self, used: &Use) -> NameError {
        NameError {
            file: used.file,
            node: used.node,
            kind: ErrorKind::Inaccessible,
            about: self.key_of(used.decl),
        }
    }

    /// Classes that code demands without a word of them, and that may not be named there.
    fn unnameable(&self, file: u32) -> impl Iterator<Item = NameError> + '_ {
        let world = &self.world;
        let hidden = move |&(node, class): &(NodeId, ClassId)| {
            self.innermost(file, node).is_some_and(|from| {
                let certain = world.around(from).all(|c| world.closure(c).complete);
                certain && !world.may_name(class, from)
            })
        };
        let demanded = self.demanded(file).into_iter();
        demanded.filter(hidden).map(move |(node, class)| NameError {
            file,
            node,
            kind: ErrorKind::Inaccessible,
            about: self.key_of(Decl::Class(class)),
        })
    }

    /// Whether a member is asked of a class below its own that does not have it, even where it may be named: it is private, or goes no
    /// further down than its package.
    fn is_not_inherited(&self, used: &Use, modifiers: Modifiers, owner: ClassId) -> bool {
        let world = &self.world;
        let tree = &world.file(used.file).tree;
        let is_named_super = |&r: &NodeId| {
            tree.kind(r) == Kind::Super && tree.child_in(r, Role::Qualifier).is_some()
        };
        let receiver = tree
            .child_in(used.node, Role::Receiver)
            .filter(|r| !is_named_super(r));
        let is_member = matches!(used.decl, Decl::Method(_) | Decl::Field(_));
        let Some(receiver) = receiver.filter(|_| is_member) else {
            return false;
        };
        let asked = match (
            self.decl(used.file, receiver),
            world.types().data(self.ty(used.file, receiver)),
        ) {
            (Decl::Class(class), _) => class,
            (_, TyData::Class(class, _)) => *class,
            // A type variable has no private members, whatever it extends.
            (_, TyData::Var(_)) => return modifiers.has(Modifiers::PRIVATE),
            _ => return false,
        };
        let is_below = asked != owner && world.is_subclass(asked, owner);
        is_below
            && (modifiers.has(Modifiers::PRIVATE)
                || !world.inherits_member(asked, modifiers, owner))
    }

    /// Whether a protected member of another package may be named (JLS 6.6.2): in classes below its own, of objects of those classes
    /// alone; a constructor only by the classes below.
    fn reaches_protected(
        &self,
        used: &Use,
        modifiers: Modifiers,
        owner: ClassId,
        from: ClassId,
    ) -> bool {
        let world = &self.world;
        let tree = &world.file(used.file).tree;
        match tree.kind(used.node) {
            // An anonymous class is one of those below.
            Kind::New => return tree.child_in(used.node, Role::Body).is_some(),
            Kind::ConstructorCall => return true,
            _ => {}
        }
        let mut heirs = world.around(from).filter(|&c| world.is_subclass(c, owner));
        let member = matches!(used.decl, Decl::Method(_) | Decl::Field(_));
        let receiver = tree
            .child_in(used.node, Role::Receiver)
            .filter(|&r| member && tree.kind(r) != Kind::Super);
        let Some(receiver) = receiver.filter(|_| !modifiers.has(Modifiers::STATIC)) else {
            return heirs.next().is_some();
        };
        let ty = self.ty(used.file, receiver);
        let is_array = matches!(world.types().data(ty), TyData::Array(_));
        match world.class_of_type(world.erase(ty)) {
            Some(class) if !is_array && world.closure(class).complete => {
                heirs.any(|c| world.is_subclass(class, c))
            }
            _ => true,
        }
    }
}
