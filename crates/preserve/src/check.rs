//! The preservation analysis (section 6) on normalised interval models (section 7.2.3).
//!
//! Linear in the edges of both models, by hash sets; each end costs a search among the replacements of its file.

use crate::model::{Edge, EdgeKind, Model};
use crate::node::{Node, Normal};
use crate::replacement::Replacements;
use crate::rule::{Class, Relation, Rule, Severity};
use rustc_hash::FxHashSet;

/// Whether an unexpected edge is one too few or one too many.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Change {
    Lost,
    Gained,
}

/// An edge as the other model should have it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NormalEdge {
    pub from: Normal,
    pub kind: EdgeKind,
    pub to: Normal,
}

impl NormalEdge {
    pub const fn class(&self) -> Class {
        match (self.from.is_affected(), self.to.is_affected()) {
            (false, true) => Class::Incoming,
            (true, false) => Class::Outgoing,
            (true, true) => Class::Internal,
            (false, false) => Class::External,
        }
    }
}

/// An edge that the rule wanted kept and that is gone, or wanted absent and that is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    pub change: Change,
    /// With places in the text before when [`Change::Lost`], after when [`Change::Gained`].
    pub edge: Edge,
    /// The same edge with both ends normalised: a lost and a gained edge that share an end here share it in the program.
    pub normal: NormalEdge,
    pub severity: Severity,
}

impl Difference {
    pub const fn class(&self) -> Class {
        self.normal.class()
    }
}

/// What the analysis found, lost edges first, each in the order of its model.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verdict {
    pub differences: Vec<Difference>,
}

impl Verdict {
    /// No difference that refuses.
    pub fn passes(&self) -> bool {
        self.refusals().next().is_none()
    }

    pub fn refusals(&self) -> impl Iterator<Item = &Difference> {
        self.differences
            .iter()
            .filter(|d| d.severity == Severity::Refuse)
    }

    pub fn warnings(&self) -> impl Iterator<Item = &Difference> {
        self.differences
            .iter()
            .filter(|d| d.severity == Severity::Warn)
    }
}

/// Compares the model of the program before (`initial`) with that after (`derivative`) the `replacements` were made.
pub fn check(
    initial: &Model,
    derivative: &Model,
    replacements: &Replacements,
    rule: &Rule,
) -> Verdict {
    let initial = Normalised::initial(initial, replacements, rule);
    let derivative = Normalised::derivative(derivative, replacements, rule);
    compare(&initial, &derivative, rule)
}

/// The edges of a model that a rule judges, normalised. [`check`] makes and compares two; apart they can be timed, or
/// one be kept for several comparisons.
#[derive(Clone, Debug)]
pub struct Normalised {
    edges: Vec<(Edge, NormalEdge)>,
    set: FxHashSet<NormalEdge>,
}

impl Normalised {
    /// `inorm` (definition 10).
    pub fn initial(model: &Model, replacements: &Replacements, rule: &Rule) -> Self {
        Self::new(model, rule, |node| replacements.predict(node))
    }

    /// `dnorm` (definition 9).
    pub fn derivative(model: &Model, replacements: &Replacements, rule: &Rule) -> Self {
        Self::new(model, rule, |node| replacements.collapse(node))
    }

    fn new(model: &Model, rule: &Rule, normal: impl Fn(Node) -> Normal) -> Self {
        let mut judged = [false; 26];
        for kind in rule.kinds() {
            judged[index(kind)] = Class::ALL.iter().any(|&class| {
                rule.cell(kind, class)
                    .is_some_and(|cell| cell.relation != Relation::Ignore)
            });
        }
        let edges: Vec<_> = model
            .edges()
            .iter()
            .filter(|e| judged[index(e.kind)])
            .map(|e| {
                let n = NormalEdge {
                    from: normal(e.from),
                    kind: e.kind,
                    to: normal(e.to),
                };
                (*e, n)
            })
            .collect();
        let set = edges.iter().map(|(_, n)| *n).collect();
        Self { edges, set }
    }
}

/// The algorithm of section 6 on two normalised models.
pub fn compare(initial: &Normalised, derivative: &Normalised, rule: &Rule) -> Verdict {
    let mut differences = Vec::new();
    unexpected(initial, derivative, Change::Lost, rule, &mut differences);
    unexpected(derivative, initial, Change::Gained, rule, &mut differences);
    Verdict { differences }
}

fn index(kind: EdgeKind) -> usize {
    kind.letter() as usize - 'A' as usize
}

fn unexpected(
    model: &Normalised,
    other: &Normalised,
    change: Change,
    rule: &Rule,
    found: &mut Vec<Difference>,
) {
    let mut reported = FxHashSet::default();
    for &(edge, normal) in &model.edges {
        if other.set.contains(&normal) {
            continue;
        }
        let Some(cell) = rule.cell(normal.kind, normal.class()) else {
            continue;
        };
        let allowed = match change {
            Change::Lost => cell.relation.may_lose(),
            Change::Gained => cell.relation.may_gain(),
        };
        if !allowed && reported.insert(edge) {
            found.push(Difference {
                change,
                edge,
                normal,
                severity: cell.severity,
            });
        }
    }
}
