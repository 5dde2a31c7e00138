//! Precision and recall over labels and reference together: the oracle's scorer counts ([`tally()`]), this weighs and
//! groups what it counted.
//!
//! A few commits hold hundreds of labels, so a commit weighs at most [`MOST`] in the weighted figures: recall with the
//! number of its expected instances, precision with that of its reports. Projects are dealt into [`FOLDS`] by their names.

mod counts;
mod tally;

pub use counts::Counts;
pub use tally::{Case, tally};

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// So many labels of one commit are weighed in full.
pub const MOST: f64 = 10.0;
pub const FOLDS: usize = 5;
/// A project with fewer instances says nothing by itself.
const FEWEST: usize = 30;

/// The types that paper 4 defines, and that its labels have.
pub const PAPER: [&str; 40] = [
    "Change Attribute Type",
    "Change Package",
    "Change Parameter Type",
    "Change Return Type",
    "Change Variable Type",
    "Extract And Move Method",
    "Extract Attribute",
    "Extract Class",
    "Extract Interface",
    "Extract Method",
    "Extract Subclass",
    "Extract Superclass",
    "Extract Variable",
    "Inline Method",
    "Inline Variable",
    "Merge Attribute",
    "Merge Parameter",
    "Merge Variable",
    "Move And Inline Method",
    "Move And Rename Attribute",
    "Move And Rename Class",
    "Move And Rename Method",
    "Move Attribute",
    "Move Class",
    "Move Method",
    "Parameterize Variable",
    "Pull Up Attribute",
    "Pull Up Method",
    "Push Down Attribute",
    "Push Down Method",
    "Rename Attribute",
    "Rename Class",
    "Rename Method",
    "Rename Parameter",
    "Rename Variable",
    "Replace Attribute",
    "Replace Variable With Attribute",
    "Split Attribute",
    "Split Parameter",
    "Split Variable",
];

/// Leaves only the types of the paper.
pub fn only_paper(cases: &mut [Case]) {
    for case in cases {
        case.types.retain(|t, _| PAPER.contains(&t.as_str()));
        case.wrong.retain(|w| PAPER.contains(&w.kind.as_str()));
    }
}

/// The fold of a project: the same on every machine and in every run.
pub fn fold(project: &str) -> usize {
    part(project, FOLDS)
}

/// Which of so many parts a project is dealt into.
pub fn part(project: &str, parts: usize) -> usize {
    // FNV-1a; the standard library's hasher may change between releases.
    let hash = project.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| {
        (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
    });
    // The low bits of FNV depend on few of the bytes.
    usize::try_from((hash >> 32) % parts as u64).expect("a part is a small number")
}

/// The whole report: by type, by project where asked for, by fold, together; the last line is the plain figure.
pub fn report(cases: &[Case], with_projects: bool) -> String {
    let mut out = head("type");
    for (kind, counts) in grouped(cases.iter().flat_map(|c| &c.types)) {
        line(&mut out, &kind, &counts);
    }
    let projects = by_project(cases);
    if with_projects {
        let mut sorted: Vec<_> = projects.iter().collect();
        sorted.sort_by(|a, b| a.1.recall().total_cmp(&b.1.recall()).then(a.0.cmp(b.0)));
        for (project, counts) in sorted {
            line(&mut out, &format!("project {project}"), counts);
        }
    }
    for fold_number in 0..FOLDS {
        let of_fold = cases.iter().filter(|c| fold(c.project()) == fold_number);
        let counts = of_fold.map(Case::counts).sum();
        line(&mut out, &format!("fold {}", fold_number + 1), &counts);
    }
    summary(&mut out, cases, &projects);
    out
}

