//! Repositories into a folder of tables.

use crate::done::{CUT_SHORT, HISTORY, OPTIONS, missing, name};
use crate::each::{Begun, Event, each};
use crate::folder::{Folder, stem};
use crate::open::Opened;
use crate::piece::{CommitRows, Piece, digest};
use crate::{Ask, HarvestError, Named};
use reweave_tables::{Failure, Rows, Run, TABLES, TableError};
use std::cell::RefCell;
use std::ops::Range;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// What a run did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    pub repositories: usize,
    /// Repositories of which nothing could be said.
    pub failed: usize,
    /// Comparisons that this run made.
    pub commits: usize,
    /// Those that an earlier run had made.
    pub held: usize,
    /// Those of both that are not complete.
    pub cut_short: usize,
    pub findings: usize,
    /// Pieces that could not be written.
    pub unwritten: usize,
}

impl Summary {
    /// Whether something is missing from the tables, which then say what.
    pub const fn is_whole(&self) -> bool {
        self.failed == 0 && self.cut_short == 0 && self.unwritten == 0
    }
}

/// How a run goes on, for those who watch: how many comparisons there are in the repositories so far, and how many of them
/// are done.
pub type Watch<'w> = &'w mut dyn FnMut(usize, usize);

/// Writes the tables of `list` into `folder`. What is there already is not made again; what cannot be looked at or written
/// is a row of `errors`.
pub fn into_folder(
    list: &[Named],
    ask: &Ask,
    folder: Folder,
    watch: Watch<'_>,
) -> Result<Summary, HarvestError> {
    let writer = RefCell::new(Writer {
        ask,
        folder,
        summary: Summary {
            repositories: list.len(),
            ..Summary::default()
        },
        now: None,
        failures: Vec::new(),
        all: 0,
    });
    let mut pick = |named: &Named, opened: &Opened| writer.borrow_mut().pick(named, opened);
    let render = |named: &Named, commit| CommitRows::of(&named.name, &commit);
    each(list, ask, &mut pick, &render, &mut |event| {
        if ask.options.is_stopped() {
            return Err(HarvestError::Stopped);
        }
        let mut writer = writer.borrow_mut();
        writer.take(event);
        watch(writer.all, writer.summary.held + writer.summary.commits);
        Ok(())
    })?;
    Ok(writer.into_inner().summary)
}

struct Writer<'a> {
    ask: &'a Ask,
    folder: Folder,
    summary: Summary,
    /// The repository whose commits come.
    now: Option<Now>,
    /// What could not be written of it.
    failures: Vec<String>,
    all: usize,
}

/// The repository whose commits come, and the piece that grows.
struct Now {
    stem: String,
    run: Run,
    /// The positions that are still to come.
    wanted: Vec<Range<usize>>,
    piece: Piece,
    digests: Vec<reweave_git::Step>,
    begun: Instant,
}

