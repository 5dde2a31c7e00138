//! `cargo xtask compare-score`: which rows of the lists in conformance/compare the comparison finds, and how many entries
//! of each kind it reports on every pair.
//!
//! A row of `expected-*.md` is found when the log relates its two names. Type variables of the lists stand for any type.

use crate::{pairs, shared};
use anyhow::{Context, Result};
use reweave_log::{Element, Entry, Kind, Log, Name, current};
use reweave_release::{Input, Options, compare};
use std::collections::BTreeMap;
use std::fs;

#[derive(clap::Args)]
pub struct Args {
    /// Only pairs whose line holds this text
    #[arg(long)]
    only: Option<String>,
    /// Also write each log as text into this folder
    #[arg(long)]
    logs: Option<std::path::PathBuf>,
}

/// The lists, by what the pair's line holds.
const LISTS: &[(&str, &str)] = &[
    ("commons-lang:2.4", "expected-lang-2.4.md"),
    ("commons-lang:2.6", "expected-lang-2.6.md"),
    ("commons-collections:3.2.1", "expected-collections.md"),
    ("commons-math:2.2", "expected-math.md"),
];

pub fn run(args: &Args) -> Result<()> {
    let (mut found, mut wanted) = (0, 0);
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
        let Some((_, list)) = LISTS.iter().find(|(part, _)| pair.name.contains(part)) else {
            continue;
        };
        let rows = rows(list)?;
        let missed: Vec<&Row> = rows.iter().filter(|r| !is_found(&log, r)).collect();
        for row in &missed {
            println!("  missed {} {} -> {}", row.kind, row.old, row.new);
        }
        println!("  found {} of {}", rows.len() - missed.len(), rows.len());
        found += rows.len() - missed.len();
        wanted += rows.len();
    }
    println!(
        "compare-score found={found} expected={wanted} recall={:.3}",
        found as f64 / f64::max(wanted as f64, 1.0)
    );
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
        "rename-package" => current(&log.entries, &row.old) == row.new,
        "move-class" => {
            log.entries
                .iter()
                .any(|e| e.element == Element::Class && e.old == row.old)
                && current(&log.entries, &row.old) == row.new
        }
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
            .all(|(f, w)| f == w || is_variable(w))
}

/// A type variable is one capital letter.
fn is_variable(ty: &str) -> bool {
    let bare = ty.trim_end_matches("...").trim_end_matches("[]");
    bare.len() == 1 && bare.chars().all(char::is_uppercase)
}
