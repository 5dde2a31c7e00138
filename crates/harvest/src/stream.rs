//! The rows of one table, as they are made.

use crate::each::{Event, each};
use crate::{Ask, HarvestError, Named};
use reweave_tables::{Failure, Rows, Run, Table};
use std::time::{SystemTime, UNIX_EPOCH};

/// Rows, and whether they are of a commit.
pub struct Found {
    pub rows: Rows,
    pub of_commit: bool,
}

/// Hands the rows of `table` to `sink`, commit after commit in the order of the histories.
pub fn stream(
    list: &[Named],
    ask: &Ask,
    table: &'static Table,
    sink: &mut dyn FnMut(Found) -> Result<(), HarvestError>,
) -> Result<(), HarvestError> {
    let mut pick = |named: &Named, opened: &crate::Opened| vec![opened.range(named)];
    let render = |named: &Named, commit: crate::Commit| {
        let complete = commit.record.status == reweave_change::Status::Complete;
        let findings = commit.record.findings.len();
        (
            table.of_commit(&commit.row(&named.name)),
            complete,
            findings,
        )
    };
    let mut run = Run::default();
    each(list, ask, &mut pick, &render, &mut |event| {
        if ask.options.is_stopped() {
            return Err(HarvestError::Stopped);
        }
        let (rows, of_commit) = match event {
            Event::Begin(begun) => {
                run = begin(begun, ask);
                return Ok(());
            }
            Event::Commit((rows, complete, findings)) => {
                run.commits += 1;
                run.cut_short += usize::from(!complete);
                run.findings += findings;
                (rows, true)
            }
            Event::End(_) => {
                let since = now().saturating_sub(run.started);
                run.milliseconds = u64::try_from(since).unwrap_or(0) * 1000;
                (table.of_run(&run), false)
            }
            Event::Failed { named, why } => {
                let run = Run {
                    repo: named.name.clone(),
                    path: named.path.display().to_string(),
                    options: ask.begun.clone(),
                    started: now(),
                    error: Some(why.clone()),
                    ..Run::default()
                };
                let failure = Failure {
                    repo: &named.name,
                    what: "repository",
                    message: &why,
                };
                sink(Found {
                    rows: table.of_failure(&failure),
                    of_commit: false,
                })?;
                (table.of_run(&run), false)
            }
        };
        sink(Found { rows, of_commit })
    })
}

fn begin(begun: &crate::each::Begun<'_>, ask: &Ask) -> Run {
    Run {
        repo: begun.named.name.clone(),
        path: begun.named.path.display().to_string(),
        origin: begun.opened.origin.clone(),
        first: begun.wanted.first().map_or(0, |r| r.start),
        end: begun.wanted.last().map_or(0, |r| r.end),
        merges_skipped: begun.opened.merges_skipped,
        options: ask.begun.clone(),
        started: now(),
        ..Run::default()
    }
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |d| i64::try_from(d.as_secs()).unwrap_or(i64::MAX))
}
