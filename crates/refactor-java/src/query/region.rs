//! What flows into and out of selected code, and how it is left.

use crate::query::program::JavaProgram;
use reweave_java_flow::{Access, Graph, Place, graphs};
use reweave_java_names::{ClassId, Decl, Ty, TypeVarId, completes};
use reweave_model::{Kind, NodeId, Role, Tree};
use std::collections::BTreeSet;

/// Code of a body, and the variables that it shares with the rest.
pub struct Region<'p> {
    pub program: &'p JavaProgram,
    pub number: u32,
    /// The expression, or the statements in order.
    pub parts: Vec<NodeId>,
    /// Variables of the body around that it reads before it sets them, in the order of their declarations.
    pub inputs: Vec<NodeId>,
    /// Variables whose value from the region may be read after it.
    pub outputs: Vec<NodeId>,
    /// Variables of the body around that it sets.
    pub written: Vec<NodeId>,
    /// Control may come to what follows.
    pub completes: bool,
    /// `return` statements of the body around.
    pub returns: Vec<NodeId>,
    /// `break`, `continue` and `yield` whose target lies outside.
    pub jumps: Vec<NodeId>,
}

impl<'p> Region<'p> {
    pub fn of(program: &'p JavaProgram, number: u32, parts: Vec<NodeId>) -> Self {
        let mut region = Self {
            program,
            number,
            parts,
            inputs: Vec::new(),
            outputs: Vec::new(),
            written: Vec::new(),
            completes: true,
            returns: Vec::new(),
            jumps: Vec::new(),
        };
        region.leave();
        let is_known = |_| true;
        let mut summaries = program.summaries(&is_known);
        let all = graphs(&program.names, number, &mut summaries).graphs;
        let tree = region.tree();
        let first = region.parts[0];
        // The innermost body whose points have the region.
        let graph = all
            .iter()
            .filter(|g| tree.contains(g.root, first) && g.root != first)
            .max_by_key(|g| g.root);
        if let Some(graph) = graph {
            region.flow(graph);
        }
        region
    }

