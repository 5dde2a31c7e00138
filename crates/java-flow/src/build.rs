//! From the tree of a file to the graphs of its bodies.

use crate::graph::{Access, Graph, Place, Point};
use crate::summary::Summaries;
use reweave_java_names::{Decl, Names};
use reweave_model::{FileModel, Kind, NodeId, Role, Tree};
use std::sync::Arc;

/// Bodies with more points than this are cut off: nothing is known of what follows.
const MOST_POINTS: usize = 50_000;

/// The graphs of a file.
#[derive(Debug, Default)]
pub struct Bodies {
    pub graphs: Vec<Graph>,
    /// Bodies of which not all is known.
    pub cut: Vec<NodeId>,
}

/// The graphs of the bodies of a file, in the order of their nodes.
pub fn graphs(names: &Names, file: u32, summaries: &mut Summaries<'_>) -> Bodies {
    let tree = &names.world.file(file).tree;
    let mut found = Bodies::default();
    for node in tree.descendants(NodeId::ROOT) {
        let has_body = match tree.kind(node) {
            Kind::Callable | Kind::Initializer | Kind::Lambda => true,
            Kind::Field => tree.child_in(node, Role::Init).is_some(),
            Kind::EnumConstant => true,
            _ => false,
        };
        if has_body {
            let mut builder = Builder::new(names, file, node, summaries);
            builder.body();
            let is_cut = builder.is_cut;
            found.graphs.push(builder.finish());
            if is_cut {
                found.cut.push(node);
            }
        }
    }
    found
}

impl Summaries<'_> {
    /// Whether it shows that an object's class is initialized before the arguments are evaluated, and not after them.
    pub fn initializes_before_arguments(&mut self, file: u32, creation: NodeId) -> bool {
        let (heap, throws) = self.initialization(file, creation);
        let names = self.names();
        let mut builder = Builder::new(names, file, creation, self);
        for argument in builder.tree.children_in(creation, Role::Argument) {
            builder.expression(argument);
        }
        let acts = throws || heap.iter().any(|a| a.write);
        let disturbs = |point: &Point| {
            let meets = |a: &Access| heap.iter().any(|b| a.meets(*b));
            (acts && point.is_observable()) || point.accesses.iter().any(meets)
        };
        builder.finish().points.iter().any(disturbs)
    }
}

/// Where a jump goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Target {
    pub point: u32,
    /// How many `finally` blocks stand around the target.
    pub depth: usize,
}

/// A statement that `break`, `continue` or `yield` can mean.
pub(crate) struct Jumpable {
    pub label: Option<NodeId>,
    pub leave: Target,
    pub again: Option<Target>,
    pub is_switch_value: bool,
    pub is_plain: bool,
}

pub(crate) struct FinallyBlock {
    pub entry: u32,
    pub pending: Vec<Target>,
}

pub(crate) struct Builder<'a, 's> {
    pub names: &'a Names,
    pub file: u32,
    pub model: &'a FileModel,
    pub tree: &'a Tree,
    pub summaries: &'a mut Summaries<'s>,
    graph: Graph,
    /// The points that what comes next follows.
    pub open: Vec<u32>,
    pub jumps: Vec<Jumpable>,
    pub finals: Vec<FinallyBlock>,
    /// Where exceptions go, the innermost last.
    pub handlers: Vec<u32>,
    pub tries: Vec<NodeId>,
    pub is_cut: bool,
}

impl<'a, 's> Builder<'a, 's> {
    fn new(names: &'a Names, file: u32, root: NodeId, summaries: &'a mut Summaries<'s>) -> Self {
        let model = names.world.file(file);
        let mut builder = Self {
            names,
            file,
            model,
            tree: &model.tree,
            summaries,
            graph: Graph {
                root,
                points: Vec::new(),
            },
            open: Vec::new(),
            jumps: Vec::new(),
            finals: Vec::new(),
            handlers: Vec::new(),
            tries: Vec::new(),
            is_cut: false,
        };
        let start = builder.label(root);
        builder.label(root);
        builder.open = vec![start];
        builder
    }

    fn body(&mut self) {
        let root = self.graph.root;
        let tree = self.tree;
        let compact = self.components();
        for &param in &compact {
            self.access(param, Access::write(Place::Local(param)), false);
        }
        for param in tree.children_in(root, Role::Param) {
            self.access(param, Access::write(Place::Local(param)), false);
        }
        match tree.kind(root) {
            Kind::Field => {
                for value in tree.children_in(root, Role::Init) {
                    self.expression(value);
                }
                self.field_write(root);
            }
            Kind::EnumConstant => {
                for value in tree.children_in(root, Role::Argument) {
                    self.expression(value);
                }
            }
            _ => {
                if let Some(body) = tree.child_in(root, Role::Body) {
                    if tree.kind(body).is_expression() {
                        self.expression(body);
                    } else {
                        self.statement(body);
                    }
                }
            }
        }
        // A compact constructor ends with giving the parameters to the fields (JLS 8.10.4.2).
        for param in compact {
            self.access(param, Access::read(Place::Local(param)), false);
        }
        self.join(Graph::END);
    }

