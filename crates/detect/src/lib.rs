//! Which refactorings lie between two versions of a program.
//!
//! [`detect`] takes two [`Program`]s that share one interner, as the files that a commit removed, changed or added,
//! and gives a [`Report`]: findings in a fixed order, each with its places on both sides and its evidence.

#![allow(
    clippy::too_many_lines,
    reason = "five functions that weigh a candidate as a whole are still to be cut"
)]

mod beyond;
mod bodyless;
mod calls;
mod class_likeness;
mod class_match;
mod class_merge;
mod class_methods;
mod class_text;
mod code;
mod condition;
mod context;
mod declared;
mod describe;
mod diff;
mod emit;
mod expression_type;
mod families;
mod family;
mod hierarchy;
mod inner;
pub mod manual;
mod members;
mod moved_attributes;
mod moves;
mod overload;
mod placed;
mod places;
mod purity;
mod receiver;
mod relation;
mod report;
mod returned;
pub mod score;
mod signature_change;
mod source;
mod trace;
mod transfer;
mod transfer_evidence;
mod value_evidence;
mod variable_evidence;
mod variables;
mod view;

pub use families::RefactoringType;
pub use report::{
    ElementKind, Evidence, Finding, LeftOver, Location, Replaced, Report, Side, Status, Weighed,
};
pub use reweave_matching::Budget;
pub use source::{FileSource, NoFiles};
pub use trace::{Paired, Trace};

use reweave_model::Program;
use score::{Judge, Tables};
use transfer::Way;

/// Everything between `before` and `after`, until the budget is over.
pub fn detect(before: &Program, after: &Program, budget: &Budget<'_>) -> Report {
    detect_with(before, after, &NoFiles, budget)
}

/// Like [`detect`], where files that the change did not touch can be read.
pub fn detect_with(
    before: &Program,
    after: &Program,
    untouched: &dyn FileSource,
    budget: &Budget<'_>,
) -> Report {
    let judge = Judge::new(Tables::shipped(), false);
    judged(before, after, untouched, budget, judge).0
}

/// Like [`detect`] by another judge, with what it judged and paired on the way.
pub fn candidates(
    before: &Program,
    after: &Program,
    judge: Judge<'_>,
    budget: &Budget<'_>,
) -> (Report, Trace) {
    judged(before, after, &NoFiles, budget, judge)
}

fn judged(
    before: &Program,
    after: &Program,
    untouched: &dyn FileSource,
    budget: &Budget<'_>,
    judge: Judge<'_>,
) -> (Report, Trace) {
    let mut diff = diff::Diff::new(before, after, untouched, budget, judge);
    let (reached, moved) = pair_elements(&mut diff);
    let (mut findings, edits) = if reached == Stage::All {
        findings(&diff, &moved)
    } else {
        (cut_short(&diff, reached), purity::Edits::default())
    };
    findings.retain(|f| is_reported(&diff, f));
    findings.sort_by(|a, b| (a.kind, &a.description).cmp(&(b.kind, &b.description)));
    findings.dedup_by(|a, b| a.kind == b.kind && a.description == b.description);
    for finding in &mut findings {
        finding.weighed = diff.judge.weighed(&finding.description);
    }
    let status = if budget.look() {
        Status::Timeout
    } else {
        Status::Complete
    };
    let report = Report {
        findings,
        left_over: edits.left_over,
        explained: edits.explained,
        status,
    };
    let paired = diff.judge.keeps().then(|| Paired::of(&diff));
    let trace = Trace {
        judged: diff.judge.into_kept(),
        paired: paired.unwrap_or_default(),
    };
    (report, trace)
}

/// Whether the languages that a finding is about know what its type is about.
fn is_reported(diff: &diff::Diff<'_>, finding: &Finding) -> bool {
    let (old, new) = (&finding.left, &finding.right);
    let before = old.iter().map(|p| diff.before.tree(p.file).dialect());
    let after = new.iter().map(|p| diff.after.tree(p.file).dialect());
    let name = finding.kind.name();
    before.chain(after).all(|d| d.facts.reports(name))
}

/// How far the pairing came before the budget was over; what a stage paired, later ones leave as it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
enum Stage {
    #[default]
    Nothing,
    Types,
    Members,
    /// Code that was extracted or inlined inside its class.
    InPlace,
    All,
}

