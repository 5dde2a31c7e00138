//! Interval models: a program's semantic edges as plain data (definition 6).

use crate::node::Node;
use reweave_text::FileId;
use std::fmt;
use std::sync::Arc;

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
///
/// The edges stand in parts, so that the model of a changed program can share those that the change does not concern.
#[derive(Clone, Debug, Default)]
pub struct Model {
    parts: Vec<Arc<Part>>,
}

/// Edges that stand together.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// The file that all of them start in; `None` where they start anywhere.
    pub file: Option<FileId>,
    pub edges: Vec<Edge>,
}

impl Part {
    /// Whether an edge ends in a file that `is_meant`.
    pub fn ends_in(&self, is_meant: impl Fn(FileId) -> bool) -> bool {
        // Most edges of a file end in it, or where the one before did.
        let mut last = None;
        self.edges.iter().any(|edge| {
            let file = edge.to.interval().map(|at| at.file);
            let is_new = file != last;
            last = file;
            is_new && file.is_some_and(&is_meant)
        })
    }
}

impl Model {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn of_parts(parts: Vec<Arc<Part>>) -> Self {
        Self { parts }
    }

    pub fn parts(&self) -> &[Arc<Part>] {
        &self.parts
    }

    pub fn add(&mut self, from: impl Into<Node>, kind: EdgeKind, to: impl Into<Node>) {
        self.extend([Edge::new(from, kind, to)]);
    }

    pub fn edges(&self) -> impl Iterator<Item = &Edge> {
        self.parts.iter().flat_map(|part| &part.edges)
    }

    pub fn len(&self) -> usize {
        self.parts.iter().map(|part| part.edges.len()).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where edges of any file can be put.
    fn open_part(&mut self) -> &mut Part {
        if self.parts.last().is_none_or(|part| part.file.is_some()) {
            self.parts.push(Arc::default());
        }
        let last = self.parts.last_mut().expect("there is one");
        Arc::make_mut(last)
    }
}

impl Extend<Edge> for Model {
    fn extend<T: IntoIterator<Item = Edge>>(&mut self, edges: T) {
        self.open_part().edges.extend(edges);
    }
}

impl FromIterator<Edge> for Model {
    fn from_iter<T: IntoIterator<Item = Edge>>(edges: T) -> Self {
        let mut model = Self::new();
        model.extend(edges);
        model
    }
}
