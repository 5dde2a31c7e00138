//! Members of an object that are named alone where there is no such object: in static code, and before `this` is there (JLS 15.11, 15.12.3).

use crate::error::{ErrorKind, NameError};
use crate::ids::{ClassId, Decl};
use crate::names::Names;
use crate::references::Use;
use reweave_model::{Kind, Modifiers, NodeId, Role, TypeKind, Visibility};

impl Names {
    pub(crate) fn without_object(&self, file: u32) -> Vec<NameError> {
        let used = self.uses_in(file).into_iter();
        let alone = used
            .filter(|used| self.is_without_object(used))
            .map(|used| (used.node, self.key_of(used.decl)));
        let tree = &self.world.file(file).tree;
        let inner = tree.descendants(NodeId::ROOT).filter_map(|node| {
            let class = match tree.kind(node) {
                Kind::New => self.made_without_outer(file, node),
                Kind::Type => self.above_without_outer(file, node),
                Kind::This => self.this_without_object(file, node),
                Kind::Super => self.not_right_above(file, node),
                _ => None,
            }?;
            Some((node, self.world.class_key(class).to_owned()))
        });
        let error = |kind| {
            move |(node, about)| NameError {
                file,
                node,
                kind,
                about,
            }
        };
        let given = tree.descendants(NodeId::ROOT).filter_map(|node| {
            let class = self.given_for_nothing(file, node)?;
            Some((node, self.world.class_key(class).to_owned()))
        });
        let given = given.map(error(ErrorKind::NotInner));
        let alone = alone.chain(inner).map(error(ErrorKind::NoObject));
        alone.chain(given).collect()
    }

    /// The inner class that is created where there is no object of the class around it (JLS 15.9.2).
    fn made_without_outer(&self, file: u32, node: NodeId) -> Option<ClassId> {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let ty = tree.child_in(node, Role::Type)?;
        let Decl::Class(made) = self.decl(file, ty) else {
            return None;
        };
        let info = world.info(made);
        let outer = info.outer.filter(|_| !info.local)?;
        if world.is_missing(made) {
            return None;
        }
        if tree.child_in(node, Role::Receiver).is_some() || world.stands_alone(made) {
            return None;
        }
        let has_outer = self.has_object(file, node, |class| world.is_subclass(class, outer))?;
        (!has_outer).then_some(made)
    }

    /// The inner class above a class that no object of the class around it is given to: a constructor asks for none by `object.super()`, and
    /// none is around (JLS 8.8.7.1).
    fn above_without_outer(&self, file: u32, node: NodeId) -> Option<ClassId> {
        let world = &self.world;
        let model = world.file(file);
        let class = self.class_at(file, node)?;
        let (_, decl) = world.decl_of(class)?;
        let above = world.class_of_type(*world.header(class).supers.first()?)?;
        let info = world.info(above);
        let outer = info.outer.filter(|_| !info.local)?;
        let is_plain = decl.kind == TypeKind::Class && !info.is_interface();
        if !is_plain || world.is_missing(above) || world.stands_alone(above) {
            return None;
        }
        let tree = &model.tree;
        let asks = |constructor: NodeId| {
            let mut inside = tree.descendants(constructor);
            let call = inside.find(|&n| tree.kind(n) == Kind::ConstructorCall);
            call.is_none_or(|c| {
                tree.sym(c) == world.known.super_ && tree.child_in(c, Role::Receiver).is_none()
            })
        };
        let constructors = decl.callables.iter().map(|&c| model.callable(c));
        let mut constructors = constructors.filter(|c| c.is_constructor()).peekable();
        let is_asked = constructors.peek().is_none() || constructors.any(|c| asks(c.node));
        let is_around = !world.stands_alone(class)
            && self.has_object(file, node, |class| world.is_subclass(class, outer))?;
        (is_asked && !is_around).then_some(above)
    }

    /// The class whose objects have no other around them, where `object.new C()` or `object.super()` gives one (JLS 8.8.7.1, 15.9.1).
    fn given_for_nothing(&self, file: u32, node: NodeId) -> Option<ClassId> {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let made = match tree.kind(node) {
            Kind::New => match self.decl(file, tree.child_in(node, Role::Type)?) {
                Decl::Class(made) => made,
                _ => return None,
            },
            Kind::ConstructorCall => {
                let around = tree.ancestors(node).find(|&n| tree.kind(n) == Kind::Type)?;
                let class = self.class_at(file, around)?;
                world.class_of_type(*world.header(class).supers.first()?)?
            }
            _ => return None,
        };
        tree.child_in(node, Role::Receiver)?;
        (!world.is_missing(made) && !world.info(made).inner).then_some(made)
    }

