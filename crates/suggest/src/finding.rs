//! What is reported.

use crate::align::Correspondence;
use crate::candidates::Candidate;
use crate::code::Place;
use crate::duplicates::Duplicate;
use crate::side::Side;
use reweave_text::Symbol;
use reweave_vectors::{MethodId, Variant};
use std::sync::Arc;

/// The score of what only vectors say: less than of anything that structure confirms.
const UNCONFIRMED: f64 = 0.25;

/// Code that could be refactored as other code has been.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The number of the type in [`crate::Types::all`].
    pub kind: usize,
    pub missed: Side,
    /// The code that shows how.
    pub example: Side,
    /// What the example calls where the missed place has the code itself.
    pub callees: Vec<MethodId>,
    /// The part of both sides that corresponds, from 0 to 1.
    pub score: f64,
    pub evidence: Vec<Correspondence>,
    /// Statements that the refactoring would take out of the missed place.
    pub saved: Vec<Place>,
    /// The field that the missed place uses where the example asks a getter.
    pub field: Option<Symbol>,
    /// Where both sides are copies of one another: which statements, and what to do.
    pub duplicate: Option<Arc<Duplicate>>,
    /// The number of the copy in the duplicate that the missed place is.
    pub copy: usize,
}

impl Finding {
    /// The findings of a group of duplicates: each copy, with the first place as the example.
    pub fn of_duplicate(duplicate: &Arc<Duplicate>, kind: usize) -> Vec<Self> {
        let side = |method| Side {
            method,
            variant: Variant::Base,
        };
        let copies = duplicate.copies.iter().enumerate();
        copies
            .map(|(copy, c)| Self {
                kind,
                missed: side(c.place.method),
                example: side(duplicate.first.method),
                callees: Vec::new(),
                score: c.difference.likeness(duplicate.weight),
                evidence: c.evidence.clone(),
                saved: c.evidence.iter().map(|e| e.missed).collect(),
                field: None,
                duplicate: Some(Arc::clone(duplicate)),
                copy,
            })
            .collect()
    }

    /// A candidate that vectors found and structure did not confirm.
    pub fn unconfirmed(candidate: &Candidate, kind: usize) -> Self {
        Self {
            kind,
            missed: candidate.query,
            example: candidate.answer,
            callees: Vec::new(),
            score: UNCONFIRMED,
            evidence: Vec::new(),
            saved: Vec::new(),
            field: None,
            duplicate: None,
            copy: 0,
        }
    }

    /// The same pair, with the other side as the missed one.
    #[must_use]
    pub fn turned(mut self) -> Self {
        std::mem::swap(&mut self.missed, &mut self.example);
        for c in &mut self.evidence {
            std::mem::swap(&mut c.missed, &mut c.example);
        }
        self.saved.clear();
        self
    }

    /// The n of an n-way extraction (paper 3, section 2).
    pub fn ways(&self) -> usize {
        self.callees.len()
    }
}