    pub fn tree(&self) -> &'p Tree {
        &self.program.model(self.number).tree
    }

    pub fn contains(&self, node: NodeId) -> bool {
        let tree = self.tree();
        self.parts.iter().any(|&p| tree.contains(p, node))
    }

    fn flow(&mut self, graph: &Graph) {
        let inside: Vec<bool> = graph.points.iter().map(|p| self.contains(p.node)).collect();
        let at = |i: u32| inside[i as usize];
        let mut entries: BTreeSet<u32> = BTreeSet::new();
        let mut exits: BTreeSet<u32> = BTreeSet::new();
        for (i, point) in (0..).zip(&graph.points) {
            for &next in &point.next {
                if !at(i) && at(next) {
                    entries.insert(next);
                }
                // What is thrown does not come to what follows.
                let throws = self.tree().kind(point.node) == Kind::Throw
                    && (next == Graph::END || point.handler == Some(next));
                let leaves = throws || (point.leaves && self.returns.contains(&point.node));
                let handled = point.handler == Some(next) && point.next.len() > 1;
                if at(i) && !at(next) && !leaves && !handled {
                    exits.insert(next);
                }
            }
        }
        // Ways on which a `finally` is passed look as if they went on behind it: the compiler knows which do not (JLS 14.20.2, 14.22).
        if self.ends() {
            exits.clear();
        }
        self.completes = !self.ends() && (!exits.is_empty() || inside.iter().all(|&i| !i));
        let locals: BTreeSet<NodeId> = graph
            .points
            .iter()
            .zip(&inside)
            .filter(|(_, inside)| **inside)
            .flat_map(|(p, _)| p.accesses.iter())
            .filter_map(|a| match a.place {
                Place::Local(local) => Some(local),
                _ => None,
            })
            .collect();
        for local in locals {
            let is_own = self.contains(local);
            let read_first = |starts: &BTreeSet<u32>, within: bool| {
                reads_first(graph, starts, local, |i| !within || at(i))
            };
            let writes = graph.points.iter().zip(&inside).any(|(p, &inside)| {
                let is_write = |a: &Access| a.write && a.place == Place::Local(local);
                inside && p.node != local && p.accesses.iter().any(is_write)
            });
            let captured = self.is_captured(local);
            let is_later = read_first(&exits, false);
            let is_kept = writes
                && is_later
                && (passes(graph, &entries, local, (&at, &exits)) || self.may_keep(local));
            if !is_own && (read_first(&entries, true) || captured || is_kept) {
                self.inputs.push(local);
            }
            if !is_own && writes {
                self.written.push(local);
            }
            if (writes || is_own) && is_later {
                self.outputs.push(local);
            }
        }
        // Captured inside a lambda of the region, so that no point of the graph shows it.
        for local in self.named() {
            if !self.contains(local)
                && !self.inputs.contains(&local)
                && !self.written.contains(&local)
            {
                self.inputs.push(local);
            }
        }
        self.inputs.sort_unstable();
    }

    /// Whether, for the compiler, control never comes to what follows.
    fn ends(&self) -> bool {
        let tree = self.tree();
        let names = self.program.world().names();
        let last = self.parts.last().copied();
        let last = last.filter(|&l| tree.kind(l).is_statement() && self.jumps.is_empty());
        last.is_some_and(|l| !completes(tree, names, l))
    }

    /// Whether, for the compiler, a variable that has a value may leave the code with it: whatever may fail in a `try` (JLS 16.2.15).
    fn may_keep(&self, local: NodeId) -> bool {
        let tree = self.tree();
        let has_value =
            tree.kind(local) != Kind::VarDecl || tree.child_in(local, Role::Init).is_some();
        let mut inside = self.parts.iter().flat_map(|&p| tree.descendants(p));
        has_value && inside.any(|n| tree.kind(n) == Kind::Try)
    }

    fn is_captured(&self, local: NodeId) -> bool {
        let tree = self.tree();
        let names = self.parts.iter().flat_map(|&p| tree.descendants(p));
        let mut names = names.filter(|&n| {
            tree.kind(n) == Kind::Name
                && self.program.names.decl(self.number, n) == Decl::Local(local)
        });
        names.any(|n| {
            tree.ancestors(n)
                .take_while(|&a| self.contains(a))
                .any(|a| matches!(tree.kind(a), Kind::Lambda | Kind::Type))
        })
    }

    /// Where the code names a variable.
    pub fn naming(&self, local: NodeId) -> impl Iterator<Item = NodeId> {
        let tree = self.tree();
        let inside = self.parts.iter().flat_map(|&p| tree.descendants(p));
        inside.filter(move |&n| {
            tree.kind(n) == Kind::Name
                && self.program.names.decl(self.number, n) == Decl::Local(local)
        })
    }

    /// The local variables that are named inside.
    fn named(&self) -> Vec<NodeId> {
        let tree = self.tree();
        let mut all: Vec<NodeId> = self
            .parts
            .iter()
            .flat_map(|&p| tree.descendants(p))
            .filter_map(|n| match self.program.names.decl(self.number, n) {
                Decl::Local(local) if tree.kind(n) == Kind::Name => Some(local),
                _ => None,
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The jumps that leave the region.
    fn leave(&mut self) {
        let tree = self.tree();
        let parts = self.parts.clone();
        for node in parts.iter().flat_map(|&p| tree.descendants(p)) {
            let kind = tree.kind(node);
            let own_body = tree
                .ancestors(node)
                .take_while(|&a| self.contains(a))
                .any(|a| {
                    matches!(
                        tree.kind(a),
                        Kind::Lambda | Kind::Callable | Kind::Type | Kind::Initializer
                    )
                });
            if own_body {
                continue;
            }
            match kind {
                Kind::Return => self.returns.push(node),
                Kind::Break | Kind::Continue | Kind::Yield if !self.is_target_inside(node) => {
                    self.jumps.push(node);
                }
                _ => {}
            }
        }
    }

    fn is_target_inside(&self, jump: NodeId) -> bool {
        let tree = self.tree();
        let label = self.program.world().text(tree.sym(jump));
        let mut around = tree.ancestors(jump).take_while(|&a| self.contains(a));
        let is_loop = |k| matches!(k, Kind::While | Kind::DoWhile | Kind::For | Kind::ForEach);
        around.any(|a| match tree.kind(jump) {
            Kind::Yield => tree.kind(a) == Kind::SwitchExpr,
            _ if !label.is_empty() => {
                tree.kind(a) == Kind::Labeled && self.program.world().text(tree.sym(a)) == label
            }
            Kind::Continue => is_loop(tree.kind(a)),
            _ => is_loop(tree.kind(a)) || tree.kind(a) == Kind::Switch,
        })
    }

    /// The type parameters of what stands around that are named inside or in `given`, in order; those that are
    /// in scope are left out.
    pub fn type_vars(
        &self,
        given: Option<Ty>,
        in_scope: impl Fn(NodeId) -> bool,
    ) -> Vec<(TypeVarId, NodeId)> {
        let tree = self.tree();
        let world = self.program.world();
        let mut found: Vec<(TypeVarId, NodeId)> = Vec::new();
        let mut add = |var: TypeVarId| {
            if let Some((file, node)) = world.type_var(var).origin
                && file == self.number
                && tree.parent(node).is_some_and(|holder| !in_scope(holder))
                && !self.contains(node)
                && !found.iter().any(|f| f.0 == var)
            {
                found.push((var, node));
            }
        };
        given
            .into_iter()
            .flat_map(|ty| vars_of(world, ty))
            .for_each(&mut add);
        for node in self.parts.iter().flat_map(|&p| tree.descendants(p)) {
            if let Decl::TypeVar(var) = self.program.names.decl(self.number, node) {
                add(var);
            }
        }
        for &local in self.inputs.iter().chain(&self.outputs).chain(&self.written) {
            for var in vars_of(world, self.program.names.ty(self.number, local)) {
                add(var);
            }
        }
        found.sort_by_key(|f| f.1);
        found
    }

    /// The checked exceptions that leave it.
    pub fn thrown(&self) -> Vec<ClassId> {
        self.program.names.escaping(self.number, &self.parts)
    }

    /// Whether it says `this` or `super` of the type that it stands in.
    pub fn names_own_object(&self) -> bool {
        let tree = self.tree();
        let mut all = self.parts.iter().flat_map(|&p| tree.descendants(p));
        all.any(|n| {
            let is_own = matches!(tree.kind(n), Kind::This | Kind::Super)
                && tree.child_in(n, Role::Receiver).is_none();
            let mut around = tree.ancestors(n).take_while(|&a| self.contains(a));
            is_own && !around.any(|a| tree.kind(a) == Kind::Type)
        })
    }

    /// Whether it needs an object of the class: `this`, or a member of an object.
    pub fn needs_object(&self) -> bool {
        use reweave_model::Modifiers;
        let tree = self.tree();
        let world = self.program.world();
        let is_static = |m: Modifiers| m.has(Modifiers::STATIC);
        self.parts
            .iter()
            .flat_map(|&p| tree.descendants(p))
            .any(|n| {
                let is_simple = tree.child_in(n, Role::Receiver).is_none();
                match (tree.kind(n), self.program.names.decl(self.number, n)) {
                    (Kind::This | Kind::Super, _) => true,
                    (Kind::Name, Decl::Field(f)) => !world.is_static_field(f),
                    (Kind::Call, Decl::Method(m)) => {
                        is_simple && !is_static(world.method(m).modifiers)
                    }
                    (Kind::New, Decl::Method(m)) => {
                        is_simple && world.info(world.method(m).owner).inner
                    }
                    _ => false,
                }
            })
    }
}

/// The type parameters in a type.
pub fn vars_of(world: &reweave_java_names::World, ty: Ty) -> Vec<TypeVarId> {
    use reweave_java_names::TyData;
    let mut found = Vec::new();
    let mut open = vec![ty];
    while let Some(ty) = open.pop() {
        match world.types().data(ty) {
            TyData::Var(var) => found.push(*var),
            TyData::Class(_, args) => open.extend_from_slice(args),
            TyData::Array(t) | TyData::Wildcard(_, t) => open.push(*t),
            TyData::Intersection(all) => open.extend_from_slice(all),
            _ => {}
        }
    }
    found.reverse();
    found
}

/// Whether a way through the region leaves a variable as it was and comes to what follows.
fn passes(
    graph: &Graph,
    starts: &BTreeSet<u32>,
    local: NodeId,
    (within, exits): (&dyn Fn(u32) -> bool, &BTreeSet<u32>),
) -> bool {
    let mut seen = vec![false; graph.points.len()];
    let mut open: Vec<u32> = starts.iter().copied().collect();
    while let Some(at) = open.pop() {
        if !within(at) {
            if exits.contains(&at) {
                return true;
            }
            continue;
        }
        if std::mem::replace(&mut seen[at as usize], true) {
            continue;
        }
        let point = graph.point(at);
        let sets = |a: &Access| a.write && a.place == Place::Local(local);
        if !point.accesses.iter().any(sets) {
            open.extend_from_slice(&point.next);
        }
    }
    false
}

/// Whether a variable may be read, starting at some points, before it is written.
fn reads_first(
    graph: &Graph,
    starts: &BTreeSet<u32>,
    local: NodeId,
    within: impl Fn(u32) -> bool,
) -> bool {
    let mut seen = vec![false; graph.points.len()];
    let mut open: Vec<u32> = starts.iter().copied().collect();
    while let Some(at) = open.pop() {
        if !within(at) || std::mem::replace(&mut seen[at as usize], true) {
            continue;
        }
        let point = graph.point(at);
        let mut own = point
            .accesses
            .iter()
            .filter(|a| a.place == Place::Local(local));
        match own.next() {
            Some(access) if !access.write => return true,
            Some(_) => {}
            None => open.extend_from_slice(&point.next),
        }
    }
    false
}
