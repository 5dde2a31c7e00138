//! What is found between two texts, each a file or several after `//- path` lines.

use reweave_detect::{Budget, Report, detect};
use reweave_manual::Fixture;
use reweave_model::Program;
use reweave_text::Interner;
use std::collections::BTreeSet;
use std::sync::Arc;

fn program(text: &str, names: &Arc<Interner>) -> Program {
    let fixture = Fixture::parse(text, "Main.java");
    let files = fixture.files.iter().map(|(p, t)| (p.as_str(), t.as_str()));
    reweave_lang_java::lower_program(files, names)
}

pub fn found(before: &str, after: &str) -> BTreeSet<String> {
    found_within(before, after, &Budget::unlimited())
}

pub fn report(before: &str, after: &str, budget: &Budget<'_>) -> Report {
    let names = Arc::new(Interner::new());
    let (before, after) = (program(before, &names), program(after, &names));
    detect(&before, &after, budget)
}

pub fn found_within(before: &str, after: &str, budget: &Budget<'_>) -> BTreeSet<String> {
    let report = report(before, after, budget);
    report.findings.into_iter().map(|f| f.description).collect()
}
