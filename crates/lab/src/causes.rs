//! `cargo xtask causes`: at which stage detection lost what it misses, by type.
//!
//! Projects are dealt by their names into those whose misses are only counted (three of four) and those that `--look`
//! lists, so that rules are made by the causes of many commits and read in few.

use crate::yardstick::{self, Case};
use crate::{release, trial};
use anyhow::Result;
use reweave_detect::Paired;
use reweave_detect::score::{Judge, Judged, Tables};
use std::collections::{BTreeMap, BTreeSet};

#[derive(clap::Args)]
pub struct Args {
    /// List the misses of the projects that may be read, with their causes
    #[arg(long)]
    look: bool,
    /// All types, not only the paper's
    #[arg(long)]
    all: bool,
}

/// Of so many projects one may be read.
const PARTS: usize = 4;

pub fn run(args: &Args) -> Result<()> {
    if release::handed_over()? {
        return Ok(());
    }
    let trial = trial::run(&|_| Judge::new(Tables::shipped(), true))?;
    let Some(mut trial) = trial else {
        println!("SKIPPED: no ../shared beside the project or no python3, so nothing was counted");
        return Ok(());
    };
    if !args.all {
        yardstick::only_paper(&mut trial.cases);
    }
    let mut counts: BTreeMap<&str, Lost<'_>> = BTreeMap::new();
    for case in &trial.cases {
        let looked_at = yardstick::part(case.project(), PARTS) == 0;
        let way = Way {
            judged: trial.kept.get(&case.id).map_or(&[], |k| k),
            paired: trial.paired.get(&case.id),
        };
        for (kind, description) in missed(case) {
            let cause = way.cause(description);
            if looked_at && args.look {
                println!("{cause}\t{}\t{description}", case.id);
            }
            if !looked_at {
                let lost = counts.entry(cause).or_default();
                lost.commits.insert(&case.id);
                *lost.types.entry(kind).or_default() += 1;
            }
        }
    }
    for (cause, lost) in counts {
        let misses: usize = lost.types.values().sum();
        println!("{misses:5} in {:3} commits: {cause}", lost.commits.len());
        for (kind, n) in lost.types {
            println!("{n:9} {kind}");
        }
    }
    Ok(())
}

/// What was lost at one stage: in which commits, and how many of each type.
#[derive(Default)]
struct Lost<'t> {
    commits: BTreeSet<&'t str>,
    types: BTreeMap<&'t str, usize>,
}

fn missed(case: &Case) -> impl Iterator<Item = (&str, &str)> {
    let missed = case.wrong.iter().filter(|w| w.how == "missed");
    missed.map(|w| (w.kind.as_str(), w.description.as_str()))
}

/// What detection did in one case.
struct Way<'t> {
    judged: &'t [Judged],
    paired: Option<&'t Paired>,
}

impl Way<'_> {
    /// Where the finding was lost.
    fn cause(&self, description: &str) -> &'static str {
        let same = |text: &str| squeezed(text) == squeezed(description);
        if self.judged.iter().any(|j| same(&j.description)) {
            return "judged, and not taken";
        }
        let Some(method) = method(description) else {
            return "never a candidate";
        };
        let Some(paired) = self.paired else {
            return "nothing is known of the case";
        };
        let is = |text: &String| squeezed(text) == method;
        if paired.methods.iter().any(|(_, new)| is(new)) {
            "in a paired method, never a candidate"
        } else if paired.transfers.iter().any(|(old, new)| is(old) || is(new)) {
            "in moved code, never a candidate"
        } else {
            "its method is not paired"
        }
    }
}

/// The method that a finding stands in, as [`Paired`] words it.
fn method(description: &str) -> Option<String> {
    let (_, place) = description.split_once(" in method ")?;
    let (method, class) = place
        .rsplit_once(" from class ")
        .or_else(|| place.rsplit_once(" in class "))?;
    Some(squeezed(&format!("{method} in class {class}")))
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use super::{Way, method};
    use reweave_detect::Paired;

    #[test]
    fn a_variable_is_lost_with_its_method() {
        let description = "Rename Variable a : int to b : int in method package f(x List<A,B>) : void from class p.C";
        assert_eq!(
            method(description).as_deref(),
            Some("packagef(xList<A,B>):voidinclassp.C")
        );
        let named = "package f(x List<A,B>) : void in class p.C".to_owned();
        let paired = Paired {
            methods: vec![(named.clone(), named)],
            ..Paired::default()
        };
        let way = |paired| Way {
            judged: &[],
            paired: Some(paired),
        };
        let nothing = Paired::default();
        assert_eq!(
            way(&paired).cause(description),
            "in a paired method, never a candidate"
        );
        assert_eq!(way(&nothing).cause(description), "its method is not paired");
    }
}
