//! `cargo xtask suggest-releases`: what could be refactored in each of several releases, and what was refactored from one to the
//! next, by type, as paper 2's tables have it.

use crate::corpus;
use anyhow::{Result, ensure};
use reweave_advise::{Config, Folder, advise, built_in_types};
use std::collections::BTreeMap;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Args {
    /// Releases of one library in their order, each GROUP:NAME:VERSION
    #[arg(required = true, num_args = 2.., value_name = "COORDINATES")]
    releases: Vec<String>,
}

pub fn run(args: &Args) -> Result<()> {
    let mut dirs: Vec<PathBuf> = Vec::new();
    for release in &args.releases {
        let sources = corpus::sources(release)?;
        ensure!(!sources.is_empty(), "{release} has no sources");
        dirs.extend(sources.into_iter().map(|s| s.dir));
    }
    let versions: Vec<&str> = args
        .releases
        .iter()
        .map(|r| r.rsplit(':').next().unwrap_or(r))
        .collect();
    let mut columns: Vec<(String, BTreeMap<String, usize>)> = Vec::new();
    for (i, dir) in dirs.iter().enumerate() {
        columns.push((versions[i].to_owned(), counts(&[dir], 0)?));
        if let Some(next) = dirs.get(i + 1) {
            let title = format!("{} to {}", versions[i], versions[i + 1]);
            columns.push((title, counts(&[dir, next], 1)?));
        }
    }
    print(&columns);
    Ok(())
}

/// How many suggestions of each type; with an older version first, how many of them the newer one has carried out.
fn counts(dirs: &[&PathBuf], older: u16) -> Result<BTreeMap<String, usize>> {
    let folders: Vec<Folder> = dirs.iter().map(|d| Folder::new(d)).collect();
    let config = Config::default();
    let mut options = config.options();
    options.older_projects = older;
    let advice = advise(&folders, &built_in_types(), &options, &config)?;
    let mut counts = BTreeMap::new();
    for suggestion in advice.report.suggestions {
        *counts.entry(suggestion.kind).or_default() += 1;
    }
    Ok(counts)
}

fn print(columns: &[(String, BTreeMap<String, usize>)]) {
    let titles: Vec<&str> = columns.iter().map(|(t, _)| t.as_str()).collect();
    println!("| type | {} |", titles.join(" | "));
    println!("|---|{}", "---|".repeat(columns.len()));
    let mut kinds: Vec<&String> = columns.iter().flat_map(|(_, c)| c.keys()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let row = |count: &dyn Fn(&BTreeMap<String, usize>) -> usize| {
        let cells: Vec<String> = columns.iter().map(|(_, c)| count(c).to_string()).collect();
        cells.join(" | ")
    };
    for kind in kinds {
        println!(
            "| {kind} | {} |",
            row(&|c| c.get(kind).copied().unwrap_or(0))
        );
    }
    println!("| all | {} |", row(&|c| c.values().sum()));
}
