//! `cargo xtask compare-score`: which rows of the lists in conformance/compare the comparison finds, and how many entries
//! of each kind it reports on every pair.
//!
//! A row of `expected-*.md` is found when the log relates its two names. Type variables of the lists stand for any type.
//! Every entry that relates one element to another is looked up among the verdicts of `judged-*.md`; those without one are
//! printed. `--sweep` does all that with other thresholds.

mod judged;
mod sweep;

use crate::{pairs, shared};
use anyhow::{Context, Result};
pub use judged::is_declared;
use judged::{Judged, Verdicts};
use reweave_log::{Element, Entry, Kind, Log, Name, current, same_type};
use reweave_release::{Input, Options, compare};
use std::collections::BTreeMap;
use std::{fmt, fs};

#[derive(clap::Args)]
pub struct Args {
    /// Only pairs whose line holds this text
    #[arg(long)]
    only: Option<String>,
    /// Also write each log as text into this folder
    #[arg(long)]
    logs: Option<std::path::PathBuf>,
    /// Recall and precision with every strategy's threshold set to 0.5, 0.55 … 0.7, together and one by one
    #[arg(long)]
    sweep: bool,
}

/// The names of the lists, by what the pair's line holds.
const LISTS: &[(&str, &str)] = &[
    ("commons-lang:2.4", "lang-2.4"),
    ("commons-lang:2.6", "lang-2.6"),
    ("commons-collections:3.2.1", "collections"),
    ("commons-math:2.2", "math"),
];

/// What is known of a pair: the rows of its notes, and the verdicts.
struct Known {
    rows: Vec<Row>,
    verdicts: Verdicts,
}

impl Known {
    /// None for pairs that have no lists.
    fn of(pair: &str) -> Result<Option<Self>> {
        let Some((_, list)) = LISTS.iter().find(|(part, _)| pair.contains(part)) else {
            return Ok(None);
        };
        Ok(Some(Self {
            rows: rows(&format!("expected-{list}.md"))?,
            verdicts: Verdicts::read(&format!("judged-{list}.md"))?,
        }))
    }
}

/// Over all pairs.
#[derive(PartialEq, Eq, Default)]
struct Score {
    found: usize,
    expected: usize,
    right: usize,
    wrong: usize,
    unjudged: usize,
}

impl Score {
    fn add(&mut self, known: &Known, log: &Log) -> (Vec<String>, Judged) {
        let missed: Vec<&Row> = known.rows.iter().filter(|r| !is_found(log, r)).collect();
        let judged = known.verdicts.judge(log);
        self.found += known.rows.len() - missed.len();
        self.expected += known.rows.len();
        self.right += judged.right;
        self.wrong += judged.wrong;
        self.unjudged += judged.unjudged.len();
        let missed = missed.iter();
        let missed = missed.map(|r| format!("{} {} -> {}", r.kind, r.old, r.new));
        (missed.collect(), judged)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |a: usize, b: usize| a as f64 / f64::max(b as f64, 1.0);
        write!(
            f,
            "found={} expected={} recall={:.3} right={} wrong={} unjudged={} precision={:.3}",
            self.found,
            self.expected,
            share(self.found, self.expected),
            self.right,
            self.wrong,
            self.unjudged,
            share(self.right, self.right + self.wrong)
        )
    }
}

pub fn run(args: &Args) -> Result<()> {
    if args.sweep {
        return sweep::run(args.only.as_deref());
    }
    let mut score = Score::default();
    for pair in pairs::all(args.only.as_deref())? {
        let (old, new) = (Input::read(&pair.old)?, Input::read(&pair.new)?);
        let log = compare(&old, &new, &Options::default(), false);
        println!("{}", pair.name);
        let mut kinds: BTreeMap<Kind, usize> = BTreeMap::new();
        for entry in &log.entries {
            *kinds.entry(entry.kind).or_default() += 1;
        }
        let kinds: Vec<String> = kinds
            .iter()
            .map(|(k, n)| format!("{} {n}", k.word()))
            .collect();
        println!("  {}, removed {}", kinds.join(", "), log.removed.len());
        if let Some(dir) = &args.logs {
            let file = pair.name.replace([':', ' '], "_") + ".txt";
            fs::create_dir_all(dir)?;
            fs::write(dir.join(file), reweave_log::text::write(&log))?;
        }
        let Some(known) = Known::of(&pair.name)? else {
            continue;
        };
        let (missed, judged) = score.add(&known, &log);
        for row in &missed {
            println!("  missed {row}");
        }
        for entry in &judged.unjudged {
            println!("  unjudged {entry}");
        }
        println!(
            "  found {} of {}; right {}, wrong {}, not judged {}, read off the declarations {}",
            known.rows.len() - missed.len(),
            known.rows.len(),
            judged.right,
            judged.wrong,
            judged.unjudged.len(),
            judged.declared
        );
    }
    println!("compare-score {score}");
    Ok(())
}

struct Row {
    kind: String,
    old: String,
    new: String,
}

fn rows(list: &str) -> Result<Vec<Row>> {
    let path = shared::root().join("conformance/compare").join(list);
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let row = |line: &str| {
        let mut cells = line.strip_prefix("| ")?.split(" | ").skip(1);
        let kind = cells.next()?.to_owned();
        let mut name = || {
            Some(
                cells
                    .next()?
                    .trim_end_matches(" |")
                    .strip_prefix('`')?
                    .strip_suffix('`')?
                    .to_owned(),
            )
        };
        Some(Row {
            kind,
            old: name()?,
            new: name()?,
        })
    };
    Ok(text.lines().filter_map(row).collect())
}

fn is_found(log: &Log, row: &Row) -> bool {
    match row.kind.as_str() {
        // A class that goes along with its package is related as well.
        "rename-package" | "move-class" => current(&log.entries, &row.old) == row.new,
        _ => log.entries.iter().any(|e| relates(e, row)),
    }
}

fn relates(entry: &Entry, row: &Row) -> bool {
    entry.element == Element::Method && same(&entry.old, &row.old) && same(&entry.new, &row.new)
}

fn same(found: &str, wanted: &str) -> bool {
    let (found, wanted) = (Name::of(found), Name::of(wanted));
    found.prefix == wanted.prefix
        && found.simple == wanted.simple
        && found.types().count() == wanted.types().count()
        && found
            .types()
            .zip(wanted.types())
            .all(|(f, w)| same_type(f, w) || is_variable(w))
}

/// A type variable is one capital letter.
fn is_variable(ty: &str) -> bool {
    let bare = ty.trim_end_matches("...").trim_end_matches("[]");
    bare.len() == 1 && bare.chars().all(char::is_uppercase)
}
