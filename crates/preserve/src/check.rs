//! The preservation analysis (section 6) on normalised interval models (section 7.2.3).
//!
//! Linear in the edges of both models; each end costs a search among the replacements of its file. Edges that both models
//! have in the same order are matched by walking side by side, the rest by hash sets.

use crate::model::{Edge, EdgeKind, Model};
use crate::node::{Node, Normal};
use crate::replacement::Replacements;
use crate::rule::{Class, Relation, Rule, Severity};
use reweave_text::FileId;
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
pub struct Normalised<'m> {
    edges: Vec<(&'m Edge, NormalEdge)>,
}

impl<'m> Normalised<'m> {
    /// `inorm` (definition 10).
    pub fn initial(model: &'m Model, replacements: &Replacements, rule: &Rule) -> Self {
        Self::initial_part(model, replacements, rule, |_| true)
    }

    /// Only the edges that start in files that `wanted` says yes to, and those from outside: where a front end knows that the others
    /// cannot differ.
    pub fn initial_part(
        model: &'m Model,
        replacements: &Replacements,
        rule: &Rule,
        wanted: impl Fn(FileId) -> bool,
    ) -> Self {
        Self::new(model, rule, wanted, |node| replacements.predict(node))
    }

    /// `dnorm` (definition 9).
    pub fn derivative(model: &'m Model, replacements: &Replacements, rule: &Rule) -> Self {
        Self::new(model, rule, |_| true, |node| replacements.collapse(node))
    }

    fn new(
        model: &'m Model,
        rule: &Rule,
        wanted: impl Fn(FileId) -> bool,
        normal: impl Fn(Node) -> Normal,
    ) -> Self {
        let mut judged = [false; 26];
        for kind in rule.kinds() {
            judged[index(kind)] = Class::ALL.iter().any(|&class| {
                rule.cell(kind, class)
                    .is_some_and(|cell| cell.relation != Relation::Ignore)
            });
        }
        let mut edges = Vec::new();
        for part in model.parts() {
            if part.file.is_some_and(|file| !wanted(file)) {
                continue;
            }
            let is_wanted = |e: &Edge| match e.from {
                Node::Text(at) => part.file.is_some() || wanted(at.file),
                Node::Outside(_) => true,
            };
            for e in part.edges.iter().filter(|e| judged[index(e.kind)]) {
                if is_wanted(e) {
                    let n = NormalEdge {
                        from: normal(e.from),
                        kind: e.kind,
                        to: normal(e.to),
                    };
                    edges.push((e, n));
                }
            }
        }
        Self { edges }
    }
}

/// The algorithm of section 6 on two normalised models.
pub fn compare(initial: &Normalised<'_>, derivative: &Normalised<'_>, rule: &Rule) -> Verdict {
    let (before, after) = unmatched(&initial.edges, &derivative.edges);
    let mut differences = Vec::new();
    unexpected(
        initial,
        &before,
        derivative,
        Change::Lost,
        rule,
        &mut differences,
    );
    unexpected(
        derivative,
        &after,
        initial,
        Change::Gained,
        rule,
        &mut differences,
    );
    Verdict { differences }
}

/// How far to look for the next edge that both models have in the same order.
const LOOK_AHEAD: usize = 32;

/// The edges, by place, that have no partner when both lists are walked side by side. A front end gives the edges of
/// unchanged code in the same order before and after, so that few are left for the hash sets, which then stay small.
fn unmatched(
    before: &[(&Edge, NormalEdge)],
    after: &[(&Edge, NormalEdge)],
) -> (Vec<usize>, Vec<usize>) {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let (mut i, mut j) = (0, 0);
    while i < before.len() && j < after.len() {
        if before[i].1 == after[j].1 {
            i += 1;
            j += 1;
            continue;
        }
        let ahead = |list: &[(&Edge, NormalEdge)], from: usize, wanted: NormalEdge| {
            let window = list[from..].iter().take(LOOK_AHEAD);
            window.map(|(_, n)| *n).position(|n| n == wanted)
        };
        let skip_after = ahead(after, j, before[i].1);
        let skip_before = ahead(before, i, after[j].1);
        match (skip_after, skip_before) {
            (Some(n), other) if other.is_none_or(|o| n <= o) => {
                right.extend(j..j + n);
                j += n;
            }
            (_, Some(n)) => {
                left.extend(i..i + n);
                i += n;
            }
            _ => {
                left.push(i);
                right.push(j);
                i += 1;
                j += 1;
            }
        }
    }
    left.extend(i..before.len());
    right.extend(j..after.len());
    (left, right)
}

fn index(kind: EdgeKind) -> usize {
    kind.letter() as usize - 'A' as usize
}

/// Of the edges at `suspects`, those that the other model does not have anywhere and that the rule does not expect.
fn unexpected(
    model: &Normalised<'_>,
    suspects: &[usize],
    other: &Normalised<'_>,
    change: Change,
    rule: &Rule,
    found: &mut Vec<Difference>,
) {
    let mut missing: FxHashSet<NormalEdge> = suspects.iter().map(|&i| model.edges[i].1).collect();
    for (_, normal) in &other.edges {
        if missing.is_empty() {
            return;
        }
        missing.remove(normal);
    }
    let mut reported = FxHashSet::default();
    for &i in suspects {
        let (&edge, normal) = model.edges[i];
        if !missing.contains(&normal) {
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