fn summary(out: &mut String, cases: &[Case], projects: &BTreeMap<&str, Counts>) {
    let say = "writing to a string cannot fail";
    let told = |c: &&Counts| c.expected() > 0;
    let commits: Vec<Counts> = cases.iter().map(Case::counts).collect();
    let (precision, recall) = means(commits.iter());
    let whole = commits
        .iter()
        .filter(told)
        .filter(|c| c.missed == 0)
        .count();
    let with_any = commits.iter().filter(told).count();
    writeln!(
        out,
        "mean of commits: precision {precision:.4} recall {recall:.4}; found whole {whole} of {with_any}"
    )
    .expect(say);
    let (precision, recall) = means(projects.values());
    writeln!(
        out,
        "mean of projects: precision {precision:.4} recall {recall:.4}"
    )
    .expect(say);
    let large = projects.iter().filter(|p| p.1.expected() >= FEWEST);
    if let Some((name, counts)) = large.min_by(|a, b| a.1.recall().total_cmp(&b.1.recall())) {
        writeln!(
            out,
            "worst project of {FEWEST} or more: {name} precision {:.4} recall {:.4}",
            counts.precision(),
            counts.recall()
        )
        .expect(say);
    }
    let (precision, recall) = weighted(&commits);
    writeln!(
        out,
        "at most {MOST} a commit: precision {precision:.4} recall {recall:.4}"
    )
    .expect(say);
    let mut statuses: BTreeMap<&str, usize> = BTreeMap::new();
    for case in cases {
        *statuses.entry(&case.status).or_default() += 1;
    }
    let statuses: Vec<String> = statuses.iter().map(|(s, n)| format!("{n} {s}")).collect();
    writeln!(out, "cases: {}", statuses.join(", ")).expect(say);
    let all: Counts = commits.into_iter().sum();
    writeln!(
        out,
        "TP {} FP {} FN {} precision {:.4} recall {:.4}",
        all.right,
        all.wrong,
        all.missed,
        all.precision(),
        all.recall()
    )
    .expect(say);
}

/// Precision over what reports something, recall over what should.
fn means<'a>(groups: impl Iterator<Item = &'a Counts> + Clone) -> (f64, f64) {
    let mean = |values: Vec<f64>| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let reporting = groups.clone().filter(|c| c.reported() > 0);
    let expecting = groups.filter(|c| c.expected() > 0);
    (
        mean(reporting.map(Counts::precision).collect()),
        mean(expecting.map(Counts::recall).collect()),
    )
}

/// Precision and recall where no commit weighs more than [`MOST`] instances.
pub fn weighted(commits: &[Counts]) -> (f64, f64) {
    let share = |part: usize, of: usize| {
        let weight = (of as f64).min(MOST);
        (weight * part as f64 / of.max(1) as f64, weight)
    };
    let ratio = |pairs: Vec<(f64, f64)>| {
        let (right, all) = pairs.iter().fold((0.0, 0.0), |s, p| (s.0 + p.0, s.1 + p.1));
        if all > 0.0 { right / all } else { 1.0 }
    };
    (
        ratio(
            commits
                .iter()
                .map(|c| share(c.right, c.reported()))
                .collect(),
        ),
        ratio(
            commits
                .iter()
                .map(|c| share(c.right, c.expected()))
                .collect(),
        ),
    )
}

fn by_project(cases: &[Case]) -> BTreeMap<&str, Counts> {
    let mut projects: BTreeMap<&str, Counts> = BTreeMap::new();
    for case in cases {
        *projects.entry(case.project()).or_default() += case.counts();
    }
    projects
}

fn grouped<'a>(types: impl Iterator<Item = (&'a String, &'a Counts)>) -> BTreeMap<String, Counts> {
    let mut out: BTreeMap<String, Counts> = BTreeMap::new();
    for (kind, counts) in types {
        *out.entry(kind.clone()).or_default() += *counts;
    }
    out
}

fn head(what: &str) -> String {
    format!(
        "{what:40}{:>7}{:>7}{:>7}{:>8}{:>8}\n",
        "TP", "FP", "FN", "prec", "recall"
    )
}

fn line(out: &mut String, name: &str, counts: &Counts) {
    writeln!(
        out,
        "{name:40}{:7}{:7}{:7}{:8.3}{:8.3}",
        counts.right,
        counts.wrong,
        counts.missed,
        counts.precision(),
        counts.recall()
    )
    .expect("writing to a string cannot fail");
}

#[cfg(test)]
mod tests {
    use super::{Counts, FOLDS, fold, weighted};

    #[test]
    fn a_commit_weighs_at_most_ten() {
        let giant = Counts {
            right: 100,
            wrong: 0,
            missed: 0,
        };
        let small = Counts {
            right: 0,
            wrong: 0,
            missed: 10,
        };
        let (precision, recall) = weighted(&[giant, small]);
        assert!((precision - 1.0).abs() < 1e-9);
        assert!((recall - 0.5).abs() < 1e-9, "{recall}");
    }

    #[test]
    fn projects_are_dealt_into_all_folds() {
        let names = [
            "netty", "hive", "neo4j", "okhttp", "jgit", "flink", "camel", "drill",
        ];
        let folds: std::collections::BTreeSet<usize> = names.iter().map(|n| fold(n)).collect();
        assert!(folds.len() >= FOLDS - 1, "{folds:?}");
        assert!(folds.iter().all(|f| *f < FOLDS));
    }
}
