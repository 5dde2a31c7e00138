//! What was done in the past of a repository, as examples of what could be done elsewhere.

use crate::seek::{Changed, detect};
use crate::{ProjectError, Watch};
use reweave_advise::{Report, Rules};
use reweave_change::{Finding, Place};
use reweave_git::{Base, Id, Local, Merges, Repo, Selection};
use reweave_text::Part;
use std::collections::BTreeMap;
use std::path::Path;

/// Examples that are searched for; each is a search of its own over the whole code base.
const MOST_EXAMPLES: usize = 24;

/// Types of `detect`, and those of `suggest` that say the same of code where it was not done.
const SAME: &[(&str, &str)] = &[
    ("Extract Variable", "Introduce Explaining Variable"),
    ("Inline Variable", "Inline Temp"),
    ("Invert Condition", "Reverse Conditional"),
    ("Extract And Move Method", "Extract Shared Method"),
    ("Encapsulate Attribute", "Self Encapsulate Field"),
];

/// What was done in a range of commits.
#[derive(Debug, Default)]
pub struct Past {
    /// How often, by type.
    pub done: BTreeMap<String, usize>,
    /// Examples by name: the type, and the commit that it was done in.
    pub examples: Vec<(String, Rules)>,
}

/// Looks at a range of commits of the repository around `root`.
pub fn past(root: &Path, range: &str, watch: Watch<'_>) -> Result<Past, ProjectError> {
    let range = match range.strip_suffix("..") {
        Some(from) => format!("{from}..HEAD"),
        None => range.to_owned(),
    };
    let refused = |e: reweave_git::GitError| ProjectError::Request(e.to_string());
    let repo = Repo::open(root).map_err(refused)?;
    let local = repo.local();
    let is_range = range.contains("..");
    let merges = if is_range {
        Merges::Skip
    } else {
        Merges::FirstParent
    };
    let selection = Selection::Revision(range.clone());
    let steps = local.history(&selection, merges).map_err(refused)?.steps;
    let what = if is_range {
        Changed::Range(range)
    } else {
        Changed::Commit(range)
    };
    let mut past = Past::default();
    for sought in detect(root, &what, watch)? {
        let step = steps
            .iter()
            .find(|s| Some(s.commit.to_string()) == sought.commit);
        for finding in &sought.record.findings {
            *past.done.entry(finding.kind.clone()).or_default() += 1;
            let Some(step) = step else { continue };
            let Base::Parent(before) = &step.base else {
                continue;
            };
            let sides = [*before, step.commit];
            if past.examples.len() < MOST_EXAMPLES
                && let Some(rules) = example(finding, &local, sides)
            {
                past.examples.push(rules);
            }
        }
    }
    Ok(past)
}

/// A finding that changed one method, as an example; none where nothing can be learned from it.
fn example(finding: &Finding, local: &Local, [before, after]: [Id; 2]) -> Option<(String, Rules)> {
    let old = methods(&finding.left, local, before);
    let new = methods(&finding.right, local, after);
    if old.is_empty() || new.is_empty() {
        return None;
    }
    let mut commit = after.to_string();
    commit.truncate(8);
    let name = format!("{} as in {commit}", finding.kind);
    let mut rules = Rules::named(&name);
    rules.add(in_class(&old), in_class(&new));
    rules.check().ok()?;
    Some((name, rules))
}

/// The texts of the methods that a finding names on one side, the one that was changed first.
fn methods(places: &[Place], local: &Local, commit: Id) -> Vec<String> {
    let mut all: Vec<&Place> = places
        .iter()
        .filter(|p| p.element == "METHOD_DECLARATION")
        .collect();
    // The method that a part was taken out of comes before the part.
    all.sort_by_key(|p| p.role.starts_with("extracted"));
    let mut texts: Vec<String> = Vec::new();
    for place in all {
        let source = local.file_at(commit, &place.path);
        let text = source.map(|s| {
            s.text
                .part(place.start.byte as usize..place.end.byte as usize)
                .to_owned()
        });
        texts.extend(text.filter(|t| !texts.contains(t)));
    }
    texts
}

fn in_class(methods: &[String]) -> String {
    format!("class Sample {{\n{}\n}}\n", methods.join("\n"))
}

impl Past {
    /// How often a type of suggestion was done.
    pub fn count(&self, kind: &str) -> usize {
        let plain = kind.split(" as in ").next().unwrap_or(kind);
        let own = self.done.get(plain).copied().unwrap_or(0);
        let others = SAME.iter().filter(|(_, suggested)| *suggested == plain);
        own + others
            .map(|(done, _)| self.done.get(*done).copied().unwrap_or(0))
            .sum::<usize>()
    }

    /// Puts first what this team does: the worth of a suggestion grows with how often its type was done.
    pub fn rank(&self, report: &mut Report) {
        for suggestion in &mut report.suggestions {
            suggestion.worth *= 1.0 + (self.count(&suggestion.kind) as f64).ln_1p();
        }
        let mut of_group: BTreeMap<usize, f64> = BTreeMap::new();
        for s in &report.suggestions {
            let best = of_group.entry(s.group).or_default();
            *best = best.max(s.worth);
        }
        report.suggestions.sort_by(|a, b| {
            let worth = |group: &usize| of_group.get(group).copied().unwrap_or_default();
            worth(&b.group)
                .total_cmp(&worth(&a.group))
                .then(a.group.cmp(&b.group))
        });
    }

    /// A line for each type that was done and of which places are left.
    pub fn told(&self, report: &Report) -> Vec<String> {
        let mut left: BTreeMap<&str, usize> = BTreeMap::new();
        for s in &report.suggestions {
            *left
                .entry(s.kind.split(" as in ").next().unwrap_or(&s.kind))
                .or_default() += 1;
        }
        let times = |n: usize, one: &str, more: &str| {
            if n == 1 {
                one.to_owned()
            } else {
                format!("{n} {more}")
            }
        };
        left.into_iter()
            .filter(|(kind, _)| self.count(kind) > 0)
            .map(|(kind, places)| {
                format!(
                    "{kind} was done {}; {} left",
                    times(self.count(kind), "once", "times"),
                    times(places, "1 place is", "places are"),
                )
            })
            .collect()
    }
}
