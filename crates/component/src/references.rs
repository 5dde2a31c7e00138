//! The reference graph: who refers to whom, and how often (paper section 5.2). Plain data; the resolver fills it.

use crate::entity::{Component, EntityId};
use reweave_java_names::{ClassId, Edge, Item, Names, ObjectAlone, Origin, UseKind};
use reweave_model::{CallableId, FieldId, TypeId};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Edges with their multiplicities, by target and by source, each list in ascending order of id.
#[derive(Clone, Debug, Default)]
pub struct References {
    incoming: Vec<Vec<(EntityId, u32)>>,
    outgoing: Vec<Vec<(EntityId, u32)>>,
}

impl References {
    /// The references of a release as the resolver sees them, without a class path: what comes through classes of others
    /// refers to nothing of the release. On `threads` threads; 0 takes as many as there are processors.
    pub fn of(component: &Component, threads: usize) -> Self {
        let program = Arc::clone(component.sources.program);
        let names = Names::resolve(program, Arc::new(ObjectAlone), threads);
        let ends = Ends {
            component,
            names: &names,
        };
        let mut edges = FxHashMap::default();
        for edge in names.reference_graph().iter().filter(|e| counts(e)) {
            if let (Some(from), Some(to)) = (ends.source(edge.from), ends.entity(edge.to)) {
                *edges.entry((from, to)).or_insert(0) += edge.count;
            }
        }
        imports(component, &mut edges);
        Self::new(component.entities.len(), &edges)
    }

    /// The graph of `count` entities.
    pub fn new(count: usize, edges: &FxHashMap<(EntityId, EntityId), u32>) -> Self {
        let mut graph = Self {
            incoming: vec![Vec::new(); count],
            outgoing: vec![Vec::new(); count],
        };
        for (&(from, to), &times) in edges {
            graph.incoming[to.index()].push((from, times));
            graph.outgoing[from.index()].push((to, times));
        }
        for list in graph.incoming.iter_mut().chain(&mut graph.outgoing) {
            list.sort_unstable();
        }
        graph
    }

    /// Who refers to an entity.
    pub fn incoming(&self, to: EntityId) -> &[(EntityId, u32)] {
        &self.incoming[to.index()]
    }

    /// What an entity refers to.
    pub fn outgoing(&self, from: EntityId) -> &[(EntityId, u32)] {
        &self.outgoing[from.index()]
    }

    /// How often an entity is referred to.
    pub fn uses(&self, of: EntityId) -> u32 {
        self.incoming(of).iter().map(|(_, n)| n).sum()
    }
}

/// Code refers; comments do not, and imports count for packages.
fn counts(edge: &Edge) -> bool {
    !matches!(edge.kind, UseKind::Doc | UseKind::Import)
}

/// What the resolver's items are in the component.
struct Ends<'c> {
    component: &'c Component<'c>,
    names: &'c Names,
}

impl Ends<'_> {
    fn entity(&self, item: Item) -> Option<EntityId> {
        let world = &self.names.world;
        match item {
            Item::Class(class) => {
                let (file, ty) = self.declared(class)?;
                self.component.class_of(file, ty)
            }
            Item::Method(method) => match world.method(method).origin {
                Origin::Source { file, index } => self.component.method_of(file, CallableId(index)),
                _ => None,
            },
            Item::Field(field) => match world.field(field).origin {
                Origin::Source { file, index } => self.component.field_of(file, FieldId(index)),
                _ => None,
            },
        }
    }

    fn declared(&self, class: ClassId) -> Option<(u32, TypeId)> {
        match self.names.world.class(class).origin {
            Origin::Source { file, index } => Some((file, TypeId(index))),
            _ => None,
        }
    }

    /// Who refers: a method or a class. What a field's value refers to, its class does; code of an anonymous or local
    /// class is that of the member around it.
    fn source(&self, item: Item) -> Option<EntityId> {
        let world = &self.names.world;
        let mut at = item;
        loop {
            let class = match at {
                Item::Method(method) => {
                    if let Some(entity) = self.entity(at) {
                        return Some(entity);
                    }
                    world.method(method).owner
                }
                Item::Field(field) => world.field(field).owner,
                Item::Class(class) => class,
            };
            let (file, ty) = self.declared(class)?;
            if let Some(entity) = self.component.class_of(file, ty) {
                return Some(entity);
            }
            let decl = world.file(file).ty(ty);
            at = match (decl.in_callable, decl.in_field, decl.outer) {
                (Some(callable), _, _) => Item::Method(world.method_of(file, callable)),
                (None, Some(field), _) => Item::Field(world.field_of(file, field)),
                (None, None, Some(outer)) => Item::Class(world.class_of(file, outer)),
                (None, None, None) => return None,
            };
        }
    }
}

/// A class refers to the packages that its file imports from.
fn imports(component: &Component, edges: &mut FxHashMap<(EntityId, EntityId), u32>) {
    for (file, model) in component.sources.program.files.iter().enumerate() {
        for import in &model.imports {
            let named = component.class_named(import.name).or_else(|| {
                let (owner, _) = component.text(import.name).rsplit_once('.')?;
                component.class_named(component.sources.program.names.get(owner)?)
            });
            let Some(package) = named.and_then(|class| component.package_of(class)) else {
                continue;
            };
            for top in model.top_types() {
                if let Some(class) = component.class_of(file as u32, top) {
                    *edges.entry((class, package)).or_insert(0) += 1;
                }
            }
        }
    }
}
