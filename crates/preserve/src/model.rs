//! Interval models: a program's semantic edges as plain data (definition 6).

use crate::node::Node;
use std::fmt;

/// A kind of semantic edge, named by a capital letter. The five of the paper have constants; a language is free to add
/// its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EdgeKind(u8);

impl EdgeKind {
    /// From the use of a name to its declaration.
    pub const NAME: Self = Self(b'N');
    /// From a statement to one that may run next.
    pub const CONTROL: Self = Self(b'C');
    /// From a definition of a value to a use that it may reach.
    pub const DEF_USE: Self = Self(b'D');
    /// From an overriding method to the one that it overrides.
    pub const OVERRIDE: Self = Self(b'O');
    /// From a class to a concrete method that it inherits.
    pub const INHERIT: Self = Self(b'I');

    /// The kind of this letter; `None` unless it is one of `A` to `Z`.
    pub const fn new(letter: char) -> Option<Self> {
        if letter.is_ascii_uppercase() {
            Some(Self(letter as u8))
        } else {
            None
        }
    }

    pub const fn letter(self) -> char {
        self.0 as char
    }
}

impl fmt::Display for EdgeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for EdgeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A semantic edge `from ▷ to`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Edge {
    pub from: Node,
    pub kind: EdgeKind,
    pub to: Node,
}

impl Edge {
    pub fn new(from: impl Into<Node>, kind: EdgeKind, to: impl Into<Node>) -> Self {
        Self {
            from: from.into(),
            kind,
            to: to.into(),
        }
    }
}

/// All semantic edges of a program. A set: an edge given twice counts once; the order is kept only so that verdicts come
/// out in it.
#[derive(Clone, Debug, Default)]
pub struct Model {
    edges: Vec<Edge>,
}

impl Model {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn add(&mut self, from: impl Into<Node>, kind: EdgeKind, to: impl Into<Node>) {
        self.edges.push(Edge::new(from, kind, to));
    }

    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    pub fn len(&self) -> usize {
        self.edges.len()
    }

    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }
}

impl Extend<Edge> for Model {
    fn extend<T: IntoIterator<Item = Edge>>(&mut self, edges: T) {
        self.edges.extend(edges);
    }
}

impl FromIterator<Edge> for Model {
    fn from_iter<T: IntoIterator<Item = Edge>>(edges: T) -> Self {
        Self {
            edges: edges.into_iter().collect(),
        }
    }
}
