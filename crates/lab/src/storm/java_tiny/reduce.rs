//! An unsound attempt made small: parts of the program go as long as it stays accepted and wrong in the same way.

use super::ask::Asked;
use super::attempt::{Applied, Bench, Defect, Ready, Verdict, placed};
use super::marks::Text;
use anyhow::Result;
use std::collections::BTreeSet;

/// Rounds over all parts.
const MOST_ROUNDS: usize = 4;

pub struct Reduced {
    pub text: Text,
    pub request: reweave_refactor::Request,
    pub defect: Defect,
}

pub fn reduce(bench: &Bench, ready: &Ready, asked: &Asked, kind: &str) -> Result<Option<Reduced>> {
    let mut gone = ready.gone.clone();
    let Some(mut best) = check(bench, ready, asked, (&gone, kind))? else {
        return Ok(None);
    };
    for _ in 0..MOST_ROUNDS {
        let before = gone.len();
        for part in ready.marked.print(&gone).parts() {
            if !best.text.has(part) {
                continue;
            }
            let mut fewer = gone.clone();
            fewer.insert(part);
            if let Some(smaller) = check(bench, ready, asked, (&fewer, kind))? {
                gone = fewer;
                best = smaller;
            }
        }
        if gone.len() == before {
            break;
        }
    }
    Ok(Some(best))
}

fn check(
    bench: &Bench,
    ready: &Ready,
    asked: &Asked,
    (gone, kind): (&BTreeSet<usize>, &str),
) -> Result<Option<Reduced>> {
    let text = ready.marked.print(gone);
    let Some(request) = placed(asked, &text) else {
        return Ok(None);
    };
    // The engine is quicker than javac, and says no more often.
    let session = bench.open(&text.files);
    let Some(applied) = Bench::apply(&*session, &request).filter(Applied::is_accepted) else {
        return Ok(None);
    };
    let before = bench.judge.ask(&text.files)?;
    if !before.problems.is_empty() || before.is_late {
        return Ok(None);
    }
    Ok(match bench.judged(applied, &before.printed)? {
        Verdict::Unsound(defect) if defect.kind == kind => Some(Reduced {
            text,
            request,
            defect,
        }),
        _ => None,
    })
}
