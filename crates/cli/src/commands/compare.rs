//! `reweave compare OLD NEW`: what was refactored between two releases of a library.

use super::replay::{self, Client};
use crate::changes::open;
use crate::commands::Run;
use crate::console::stage;
use crate::settings::Settings;
use crate::{Outcome, output, release};
use anyhow::{Context, Result, bail};
use reweave_log::{Log, eclipse, html, json, text};
use reweave_release::{Input, Kind, Options, STRATEGIES, compare, library_of};
use reweave_text::did_you_mean;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// What was refactored between two releases of a library
#[derive(clap::Args)]
pub struct Args {
    /// The old release: a folder, an archive of sources (zip, jar, -sources.jar), or a revision (v1.2, v1.2:src/main)
    old: String,
    /// The new release
    new: String,
    /// The repository that revisions are of
    #[arg(long, value_name = "REPO", default_value = ".")]
    repo: PathBuf,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write here instead of to standard output
    #[arg(short, long)]
    output: Option<PathBuf>,
    #[arg(long, value_name = "KIND=N", value_delimiter = ',', help = thresholds())]
    threshold: Vec<String>,
    /// How alike the references to two elements must be, between 0 and 1 [default: as alike as their texts]
    #[arg(long, value_name = "N")]
    references: Option<String>,
    #[arg(long, value_name = "KIND=N", value_delimiter = ',', help = shares())]
    shingles: Vec<String>,
    /// Leave out sources of tests (src/test, test, tests)
    #[arg(long)]
    no_tests: bool,
    #[arg(long, value_name = "N", help = window())]
    window: Option<usize>,
    /// A client of the old release: also tell what of the comparison touches it, what can be done alone and what remains
    #[arg(long, value_name = "DIR")]
    client: Option<PathBuf>,
    /// With --client: jars and folders of classes that the client needs beside the library
    #[arg(long, value_name = "PATH", requires = "client")]
    classpath: Option<String>,
    /// Also what clients cannot see: private and package members, internal packages
    #[arg(long)]
    all: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Json,
    EclipseXml,
    Html,
}

/// The help of `--threshold`: the defaults are those of the strategies.
fn thresholds() -> String {
    let mut kinds: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for strategy in STRATEGIES {
        let of_one = kinds.entry(strategy.threshold.to_string()).or_default();
        of_one.push(strategy.kind.name());
    }
    let told: Vec<String> = kinds
        .iter()
        .map(|(threshold, kinds)| format!("{threshold} for {}", kinds.join(", ")))
        .collect();
    format!(
        "How alike two elements must be, between 0 and 1: KIND=N, or N for every kind [default: {}]",
        told.join("; ")
    )
}

fn shares() -> String {
    let default = Options::default().shingles;
    format!(
        "The share of its shingles that an element keeps, between 0 and 1 [default: methods={},classes={},packages={}]",
        default.share, default.class_share, default.package_share
    )
}

fn window() -> String {
    let default = Options::default().shingles.window;
    format!("How many tokens make a shingle [default: {default}]")
}

impl Run for Args {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        (
            "reweave compare lib-1.0-sources.jar lib-2.0-sources.jar",
            "two archives of sources",
        ),
        (
            "reweave compare v1.0:src/main v2.0:src/main -o log.json --format json",
            "two revisions, as a log for `reweave replay`",
        ),
        (
            "reweave compare lib-1.0 lib-2.0 --client app",
            "what the new release means for a client",
        ),
    ];
    const SETTINGS: &'static [&'static str] = &["format", "threshold", "window", "all"];

    fn place(&self) -> &Path {
        &self.repo
    }

    fn run(&self, _settings: &Settings) -> Result<Outcome> {
        run(self)
    }
}

