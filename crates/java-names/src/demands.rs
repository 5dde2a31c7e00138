//! Classes that code must be able to name although it does not write them (JLS 6.6, and what compilers add): those of values that are
//! asked for members, of functions and what they take and give, of the arrays that spread arguments go into.

use crate::ids::{ClassId, Decl};
use crate::names::Names;
use crate::types::{Ty, TyData};
use reweave_model::{Kind, NodeId, Role};

impl Names {
    /// Each such class, with the node that demands it.
    pub fn demanded(&self, file: u32) -> Vec<(NodeId, ClassId)> {
        let tree = &self.world.file(file).tree;
        let mut found = Vec::new();
        for node in tree.descendants(NodeId::ROOT) {
            for ty in self.demanded_at(file, node) {
                found.extend(self.named_by(ty).map(|class| (node, class)));
            }
        }
        found
    }

    fn demanded_at(&self, file: u32, node: NodeId) -> Vec<Ty> {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let ty_in = |role: Role| tree.child_in(node, role).map(|n| self.ty(file, n));
        match tree.kind(node) {
            Kind::Lambda | Kind::MethodRef => self.parts_of_function(self.ty(file, node)),
            Kind::Call | Kind::New => {
                let mut all = self.spread_at(file, node);
                all.extend(self.asked_value(file, node));
                all
            }
            Kind::FieldAccess => Vec::from_iter(self.asked_value(file, node)),
            // Where the type is written, its name is looked at.
            Kind::ForEach => {
                let declared = tree
                    .child_in(node, Role::Init)
                    .and_then(|local| tree.child_in(local, Role::Type));
                let is_inferred = declared.is_none_or(|t| tree.kind(t) == Kind::InferredType);
                let over = ty_in(Role::Condition).filter(|_| is_inferred);
                Vec::from_iter(over.map(|over| world.element_of(over)))
            }
            Kind::Switch | Kind::SwitchExpr => Vec::from_iter(ty_in(Role::Condition)),
            Kind::Try => tree
                .children_in(node, Role::Resource)
                .flat_map(|r| tree.children(r))
                .filter(|&v| tree.kind(v) == Kind::VarDecl)
                .map(|variable| self.ty(file, variable))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The type of a value before the dot.
    fn asked_value(&self, file: u32, node: NodeId) -> Option<Ty> {
        let tree = &self.world.file(file).tree;
        tree.child_in(node, Role::Receiver)
            .filter(|&r| tree.kind(r) != Kind::Super)
            .filter(|&r| !matches!(self.decl(file, r), Decl::Class(_)))
            .map(|receiver| self.ty(file, receiver))
    }

    /// An interface, and what its one method takes and gives.
    fn parts_of_function(&self, ty: Ty) -> Vec<Ty> {
        let world = &self.world;
        let TyData::Class(class, args) = world.types().data(ty) else {
            return Vec::new();
        };
        let mut all = vec![ty];
        all.extend(args.iter().map(|&arg| world.types().upper(arg)));
        if let Some(method) = world.functional(*class) {
            let signature = world.signature(method);
            all.extend(signature.params.iter().copied());
            all.extend(signature.ret);
        }
        all
    }

    /// What is in the array that a call puts its last arguments into; of a type parameter's, what all of them are.
    fn spread_at(&self, file: u32, node: NodeId) -> Vec<Ty> {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let Decl::Method(method) = self.decl(file, node) else {
            return Vec::new();
        };
        let params = &world.signature(method).params;
        let Some(&last) = params.last().filter(|_| world.method(method).varargs) else {
            return Vec::new();
        };
        let arguments = tree.children_in(node, Role::Argument);
        let given: Vec<Ty> = arguments.map(|a| self.ty(file, a)).collect();
        let is_array =
            |ty: Ty| ty == Ty::NULL || matches!(world.types().data(ty), TyData::Array(_));
        if given.len() == params.len() && given.last().is_some_and(|&ty| is_array(ty)) {
            return Vec::new();
        }
        let TyData::Array(element) = *world.types().data(last) else {
            return Vec::new();
        };
        let mut spread = given.iter().skip(params.len() - 1);
        match (world.types().has_var(element), spread.next()) {
            (true, Some(&first)) if spread.all(|&ty| ty == first) => vec![first],
            (true, _) => Vec::new(),
            (false, _) => vec![element],
        }
    }

    /// The class that a type is of; of arrays, that of what is in them.
    fn named_by(&self, ty: Ty) -> Option<ClassId> {
        let world = &self.world;
        let mut erased = world.erase(ty);
        while let TyData::Array(element) = *world.types().data(erased) {
            erased = element;
        }
        world.types().as_class(erased).map(|c| c.0)
    }
}
