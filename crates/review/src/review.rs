//! A change as a reviewer sees it: the ledger, and one row for each refactoring with all its places.

use crate::FileDiff;
use crate::ledger::{Count, Ledger};
use crate::note::Notes;
use crate::source_lines::Sources;
use reweave_change::{Change, Finding, Performed, Record};
use rustc_hash::FxHashMap;

/// Everything that a page or a gate tells of one change.
pub struct Review {
    pub title: String,
    pub ledger: Ledger,
    pub rows: Vec<Row>,
    pub record: Record,
    /// What others say about the change.
    pub notes: Notes,
    pub before: Sources,
    pub after: Sources,
}

/// One refactoring, done at one place or at many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Made of what was done alone, so that an approval outlives a rebase.
    pub id: String,
    pub kind: String,
    /// What was done, without the type's name.
    pub change: String,
    /// The numbers of its findings in the record.
    pub findings: Vec<usize>,
    /// Whether nothing else was edited in the code it matched; none where it rests on no matched code.
    pub pure: Option<bool>,
    /// What came of performing it, where that was asked for.
    pub performed: Option<String>,
    /// The changed lines that it accounts for.
    pub lines: Count,
}

impl Review {
    pub fn new(title: String, change: &Change, record: Record, diff: &[FileDiff]) -> Self {
        let (before, after) = (Sources::new(&change.before), Sources::new(&change.after));
        let ledger = Ledger::new(diff, &record, &before, &after);
        let rows = rows(&record, &ledger);
        Self {
            title,
            ledger,
            rows,
            record,
            notes: Notes::default(),
            before,
            after,
        }
    }

    pub fn findings<'r>(&'r self, row: &'r Row) -> impl Iterator<Item = &'r Finding> {
        row.findings
            .iter()
            .filter_map(|&i| self.record.findings.get(i))
    }
}

fn rows(record: &Record, ledger: &Ledger) -> Vec<Row> {
    let mut lines: FxHashMap<u32, Count> = FxHashMap::default();
    for file in &ledger.files {
        for line in &file.added {
            line.finding
                .inspect(|&f| lines.entry(f).or_default().added += 1);
        }
        for line in &file.removed {
            line.finding
                .inspect(|&f| lines.entry(f).or_default().removed += 1);
        }
    }
    let mut rows: Vec<Row> = Vec::new();
    let mut is_grouped = vec![false; record.findings.len()];
    for group in &record.groups {
        for &i in &group.findings {
            is_grouped[i] = true;
        }
        rows.push(row(
            record,
            &lines,
            &group.kind,
            &group.change,
            group.findings.clone(),
        ));
    }
    for (i, finding) in record.findings.iter().enumerate() {
        if !is_grouped[i] {
            let change = finding.description.strip_prefix(&finding.kind);
            let change = change.unwrap_or(&finding.description).trim_start();
            rows.push(row(record, &lines, &finding.kind, change, vec![i]));
        }
    }
    // What stands first is what a reviewer is most likely to miss: impure ones, then those with many lines.
    rows.sort_by_key(|r| {
        (
            r.pure != Some(false),
            std::cmp::Reverse(r.lines.lines()),
            r.findings[0],
        )
    });
    rows
}

fn row(
    record: &Record,
    lines: &FxHashMap<u32, Count>,
    kind: &str,
    change: &str,
    findings: Vec<usize>,
) -> Row {
    let all = || findings.iter().map(|&i| &record.findings[i]);
    let pure = if all().any(|f| f.pure == Some(false)) {
        Some(false)
    } else {
        all().find_map(|f| f.pure)
    };
    let mut descriptions: Vec<&str> = all().map(|f| f.description.as_str()).collect();
    descriptions.sort_unstable();
    let performed = performed(all().map(|f| f.performed.as_ref()).collect());
    let mut count = Count::default();
    for &i in &findings {
        count += lines.get(&(i as u32)).copied().unwrap_or_default();
    }
    Row {
        id: id(&descriptions),
        kind: kind.to_owned(),
        change: change.to_owned(),
        findings,
        performed,
        pure,
        lines: count,
    }
}

/// What came of performing the findings of a row.
fn performed(all: Vec<Option<&Performed>>) -> Option<String> {
    let all: Vec<&Performed> = all.into_iter().collect::<Option<_>>()?;
    let missed = all.iter().map(|p| match p {
        Performed::But { lines } => lines.len(),
        _ => 0,
    });
    let (missed, is) = (missed.sum::<usize>(), |p: fn(&Performed) -> bool| {
        all.iter().any(|a| p(a))
    });
    Some(if is(|p| matches!(p, Performed::Not { .. })) {
        "matched, not performed".to_owned()
    } else if is(|p| *p == Performed::Contradicted) {
        "contradicted".to_owned()
    } else if missed > 0 {
        format!("verified but for {missed} lines")
    } else {
        "verified".to_owned()
    })
}

/// Digits of an id: enough for the refactorings of one change.
const ID_LENGTH: usize = 16;

fn id(descriptions: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    for description in descriptions {
        hasher.update(description.as_bytes());
        hasher.update(b"\n");
    }
    hasher.finalize().to_hex().chars().take(ID_LENGTH).collect()
}
