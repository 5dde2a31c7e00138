//! The statements of a body, as paper 4 section 3.1 has them: composite and leaf, in preorder.
//!
//! Blocks are transparent. The bodies of lambdas and anonymous classes are statements of their own below the leaf they
//! stand in; the leaf itself is compared without them. The expression that a lambda gives is one like `return` of it.

use crate::arguments::Arguments;
use crate::lets::Declared;
use reweave_model::{Kind, Node, NodeId, Role, Tree};
use rustc_hash::FxHasher;
use std::cell::OnceCell;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// The index of a statement in its [`Body`].
pub type StmtId = u32;

#[derive(Clone, Debug)]
pub struct Stmt {
    pub node: NodeId,
    pub kind: Kind,
    pub depth: u16,
    pub parent: Option<StmtId>,
    /// The statement whose code it stands in: another than the parent in a `case` or `catch`.
    holder: Option<StmtId>,
    /// Among the statements of the same parent.
    pub index: u32,
    /// One past the last statement below it.
    pub end: StmtId,
    pub composite: bool,
    /// Of the statement without the statements below it.
    pub hash: u64,
    /// How many nodes the statement has of its own: the most edits that can lie between it and another.
    pub size: u32,
}

/// A copy shares the statements: bodies are kept in many pairs.
#[derive(Clone, Debug)]
pub struct Body<'t> {
    pub tree: &'t Tree,
    pub root: NodeId,
    pub stmts: Rc<[Stmt]>,
    children: Rc<Children>,
    declared: Rc<OnceCell<Declared>>,
}

/// What a body holds beside its tree: to be kept where trees are not.
#[derive(Clone, Debug)]
pub struct Parts {
    root: NodeId,
    stmts: Rc<[Stmt]>,
    children: Rc<Children>,
    declared: Rc<OnceCell<Declared>>,
}

/// The statements of each parent, one list after the other; those without a parent come last.
#[derive(Debug, Default)]
struct Children {
    starts: Vec<u32>,
    ids: Vec<StmtId>,
}

impl Children {
    fn of(stmts: &[Stmt]) -> Self {
        let slot = |s: &Stmt| s.parent.map_or(stmts.len(), |p| p as usize);
        let mut starts = vec![0; stmts.len() + 2];
        for s in stmts {
            starts[slot(s) + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut ids = vec![0; stmts.len()];
        for (i, s) in stmts.iter().enumerate() {
            let at = &mut next[slot(s)];
            ids[*at as usize] = i as StmtId;
            *at += 1;
        }
        Self { starts, ids }
    }
}

impl<'t> Body<'t> {
    /// The statements below `root`: a block, a type's initialiser, or an expression with lambdas in it.
    pub fn new(tree: &'t Tree, root: NodeId) -> Self {
        let mut builder = Builder {
            tree,
            stmts: Vec::new(),
            counts: vec![0],
        };
        builder.walk(root);
        Self {
            tree,
            root,
            children: Rc::new(Children::of(&builder.stmts)),
            declared: Rc::default(),
            stmts: builder.stmts.into(),
        }
    }

    pub fn parts(&self) -> Parts {
        Parts {
            root: self.root,
            stmts: self.stmts.clone(),
            children: self.children.clone(),
            declared: self.declared.clone(),
        }
    }

    /// The body of `tree` that the parts were taken from.
    pub fn of_parts(tree: &'t Tree, parts: &Parts) -> Self {
        let parts = parts.clone();
        Self {
            tree,
            root: parts.root,
            stmts: parts.stmts,
            children: parts.children,
            declared: parts.declared,
        }
    }

    pub fn empty(tree: &'t Tree, root: NodeId) -> Self {
        Self {
            tree,
            root,
            stmts: Rc::default(),
            children: Rc::new(Children::of(&[])),
            declared: Rc::default(),
        }
    }

    /// The variables that it declares, parameters included.
    pub fn declared(&self) -> &Declared {
        self.declared
            .get_or_init(|| Declared::of(self.tree, self.root))
    }

    /// The statements directly below `parent`, in order; without one, those that have none.
    pub fn children(&self, parent: Option<StmtId>) -> &[StmtId] {
        let slot = parent.map_or(self.stmts.len(), |p| p as usize);
        let [start, end] = [slot, slot + 1].map(|i| self.children.starts[i] as usize);
        &self.children.ids[start..end]
    }

    pub fn stmt(&self, id: StmtId) -> &Stmt {
        &self.stmts[id as usize]
    }

    pub fn len(&self) -> usize {
        self.stmts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.stmts.is_empty()
    }

    pub fn ids(&self) -> impl Iterator<Item = StmtId> + use<> {
        0..self.stmts.len() as u32
    }

    /// The innermost statement that `node` stands in.
    pub fn stmt_of(&self, node: NodeId) -> Option<StmtId> {
        // Statements are in preorder of their nodes: the last one that starts before is it, or stands inside of it.
        let last = self.stmts.partition_point(|s| s.node <= node);
        let last = last.checked_sub(1).map(|i| i as StmtId);
        std::iter::successors(last, |&i| self.stmt(i).holder)
            .find(|&i| self.tree.contains(self.stmt(i).node, node))
    }

    /// The nodes that a statement consists of, without those of the statements below it.
    pub fn own_nodes(&self, id: StmtId) -> OwnNodes<'t> {
        let node = self.stmt(id).node;
        own_nodes(self.tree, node)
    }
}

/// The nodes of the statement or expression at `node` that belong to no statement below it.
pub fn own_nodes(tree: &Tree, node: NodeId) -> OwnNodes<'_> {
    OwnNodes {
        tree,
        root: node,
        next: node.0,
        end: tree.subtree_end(node),
    }
}

