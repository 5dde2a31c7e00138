//! `cargo xtask review-page`: the review pages of the largest labelled commits in a real browser, light, dark and narrow.
//!
//! The browser is driven by playwright-core and judged by axe-core, which npm installs into the cache. A page fails with an error
//! in its console, a serious finding of axe, or a row that no key reaches. The last line is `review-page pages= failed=
//! slowest_paint_ms=`.

use crate::oracle::Chosen;
use crate::{eval, oracle, shared};
use anyhow::{Context, Result, bail, ensure};
use reweave_change::{Limits, analyse};
use reweave_review::{FileDiff, Review, page};
use serde::Deserialize;
use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Tried together with Node 20.
const PACKAGES: [&str; 2] = ["playwright-core@1.65.1", "axe-core@4.14.0"];

const SCRIPT: &str = include_str!("../node/review.mjs");

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    chosen: Chosen,
    /// How many of the largest commits
    #[arg(long, default_value_t = 20)]
    pages: usize,
    /// Where the pages and their pictures go [default: review-page in the cache]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Seen {
    page: String,
    errors: Vec<String>,
    serious: Vec<String>,
    paint_ms: i64,
    rows: usize,
    reached: usize,
}

impl Seen {
    fn is_good(&self) -> bool {
        self.errors.is_empty() && self.serious.is_empty() && self.rows == self.reached
    }
}

pub fn run(args: &Args) -> Result<()> {
    let missed = "no review page was opened";
    let Some(dir) = args.chosen.folder("java", missed)? else {
        return Ok(());
    };
    let out = args.out.clone();
    let out = out.unwrap_or_else(|| shared::cache().join("review-page"));
    std::fs::create_dir_all(&out)?;
    let Some(tools) = tools(&out)? else {
        println!("SKIPPED: the review pages in a browser, since chromium or npm is missing");
        return Ok(());
    };
    let mut cases = oracle::cases(&dir)?;
    let size = |id: &str| -> u64 {
        let sides = ["before", "after"].map(|s| dir.join(id).join(s));
        sides.iter().map(|s| bytes(s)).sum()
    };
    cases.sort_by_cached_key(|c| Reverse(size(&c.id)));
    cases.truncate(args.pages.min(args.chosen.limit()));
    let mut pages = Vec::new();
    for case in &cases {
        let file = out.join(format!("{}.html", case.id));
        std::fs::write(&file, written(&dir, &case.id)?)?;
        pages.push(file);
    }
    let seen = look(&tools, &out, &pages)?;
    for one in &seen {
        let (rows, reached) = (one.rows, one.reached);
        println!(
            "{:60} paint_ms {:5} rows {rows:5} reached {reached:5}",
            one.page, one.paint_ms
        );
        for line in one.errors.iter().chain(&one.serious) {
            println!("  {line}");
        }
    }
    let failed = seen.iter().filter(|s| !s.is_good()).count();
    let slowest = seen.iter().map(|s| s.paint_ms).max().unwrap_or(0);
    println!(
        "review-page pages={} failed={failed} slowest_paint_ms={slowest}",
        seen.len()
    );
    ensure!(failed == 0, "{failed} pages failed");
    Ok(())
}

fn bytes(folder: &Path) -> u64 {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return 0;
    };
    let size = |e: std::fs::DirEntry| match e.metadata() {
        Ok(meta) if meta.is_dir() => bytes(&e.path()),
        Ok(meta) => meta.len(),
        Err(_) => 0,
    };
    entries.flatten().map(size).sum()
}

fn written(dir: &Path, id: &str) -> Result<String> {
    let change = eval::read_case(dir, id)?;
    let record = analyse(&change, &Limits::within(Some(Duration::from_mins(1))));
    let diff = diff_of(dir, id)?;
    Ok(page::write(
        &Review::new(id.to_owned(), &change, record, &diff),
        None,
    ))
}

/// The changed lines of a case, as git counts them.
pub fn diff_of(dir: &Path, id: &str) -> Result<Vec<FileDiff>> {
    let sides = ["before", "after"].map(|side| dir.join(id).join(side));
    for side in &sides {
        std::fs::create_dir_all(side)?;
    }
    let lines = reweave_git::between(&sides[0], &sides[1])?;
    let roots = lines.roots.iter().map(|r| r.display().to_string());
    let roots: Vec<String> = roots.collect();
    let roots: Vec<&str> = roots.iter().map(String::as_str).collect();
    FileDiff::below(&lines.numstat, &lines.patch, &roots)
        .context("the diff and its numbers do not agree")
}

/// The browser and the folder of the script.
struct Tools {
    browser: &'static str,
    folder: PathBuf,
}

fn tools(out: &Path) -> Result<Option<Tools>> {
    let (Some(browser), true) = (crate::page::browser(), crate::page::is_there("npm")) else {
        return Ok(None);
    };
    let folder = out.join("node");
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("review.mjs"), SCRIPT)?;
    if !folder.join("node_modules/axe-core").is_dir() {
        let installed = Command::new("npm")
            .args([
                "install",
                "--no-save",
                "--no-audit",
                "--no-fund",
                "--prefix",
                ".",
            ])
            .args(PACKAGES)
            .current_dir(&folder)
            .stdout(Stdio::null())
            .status()?;
        ensure!(installed.success(), "npm could not install {PACKAGES:?}");
    }
    Ok(Some(Tools { browser, folder }))
}

fn look(tools: &Tools, out: &Path, pages: &[PathBuf]) -> Result<Vec<Seen>> {
    let browser = Command::new("which").arg(tools.browser).output()?;
    let browser = String::from_utf8(browser.stdout)?;
    let output = Command::new("node")
        .arg(tools.folder.join("review.mjs"))
        .args([browser.trim().as_ref(), out.as_os_str()])
        .args(pages)
        .output()
        .context("running node")?;
    if !output.status.success() {
        bail!("{}", String::from_utf8_lossy(&output.stderr));
    }
    let lines = String::from_utf8(output.stdout)?;
    lines
        .lines()
        .map(|l| serde_json::from_str(l).context("a line of the script"))
        .collect()
}
