//! `cargo xtask ablate`: what each condition of detection is good for.
//!
//! One gate after the other is switched off, and all oracles are detected again. A condition is held up by the commits
//! in which fewer findings are right, or more are wrong, without it; one that few commits of few projects hold up was
//! made for these few.

use crate::yardstick::{self, Case, Counts, FOLDS};
use crate::{release, trial};
use anyhow::{Result, bail};
use reweave_detect::score::{Gate, Judge, Tables};
use std::collections::BTreeSet;
use std::fmt::Write as _;

#[derive(clap::Args)]
pub struct Args {
    /// Only these gates
    #[arg(long, value_delimiter = ',')]
    gate: Vec<String>,
    /// All types, not only the paper's
    #[arg(long)]
    all: bool,
}

/// A condition stays where so many commits of so many projects hold it up.
const COMMITS: usize = 5;
const PROJECTS: usize = 3;

pub fn run(args: &Args) -> Result<()> {
    if release::handed_over()? {
        return Ok(());
    }
    if let Some(unknown) = args
        .gate
        .iter()
        .find(|name| Gate::ALL.iter().all(|g| g.name() != **name))
    {
        let names: Vec<&str> = Gate::ALL.iter().map(|g| g.name()).collect();
        bail!("there is no gate {unknown}; there are {}", names.join(", "));
    }
    let counted = |gate: Option<Gate>| -> Result<Option<Vec<Case>>> {
        let judge = |_: &str| {
            let judge = Judge::new(Tables::shipped(), false);
            match gate {
                Some(gate) => judge.without(gate),
                None => judge,
            }
        };
        let trial = trial::run(&judge)?;
        Ok(trial.map(|mut t| {
            if !args.all {
                yardstick::only_paper(&mut t.cases);
            }
            t.cases
        }))
    };
    let Some(base) = counted(None)? else {
        println!("SKIPPED: no ../shared beside the project or no python3, so nothing was measured");
        return Ok(());
    };
    println!("without: right and wrong findings more, by fold; held up by commits of projects");
    let named = |g: &&Gate| args.gate.is_empty() || args.gate.iter().any(|n| n == g.name());
    for gate in Gate::ALL.iter().filter(named) {
        if let Some(without) = counted(Some(*gate))? {
            print!("{}", line(*gate, &base, &without));
        }
    }
    Ok(())
}

/// The line of one gate.
fn line(gate: Gate, base: &[Case], without: &[Case]) -> String {
    let mut folds = [(0, 0); FOLDS];
    let mut commits = 0;
    let mut projects = BTreeSet::new();
    for (then, now) in base.iter().zip(without) {
        let (then, counts) = (then.counts(), now.counts());
        let (right, wrong) = (
            difference(counts.right, then.right),
            difference(counts.wrong, then.wrong),
        );
        let fold = &mut folds[yardstick::fold(now.project())];
        *fold = (fold.0 + right, fold.1 + wrong);
        if right - wrong < 0 {
            commits += 1;
            projects.insert(now.project());
        }
    }
    let sum = |cases: &[Case]| cases.iter().map(Case::counts).sum::<Counts>();
    let (old, new) = (sum(base), sum(without));
    let mut out = format!(
        "{:24} precision {:+.4} recall {:+.4} right {:+} wrong {:+} folds",
        gate.name(),
        new.precision() - old.precision(),
        new.recall() - old.recall(),
        difference(new.right, old.right),
        difference(new.wrong, old.wrong),
    );
    for (right, wrong) in folds {
        // Writing to a string cannot fail.
        let _ = write!(out, " {right:+}/{wrong:+}");
    }
    let stays = commits >= COMMITS && projects.len() >= PROJECTS;
    let verdict = if stays { "" } else { ": too few" };
    let _ = writeln!(
        out,
        "; {commits} commits of {} projects{verdict}",
        projects.len()
    );
    out
}

fn difference(now: usize, then: usize) -> i64 {
    now.cast_signed() as i64 - then.cast_signed() as i64
}

#[cfg(test)]
mod tests {
    use super::line;
    use crate::yardstick::{Case, Counts};
    use reweave_detect::score::Gate;

    fn case(id: &str, right: usize, wrong: usize) -> Case {
        let counts = Counts {
            right,
            wrong,
            missed: 0,
        };
        Case {
            id: id.to_owned(),
            status: "complete".to_owned(),
            types: [("Rename Method".to_owned(), counts)].into(),
            wrong: Vec::new(),
            only_reference: Vec::new(),
        }
    }

    #[test]
    fn what_one_commit_holds_up_is_too_little() {
        let base = [case("netty-1", 10, 0), case("hive-1", 5, 3)];
        let without = [case("netty-1", 4, 0), case("hive-1", 5, 2)];
        let line = line(Gate::MethodNear, &base, &without);
        assert!(line.contains("right -6 wrong -1"), "{line}");
        assert!(
            line.contains("; 1 commits of 1 projects: too few"),
            "{line}"
        );
    }
}