    /// The class around `this` where there is no object of it (JLS 15.8.3).
    fn this_without_object(&self, file: u32, node: NodeId) -> Option<ClassId> {
        let tree = &self.world.file(file).tree;
        if tree.child_in(node, Role::Qualifier).is_some() {
            return None;
        }
        let mut meant = None;
        let has_object = self.has_object(file, node, |class| {
            meant = Some(class);
            true
        })?;
        meant.filter(|_| !has_object)
    }

    /// The interface of `Shape.super.area()` where the class around it does not name it as a supertype (JLS 15.12.1).
    fn not_right_above(&self, file: u32, node: NodeId) -> Option<ClassId> {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let qualifier = tree.child_in(node, Role::Qualifier)?;
        let Decl::Class(above) = self.decl(file, qualifier) else {
            return None;
        };
        let mut around = tree.ancestors(node).filter(|&n| tree.kind(n) == Kind::Type);
        let class = self.class_at(file, around.next()?)?;
        let is_wrong = world.info(above).is_interface()
            && world.closure(class).complete
            && !world.direct(class).contains(&above);
        is_wrong.then_some(above)
    }

    /// Whether there is an object of a class around a place that is meant: none in static code, nor before `this` is there. Nothing where
    /// the classes around are not known.
    fn has_object(
        &self,
        file: u32,
        node: NodeId,
        mut is_meant: impl FnMut(ClassId) -> bool,
    ) -> Option<bool> {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let (mut is_static, mut is_early) = (false, false);
        for around in tree.ancestors(node) {
            match tree.kind(around) {
                Kind::Type => {
                    let class = self.class_at(file, around)?;
                    if !world.closure(class).complete {
                        return None;
                    }
                    if is_meant(class) {
                        return Some(!is_static && !is_early);
                    }
                    is_static |= world.stands_alone(class);
                    is_early = false;
                }
                Kind::ConstructorCall => is_early = true,
                Kind::EnumConstant => is_static = true,
                _ => is_static |= self.is_static_member(file, around),
            }
        }
        Some(false)
    }

    fn is_without_object(&self, used: &Use) -> bool {
        let world = &self.world;
        let tree = &world.file(used.file).tree;
        let is_alone = match tree.kind(used.node) {
            Kind::Name => true,
            Kind::Call => tree.child_in(used.node, Role::Receiver).is_none(),
            _ => false,
        };
        let (owner, modifiers) = match used.decl {
            Decl::Method(m) if !world.method(m).constructor => {
                (world.method(m).owner, world.method(m).modifiers)
            }
            Decl::Field(f) if !world.field(f).enum_constant => {
                (world.field(f).owner, world.field(f).modifiers)
            }
            _ => return false,
        };
        let of_interface = matches!(used.decl, Decl::Field(_)) && world.info(owner).is_interface();
        if !is_alone || modifiers.has(Modifiers::STATIC) || of_interface {
            return false;
        }
        let mut is_found = false;
        let has_object = self.has_object(used.file, used.node, |class| {
            let has = self.has_member(class, modifiers, owner);
            is_found |= has;
            has
        });
        is_found && has_object == Some(false)
    }

    /// Whether a class has a member of its own or from above.
    fn has_member(&self, class: ClassId, modifiers: Modifiers, owner: ClassId) -> bool {
        let is_own = class == owner;
        let is_private = modifiers.visibility() == Visibility::Private;
        is_own || (!is_private && self.world.inherits_member(class, modifiers, owner))
    }

    pub(crate) fn class_at(&self, file: u32, node: NodeId) -> Option<ClassId> {
        let model = self.world.file(file);
        let at = model.types.partition_point(|t| t.node < node);
        let ty = model
            .type_ids()
            .nth(at)
            .filter(|&t| model.ty(t).node == node)?;
        Some(self.world.class_of(file, ty))
    }

    pub(super) fn is_static_member(&self, file: u32, node: NodeId) -> bool {
        let model = self.world.file(file);
        match model.tree.kind(node) {
            Kind::Callable => {
                let at = model.callables.partition_point(|c| c.node < node);
                let callable = model.callables.get(at).filter(|c| c.node == node);
                callable.is_some_and(|c| c.modifiers.has(Modifiers::STATIC))
            }
            Kind::Field => {
                let at = model.fields.partition_point(|f| f.node < node);
                let field = model.fields.get(at).filter(|f| f.node == node);
                field.is_some_and(|f| {
                    f.modifiers.has(Modifiers::STATIC)
                        || crate::declare::is_interface(model.ty(f.owner).kind)
                })
            }
            Kind::Initializer => model.tree.node(node).flags & Modifiers::STATIC.0 != 0,
            _ => false,
        }
    }
}
