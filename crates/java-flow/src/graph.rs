//! The points of a body.

use reweave_java_names::FieldId;
use reweave_model::NodeId;
use std::sync::Arc;

/// What is read and written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Place {
    /// A local variable or parameter, by its declaring node.
    Local(NodeId),
    /// A field, whatever object has it.
    Field(FieldId),
    /// The elements of all arrays.
    Elements,
    /// What libraries hold, and the world outside of the program.
    World,
    /// Anything but locals: more than is told apart.
    Anything,
}

impl Place {
    pub const fn is_heap(self) -> bool {
        !matches!(self, Self::Local(_))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Access {
    pub place: Place,
    pub write: bool,
}

impl Access {
    pub const fn read(place: Place) -> Self {
        Self {
            place,
            write: false,
        }
    }

    pub const fn write(place: Place) -> Self {
        Self { place, write: true }
    }

    /// Whether the order of two accesses counts.
    pub fn meets(self, other: Self) -> bool {
        let is_any = |a: Self, b: Self| a.place == Place::Anything && b.place.is_heap();
        (self.write || other.write)
            && (self.place == other.place || is_any(self, other) || is_any(other, self))
    }
}

/// One step of the evaluation.
#[derive(Clone, Debug)]
pub struct Point {
    /// The expression or statement that it is a step of.
    pub node: NodeId,
    pub accesses: Arc<[Access]>,
    /// It may complete abruptly with an exception.
    pub throws: bool,
    /// It leaves the body, or a statement around it.
    pub leaves: bool,
    /// A lambda or class that is made here names the variable somewhere inside.
    pub captures: bool,
    /// Of a condition, what follows where it holds comes first.
    pub next: Vec<u32>,
    /// Where its exceptions go within the body.
    pub handler: Option<u32>,
    /// The innermost `try` with clauses whose block it stands in.
    pub handled: Option<NodeId>,
}

impl Point {
    /// Whether it can be noticed that this was evaluated, and when.
    pub fn is_observable(&self) -> bool {
        self.throws || self.leaves || self.accesses.iter().any(|a| a.write && a.place.is_heap())
    }
}

/// The points of one body. Point 0 is its start, point 1 its end.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The callable, initializer, field or lambda.
    pub root: NodeId,
    pub points: Vec<Point>,
}

impl Graph {
    pub const START: u32 = 0;
    pub const END: u32 = 1;

    pub fn point(&self, at: u32) -> &Point {
        &self.points[at as usize]
    }

    /// The points before each.
    pub fn before(&self) -> Vec<Vec<u32>> {
        let mut all = vec![Vec::new(); self.points.len()];
        for (at, point) in (0..).zip(&self.points) {
            for &next in &point.next {
                all[next as usize].push(at);
            }
        }
        all
    }
}
