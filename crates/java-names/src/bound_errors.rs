//! Type arguments that are not within the bounds of their parameters (JLS 4.5), as far as erased types tell.

use crate::ids::{ClassId, Decl};
use crate::names::Names;
use crate::types::{Ty, TyData};
use crate::world::World;
use reweave_model::{NodeId, Role};

/// Bounds of bounds, further than anyone writes; cycles are no Java.
const DEEPEST: usize = 20;

impl Names {
    /// Each argument of a written type that its parameter does not allow, and the bound.
    pub(crate) fn out_of_bounds(&self, file: u32, node: NodeId, found: &mut dyn FnMut(NodeId, Ty)) {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let arguments: Vec<NodeId> = tree.children_in(node, Role::TypeArgument).collect();
        let Decl::Class(class) = self.decl(file, node) else {
            return;
        };
        let all = world.type_params(class);
        let own = &all[all.len() - world.own_type_params(class).min(all.len())..];
        if own.len() != arguments.len() {
            return;
        }
        for (&argument, &param) in arguments.iter().zip(own) {
            for &bound in world.bounds(param) {
                let TyData::Class(wanted, _) = world.types().data(bound) else {
                    continue;
                };
                if !world.is_within(self.ty(file, argument), *wanted, 0) {
                    found(argument, bound);
                }
            }
        }
    }
}

impl World {
    fn is_within(&self, ty: Ty, bound: ClassId, depth: usize) -> bool {
        if bound == self.known.object || depth > DEEPEST {
            return true;
        }
        let mut all = match self.types().data(ty) {
            TyData::Class(class, _) => {
                return !self.closure(*class).complete || self.is_subclass(*class, bound);
            }
            TyData::Var(var) => self.bounds(*var).iter(),
            TyData::Intersection(parts) => parts.iter(),
            _ => return true,
        };
        all.any(|&part| self.is_within(part, bound, depth + 1))
    }
}
