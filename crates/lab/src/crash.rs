//! `cargo xtask crash`: kill -9 at random moments of `apply --write` and `undo --write`; after the next command that writes every file
//! must be old, or every file new.

use crate::binary;
use crate::storm::Random;
use anyhow::{Context, Result, bail};
use reweave_text::Part;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[derive(clap::Args)]
pub struct Args {
    #[arg(long, default_value_t = 500)]
    kills: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Kill this binary instead of a fresh build
    #[arg(long)]
    binary: Option<PathBuf>,
}

impl Args {
    /// What every change is tested with.
    pub fn sample() -> Result<Self> {
        Ok(Self {
            kills: 50,
            seed: 1,
            binary: Some(binary::beside()?),
        })
    }
}

/// Enough files that a write takes a while.
const FILES: usize = 24;

pub fn run(args: &Args) -> Result<()> {
    let binary = match &args.binary {
        Some(binary) => binary.clone(),
        None => binary::beside()?,
    };
    let folder = tempfile::tempdir()?;
    let root = &folder.path().join("program");
    fs::create_dir(root)?;
    write_program(root)?;
    let mut random = Random::new(args.seed, "crash", 0);
    let mut name = "shared_value".to_owned();
    let took = timed(&binary, root, &mut name)?;
    let mut counts = BTreeMap::new();
    let mut kills = 0;
    for round in 0.. {
        if kills == args.kills {
            break;
        }
        let before = read(root)?;
        let undo = round % 3 == 2;
        let fresh = format!("shared_{round}");
        let mut command = if undo {
            reweave(&binary, root, &["undo", "--write"])
        } else {
            reweave(
                &binary,
                root,
                &[
                    "apply",
                    "rename",
                    "--symbol",
                    &name,
                    &format!("to={fresh}"),
                    "--write",
                ],
            )
        };
        let ended = kill(&mut command, root, took, &mut random)?;
        kills += usize::from(!ended);
        let left = read(root)?;
        let status = reweave(&binary, root, &["history"]).status()?;
        if !status.success() || read(root)? != left {
            bail!("round {round}: looking at the history failed, or wrote");
        }
        // Any command that writes finishes it first, also one that then finds nothing to do.
        let (next, code) = if round % 2 == 0 {
            (&["recover", "--write"][..], 0)
        } else {
            (&["undo", "999999", "--write"][..], 2)
        };
        let status = reweave(&binary, root, next).status()?;
        if status.code() != Some(code) {
            bail!("round {round}: the next start failed");
        }
        let after = read(root)?;
        let what =
            judge(&before, &after, &fresh, undo).with_context(|| format!("round {round}"))?;
        let half = left != before && left != after;
        let key = match (ended, half, what) {
            (true, ..) => "ended before the kill",
            (_, true, _) => "killed with some files written, finished at the next start",
            (_, false, State::Old) => "killed before anything was written",
            (_, false, State::New) => "killed when all files were written",
        };
        *counts.entry(key).or_insert(0usize) += 1;
        name = current_name(&after)?;
        let stray = strays(root)?;
        if !stray.is_empty() {
            bail!("round {round}: left behind {stray:?}");
        }
    }
    for (what, count) in &counts {
        println!("{count:>5} {what}");
    }
    println!("crash kills={kills} torn=0");
    Ok(())
}

/// Starts a command and kills it at a random moment; whether it ended before.
fn kill(command: &mut Command, root: &Path, took: Duration, random: &mut Random) -> Result<bool> {
    let mut child = command.spawn().context("cannot run reweave")?;
    // Half of the kills fall into the write itself, which begins when its folder appears.
    let whole = took.as_micros() as usize;
    if random.one_in(2) {
        std::thread::sleep(micros(random.below(whole * 5 / 4)));
    } else {
        while !is_writing(root)? && child.try_wait()?.is_none() {
            std::thread::sleep(micros(200));
        }
        std::thread::sleep(micros(random.below(whole / 4 + 1)));
    }
    let ended = child.try_wait()?.is_some();
    if !ended {
        child.kill()?;
    }
    child.wait()?;
    Ok(ended)
}

const fn micros(n: usize) -> Duration {
    Duration::from_micros(n as u64)
}

/// Whether a change is being prepared or put in place.
fn is_writing(root: &Path) -> Result<bool> {
    let Ok(folder) = fs::read_dir(root.join(".reweave")) else {
        return Ok(false);
    };
    for entry in folder {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        if name.starts_with("staged-") || name.starts_with("pending-") {
            return Ok(true);
        }
    }
    Ok(false)
}

enum State {
    Old,
    New,
}

type Texts = BTreeMap<PathBuf, String>;

/// All files must be as before, or all changed and agreeing on one name.
fn judge(before: &Texts, after: &Texts, fresh: &str, undo: bool) -> Result<State> {
    if before == after {
        return Ok(State::Old);
    }
    let changed = before
        .iter()
        .filter(|(path, text)| after.get(*path) != Some(text))
        .count();
    let names: Vec<Option<&str>> = after.values().map(|t| shared_name(t)).collect();
    let agree = names.windows(2).all(|w| w[0] == w[1]);
    if changed != before.len() || !agree || !undo && names[0] != Some(fresh) {
        bail!(
            "torn: {changed} of {} files changed, names {names:?}",
            before.len()
        );
    }
    Ok(State::New)
}

fn write_program(root: &Path) -> Result<()> {
    let mut library = String::from("define base(n) {\n  return (n + shared_value)\n}\n");
    for i in 0..400 {
        let _ = writeln!(
            library,
            "shared_value = shared_value + {i} /* padding to make the file long */"
        );
    }
    fs::write(root.join("lib.bc"), library)?;
    for i in 1..FILES {
        let mut text = String::new();
        for j in 0..200 {
            let _ = writeln!(text, "x{i} = base({j}) + shared_value");
        }
        fs::write(root.join(format!("part{i}.bc")), text)?;
    }
    Ok(())
}

fn shared_name(text: &str) -> Option<&str> {
    let at = text.find("shared_")?;
    let rest = text.part(at..);
    Some(rest.part(..rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?))
}

fn current_name(texts: &Texts) -> Result<String> {
    let text = texts.values().next().context("there are files")?;
    Ok(shared_name(text).context("each has the name")?.to_owned())
}

/// How long one write takes, undisturbed.
fn timed(binary: &Path, root: &Path, name: &mut String) -> Result<Duration> {
    let start = Instant::now();
    let to = "to=shared_first";
    let status = reweave(
        binary,
        root,
        &["apply", "rename", "--symbol", name, to, "--write"],
    )
    .status()?;
    if !status.success() {
        bail!("the first write failed");
    }
    "shared_first".clone_into(name);
    Ok(start.elapsed())
}

fn reweave(binary: &Path, root: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(binary);
    command
        .args(args)
        .arg("--root")
        .arg(root)
        .env("XDG_STATE_HOME", root.with_file_name("state"))
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

fn read(root: &Path) -> Result<Texts> {
    let mut texts = BTreeMap::new();
    for entry in fs::read_dir(root)? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "bc") {
            texts.insert(path.clone(), fs::read_to_string(path)?);
        }
    }
    Ok(texts)
}

/// Temporary files that should be gone.
fn strays(root: &Path) -> Result<Vec<PathBuf>> {
    let mut list = Vec::new();
    for entry in fs::read_dir(root)? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "tmp") {
            list.push(path);
        }
    }
    Ok(list)
}
