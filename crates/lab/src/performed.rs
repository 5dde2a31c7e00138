//! `cargo xtask performed`: how many findings of the oracle's commits can be verified by performing them.
//!
//! A table by type, then one line of figures: `performed findings= performable= performed= verified= but= contradicted=
//! verify_s= detect_s=`. A finding is performable if it is of a type that the engine has a refactoring for.

use crate::oracle::Chosen;
use crate::{eval, oracle};
use anyhow::Result;
use reweave_change::{Limits, Performed, Record, analyse};
use reweave_verify::{is_performable, verify};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    chosen: Chosen,
    /// Time for one commit, in seconds
    #[arg(long, default_value_t = 60)]
    budget: u64,
    /// Show why findings of this type were not performed, and where performing gives something else
    #[arg(long, value_name = "TYPE")]
    show: Option<String>,
}

#[derive(Clone, Copy, Default)]
struct Row {
    all: usize,
    verified: usize,
    but: usize,
    contradicted: usize,
    not: usize,
}

impl Row {
    fn count(&mut self, performed: &Performed) {
        self.all += 1;
        *match performed {
            Performed::Verified => &mut self.verified,
            Performed::But { .. } => &mut self.but,
            Performed::Contradicted => &mut self.contradicted,
            Performed::Not { .. } => &mut self.not,
        } += 1;
    }

    fn add(&mut self, other: Self) {
        self.all += other.all;
        self.verified += other.verified;
        self.but += other.but;
        self.contradicted += other.contradicted;
        self.not += other.not;
    }
}

struct Done {
    id: String,
    record: Record,
    detect: Duration,
    verify: Duration,
}

pub fn run(args: &Args) -> Result<()> {
    let Some(dir) = args.chosen.folder("java", "no finding was performed")? else {
        return Ok(());
    };
    let mut cases = oracle::cases(&dir)?;
    cases.truncate(args.chosen.limit());
    let done: Vec<Done> = cases
        .iter()
        .map(|case| one(&dir, &case.id, args.budget))
        .collect::<Result<_>>()?;
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    let mut findings = 0;
    for (id, finding) in done
        .iter()
        .flat_map(|d| d.record.findings.iter().map(|f| (&d.id, f)))
    {
        findings += 1;
        let Some(performed) = &finding.performed else {
            continue;
        };
        if !is_performable(&finding.kind) {
            continue;
        }
        rows.entry(&finding.kind).or_default().count(performed);
        if args.show.as_ref() == Some(&finding.kind) && *performed != Performed::Verified {
            println!("{id} {}\n  {performed:?}", finding.description);
        }
    }
    let mut all = Row::default();
    for (kind, row) in rows {
        println!(
            "{kind:32} {:6} verified {:6} but {:5} contradicted {:5} not performed {:5}",
            row.all, row.verified, row.but, row.contradicted, row.not
        );
        all.add(row);
    }
    let seconds = |of: fn(&Done) -> Duration| done.iter().map(of).sum::<Duration>().as_secs_f64();
    println!(
        "performed findings={findings} performable={} performed={} verified={} but={} contradicted={} verify_s={:.1} detect_s={:.1}",
        all.all,
        all.all - all.not,
        all.verified,
        all.but,
        all.contradicted,
        seconds(|d| d.verify),
        seconds(|d| d.detect),
    );
    Ok(())
}

fn one(dir: &std::path::Path, id: &str, budget: u64) -> Result<Done> {
    let change = eval::read_case(dir, id)?;
    let start = Instant::now();
    let mut record = analyse(&change, &Limits::default());
    let detect = start.elapsed();
    let limits = Limits::within(Some(Duration::from_secs(budget)));
    let start = Instant::now();
    verify(&change, &mut record, &limits);
    Ok(Done {
        id: id.to_owned(),
        record,
        detect,
        verify: start.elapsed(),
    })
}
