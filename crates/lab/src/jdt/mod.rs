//! `cargo xtask jdt`: Eclipse's own cases of the Java refactorings.
//!
//! A case passes when the result equals Eclipse's up to layout and compiles where the input did, or when both refuse. Layout
//! is blanks, the order of imports, and the comments that mark the selection.

mod bodies;
mod case;
mod moved_method;
mod request;
mod signature;

use crate::javac::{self, Judge};
use crate::suite;
use anyhow::{Context, Result};
use case::{Case, Expect};
use reweave_classpath::{ClassPath, jdk_home};
use reweave_refactor::{Around, Session};
use reweave_refactor_java::Java;
use reweave_text::Sources;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

#[derive(clap::Args)]
pub struct Args {
    /// Only this kind: rename-method, change-signature, …
    #[arg(long)]
    only: Option<String>,
    /// Only the cases of this half, by a hash of their name
    #[arg(long)]
    half: Option<u64>,
    /// Only this test
    #[arg(long)]
    test: Option<String>,
    /// Print what differs
    #[arg(long)]
    show: bool,
}

/// The kinds of cases that `apply` has a refactoring for.
const KINDS: &[&str] = &[
    "change-signature",
    "encapsulate-field",
    "extract-constant",
    "extract-local-variable",
    "extract-method",
    "inline-local-variable",
    "inline-method",
    "move-instance-method",
    "move-static-members",
    "pull-up-member",
    "pull-up-method",
    "push-down",
    "rename-field",
    "rename-local-variable",
    "rename-method",
    "rename-type",
];

/// Eclipse refuses; here a qualifier or a whole family keeps it right, and javac takes it.
const ACCEPTED: &str = "accepted what Eclipse refuses, and javac takes it";

#[derive(Default)]
struct Tally {
    good: usize,
    all: usize,
}

pub fn run(args: &Args) -> Result<()> {
    if !javac::is_installed() {
        return Ok(());
    }
    let Some(dir) = suite::unpacked("java-jdt")? else {
        return Ok(());
    };
    let text = fs::read_to_string(dir.join("cases.jsonl"))?;
    let home = jdk_home();
    let around = Around {
        classes: Arc::new(ClassPath::with_jdk(&[], home.as_deref())),
        threads: 1,
        ..Around::default()
    };
    let mut judge = Judge::start()?;
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    let mut missed: Vec<String> = Vec::new();
    for line in text.lines() {
        let case: Case = serde_json::from_str(line).context("a case is a line of JSON")?;
        let Some(&kind) = KINDS.iter().find(|k| **k == case.refactoring) else {
            continue;
        };
        let chosen = args.only.as_deref().is_none_or(|o| o == kind)
            && args.test.as_deref().is_none_or(|t| t == case.test);
        let chosen = chosen && args.half.is_none_or(|h| half(&case) == h);
        if !chosen || case.ignored || case.expect == Expect::Other || case.lacks_files() {
            continue;
        }
        let verdict = score(&dir, &case, &around, &mut judge, args.show)?;
        let tally = tallies.entry(kind).or_default();
        tally.all += 1;
        match verdict {
            Ok(()) => tally.good += 1,
            Err(why) => missed.push(format!("{} {} {}: {why}", case.suite, case.test, kind)),
        }
    }
    for line in &missed {
        println!("{line}");
    }
    let mut sum = Tally::default();
    for (kind, tally) in &tallies {
        println!("{:>4} of {:>4}  {kind}", tally.good, tally.all);
        sum.good += tally.good;
        sum.all += tally.all;
    }
    let more = missed.iter().filter(|m| m.ends_with(ACCEPTED)).count();
    let percent = |n: usize| 100.0 * n as f64 / sum.all.max(1) as f64;
    println!(
        "jdt good={} cases={} percent={:.1} accepted_more={more} percent_with={:.1}",
        sum.good,
        sum.all,
        percent(sum.good),
        percent(sum.good + more)
    );
    Ok(())
}

/// One half of the cases may be read, the other is scored alone: 0 or 1 by the FNV-1a hash of the suite's and the test's name.
fn half(case: &Case) -> u64 {
    let bytes = case.suite.bytes().chain(case.test.bytes());
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, b| {
        (hash ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
    });
    // The last letters of a name alone must do.
    ((hash ^ (hash >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40) & 1
}

/// Whether a case passes, or why not.
fn score(
    dir: &Path,
    case: &Case,
    around: &Around,
    judge: &mut Judge,
    show: bool,
) -> Result<Result<(), String>> {
    let files = case.inputs(dir)?;
    let session = Session::<Java>::within(Sources::new(files.clone()), around.clone());
    let request = match request::of(case, &session, dir) {
        Ok(request) => request,
        Err(why) => return Ok(Err(format!("not asked: {why}"))),
    };
    let refuses = !matches!(case.expect, Expect::Pass | Expect::PassCheckOnly);
    let outcome = match session.apply(&request) {
        Err(bad) if refuses => {
            told(show, case, &bad.message);
            return Ok(Ok(()));
        }
        Err(bad) => return Ok(Err(format!("refused: {}", bad.message))),
        Ok(outcome) => outcome,
    };
    if !outcome.is_accepted() {
        let why: Vec<&str> = outcome.refusals().map(|c| c.message.as_str()).collect();
        return Ok(if refuses {
            told(show, case, &why.join("; "));
            Ok(())
        } else {
            Err(format!("refused: {}", why.join("; ")))
        });
    }
    let after: Vec<(String, String)> = outcome
        .after
        .iter()
        .map(|(_, f)| (f.path.to_string(), f.text.to_string()))
        .collect();
    if refuses {
        if show {
            print(&after, &files);
        }
        let (before, now) = (compile(judge, &files)?, compile(judge, &after)?);
        let fine = before.errors == 0 && now.errors == 0;
        return Ok(Err(if fine {
            ACCEPTED.to_owned()
        } else {
            format!("accepted what Eclipse refuses: {}", now.first)
        }));
    }
    // Some tests only ask whether the selection is taken.
    if case.expect == Expect::Pass {
        let wanted = case.outputs(dir)?;
        if !case::same(&after, &wanted) {
            if show {
                print(&after, &wanted);
            }
            return Ok(Err("another result".to_owned()));
        }
    }
    let before = compile(judge, &files)?;
    let now = compile(judge, &after)?;
    Ok(if before.errors == 0 && now.errors > 0 {
        Err(format!("does not compile: {}", now.first))
    } else {
        Ok(())
    })
}

fn told(show: bool, case: &Case, why: &str) {
    if show {
        println!("{} is refused as it should be: {why}", case.test);
    }
}

fn compile(judge: &mut Judge, files: &[(String, String)]) -> Result<javac::Judged> {
    let folder = tempfile::tempdir()?;
    for (path, text) in files {
        let at = folder.path().join(path);
        fs::create_dir_all(at.parent().expect("it lies in the folder"))?;
        fs::write(at, text)?;
    }
    judge.judge("", folder.path())
}

fn print(ours: &[(String, String)], theirs: &[(String, String)]) {
    for (who, files) in [("ours", ours), ("theirs", theirs)] {
        for (path, text) in files {
            println!("--- {who} {path}\n{text}");
        }
    }
}
