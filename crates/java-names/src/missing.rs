//! Types that are named and neither in the sources nor on the class path.

use crate::ids::{ClassId, Decl};
use crate::names::Names;
use crate::world::World;
use rayon::prelude::*;
use reweave_model::{Kind, NodeId, Role, Tree, TypeKind};
use std::collections::BTreeMap;

impl World {
    /// The supertypes of a class, direct and indirect, that are not known, by their full names as far as these are told. Without
    /// `java.lang.Object` nothing is known at all, and that it is missing says nothing of the class.
    pub fn missing_supers(&self, class: ClassId) -> Vec<String> {
        let closure = self.closure(class);
        if closure.complete {
            return Vec::new();
        }
        let mut missing = Vec::new();
        let above = closure.supers.iter().map(|s| s.0);
        for class in std::iter::once(class).chain(above) {
            if class != self.known.object && self.is_missing(class) {
                missing.push(self.full_name(class));
            }
            missing.extend(self.unknown_heads(class));
        }
        missing.sort_unstable();
        missing.dedup();
        missing
    }

    /// The supertypes that a class of the sources names and that mean nothing.
    fn unknown_heads(&self, class: ClassId) -> Vec<String> {
        let Some((file, decl)) = self.decl_of(class) else {
            return Vec::new();
        };
        let tree = &self.file(file).tree;
        // What an anonymous class extends is named by its creation.
        let created = || {
            let creation = tree.parent(decl.node)?;
            tree.child_in(creation, Role::Type)
        };
        let is_anonymous = decl.kind == TypeKind::Anonymous;
        let named = is_anonymous.then(created).flatten();
        let heads = decl.superclass.iter().chain(&decl.interfaces).copied();
        let nodes: Vec<NodeId> = heads.chain(named).collect();
        let supers = &self.header(class).supers;
        let written = supers.len().saturating_sub(nodes.len());
        nodes
            .iter()
            .zip(supers.iter().skip(written))
            .filter(|&(_, &ty)| self.types.as_class(ty).is_none())
            .map(|(&node, _)| self.written_name(tree, node))
            .collect()
    }

    fn full_name(&self, class: ClassId) -> String {
        self.text(self.class(class).binary).replace(['/', '$'], ".")
    }

    /// `a.b.C` as a type node writes it, without arguments.
    fn written_name(&self, tree: &Tree, node: NodeId) -> String {
        let name = self.text(tree.sym(node));
        match tree.child_in(node, Role::Qualifier) {
            Some(before) => format!("{}.{name}", self.written_name(tree, before)),
            None => name.to_owned(),
        }
    }
}

impl Names {
    /// The types that the sources name and nothing declares, sorted, with the first place of each.
    pub fn unresolved_types(&self) -> BTreeMap<String, (u32, NodeId)> {
        let files = 0..self.world.program.files.len() as u32;
        files.clone().into_par_iter().for_each(|file| {
            self.unresolved_in(file);
        });
        let mut all: BTreeMap<&str, (u32, NodeId)> = BTreeMap::new();
        for file in files {
            for (name, node) in self.unresolved_in(file) {
                all.entry(name).or_insert((file, *node));
            }
        }
        let told = all.into_iter();
        told.map(|(name, at)| (name.to_owned(), at)).collect()
    }

    /// Those of one file with the first place of each; the same as long as its names are not looked up again.
    fn unresolved_in(&self, file: u32) -> &[(String, NodeId)] {
        let found = &self.files[file as usize].unresolved;
        found.get_or_init(|| self.look_for_unresolved(file))
    }

    fn look_for_unresolved(&self, file: u32) -> Vec<(String, NodeId)> {
        let model = self.world.file(file);
        let tree = &model.tree;
        let imported = (model.imports.iter())
            .filter(|i| !i.on_demand && !i.is_static)
            .map(|i| i.node);
        let named = tree
            .descendants(NodeId::ROOT)
            .filter(|&node| match tree.kind(node) {
                Kind::TypeName => tree.role(node) != Role::Qualifier,
                Kind::Annotation => true,
                _ => false,
            });
        let mut found = BTreeMap::new();
        for node in imported.chain(named) {
            if let Some(name) = self.missing_at(file, node) {
                found.entry(name).or_insert(node);
            }
        }
        found.into_iter().collect()
    }

    fn missing_at(&self, file: u32, node: NodeId) -> Option<String> {
        let world = &self.world;
        match self.decl(file, node) {
            Decl::Unknown => Some(world.written_name(&world.file(file).tree, node)),
            Decl::Class(class) if world.is_missing(class) => Some(world.full_name(class)),
            _ => None,
        }
    }
}