impl Writer<'_> {
    fn pick(&mut self, named: &Named, opened: &Opened) -> Vec<Range<usize>> {
        let (stem, range) = (stem(named), opened.range(named));
        let steps = opened.steps();
        let is_of_now = |range: &Range<usize>, history: &str| {
            steps
                .get(range.clone())
                .is_some_and(|s| digest(s) == history)
        };
        for held in self.folder.held(&stem).to_vec() {
            if is_of_now(&held.range, &held.history) {
                let shared = held
                    .range
                    .end
                    .min(range.end)
                    .saturating_sub(held.range.start.max(range.start));
                self.summary.held += shared;
                self.summary.cut_short += held.cut_short;
            } else {
                self.folder.drop_piece(&stem, &held.range);
            }
        }
        self.all += range.len();
        missing(range, self.folder.held(&stem))
    }

    fn take(&mut self, event: Event<'_, CommitRows>) {
        match event {
            Event::Begin(begun) => self.begin(begun),
            Event::Commit(rows) => self.commit(rows),
            Event::End(begun) => self.end(begun.named),
            Event::Failed { named, why } => {
                self.summary.failed += 1;
                self.fail(named, "repository", &[why]);
            }
        }
    }

    fn begin(&mut self, begun: &Begun<'_>) {
        let mut wanted = begun.wanted.to_vec();
        wanted.reverse();
        let first = wanted.last().map_or(0, |range| range.start);
        self.now = Some(Now {
            stem: stem(begun.named),
            run: Run {
                repo: begun.named.name.clone(),
                path: begun.named.path.display().to_string(),
                origin: begun.opened.origin.clone(),
                merges_skipped: begun.opened.merges_skipped,
                options: self.ask.begun.clone(),
                started: seconds(),
                ..Run::default()
            },
            wanted,
            piece: Piece::at(first),
            digests: begun.opened.steps.clone(),
            begun: Instant::now(),
        });
    }

    fn commit(&mut self, rows: CommitRows) {
        let Some(now) = &mut self.now else { return };
        self.summary.commits += 1;
        self.summary.cut_short += usize::from(!rows.complete);
        self.summary.findings += rows.findings;
        now.piece.push(rows);
        let ends = now
            .wanted
            .last()
            .is_some_and(|range| range.end == now.piece.end);
        if ends {
            now.wanted.pop();
        }
        if ends || now.piece.is_full() {
            let gap = now.wanted.last().filter(|_| ends);
            let next = gap.map_or(now.piece.end, |range| range.start);
            let piece = std::mem::replace(&mut now.piece, Piece::at(next));
            if let Err(error) = now.write(piece, &self.folder) {
                self.summary.unwritten += 1;
                self.failures.push(error);
            }
        }
    }

    fn end(&mut self, named: &Named) {
        self.now = None;
        let failures = std::mem::take(&mut self.failures);
        if failures.is_empty() {
            self.folder.remove(&failed(named));
        } else {
            self.fail(named, "output", &failures);
        }
    }

    /// Writes why something is not there. Where not even that can be written, the exit code says so.
    fn fail(&mut self, named: &Named, what: &str, why: &[String]) {
        let rows = |message: &String| {
            let failure = Failure {
                repo: &named.name,
                what,
                message,
            };
            TABLES
                .iter()
                .map(|t| t.of_failure(&failure))
                .collect::<Vec<_>>()
        };
        let mut tables: Vec<Vec<Rows>> = TABLES.iter().map(|_| Vec::new()).collect();
        for message in why {
            for (table, batch) in tables.iter_mut().zip(rows(message)) {
                table.push(batch);
            }
        }
        let run = Run {
            repo: named.name.clone(),
            path: named.path.display().to_string(),
            options: self.ask.begun.clone(),
            started: seconds(),
            error: Some(why.join("; ")),
            ..Run::default()
        };
        for (table, batches) in TABLES.iter().zip(&mut tables) {
            batches.push(table.of_run(&run));
        }
        let more = [(OPTIONS, self.ask.begun.clone())];
        if self.folder.write(&failed(named), &tables, &more).is_err() {
            self.summary.unwritten += 1;
        }
    }
}

impl Now {
    fn write(&mut self, piece: Piece, folder: &Folder) -> Result<(), String> {
        let range = piece.first..piece.end;
        let run = Run {
            first: piece.first,
            end: piece.end,
            commits: piece.len(),
            cut_short: piece.cut_short,
            findings: piece.findings,
            milliseconds: self.begun.elapsed().as_millis() as u64,
            ..self.run.clone()
        };
        self.begun = Instant::now();
        self.run.started = seconds();
        let more = [
            (OPTIONS, run.options.clone()),
            (HISTORY, digest(&self.digests[range.clone()])),
            (CUT_SHORT, piece.cut_short.to_string()),
        ];
        let mut tables = piece.sorted();
        for (table, batches) in TABLES.iter().zip(&mut tables) {
            let rows = table.of_run(&run);
            if !rows.is_empty() {
                batches.push(rows);
            }
        }
        let told = |error: TableError| {
            format!(
                "commits {} to {}: {error}",
                range.start,
                range.end.saturating_sub(1)
            )
        };
        folder
            .write(&name(&self.stem, &range), &tables, &more)
            .map_err(told)
    }
}

/// The file that tells what is not there of a repository, or of a part of it.
fn failed(named: &Named) -> String {
    let part = named
        .range
        .as_ref()
        .map_or(String::new(), |r| format!("-{}", r.start));
    format!("{}.failed{part}.parquet", stem(named))
}

fn seconds() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |d| i64::try_from(d.as_secs()).unwrap_or(i64::MAX))
}