/// The order of the paper's rule table: what does not move code, what moves it inside a class, what moves it between
/// classes, what moves it to new ones.
fn pair_elements(diff: &mut diff::Diff<'_>) -> (Stage, moves::Moved) {
    let mut way = Passed::default();
    class_match::match_types(diff);
    way.pass(Stage::Types, diff);
    members::match_members(diff);
    inner::match_inner(diff, 0);
    way.pass(Stage::Members, diff);
    transfer::find(diff, 0, Way::Extracted, false);
    transfer::find(diff, 0, Way::Inlined, false);
    way.pass(Stage::InPlace, diff);
    let in_place = diff.methods.len();
    let moved = moves::find(diff);
    inner::match_inner(diff, in_place);
    transfer::find(diff, in_place, Way::Extracted, false);
    transfer::find(diff, in_place, Way::Inlined, false);
    transfer::find(diff, 0, Way::Extracted, true);
    transfer::find(diff, 0, Way::Inlined, true);
    way.pass(Stage::All, diff);
    way.forget_the_rest(diff);
    (way.stage, moved)
}

/// The last stage that was passed in time, and how much was known there.
#[derive(Default)]
struct Passed {
    stage: Stage,
    methods: usize,
    extracted: usize,
    inlined: usize,
}

impl Passed {
    fn pass(&mut self, stage: Stage, diff: &diff::Diff<'_>) {
        if !diff.budget.look() {
            *self = Self {
                stage,
                methods: diff.methods.len(),
                extracted: diff.extracted.len(),
                inlined: diff.inlined.len(),
            };
        }
    }

    /// What a stage found until it was cut short may rest on bodies that were half compared.
    fn forget_the_rest(&self, diff: &mut diff::Diff<'_>) {
        diff.methods.truncate(self.methods);
        diff.extracted.truncate(self.extracted);
        diff.inlined.truncate(self.inlined);
    }
}

/// What half a pairing tells for certain: later stages may take variables and what is left over for something else.
fn cut_short(diff: &diff::Diff<'_>, reached: Stage) -> Vec<Finding> {
    let mut out = Vec::new();
    if reached >= Stage::Types {
        families::class::find(diff, &mut out);
        families::type_kind::find(diff, &mut out);
    }
    if reached >= Stage::Members {
        let moved = moves::Moved::default();
        families::method::find(diff, &moved, &mut out);
        families::thrown::find(diff, &mut out);
        let declarations = declared::Declarations::of(diff, &[], &[], &[], &moved);
        families::annotation::find(diff, &declarations, &mut out);
        families::modifier::find(diff, &declarations, &mut out);
        families::access::find(diff, &declarations, &mut out);
    }
    if reached >= Stage::InPlace {
        families::extraction::find(diff, &mut out);
    }
    out
}

/// Findings of one family after the other, until the budget is over: what a family has found until then may be half
/// of what it compared, and is left out.
struct Gathered<'b> {
    budget: &'b Budget<'b>,
    out: Vec<Finding>,
}

impl Gathered<'_> {
    fn add(&mut self, family: impl FnOnce(&mut Vec<Finding>)) {
        let known = self.out.len();
        if self.budget.look() {
            return;
        }
        family(&mut self.out);
        if self.budget.look() {
            self.out.truncate(known);
        }
    }
}

fn findings(diff: &diff::Diff<'_>, moved: &moves::Moved) -> (Vec<Finding>, purity::Edits) {
    let mut found = Gathered {
        budget: diff.budget,
        out: Vec::new(),
    };
    found.add(|out| families::class::find(diff, out));
    found.add(|out| families::package::find(diff, out));
    found.add(|out| families::hierarchy::find(diff, moved, out));
    found.add(|out| families::method::find(diff, moved, out));
    found.add(|out| families::extraction::find(diff, out));
    let contexts = context::contexts(diff);
    let renamed_attrs = families::attribute::renamed(diff, &contexts);
    let renames: Vec<_> = contexts
        .iter()
        .map(|c| variable_evidence::renamed(diff, c, &renamed_attrs))
        .collect();
    found.add(|out| families::attribute::find(diff, &renamed_attrs, moved, out));
    found.add(|out| families::attribute_use::find(diff, &contexts, &renamed_attrs, out));
    found.add(|out| families::parameter::find(diff, &contexts, &renames, out));
    found.add(|out| families::merge_split::find(diff, &contexts, out));
    found.add(|out| families::variable::find(diff, &contexts, &renames, out));
    found.add(|out| families::variable_extract::find(diff, &contexts, &renames, out));
    beyond::find(diff, &contexts, &renames, &renamed_attrs, moved, &mut found);
    let mut out = found.out;
    places::complete(diff, &contexts, moved, &mut out);
    let edits = purity::judge(diff, &contexts, &mut out);
    (out, edits)
}
