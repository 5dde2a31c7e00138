//! Fields that are named before they are declared (JLS 8.3.3): an initialiser may only name what stands before it.

use crate::errors::{ErrorKind, NameError};
use crate::ids::Decl;
use crate::names::Names;
use reweave_model::{FileModel, Kind, Modifiers, NodeId, Role, TypeDecl};

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
