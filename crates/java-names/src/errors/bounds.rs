//! Type arguments that are too many or too few, no objects, or not within the bounds of their parameters (JLS 4.5), as far as erased types tell; and receivers of another type
//! than their class.

use crate::ids::{ClassId, Decl};
use crate::names::Names;
use crate::types::{Ty, TyData};
use crate::world::World;
use reweave_model::{CallableId, Kind, NodeId, Role};

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
        let is_kind = |n: NodeId, kind| tree.kind(n) == kind;
        if let Some(&first) = arguments.first()
            && own.len() != arguments.len()
            && !is_kind(first, Kind::InferredType)
            && !world.is_missing(class)
        {
            found(first, world.this_type(class));
        }
        for &argument in arguments.iter().filter(|&&a| is_kind(a, Kind::Primitive)) {
            found(argument, world.object());
        }
        if own.len() != arguments.len() {
            return;
        }
        for (&argument, &param) in arguments.iter().zip(own) {
            for &bound in world.bounds(param) {
                let TyData::Class(wanted, _) = world.types().data(bound) else {
                    continue;
                };
                let ty = self.ty(file, argument);
                if !world.is_within(ty, *wanted, 0) || world.is_open_below(ty, bound) {
                    found(argument, bound);
                }
            }
        }
    }

    /// The type of a receiver that is written out and is not the class of its method (JLS 8.4). A constructor's is the class around.
    pub(crate) fn other_receiver(
        &self,
        file: u32,
        node: NodeId,
        found: &mut dyn FnMut(NodeId, Ty),
    ) {
        let world = &self.world;
        let model = world.file(file);
        if model.tree.role(node) != Role::Receiver {
            return;
        }
        let callable = (0..)
            .zip(&model.callables)
            .find(|(_, c)| model.tree.parent(node) == Some(c.node));
        let Some((index, callable)) = callable else {
            return;
        };
        let own = world.method(world.method_of(file, CallableId(index))).owner;
        let wanted = match world.info(own).outer {
            Some(outer) if callable.is_constructor() => outer,
            _ => own,
        };
        if self.decl(file, node) != Decl::Class(wanted) {
            found(node, world.this_type(wanted));
        }
    }
}

impl World {
    /// Whether an argument has a wildcard where its bound names a parameter: `Comparable<?>` is no `Comparable<T>`, whatever `T` is.
    fn is_open_below(&self, ty: Ty, bound: Ty) -> bool {
        let TyData::Class(wanted, params) = self.types().data(bound) else {
            return false;
        };
        let above = match self.types().data(ty) {
            TyData::Class(..) => self.as_super(ty, *wanted),
            _ => None,
        };
        let Some(TyData::Class(_, args)) = above.map(|a| self.types().data(a)) else {
            return false;
        };
        let is_wild = |a: Ty| matches!(self.types().data(a), TyData::Wildcard(..));
        let is_param = |p: Ty| matches!(self.types().data(p), TyData::Var(_));
        args.len() == params.len()
            && args
                .iter()
                .zip(params)
                .any(|(&a, &p)| is_wild(a) && is_param(p))
    }

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
