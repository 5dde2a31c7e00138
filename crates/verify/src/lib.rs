//! Findings of `detect`, verified by performing them.
//!
//! [`verify`] takes a change and its record. Each finding that the engine can perform (`requests`) is performed on the
//! version before, alone; the tokens that this changes are looked up in the version after (`compare`), where names that
//! other findings changed count as the same. Classes that are new and get members are there, empty, before (`new_types`).
//! What is there as performed is verified; the lines that are not are told. The
//! refactoring is performed on the files that the change touches, whatever the check would say of it: whether the authors
//! kept behaviour is not asked here, only whether they did this.

mod alignment;
mod compare;
mod declared;
mod new_types;
mod requests;
mod tokens;

use alignment::Alignments;
use rayon::prelude::*;
use reweave_change::{Change, Finding, Limits, Performed, Record};
use reweave_classpath::ClassPath;
use reweave_languages::LANGUAGES;
use reweave_refactor::{AnyLanguage, AnySession, Around};
use reweave_text::Sources;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

/// Tells of each finding what came of performing it. It is pure where all that it names reads as performed; where none of its edits
/// is in the version after, it is half as likely as it was.
pub fn verify(change: &Change, record: &mut Record, limits: &Limits<'_>) {
    if limits.are_over() {
        return;
    }
    let after = sources(&change.after);
    let before = new_types::with(&sources(&change.before), &after, &record.findings);
    let programs = programs(&before);
    let alignments = Alignments::new(&before, &after, &record.findings);
    let deadline = limits.deadline;
    let is_over = || deadline.is_some_and(|d| Instant::now() >= d);
    let one = |finding: &Finding| perform(&programs, finding, &alignments, &is_over);
    let all: Vec<(Performed, bool)> = record.findings.par_iter().map(one).collect();
    for (finding, (performed, is_all)) in record.findings.iter_mut().zip(all) {
        if is_all {
            finding.pure = finding.pure.map(|_| true);
        }
        if performed == Performed::Contradicted {
            finding.confidence = Some(finding.confidence.unwrap_or(100) / 2);
        }
        finding.performed = Some(performed);
    }
}

/// Whether findings of a type can be performed.
pub fn is_performable(kind: &str) -> bool {
    requests::of(kind).is_some()
}

fn sources(files: &[reweave_change::Source]) -> Sources {
    Sources::new(files.iter().map(|f| (f.path.as_str(), f.text.as_str())))
}

/// The version before as a program of each language that it has files of.
fn programs(before: &Sources) -> Vec<Program> {
    let of = |language: &'static dyn AnyLanguage| {
        let own = before.iter().filter(|(_, f)| language.handles(&f.path));
        let own = Sources::new(own.map(|(_, f)| (f.path.clone(), f.text.clone())));
        let any = own.iter().next().is_some();
        any.then(|| Program {
            language,
            session: language.open_within(own, around()),
        })
    };
    LANGUAGES.iter().filter_map(|l| of(*l)).collect()
}

/// What every program stands on: the classes of the platform, as they are built in. A commit does not tell its class path.
fn around() -> Around {
    static PLATFORM: LazyLock<Arc<ClassPath>> =
        LazyLock::new(|| Arc::new(ClassPath::with_jdk(&[], None)));
    Around {
        classes: Arc::clone(&PLATFORM) as _,
        ..Around::default()
    }
}

pub(crate) struct Program {
    language: &'static dyn AnyLanguage,
    session: Box<dyn AnySession>,
}

/// What came of performing a finding, and whether nothing else was done where it was.
fn perform(
    programs: &[Program],
    finding: &Finding,
    alignments: &Alignments,
    is_over: &(dyn Fn() -> bool + Sync),
) -> (Performed, bool) {
    let not = |why: &str| (Performed::Not { why: why.into() }, false);
    let Some(make) = requests::of(&finding.kind) else {
        return not("no refactoring of the engine does this");
    };
    if is_over() {
        return not("the time for the change was over");
    }
    let path = finding.left.first().or(finding.right.first());
    let program = path.and_then(|p| programs.iter().find(|one| one.language.handles(&p.path)));
    let Some(program) = program else {
        return not("the version before has no file of its language");
    };
    let sources = program.session.sources();
    let Some(request) = make(&requests::Given {
        finding,
        sources,
        alignments,
    }) else {
        return not("the version before does not tell where and how");
    };
    if !program.language.has(&request.refactoring) {
        return not("no refactoring of the engine does this");
    }
    match program.session.apply_until(&request, &|| is_over()) {
        Err(why) => not(&why.message),
        Ok(outcome) if !outcome.was_made() => {
            let why = outcome.conflicts.first().map(|c| c.message.clone());
            not(&why.unwrap_or_default())
        }
        Ok(outcome) => {
            let performed = compare::compare(&outcome, alignments);
            let is_verified = performed == Performed::Verified;
            let is_all = is_verified && compare::is_all(&outcome, alignments, finding);
            (performed, is_all)
        }
    }
}
