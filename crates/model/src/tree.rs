//! The tree of one file: an array of nodes in preorder.

use crate::dialect::JAVA;
use crate::{Dialect, Kind, Role};
use reweave_text::{Span, Symbol};
use rustc_hash::FxHasher;
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

/// The index of a node in its file's tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    pub const ROOT: Self = Self(0);

    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub kind: Kind,
    pub role: Role,
    /// What the kind says it counts; 0 where it says nothing.
    pub flags: u32,
    /// The node's own name, operator or literal text.
    pub sym: Symbol,
    pub span: Span,
    /// Where the token of `sym` starts: the name in a declaration, access or call. The start of the span elsewhere.
    pub name_at: u32,
    parent: u32,
    /// One past the last node of the subtree.
    end: u32,
    /// Of kind, symbol, flags and children: equal for subtrees that read the same but for layout and comments.
    pub hash: u64,
}

impl Node {
    /// In [`Kind::Case`]: `default` is among the labels.
    pub const DEFAULT: u32 = 1;
    /// In [`Kind::Case`]: written with `->`.
    pub const ARROW: u32 = 2;
    /// In [`Kind::Param`]: takes any number of arguments. The other bits of a Param's flags, and all of a Local's, are
    /// its [`crate::Modifiers`].
    pub const VARARGS: u32 = 1 << 31;
    /// In [`Kind::Import`]: everything below the name (`.*`).
    pub const ON_DEMAND: u32 = 1;
    /// In [`Kind::Import`]: static members.
    pub const STATIC: u32 = 2;
    /// In [`Kind::Import`]: a whole module.
    pub const MODULE: u32 = 4;
}

/// It has a root at least.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    dialect: &'static Dialect,
}

impl Tree {
    /// The language that it was written in.
    pub fn dialect(&self) -> &'static Dialect {
        self.dialect
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    pub fn kind(&self, id: NodeId) -> Kind {
        self.nodes[id.index()].kind
    }

    pub fn role(&self, id: NodeId) -> Role {
        self.nodes[id.index()].role
    }

    pub fn sym(&self, id: NodeId) -> Symbol {
        self.nodes[id.index()].sym
    }

    pub fn span(&self, id: NodeId) -> Span {
        self.nodes[id.index()].span
    }

    pub fn hash(&self, id: NodeId) -> u64 {
        self.nodes[id.index()].hash
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != NodeId::ROOT).then(|| NodeId(self.nodes[id.index()].parent))
    }

    /// From the parent up to the root.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(id), |&n| self.parent(n))
    }

    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + Clone + '_ {
        let end = self.nodes[id.index()].end;
        let first = (id.0 + 1 < end).then_some(NodeId(id.0 + 1));
        std::iter::successors(first, move |c| {
            let next = self.nodes[c.index()].end;
            (next < end).then_some(NodeId(next))
        })
    }

    pub fn children_in(&self, id: NodeId, role: Role) -> impl Iterator<Item = NodeId> + Clone + '_ {
        self.children(id).filter(move |&c| self.role(c) == role)
    }

    pub fn child_in(&self, id: NodeId, role: Role) -> Option<NodeId> {
        self.children_in(id, role).next()
    }

    /// The nodes of the subtree in preorder, `id` first.
    pub fn descendants(&self, id: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (id.0..self.nodes[id.index()].end).map(NodeId)
    }

    /// One past the last node of the subtree, so that a walk can leave it out.
    pub fn subtree_end(&self, id: NodeId) -> u32 {
        self.nodes[id.index()].end
    }

    /// Whether `inner` is `outer` or below it.
    pub fn contains(&self, outer: NodeId, inner: NodeId) -> bool {
        outer <= inner && inner.0 < self.nodes[outer.index()].end
    }

    /// What the hash of `id` would be if the nodes for which `other` has a hash were other code.
    pub fn hash_with(&self, id: NodeId, other: impl Fn(NodeId) -> Option<u64>) -> u64 {
        let (start, end) = (id.index(), self.subtree_end(id) as usize);
        let mut hashes = vec![0; end - start];
        for i in (start..end).rev() {
            hashes[i - start] = other(NodeId(i as u32))
                .unwrap_or_else(|| hash_of(&self.nodes, i, |child| hashes[child - start]));
        }
        hashes[0]
    }

    /// The same nodes at other places, some with other symbols.
    pub(crate) fn moved(&self, renamed: &[(NodeId, Symbol)], shift: &impl Fn(u32) -> u32) -> Self {
        let mut nodes = self.nodes.clone();
        for node in &mut nodes {
            node.span = Span::new(shift(node.span.start), shift(node.span.end));
            node.name_at = shift(node.name_at);
        }
        let mut stale = BTreeSet::new();
        for &(id, sym) in renamed {
            nodes[id.index()].sym = sym;
            stale.extend(self.ancestors(id).map(NodeId::index).chain([id.index()]));
        }
        for &at in stale.iter().rev() {
            nodes[at].hash = hash_of(&nodes, at, |child| nodes[child].hash);
        }
        Self {
            nodes,
            dialect: self.dialect,
        }
    }

    /// The innermost node that covers `span`.
    pub fn covering(&self, span: Span) -> NodeId {
        let mut at = NodeId::ROOT;
        let covers = |c: NodeId| self.span(c).contains(span) && !self.span(c).is_empty();
        while let Some(child) = self
            .listed_at(at, span.start)
            .filter(|&c| covers(c))
            .or_else(|| self.children(at).find(|&c| covers(c)))
        {
            at = child;
        }
        at
    }

    /// Of a long list of statements or members the one that begins last before an offset: nodes stand in the order of their texts.
    fn listed_at(&self, list: NodeId, offset: u32) -> Option<NodeId> {
        if !matches!(self.kind(list), Kind::Block | Kind::Type | Kind::Unit) {
            return None;
        }
        let (first, end) = (list.0 as usize + 1, self.subtree_end(list) as usize);
        let inside = self.nodes.get(first..end)?;
        let behind = inside.partition_point(|n| n.span.start <= offset);
        let mut at = NodeId((first + behind.checked_sub(1)?) as u32);
        while self.parent(at)? != list {
            at = self.parent(at)?;
        }
        // The declarators of one field share its type.
        let is_alone = self.kind(at) != Kind::Field || self.node(at).name_at <= offset;
        is_alone.then_some(at)
    }
}

