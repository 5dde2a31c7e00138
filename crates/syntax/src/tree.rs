//! The compact tree: an array of nodes in preorder.

use reweave_text::Span;

/// The index of a node in its tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    pub const ROOT: Self = Self(0);

    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node: what the grammar calls it, under which field it stands in its parent, and where.
#[derive(Clone, Copy, Debug)]
pub struct SyntaxNode {
    pub kind: u16,
    pub field: u16,
    pub(crate) flags: u8,
    pub span: Span,
    pub(crate) parent: u32,
    /// One past the last node of the subtree; also the next sibling, where there is one.
    pub(crate) end: u32,
}

pub(crate) const NAMED: u8 = 1;
pub(crate) const EXTRA: u8 = 2;
pub(crate) const ERROR: u8 = 4;
pub(crate) const MISSING: u8 = 8;

impl SyntaxNode {
    /// Named in the grammar, not a mere token.
    pub const fn is_named(self) -> bool {
        self.flags & NAMED != 0
    }

    /// Allowed anywhere: a comment.
    pub const fn is_extra(self) -> bool {
        self.flags & EXTRA != 0
    }

    /// Text that the grammar could not read.
    pub const fn is_error(self) -> bool {
        self.flags & ERROR != 0
    }

    /// A token that the parser made up to go on.
    pub const fn is_missing(self) -> bool {
        self.flags & MISSING != 0
    }
}

/// A place that was not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    pub span: Span,
    pub why: Unread,
}

/// Why a place was not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unread {
    /// The parser made up the token that should stand here.
    Missing,
    /// The parser skipped what stands here.
    Skipped,
    /// It nests deeper than [`reweave_text::DEEPEST`].
    TooDeep,
}

/// A parsed text. The root is [`NodeId::ROOT`]; it covers the whole text even where that is empty.
#[derive(Clone, Debug)]
pub struct SyntaxTree {
    pub(crate) nodes: Vec<SyntaxNode>,
    pub(crate) errors: Vec<SyntaxError>,
    /// The most nodes from the root to a leaf, the root not counted.
    pub(crate) depth: usize,
}

impl SyntaxTree {
    pub fn node(&self, id: NodeId) -> SyntaxNode {
        self.nodes[id.index()]
    }

    pub fn kind(&self, id: NodeId) -> u16 {
        self.nodes[id.index()].kind
    }

    pub fn span(&self, id: NodeId) -> Span {
        self.nodes[id.index()].span
    }

    /// In order of position.
    pub fn errors(&self) -> &[SyntaxError] {
        &self.errors
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The most nodes on a way from the root down, at most [`reweave_text::DEEPEST`].
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// All nodes in preorder.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The nodes of the subtree in preorder, `id` first.
    pub fn descendants(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<> {
        (id.0..self.nodes[id.index()].end).map(NodeId)
    }

    /// One past the last node of the subtree in preorder.
    pub fn subtree_end(&self, id: NodeId) -> NodeId {
        NodeId(self.nodes[id.index()].end)
    }

    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != NodeId::ROOT).then(|| NodeId(self.nodes[id.index()].parent))
    }

    /// From the parent up to the root.
    pub fn ancestors(&self, id: NodeId) -> Ancestors<'_> {
        Ancestors { tree: self, at: id }
    }

    pub fn children(&self, id: NodeId) -> Children<'_> {
        Children {
            tree: self,
            next: id.0 + 1,
            end: self.nodes[id.index()].end,
        }
    }

    /// The children that the grammar names and that are not comments.
    pub fn named_children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.children(id).filter(|&c| {
            let node = self.node(c);
            node.is_named() && !node.is_extra()
        })
    }

    pub fn child_by_field(&self, id: NodeId, field: u16) -> Option<NodeId> {
        self.children(id).find(|&c| self.node(c).field == field)
    }

    pub fn child_by_kind(&self, id: NodeId, kind: u16) -> Option<NodeId> {
        self.children(id).find(|&c| self.kind(c) == kind)
    }

    /// The nodes that start at `offset`, outermost first.
    pub fn starting_at(&self, offset: u32) -> impl Iterator<Item = NodeId> + '_ {
        let first = self.nodes.partition_point(|n| n.span.start < offset);
        let here = self.nodes[first..].iter();
        here.take_while(move |n| n.span.start == offset)
            .enumerate()
            .map(move |(i, _)| NodeId((first + i) as u32))
    }

    /// The innermost node that covers `span`.
    pub fn covering(&self, span: Span) -> NodeId {
        let mut at = NodeId::ROOT;
        while let Some(child) = self
            .children(at)
            .find(|&c| self.span(c).contains(span) && !self.span(c).is_empty())
        {
            at = child;
        }
        at
    }
}

/// See [`SyntaxTree::children`].
#[derive(Clone)]
pub struct Children<'t> {
    tree: &'t SyntaxTree,
    next: u32,
    end: u32,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let id = (self.next < self.end).then_some(NodeId(self.next))?;
        self.next = self.tree.nodes[id.index()].end;
        Some(id)
    }
}

/// See [`SyntaxTree::ancestors`].
pub struct Ancestors<'t> {
    tree: &'t SyntaxTree,
    at: NodeId,
}

impl Iterator for Ancestors<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        self.at = self.tree.parent(self.at)?;
        Some(self.at)
    }
}