fn run(args: &Args) -> Result<Outcome> {
    let options = options(args)?;
    let read = |what: &str| {
        stage(&format!("reading {what}"), || {
            release::read(what, &args.repo)
        })
    };
    let (mut old, mut new) = (read(&args.old)?, read(&args.new)?);
    if args.no_tests {
        for side in [&mut old, &mut new] {
            side.sources
                .retain(|s| !reweave_log::is_test_place(&s.path));
        }
    }
    let log = stage("comparing", || compare(&old, &new, &options, args.all));
    let complete = log.left_out.is_empty();
    match (&args.output, &args.client) {
        (Some(path), _) => {
            std::fs::write(path, show(&log, args.format))
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        (None, None) => output::print(&show(&log, args.format))?,
        (None, Some(_)) => {}
    }
    let remains = match &args.client {
        Some(client) => touch(args, client, &log, old, new)?,
        None => false,
    };
    Ok(if complete && !remains {
        Outcome::Done
    } else {
        Outcome::CutShort
    })
}

/// Tells what the release means for a client; whether something remains to be done by hand.
fn touch(args: &Args, root: &Path, log: &Log, old: Input, new: Input) -> Result<bool> {
    let client = Client::open(
        open(root, false)?,
        args.classpath.as_deref(),
        Path::new(&args.old),
    )?;
    let sides = [library_of(old), library_of(new)];
    let outcome = stage("looking at the client", || {
        client.replay(log, [&sides[0], &sides[1]], BTreeMap::new(), false)
    })?;
    let files = outcome.after.changed_since(&client.folder.sources).len();
    let touched: BTreeSet<usize> = outcome.done.iter().map(|d| d.entry).collect();
    let mut out = replay::text::entries(log, &outcome);
    out.push_str(&replay::text::left(&outcome));
    let _ = writeln!(
        out,
        "{} of {} entries touch {}: {} places in {files} files can be done alone, {} remain",
        touched.len(),
        log.entries.len(),
        root.display(),
        outcome.done.len(),
        outcome.left.len()
    );
    output::print(&out)?;
    Ok(!outcome.left.is_empty())
}

fn show(log: &Log, format: Format) -> String {
    match format {
        Format::Text => text::write(log),
        Format::Json => json::write(log),
        Format::EclipseXml => eclipse::write(log),
        Format::Html => html::write(log),
    }
}

fn options(args: &Args) -> Result<Options> {
    let mut options = Options::default();
    if let Some(window) = args.window {
        if window == 0 {
            bail!("--window 0: a shingle is at least one token");
        }
        options.shingles.window = window;
    }
    for threshold in &args.threshold {
        let (kinds, value) = match threshold.split_once('=') {
            Some((kind, value)) => match Kind::of_name(kind) {
                Some(kind) => (vec![kind], value),
                None => bail!(
                    "--threshold {threshold}: no such kind{}; there are {}",
                    did_you_mean(kind, STRATEGIES.iter().map(|s| s.kind.name())),
                    kinds()
                ),
            },
            None => (Kind::ALL.to_vec(), threshold.as_str()),
        };
        let number = share("--threshold", threshold, value)?;
        options
            .thresholds
            .extend(kinds.into_iter().map(|k| (k, number)));
    }
    if let Some(references) = &args.references {
        options.references = Some(share("--references", references, references)?);
    }
    for given in &args.shingles {
        let (kind, value) = given.split_once('=').unwrap_or((given, ""));
        let number = share("--shingles", given, value)?;
        match kind {
            "methods" => options.shingles.share = number,
            "classes" => options.shingles.class_share = number,
            "packages" => options.shingles.package_share = number,
            _ => bail!("--shingles {given}: write methods=N, classes=N or packages=N"),
        }
    }
    Ok(options)
}

/// A number between 0 and 1, as an option gives it.
fn share(option: &str, given: &str, value: &str) -> Result<f64> {
    let number: Option<f64> = value.parse().ok();
    number
        .filter(|n| (0.0..=1.0).contains(n))
        .with_context(|| format!("{option} {given}: not a number between 0 and 1"))
}

fn kinds() -> String {
    let names: Vec<&str> = STRATEGIES.iter().map(|s| s.kind.name()).collect();
    names.join(", ")
}
