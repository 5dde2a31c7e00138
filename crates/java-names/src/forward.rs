//! Fields that are named before they are declared (JLS 8.3.3): an initialiser may only name what stands before it.

use crate::error::{ErrorKind, NameError};
use crate::ids::{Decl, FieldId};
use crate::names::Names;
use crate::types::Ty;
use reweave_model::{FileModel, Kind, Modifiers, NodeId, Role, TypeDecl, TypeKind};

impl Names {
    pub(crate) fn forward_references(&self, file: u32) -> Vec<NameError> {
        let world = &self.world;
        let model = world.file(file);
        let tree = &model.tree;
        let mut found = Vec::new();
        for ty in model.type_ids() {
            let class = world.class_of(file, ty);
            for (member, is_static) in initialised(model, model.ty(ty)) {
                for node in tree.descendants(member) {
                    let Decl::Field(field) = self.decl(file, node) else {
                        continue;
                    };
                    let data = world.field(field);
                    let declared = world.field_node(field).filter(|f| f.0 == file);
                    let Some((_, declared)) = declared.filter(|_| data.owner == class) else {
                        continue;
                    };
                    // Node numbers ascend with the text. A field may not be named in its own value either.
                    let is_later = declared > member || (declared == member && node > declared);
                    if is_later
                        && tree.kind(node) == Kind::Name
                        && data.modifiers.has(Modifiers::STATIC) == is_static
                        && !is_assigned(model, node)
                        && !is_in_other_class(model, member, node)
                    {
                        found.push(NameError {
                            file,
                            node,
                            kind: ErrorKind::ForwardReference,
                            about: world.text(data.name).to_owned(),
                        });
                    }
                }
            }
        }
        found
    }

    /// Static fields of an enum that its constants ask for while they are made, when no such field has a value (JLS 8.9.2).
    pub(crate) fn enum_statics(&self, file: u32) -> Vec<NameError> {
        let world = &self.world;
        let model = world.file(file);
        let tree = &model.tree;
        let mut found = Vec::new();
        for ty in model.type_ids() {
            let decl = model.ty(ty);
            if decl.kind != TypeKind::Enum {
                continue;
            }
            let class = world.class_of(file, ty);
            let constructors = decl.callables.iter().map(|&c| model.callable(c));
            let constructors = constructors.filter(|c| c.is_constructor()).map(|c| c.node);
            let of_object = initialised(model, decl).into_iter().filter(|i| !i.1);
            for member in constructors.chain(of_object.map(|i| i.0)) {
                for node in tree.descendants(member) {
                    let Decl::Field(field) = self.decl(file, node) else {
                        continue;
                    };
                    let is_its = world.field(field).owner == class
                        && world.is_static_field(field)
                        && matches!(tree.kind(node), Kind::Name | Kind::FieldAccess);
                    if is_its
                        && !is_in_other_class(model, member, node)
                        && !self.is_perhaps_constant(field)
                    {
                        found.push(NameError {
                            file,
                            node,
                            kind: ErrorKind::ForwardReference,
                            about: world.text(world.field(field).name).to_owned(),
                        });
                    }
                }
            }
        }
        found
    }

    /// Whether a field is a constant, or what it is made of may be.
    fn is_perhaps_constant(&self, field: FieldId) -> bool {
        let world = &self.world;
        let ty = world.field_type(field);
        let is_plain = ty.is_primitive() || ty == world.string() || ty == Ty::UNKNOWN;
        let value = world.field_node(field).and_then(|(file, node)| {
            let init = world.file(file).tree.child_in(node, Role::Init)?;
            Some((file, init))
        });
        is_plain
            && world.field(field).modifiers.has(Modifiers::FINAL)
            && value.is_some_and(|(file, init)| self.may_be_constant(file, init))
    }
}

/// What is computed when a class or an instance is initialised, and whether it is the class.
pub(crate) fn initialised(model: &FileModel, ty: &TypeDecl) -> Vec<(NodeId, bool)> {
    let tree = &model.tree;
    let of_interface = crate::declare::is_interface(ty.kind);
    let fields = ty.fields.iter().map(|&f| {
        let field = model.field(f);
        let is_static =
            of_interface || field.enum_constant || field.modifiers.has(Modifiers::STATIC);
        (field.node, is_static)
    });
    let blocks = tree
        .children_in(ty.node, Role::Member)
        .filter(|&n| tree.kind(n) == Kind::Initializer)
        .map(|n| (n, tree.node(n).flags & Modifiers::STATIC.0 != 0));
    fields.chain(blocks).collect()
}

fn is_assigned(model: &FileModel, node: NodeId) -> bool {
    let tree = &model.tree;
    let parent = tree.parent(node);
    tree.role(node) == Role::Target && parent.is_some_and(|p| tree.kind(p) == Kind::Assign)
}

/// Whether a class in the initialiser stands around the node: it is asked later.
fn is_in_other_class(model: &FileModel, member: NodeId, node: NodeId) -> bool {
    let mut types = model.types.iter().map(|t| t.node);
    types.any(|t| t > member && model.tree.contains(t, node))
}
