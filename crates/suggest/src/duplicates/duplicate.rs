//! Places with the same statements: which, how they differ, and what would be done about them.

use super::flow::Flow;
use crate::align::Correspondence;
use crate::code::Place;
use reweave_text::{Span, Symbol};
use reweave_vectors::MethodId;

/// Statements of one method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrence {
    pub method: MethodId,
    pub file: u32,
    pub span: Span,
    pub block: u16,
    /// The first and the last statement of the block.
    pub range: (usize, usize),
    /// All statements of the method.
    pub whole: bool,
}

/// A copy of the first place of its group.
#[derive(Clone, Debug)]
pub struct Copy {
    pub place: Occurrence,
    /// How it differs from the first place.
    pub difference: Difference,
    pub evidence: Vec<Correspondence>,
}

/// What stands between two places and their being the same.
#[derive(Clone, Debug, Default)]
pub struct Difference {
    /// Expressions that differ, by place, each pair once; a parameter would stand for them.
    pub holes: Vec<[Place; 2]>,
    /// Of each hole whether the first place has the name of one of its own parameters there.
    pub is_parameter: Vec<bool>,
    pub types: Vec<(Symbol, Symbol)>,
    /// How often the code itself names types that differ.
    pub named: u32,
    /// Calls on the object itself that lead to different methods.
    pub calls: u32,
    /// Statements that only one of them has.
    pub extra: [usize; 2],
    pub reordered: bool,
    /// One says with a loop, a branch or a temporary what the other says otherwise.
    pub rewritten: bool,
}

impl Difference {
    /// The part of the code that is the same, from 0 to 1.
    pub fn likeness(&self, weight: usize) -> f64 {
        let apart = self.holes.len() + self.types.len() + self.calls as usize;
        let apart = apart + 4 * (self.extra[0] + self.extra[1]) + usize::from(self.reordered);
        weight as f64 / (weight + apart) as f64
    }

    /// Nothing but names of variables and what parameters stand for.
    pub fn is_exact(&self) -> bool {
        self.types.is_empty()
            && self.calls == 0
            && self.extra == [0, 0]
            && !self.reordered
            && !self.rewritten
    }
}

/// Places with the same statements, and what to do about them.
#[derive(Clone, Debug)]
pub struct Duplicate {
    /// What the others are copies of: where one is a whole method that they could call, that one.
    pub first: Occurrence,
    pub copies: Vec<Copy>,
    /// Nodes of syntax in each place.
    pub weight: usize,
    /// Statements in each place, those in loops and branches as well.
    pub statements: usize,
    pub flow: Flow,
    pub plan: Plan,
    pub worth: f64,
}

/// What to do about duplicates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Remedy {
    /// One place is a method that the others can call.
    CallExisting,
    /// The places are methods of subclasses of one class that can have the method instead.
    PullUp,
    /// The places are methods of one class that differ in values, which one method can take.
    Parameterize,
    /// The places stand in one class, which can have a method for them.
    Extract,
    /// The places stand in different classes: a class that all of them can reach must have the method.
    ExtractShared,
}

impl Remedy {
    /// The name of its type.
    pub const fn name(self) -> &'static str {
        match self {
            Self::CallExisting => "Replace Duplicated Functionality by Existing Method",
            Self::PullUp => "Pull Up Method",
            Self::Parameterize => "Parameterize Method",
            Self::Extract => "Extract Duplicated Code",
            Self::ExtractShared => "Extract Shared Method",
        }
    }
}

/// What would be done.
#[derive(Clone, Debug)]
pub struct Plan {
    pub remedy: Remedy,
    /// How many parameters the method has or would have.
    pub parameters: usize,
    /// The type that has or would have the method, by number.
    pub host: Option<u32>,
    /// What the engine cannot do or show by itself, each a sentence.
    pub obstacles: Vec<String>,
}
