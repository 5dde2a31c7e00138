//! What decides: every decision about candidates has its evidence, a plain struct of numbers, and one score that is learned.
//!
//! The score is a sum of small trees ([`Ensemble`]), in thousandths of log-odds, so that it is also a probability. The
//! tables are written by `cargo xtask train` and compiled in; nothing is learned or read at run time.

mod ensemble;
mod gate;

pub use ensemble::{Ensemble, Question, TableError, Tree};
pub use gate::Gate;

use crate::report::Weighed;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::LazyLock;

/// What one score decides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Decision {
    /// A local variable that one version has, and its value in the other: extracted or inlined.
    Value,
    /// Two variables that stand for each other.
    Variable,
    /// A method and a new or vanished one that it calls: code extracted or inlined.
    Transfer,
    /// Two methods of one class with different names.
    Method,
    /// Two methods of different classes.
    Move,
}

impl Decision {
    pub const ALL: [Self; 5] = [
        Self::Value,
        Self::Variable,
        Self::Transfer,
        Self::Method,
        Self::Move,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Variable => "variable",
            Self::Transfer => "transfer",
            Self::Method => "method",
            Self::Move => "move",
        }
    }

    /// What the evidence of the family consists of, in order.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Self::Value => crate::value_evidence::ValueEvidence::NAMES,
            Self::Variable => crate::variable_evidence::VariableEvidence::NAMES,
            Self::Transfer => crate::transfer_evidence::TransferEvidence::NAMES,
            Self::Method => crate::signature_change::MethodEvidence::NAMES,
            Self::Move => crate::moves::MoveEvidence::NAMES,
        }
    }

    const fn text(self) -> &'static str {
        match self {
            Self::Value => include_str!("tables/value.txt"),
            Self::Variable => include_str!("tables/variable.txt"),
            Self::Transfer => include_str!("tables/transfer.txt"),
            Self::Method => include_str!("tables/method.txt"),
            Self::Move => include_str!("tables/move.txt"),
        }
    }
}

/// Declares the evidence of a decision: a struct of numbers that knows their names.
macro_rules! evidence {
    ($(#[$doc:meta])* $name:ident { $($(#[$what:meta])* $field:ident,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub struct $name {
            $($(#[$what])* pub $field: i32,)*
        }

        impl $name {
            pub const NAMES: &'static [&'static str] = &[$(stringify!($field)),*];

            pub fn values(&self) -> Vec<i32> {
                vec![$(self.$field),*]
            }
        }
    };
}
pub(crate) use evidence;

/// A count as evidence.
pub(crate) fn count(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// The score of every family; by default none, so that the plain rules decide.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    all: [Ensemble; Decision::ALL.len()],
}

static SHIPPED: LazyLock<Tables> = LazyLock::new(|| Tables {
    // A table that cannot be read decides nothing; a test reads them all.
    all: Decision::ALL.map(|f| Ensemble::parse(f.text(), f.names()).unwrap_or_default()),
});

impl Tables {
    /// Those that are compiled in.
    pub fn shipped() -> &'static Self {
        &SHIPPED
    }

    /// The same with another table for one decision.
    #[must_use]
    pub fn with(&self, decision: Decision, table: Ensemble) -> Self {
        let mut all = self.all.clone();
        all[decision as usize] = table;
        Self { all }
    }

    pub fn of(&self, decision: Decision) -> &Ensemble {
        &self.all[decision as usize]
    }
}

/// A candidate, what speaks for it, and how it was judged.
#[derive(Clone, Debug)]
pub struct Judged {
    pub decision: Decision,
    /// What would be reported.
    pub description: String,
    /// In the order of [`Decision::names`].
    pub evidence: Vec<i32>,
    /// How likely it is, in percent.
    pub chance: u8,
    pub taken: bool,
}

/// Decides candidates, and keeps what it decided where that is asked for.
pub struct Judge<'a> {
    tables: &'a Tables,
    off: Option<Gate>,
    /// What was taken, by what would be reported of it.
    taken: RefCell<FxHashMap<String, Weighed>>,
    kept: Option<RefCell<Vec<Judged>>>,
}

/// What was decided of a candidate: better ones have more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Verdict {
    /// Thousandths of log-odds; 0 where the plain rule decided.
    pub score: i32,
    pub taken: bool,
}

impl<'a> Judge<'a> {
    pub fn new(tables: &'a Tables, keep: bool) -> Self {
        Self {
            tables,
            off: None,
            taken: RefCell::default(),
            kept: keep.then(RefCell::default),
        }
    }

    /// The same with one condition less.
    #[must_use]
    pub fn without(self, gate: Gate) -> Self {
        Self {
            off: Some(gate),
            ..self
        }
    }

    /// What a condition says; `otherwise` where it is switched off.
    pub fn asks(&self, gate: Gate, condition: bool, otherwise: bool) -> bool {
        if self.off == Some(gate) {
            otherwise
        } else {
            condition
        }
    }

    pub fn decide(
        &self,
        decision: Decision,
        evidence: Vec<i32>,
        rule: bool,
        description: impl FnOnce() -> String,
    ) -> Verdict {
        let table = self.tables.of(decision);
        let score = table.score(&evidence);
        let sure = score >= table.sure && !table.is_empty();
        let least = table.is_empty() || score >= table.least;
        let verdict = Verdict {
            score: if sure { score } else { 0 },
            taken: sure || rule && least,
        };
        let told = verdict.taken && !table.is_empty();
        if !told && self.kept.is_none() {
            return verdict;
        }
        let description = description();
        if told {
            let names = decision.names().iter().copied();
            let numbers = names.zip(evidence.iter().copied());
            let weighed = Weighed {
                confidence: Ensemble::percent(score),
                numbers: numbers.filter(|(_, n)| *n != 0).collect(),
            };
            let mut taken = self.taken.borrow_mut();
            // The same finding may rest on several pairs of bodies: the best counts.
            match taken.get(&description) {
                Some(known) if known.confidence >= weighed.confidence => {}
                _ => drop(taken.insert(description.clone(), weighed)),
            }
        }
        if let Some(kept) = &self.kept {
            kept.borrow_mut().push(Judged {
                decision,
                description,
                evidence,
                chance: Ensemble::percent(score),
                taken: verdict.taken,
            });
        }
        verdict
    }

    /// What the score said of a finding that it took.
    pub fn weighed(&self, description: &str) -> Option<Weighed> {
        self.taken.borrow().get(description).cloned()
    }

    /// Whether what it decides is kept.
    pub const fn keeps(&self) -> bool {
        self.kept.is_some()
    }

    pub fn into_kept(self) -> Vec<Judged> {
        self.kept.map_or_else(Vec::new, RefCell::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{Decision, Ensemble};

    #[test]
    fn every_table_reads_and_decides() {
        for decision in Decision::ALL {
            let table = Ensemble::parse(decision.text(), decision.names());
            let table = table.unwrap_or_else(|e| panic!("{}: {e}", decision.name()));
            assert!(!table.is_empty(), "{} has no trees", decision.name());
        }
    }
}
