//! The rules of a project for changes: what a branch has to keep before it is merged.
//!
//! [`Rules`] are what `[gate]` in `reweave.toml` says; [`judge`] holds the commits of a branch, and the branch as a whole, against
//! them. A violation says what is wrong, where, and what to do.

mod formats;

pub use formats::{Format, write};

use crate::note::{COMPARE, SUGGEST};
use crate::{Bucket, Review};
use serde::{Deserialize, Serialize};

/// What a project asks of a change. A rule that is not set is not asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Rules {
    /// A commit whose title says that it refactors must be pure.
    pub refactor_commits_pure: bool,
    /// Warn of a commit that refactors and changes something else.
    pub no_mixed: bool,
    /// The most lines that may be left to read of the whole change.
    pub review_lines: Option<usize>,
    /// The most suggestions that the change may bring.
    pub new_suggestions: Option<usize>,
    /// The most changes of the public API that break clients.
    pub api_breaks: Option<usize>,
}

impl Rules {
    pub const NAMES: [&'static str; 5] = [
        "refactor-commits-pure",
        "no-mixed",
        "review-lines",
        "new-suggestions",
        "api-breaks",
    ];

    pub fn is_empty(self) -> bool {
        self == Self::default()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The gate closes.
    Error,
    Warning,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Violation {
    pub rule: &'static str,
    pub severity: Severity,
    pub message: String,
    /// A file of the change, and a line of its second version, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<(String, u32)>,
}

/// One commit of a branch.
pub struct Commit {
    pub id: String,
    pub title: String,
    pub review: Review,
}

/// Places named in one message; the page has all of them.
const MOST_PLACES: usize = 5;

/// What the commits, and the branch as a whole, break.
pub fn judge(rules: Rules, commits: &[Commit], whole: &Review) -> Vec<Violation> {
    let mut out = Vec::new();
    for commit in commits {
        let is_pure = commit.review.record.pure != Some(false);
        if rules.refactor_commits_pure && says_refactoring(&commit.title) && !is_pure {
            out.push(impure(commit));
        } else if rules.no_mixed && !is_pure && !commit.review.record.findings.is_empty() {
            out.push(mixed(commit));
        }
    }
    let to_read = whole.ledger.to_read().lines();
    if let Some(most) = rules.review_lines.filter(|&most| to_read > most) {
        out.push(Violation {
            rule: "review-lines",
            severity: Severity::Error,
            message: format!(
                "{to_read} lines are left to read after the refactorings are taken out, {most} are allowed; \
                 split the change, or put its refactorings into a branch of their own"
            ),
            place: None,
        });
    }
    out.extend(rules.new_suggestions.and_then(|most| {
        let advice = "perform them (reweave apply --suggestion ID), or put them into the baseline";
        noted(whole, &NEW_SUGGESTIONS, most, advice)
    }));
    out.extend(rules.api_breaks.and_then(|most| {
        let advice = "keep what clients use, deprecated, or release a new major version";
        noted(whole, &API_BREAKS, most, advice)
    }));
    out
}

/// Remarks that a rule counts: the rule, who makes the remarks, what one is called.
struct Counted {
    rule: &'static str,
    source: &'static str,
    what: &'static str,
}

const NEW_SUGGESTIONS: Counted = Counted {
    rule: "new-suggestions",
    source: SUGGEST,
    what: "suggestions come with the change",
};

const API_BREAKS: Counted = Counted {
    rule: "api-breaks",
    source: COMPARE,
    what: "changes of the public API break clients",
};

/// The violation where more remarks of one source stand than are allowed.
fn noted(whole: &Review, counted: &Counted, most: usize, advice: &str) -> Option<Violation> {
    let of_source = || {
        let all = whole.notes.all.iter();
        all.filter(|n| n.source.starts_with(counted.source))
    };
    let count = of_source().count();
    let told: Vec<String> = of_source()
        .take(MOST_PLACES)
        .map(|n| format!("{}:{}: {}", n.path, n.line, n.message))
        .collect();
    let first = of_source().next();
    (count > most).then(|| Violation {
        rule: counted.rule,
        severity: Severity::Error,
        message: format!(
            "{count} {}, {most} are allowed: {}; {advice}",
            counted.what,
            told.join("; ")
        ),
        place: first.map(|n| (n.path.clone(), n.line)),
    })
}

/// Whether a title announces a refactoring: `refactor: …`, `refactor(core): …`, or the word itself in front.
///
/// ```
/// use reweave_review::gate::says_refactoring;
/// assert!(says_refactoring("refactor(core): rename Parser"));
/// assert!(says_refactoring("Refactoring of the parser"));
/// assert!(!says_refactoring("Fix what the refactoring broke"));
/// ```
pub fn says_refactoring(title: &str) -> bool {
    let word: String = title.chars().take_while(|c| c.is_alphanumeric()).collect();
    matches!(
        word.to_lowercase().as_str(),
        "refactor" | "refactored" | "refactors" | "refactoring" | "refactorings"
    )
}

fn impure(commit: &Commit) -> Violation {
    let (places, first) = places(&commit.review);
    Violation {
        rule: "refactor-commits-pure",
        severity: Severity::Error,
        message: format!(
            "{} \"{}\" says that it refactors, and no refactoring explains {places}; move that to a commit of its own, \
             or change the title",
            commit.id, commit.title
        ),
        place: first,
    }
}

fn mixed(commit: &Commit) -> Violation {
    let (places, first) = places(&commit.review);
    let pure = commit.review.rows.iter().filter(|r| r.pure != Some(false));
    let pure: Vec<String> = pure
        .take(MOST_PLACES)
        .map(|r| format!("{} {}", r.kind, r.change))
        .collect();
    Violation {
        rule: "no-mixed",
        severity: Severity::Warning,
        message: format!(
            "{} \"{}\" refactors and changes something else; {} could be a commit before it, and leave {places}",
            commit.id,
            commit.title,
            pure.join(", ")
        ),
        place: first,
    }
}

/// Where something was edited that no refactoring explains, and the first of these places that the second version has.
fn places(review: &Review) -> (String, Option<(String, u32)>) {
    let edits = &review.record.left_over;
    let mut told: Vec<String> = edits
        .iter()
        .filter_map(|e| e.after.as_ref().or(e.before.as_ref()))
        .map(|p| format!("{}:{}", p.path, p.start.line))
        .collect();
    told.dedup();
    let more = told.len().saturating_sub(MOST_PLACES);
    told.truncate(MOST_PLACES);
    if more > 0 {
        told.push(format!("{more} more places"));
    }
    let first = edits.iter().find_map(|e| e.after.as_ref());
    (
        told.join(", "),
        first.map(|p| (p.path.clone(), p.start.line)),
    )
}

/// What a gate tells beside its violations.
pub struct Report<'a> {
    pub violations: &'a [Violation],
    pub commits: &'a [Commit],
    pub whole: &'a Review,
}

impl Report<'_> {
    pub fn is_closed(&self) -> bool {
        self.violations
            .iter()
            .any(|v| v.severity == Severity::Error)
    }

    fn counts(&self) -> impl Iterator<Item = (Bucket, usize)> {
        let ledger = &self.whole.ledger;
        Bucket::ALL
            .into_iter()
            .map(|b| (b, ledger.count(b).lines()))
    }
}