/// See [`Body::own_nodes`].
#[derive(Clone)]
pub struct OwnNodes<'t> {
    tree: &'t Tree,
    root: NodeId,
    next: u32,
    end: u32,
}

impl Iterator for OwnNodes<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        while self.next < self.end {
            let id = NodeId(self.next);
            let node = self.tree.node(id);
            if id != self.root && is_border(node) {
                self.next = self.tree.subtree_end(id);
                continue;
            }
            self.next += 1;
            return Some(id);
        }
        None
    }
}

/// Where a statement's own nodes end: statements, and bodies of anonymous classes. The declarations in a header
/// (`for (int i = 0; …)`, resources) are part of it.
pub(crate) fn is_border(node: &Node) -> bool {
    match node.kind {
        Kind::Local => !matches!(node.role, Role::Init | Role::Resource),
        Kind::Type => true,
        kind => kind.is_statement() || is_given(node),
    }
}

/// Whether it is the expression that a lambda gives.
fn is_given(node: &Node) -> bool {
    node.role == Role::Body && node.kind.is_expression()
}

/// What a statement returns, throws or does; the expression of a lambda is what it gives.
pub fn value_of(tree: &Tree, node: NodeId) -> Option<NodeId> {
    if is_given(tree.node(node)) {
        Some(node)
    } else {
        tree.child_in(node, Role::Value)
    }
}

struct Builder<'t> {
    tree: &'t Tree,
    stmts: Vec<Stmt>,
    /// How many statements each open parent has so far.
    counts: Vec<u32>,
}

impl Builder<'_> {
    /// One pass over the nodes in preorder, with the open statements on a stack: nothing recurses.
    fn walk(&mut self, root: NodeId) {
        let mut open: Vec<StmtId> = Vec::new();
        let mut depth_end: Vec<u32> = Vec::new();
        let mut at = root.0;
        let end = self.tree.subtree_end(root);
        while at < end {
            let id = NodeId(at);
            while open
                .last()
                .is_some_and(|&s| self.tree.subtree_end(self.stmts[s as usize].node) <= at)
            {
                self.close(&mut open);
            }
            while depth_end.last().is_some_and(|&e| e <= at) {
                depth_end.pop();
            }
            let node = self.tree.node(id);
            let is_stmt = (node.kind.is_statement() || is_given(node) && id != root)
                && is_border(node)
                && !matches!(
                    node.kind,
                    Kind::Block | Kind::Finally | Kind::LocalType | Kind::Empty
                );
            if is_stmt {
                self.open(id, &mut open, depth_end.len() as u16);
            } else if matches!(node.kind, Kind::Block | Kind::Lambda) && id != root {
                let header = self.tree.parent(id).is_some_and(|p| {
                    self.tree.kind(p).is_composite() && self.tree.kind(p) != Kind::Block
                });
                if !header {
                    depth_end.push(self.tree.subtree_end(id));
                }
            }
            at += 1;
        }
        while !open.is_empty() {
            self.close(&mut open);
        }
    }

    fn open(&mut self, node: NodeId, open: &mut Vec<StmtId>, blocks: u16) {
        let kind = if is_given(self.tree.node(node)) {
            Kind::Return
        } else {
            self.tree.kind(node)
        };
        let hash = own_hash(self.tree, node, &Arguments::default());
        let size = own_nodes(self.tree, node).count() as u32;
        let id = self.stmts.len() as StmtId;
        // A case label is a leaf before its statements, and a catch stands beside its try.
        let parent = open
            .iter()
            .rev()
            .copied()
            .find(|&p| self.stmts[p as usize].kind != Kind::Case)
            .and_then(|p| {
                if kind == Kind::Catch {
                    self.stmts[p as usize].parent
                } else {
                    Some(p)
                }
            });
        let level = open.len();
        let index = self.counts[level];
        self.counts[level] += 1;
        self.stmts.push(Stmt {
            node,
            kind,
            depth: u16::try_from(open.len())
                .unwrap_or(u16::MAX)
                .saturating_add(blocks),
            parent,
            holder: open.last().copied(),
            index,
            end: id + 1,
            composite: kind.is_composite() && kind != Kind::Case,
            hash,
            size,
        });
        open.push(id);
        self.counts.push(0);
    }

    fn close(&mut self, open: &mut Vec<StmtId>) {
        if let Some(id) = open.pop() {
            self.stmts[id as usize].end = self.stmts.len() as u32;
            self.counts.pop();
        }
    }
}

/// The hash of a statement without the statements below it, with arguments in the place of parameters.
pub fn own_hash(tree: &Tree, node: NodeId, arguments: &Arguments<'_>) -> u64 {
    if !tree.kind(node).is_composite() {
        return part_hash(tree, node, arguments);
    }
    let mut hasher = FxHasher::default();
    let n = tree.node(node);
    (n.kind, n.sym, n.flags).hash(&mut hasher);
    for child in tree.children(node) {
        let c = tree.node(child);
        if !is_border(c) {
            (c.role, part_hash(tree, child, arguments)).hash(&mut hasher);
        }
    }
    hasher.finish()
}

fn part_hash(tree: &Tree, node: NodeId, arguments: &Arguments<'_>) -> u64 {
    const CUT: u64 = 0;
    let cut = tree
        .descendants(node)
        .skip(1)
        .any(|n| is_border(tree.node(n)));
    if cut {
        tree.hash_with(node, |n| {
            let border = n != node && is_border(tree.node(n));
            if border {
                Some(CUT)
            } else {
                arguments.get_name(tree, n).map(|a| a.hash())
            }
        })
    } else {
        arguments
            .hash(tree, node)
            .unwrap_or_else(|| tree.hash(node))
    }
}
