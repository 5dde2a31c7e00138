//! What was replaced to make two statements equal: the evidence that refactorings are inferred from.

use reweave_model::NodeId;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ReplacementKind {
    /// One expression by another, at the same place.
    Node,
    /// One type by another.
    Type,
    /// The declared name of a variable.
    Variable,
    Operator,
    /// A call of another name with the same arguments: both nodes are the calls.
    CallName,
    ArgumentAdded,
    ArgumentRemoved,
    /// Several arguments by one, one by several, or several by several.
    Arguments,
    OperandAdded,
    OperandRemoved,
    /// An expression that became part of a call, conditional, cast or the like, or came out of one.
    Wrapped,
    /// The longer of two chains of calls, most of which are the same.
    Chain,
    /// A lambda, method reference or anonymous class by another of the three.
    Function,
    /// A variable that only one version declares, where the other has its value: the node is its name.
    Let,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replacement {
    pub kind: ReplacementKind,
    /// Nodes of the first statement; empty where something was added.
    pub before: Vec<NodeId>,
    /// Nodes of the second statement; empty where something was removed.
    pub after: Vec<NodeId>,
}

impl Replacement {
    pub fn one(kind: ReplacementKind, before: NodeId, after: NodeId) -> Self {
        Self {
            kind,
            before: vec![before],
            after: vec![after],
        }
    }

    /// The pair, where one node stands against one.
    pub fn pair(&self) -> Option<(NodeId, NodeId)> {
        match (&*self.before, &*self.after) {
            (&[b], &[a]) => Some((b, a)),
            _ => None,
        }
    }
}