    /// The parameters of a compact constructor: the components of its record.
    fn components(&self) -> Vec<NodeId> {
        let root = self.graph.root;
        if self.tree.kind(root) != Kind::Callable || self.child(root, Role::Param).is_some() {
            return Vec::new();
        }
        let callable = self.model.callables.iter().find(|c| c.node == root);
        let params = callable.into_iter().flat_map(|c| c.params.iter());
        params.map(|p| p.node).collect()
    }

    fn field_write(&mut self, node: NodeId) {
        let model = self.model;
        let found = (0..).zip(&model.fields).find(|(_, f)| f.node == node);
        if let Some((index, _)) = found {
            let field = (self.names.world).field_of(self.file, reweave_model::FieldId(index));
            self.access(node, Access::write(Place::Field(field)), false);
        }
    }

    fn finish(self) -> Graph {
        self.graph
    }

    pub fn decl(&self, node: NodeId) -> Decl {
        self.names.decl(self.file, node)
    }

    pub fn child(&self, node: NodeId, role: Role) -> Option<NodeId> {
        self.tree.child_in(node, role)
    }

    /// A point that nothing leads to yet.
    pub fn label(&mut self, node: NodeId) -> u32 {
        let at = self.graph.points.len() as u32;
        self.graph.points.push(Point {
            node,
            accesses: Arc::default(),
            throws: false,
            leaves: false,
            captures: false,
            next: Vec::new(),
            handler: None,
            handled: self.tries.last().copied(),
        });
        at
    }

    /// What was open leads to a point.
    pub fn join(&mut self, to: u32) {
        for from in std::mem::take(&mut self.open) {
            let next = &mut self.graph.points[from as usize].next;
            if !next.contains(&to) {
                next.push(to);
            }
        }
    }

    /// The next point.
    pub fn point(&mut self, node: NodeId) -> u32 {
        if self.graph.points.len() >= MOST_POINTS {
            self.is_cut = true;
            return self.open.first().copied().unwrap_or(Graph::START);
        }
        let at = self.label(node);
        self.join(at);
        self.open.push(at);
        at
    }

    pub fn access(&mut self, node: NodeId, access: Access, throws: bool) {
        self.accesses(node, Arc::from([access]), throws);
    }

    pub fn accesses(&mut self, node: NodeId, accesses: Arc<[Access]>, throws: bool) {
        let at = self.point(node);
        if self.is_cut {
            return;
        }
        let point = &mut self.graph.points[at as usize];
        point.accesses = accesses;
        point.throws = throws;
        if throws {
            self.may_throw(at);
        }
    }

    /// Whether nothing leads to a label yet.
    pub fn is_unreached(&self, label: u32) -> bool {
        !self.graph.points.iter().any(|p| p.next.contains(&label))
    }

    pub fn captured(&mut self, node: NodeId, local: NodeId) {
        let at = self.point(node);
        let point = &mut self.graph.points[at as usize];
        point.accesses = Arc::from([Access::read(Place::Local(local))]);
        point.captures = true;
    }

    /// An edge to what handles exceptions here.
    pub fn may_throw(&mut self, at: u32) {
        if let Some(&handler) = self.handlers.last() {
            let point = &mut self.graph.points[at as usize];
            point.handler = Some(handler);
            if !point.next.contains(&handler) {
                point.next.push(handler);
            }
        }
    }

    /// An object is asked for its number where it has been computed: the step that gave it may fail.
    pub fn unboxed(&mut self, node: NodeId) {
        let last = self.graph.points.len() as u32 - 1;
        if self.graph.point(last).node == node && self.open == [last] {
            self.throws(last);
            self.may_throw(last);
        } else {
            self.accesses(node, Arc::default(), true);
        }
    }

    pub fn throws(&mut self, at: u32) {
        self.graph.points[at as usize].throws = true;
    }

    pub fn leaves(&mut self, at: u32) {
        self.graph.points[at as usize].leaves = true;
    }

    /// A condition: what is open afterwards is one label for each of `arms`.
    pub fn fork(&mut self, node: NodeId, arms: usize) -> Vec<u32> {
        let at = self.point(node);
        self.open.clear();
        (0..arms)
            .map(|_| {
                let arm = self.label(node);
                self.graph.points[at as usize].next.push(arm);
                arm
            })
            .collect()
    }

    /// Goes where a jump goes, through the `finally` blocks in between.
    pub fn jump(&mut self, to: Target) {
        if self.finals.len() > to.depth
            && let Some(last) = self.finals.last_mut()
        {
            let entry = last.entry;
            if !last.pending.contains(&to) {
                last.pending.push(to);
            }
            self.join(entry);
        } else {
            self.join(to.point);
        }
    }

    pub fn target(&self, point: u32) -> Target {
        Target {
            point,
            depth: self.finals.len(),
        }
    }
}
