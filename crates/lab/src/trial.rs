//! Detection on all oracles by another judge than the shipped one.

use crate::oracle::Case as Named;
use crate::score::ORACLES;
use crate::yardstick::{self, Case};
use crate::{eval, oracle};
use anyhow::Result;
use reweave_change::candidates;
use reweave_detect::score::{Judge, Judged};
use reweave_detect::{Paired, Trace};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Mutex;

/// What a trial counted, the candidates that the judges kept and what was paired then, by case.
pub struct Trial {
    pub cases: Vec<Case>,
    pub kept: BTreeMap<String, Vec<Judged>>,
    pub paired: BTreeMap<String, Paired>,
}

/// An oracle that is there.
struct Oracle {
    dir: PathBuf,
    reference: PathBuf,
    cases: Vec<Named>,
}

/// None where there is no oracle.
fn oracles() -> Result<Option<Vec<Oracle>>> {
    let mut out = Vec::new();
    for name in ORACLES {
        let reference = oracle::lines(&format!("{name}-reference"))?;
        let (Some(dir), Some(reference)) = (oracle::folder(name)?, reference) else {
            return Ok(None);
        };
        let cases = oracle::cases(&dir)?;
        out.push(Oracle {
            dir,
            reference,
            cases,
        });
    }
    Ok(Some(out))
}

/// Detects all cases with the judge of their project; None where there is no oracle or no Python.
pub fn run<'j>(judge: &(dyn Fn(&str) -> Judge<'j> + Sync)) -> Result<Option<Trial>> {
    let Some(oracles) = oracles()? else {
        return Ok(None);
    };
    let traces = Mutex::new(BTreeMap::new());
    let mut cases = Vec::new();
    for oracle in &oracles {
        let results = tempfile::NamedTempFile::new()?;
        eval::write_with(
            &oracle.dir,
            &oracle.cases,
            results.path(),
            &|case, change| {
                let (trace, record) = candidates(change, judge(case.project()));
                traces
                    .lock()
                    .expect("no detection panics with the lock")
                    .insert(case.id.clone(), trace);
                record
            },
        )?;
        let list = oracle.dir.join("cases.jsonl");
        let counted = yardstick::tally(&list, results.path(), Some(&oracle.reference))?;
        let Some(counted) = counted else {
            return Ok(None);
        };
        cases.extend(counted);
    }
    let traces = traces.into_inner().expect("no detection panicked");
    let mut trial = Trial {
        cases,
        kept: BTreeMap::new(),
        paired: BTreeMap::new(),
    };
    for (id, Trace { judged, paired }) in traces {
        trial.kept.insert(id.clone(), judged);
        trial.paired.insert(id, paired);
    }
    Ok(Some(trial))
}

/// Of all candidates, by case, the descriptions that neither labels nor reference have; None as above. Cases of which
/// nothing is known are left out.
pub fn wrong(
    kept: &BTreeMap<String, Vec<Judged>>,
) -> Result<Option<BTreeMap<String, BTreeSet<String>>>> {
    let Some(oracles) = oracles()? else {
        return Ok(None);
    };
    let mut out = BTreeMap::new();
    for oracle in &oracles {
        let lines: Vec<String> = oracle
            .cases
            .iter()
            .filter_map(|case| {
                let all = kept.get(&case.id)?.iter();
                let reports: Vec<serde_json::Value> = all
                    .map(|j| serde_json::json!({"type": null, "description": j.description}))
                    .collect();
                Some(serde_json::json!({"id": case.id, "refactorings": reports}).to_string())
            })
            .collect();
        let results = tempfile::NamedTempFile::new()?;
        eval::write_lines(results.path(), &lines)?;
        let list = oracle.dir.join("cases.jsonl");
        let counted = yardstick::tally(&list, results.path(), Some(&oracle.reference))?;
        for case in counted.into_iter().flatten() {
            let wrong = case.wrong.into_iter().filter(|w| w.how == "false");
            out.insert(case.id, wrong.map(|w| w.description).collect());
        }
    }
    Ok(Some(out))
}

#[cfg(test)]
mod tests {
    use crate::yardstick::{self, Counts};
    use crate::{eval, oracle, shared, suite};

    /// Minimal pairs of files, each of one mechanism that detection once lacked.
    #[test]
    fn every_minimal_pair_is_found_as_the_reference_finds_it() {
        if shared::shared().is_none() {
            println!("SKIPPED: no ../shared beside the project, so no minimal pairs were detected");
            return;
        }
        let dir = suite::unpacked("detect-minis").expect("a suite");
        let dir = dir.expect("the suite is there");
        let cases = oracle::cases(&dir).expect("cases");
        let results = tempfile::NamedTempFile::new().expect("a file");
        eval::write(&dir, &cases, None, results.path()).expect("results");
        let reference = dir.join("rm.jsonl");
        let list = dir.join("cases.jsonl");
        let counted = yardstick::tally(&list, results.path(), Some(&reference)).expect("counts");
        let Some(mut counted) = counted else {
            println!("SKIPPED: no python3, so the minimal pairs were not counted");
            return;
        };
        yardstick::only_paper(&mut counted);
        assert_eq!(counted.len(), 19);
        for case in counted {
            let Counts { wrong, missed, .. } = case.counts();
            assert_eq!((wrong, missed), (0, 0), "{}", case.id);
        }
    }
}