/// Builds a tree in preorder: [`Self::open`] a node, add its children, [`Self::close`] it.
pub struct TreeBuilder {
    nodes: Vec<Node>,
    open: Vec<u32>,
    dialect: &'static Dialect,
}

/// Of Java.
impl Default for TreeBuilder {
    fn default() -> Self {
        Self::new(&JAVA)
    }
}

impl TreeBuilder {
    pub const fn new(dialect: &'static Dialect) -> Self {
        Self {
            nodes: Vec::new(),
            open: Vec::new(),
            dialect,
        }
    }

    pub fn open(&mut self, kind: Kind, role: Role, sym: Symbol, span: Span) -> NodeId {
        let id = self.nodes.len() as u32;
        self.nodes.push(Node {
            kind,
            role,
            flags: 0,
            sym,
            span,
            name_at: span.start,
            parent: self.open.last().copied().unwrap_or(0),
            end: id + 1,
            hash: 0,
        });
        self.open.push(id);
        NodeId(id)
    }

    pub fn leaf(&mut self, kind: Kind, role: Role, sym: Symbol, span: Span) -> NodeId {
        let id = self.open(kind, role, sym, span);
        self.close();
        id
    }

    pub fn close(&mut self) {
        let id = self.open.pop().expect("every close has its open");
        self.nodes[id as usize].end = self.nodes.len() as u32;
    }

    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The innermost open node; the root before any is open.
    pub fn current(&self) -> NodeId {
        self.open.last().map_or(NodeId::ROOT, |&id| NodeId(id))
    }

    /// How many nodes are open: a lowering bounds its recursion by it.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    pub fn finish(mut self) -> Tree {
        if self.nodes.is_empty() {
            self.open(Kind::Broken, Role::None, Symbol::EMPTY, Span::at(0));
        }
        while !self.open.is_empty() {
            self.close();
        }
        // Children have larger indices than their parent, so backwards every child is ready first.
        for i in (0..self.nodes.len()).rev() {
            self.nodes[i].hash = hash_of(&self.nodes, i, |child| self.nodes[child].hash);
        }
        Tree {
            nodes: self.nodes,
            dialect: self.dialect,
        }
    }
}

fn hash_of(nodes: &[Node], at: usize, hash_of_child: impl Fn(usize) -> u64) -> u64 {
    let mut hasher = FxHasher::default();
    let node = &nodes[at];
    (node.kind, node.sym, node.flags).hash(&mut hasher);
    let mut child = at + 1;
    while child < node.end as usize {
        (nodes[child].role, hash_of_child(child)).hash(&mut hasher);
        child = nodes[child].end as usize;
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_code_has_equal_hashes_wherever_it_stands() {
        let mut b = TreeBuilder::default();
        b.open(Kind::Block, Role::None, Symbol::EMPTY, Span::new(0, 9));
        for start in [0, 4] {
            b.open(
                Kind::Return,
                Role::None,
                Symbol::EMPTY,
                Span::new(start, start + 4),
            );
            b.leaf(
                Kind::This,
                Role::Value,
                Symbol::EMPTY,
                Span::new(start + 1, start + 3),
            );
            b.close();
        }
        b.leaf(Kind::Return, Role::None, Symbol::EMPTY, Span::new(8, 9));
        let tree = b.finish();
        let all: Vec<_> = tree.children(NodeId::ROOT).collect();
        assert_eq!(all.len(), 3);
        assert_eq!(tree.hash(all[0]), tree.hash(all[1]));
        assert_ne!(tree.hash(all[0]), tree.hash(all[2]));
        assert_eq!(tree.covering(Span::new(5, 6)), NodeId(all[1].0 + 1));
    }
}
