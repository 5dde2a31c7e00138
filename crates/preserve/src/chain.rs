//! Composite refactorings: several steps, each checked on its own, told in terms of the first text and the last
//! (section 5.7).

use crate::node::Node;
use crate::replacement::{Origin, Replacements};

/// The replacements of the steps made so far, in order.
///
/// ```
/// use reweave_preserve::{Chain, Node, Origin, Replacement, Replacements};
/// use reweave_text::{FileId, Span};
/// let f = FileId(0);
/// let step = |start, end, len| {
///     Replacements::new([Replacement::new(f, Span::new(start, end), len)]).expect("just one")
/// };
/// let mut chain = Chain::default();
/// chain.push(step(0, 0, 10)); // insert ten bytes at the front
/// chain.push(step(4, 6, 0)); // and take two of them out again
/// let was_at_3 = Node::text(f, Span::new(3, 5));
/// let now = chain.to_last(0, was_at_3);
/// assert_eq!(now, Node::text(f, Span::new(11, 13)));
/// assert_eq!(chain.to_first(2, now), Origin::Kept(was_at_3));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Chain {
    steps: Vec<Replacements>,
}

impl Chain {
    pub fn push(&mut self, step: Replacements) {
        self.steps.push(step);
    }

    /// The number of steps.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Where a place of the text after `made` steps comes from in the first text.
    pub fn to_first(&self, made: usize, node: Node) -> Origin {
        let steps = self.steps.iter().take(made).rev();
        steps.fold(Origin::Kept(node), |origin, step| match origin {
            Origin::Kept(node) => step.origin(node),
            Origin::Replaced(interval) => match step.origin(Node::Text(interval)) {
                Origin::Kept(Node::Text(interval)) => Origin::Replaced(interval),
                Origin::Kept(Node::Outside(_)) => origin,
                replaced @ Origin::Replaced(_) => replaced,
            },
        })
    }

    /// Where a place of the text after `made` steps lies in the last text.
    pub fn to_last(&self, made: usize, node: Node) -> Node {
        let steps = self.steps.iter().skip(made);
        steps.fold(node, |node, step| step.forward(node))
    }
}
