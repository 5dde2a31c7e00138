//! The reference graph with counts, and the call graph.

use crate::declared::Origin;
use crate::ids::{ClassId, Decl, FieldId, MethodId};
use crate::names::Names;
use crate::overrides::Overrides;
use crate::references::UseKind;
use rayon::prelude::*;
use reweave_model::{Kind, Modifiers, NodeId, TypeKind};
use rustc_hash::FxHashMap;

/// What can refer and be referred to from other files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Item {
    Class(ClassId),
    Method(MethodId),
    Field(FieldId),
}

/// How often one item refers to another in one way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Edge {
    pub from: Item,
    pub to: Item,
    pub kind: UseKind,
    pub count: u32,
}

/// One call of a method or constructor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Call {
    pub file: u32,
    pub node: NodeId,
    /// The method, or the field or class whose initialiser calls.
    pub from: Item,
    /// None where the target is not known.
    pub to: Option<MethodId>,
    /// No other method can answer: nothing in the sources overrides the target.
    pub unique: bool,
}

impl Names {
    /// The references between items of the sources and from them to the class path, sorted, equal ones counted.
    pub fn reference_graph(&self) -> Vec<Edge> {
        let files = self.world.program.files.len() as u32;
        let mut all: Vec<Edge> = (0..files)
            .into_par_iter()
            .flat_map_iter(|file| self.edges_of(file))
            .collect();
        all.par_sort_unstable();
        all.dedup_by(|next, kept| {
            let same = (next.from, next.to, next.kind) == (kept.from, kept.to, kept.kind);
            if same {
                kept.count += next.count;
            }
            same
        });
        all
    }

    fn edges_of(&self, file: u32) -> Vec<Edge> {
        let mut counts: FxHashMap<(Item, Item, UseKind), u32> = FxHashMap::default();
        let mut around = Around::new(self, file);
        let mut uses = self.uses_in(file);
        uses.sort_by_key(|u| u.node);
        for used in uses {
            let to = match used.decl {
                Decl::Class(class) => Item::Class(class),
                Decl::Method(method) => Item::Method(method),
                Decl::Field(field) => Item::Field(field),
                _ => continue,
            };
            if let Some(from) = around.item(used.node) {
                *counts.entry((from, to, used.kind)).or_default() += 1;
            }
        }
        counts
            .into_iter()
            .map(|((from, to, kind), count)| Edge {
                from,
                to,
                kind,
                count,
            })
            .collect()
    }

    /// Every call in the sources, by file and node.
    pub fn call_graph(&self, overrides: &Overrides) -> Vec<Call> {
        let files = self.world.program.files.len() as u32;
        (0..files)
            .into_par_iter()
            .flat_map_iter(|file| {
                let tree = &self.world.file(file).tree;
                let mut around = Around::new(self, file);
                let calls: Vec<Call> = tree
                    .descendants(NodeId::ROOT)
                    .filter(|&node| {
                        matches!(
                            tree.kind(node),
                            Kind::Call | Kind::New | Kind::ConstructorCall | Kind::EnumConstant
                        )
                    })
                    .filter_map(|node| {
                        let to = match self.decl(file, node) {
                            Decl::Method(method) => Some(method),
                            Decl::Unknown => None,
                            _ => return None,
                        };
                        let from = around.item(node)?;
                        let unique = to.is_some_and(|m| self.is_only_target(m, overrides));
                        Some(Call {
                            file,
                            node,
                            from,
                            to,
                            unique,
                        })
                    })
                    .collect();
                calls
            })
            .collect()
    }

    /// Whether a call that names this method can only run it.
    pub fn is_only_target(&self, id: MethodId, overrides: &Overrides) -> bool {
        let world = &self.world;
        let method = world.method(id);
        let fixed = [Modifiers::STATIC, Modifiers::PRIVATE, Modifiers::FINAL]
            .iter()
            .any(|&m| method.modifiers.has(m));
        let owner = world.info(method.owner);
        let closed =
            owner.modifiers.has(Modifiers::FINAL) || matches!(owner.kind, TypeKind::Record);
        if method.constructor || fixed || closed {
            return true;
        }
        // A method of the class path may be overridden by anybody.
        method.origin != Origin::Binary
            && !world.is_abstract(id)
            && overrides.overriding(id).is_empty()
    }
}

/// The item around a node, for nodes that come in order.
struct Around<'n> {
    names: &'n Names,
    file: u32,
    /// Declarations by node, ascending, with what they are.
    starts: Vec<(NodeId, Item)>,
    open: Vec<(u32, Item)>,
    next: usize,
    first: Option<Item>,
}

impl<'n> Around<'n> {
    fn new(names: &'n Names, file: u32) -> Self {
        let world = &names.world;
        let model = world.file(file);
        let types = model
            .type_ids()
            .map(|t| (model.ty(t).node, Item::Class(world.class_of(file, t))));
        let callables = (0..model.callables.len() as u32).map(|i| {
            let id = reweave_model::CallableId(i);
            (
                model.callable(id).node,
                Item::Method(world.method_of(file, id)),
            )
        });
        let fields = (0..model.fields.len() as u32).map(|i| {
            let id = reweave_model::FieldId(i);
            (model.field(id).node, Item::Field(world.field_of(file, id)))
        });
        let mut starts: Vec<(NodeId, Item)> = types.chain(callables).chain(fields).collect();
        starts.sort_by_key(|s| s.0);
        let first = model.top_types().next();
        Self {
            names,
            file,
            starts,
            open: Vec::new(),
            next: 0,
            first: first.map(|t| Item::Class(world.class_of(file, t))),
        }
    }

    /// The innermost declaration around; what stands before all types belongs to the first.
    fn item(&mut self, node: NodeId) -> Option<Item> {
        let tree = &self.names.world.file(self.file).tree;
        while self.next < self.starts.len() && self.starts[self.next].0 <= node {
            let (start, item) = self.starts[self.next];
            self.next += 1;
            while self.open.last().is_some_and(|&(end, _)| end <= start.0) {
                self.open.pop();
            }
            self.open.push((tree.subtree_end(start), item));
        }
        while self.open.last().is_some_and(|&(end, _)| end <= node.0) {
            self.open.pop();
        }
        self.open.last().map(|o| o.1).or(self.first)
    }
}
