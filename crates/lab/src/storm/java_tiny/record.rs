//! What came of the attempts: a line a program in a results file, so that a long run can go on later.

use super::ask::Asked;
use super::features;
use super::marks::Text;
use super::reduce::Reduced;
use crate::storm::Args;
use anyhow::{Context, Result, bail, ensure};
use reweave_refactor::{Request, Target};
use reweave_text::Part as _;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub struct Counts {
    pub accepted: usize,
    pub refused: usize,
    pub unsound: usize,
    /// Of the refused ones that were judged.
    pub too_many: usize,
    pub forced: usize,
    /// Of the refused ones those that were to be judged, and had no would-be result.
    #[serde(default)]
    pub not_made: usize,
    /// Not counted as attempts: the request did not fit the program.
    pub bad: usize,
}

impl Counts {
    fn attempts(&self) -> usize {
        self.accepted + self.refused
    }

    fn add(&mut self, other: &Self) {
        self.accepted += other.accepted;
        self.refused += other.refused;
        self.unsound += other.unsound;
        self.too_many += other.too_many;
        self.forced += other.forced;
        self.not_made += other.not_made;
        self.bad += other.bad;
    }
}

/// An unsound attempt.
#[derive(Clone, Serialize, Deserialize)]
pub struct Found {
    pub key: String,
    pub story: String,
    /// Of the program, in bytes.
    pub size: usize,
}

/// The attempts on one program.
#[derive(Serialize, Deserialize)]
pub struct Record {
    number: usize,
    /// It compiles and ends.
    pub runs: bool,
    /// What it has, by the names of the list.
    #[serde(default)]
    pub features: Vec<String>,
    counts: BTreeMap<String, Counts>,
    pub found: Vec<Found>,
}

impl Record {
    pub fn new(number: usize) -> Self {
        Self {
            number,
            runs: false,
            features: Vec::new(),
            counts: BTreeMap::new(),
            found: Vec::new(),
        }
    }

    pub fn counts(&mut self, refactoring: &str) -> &mut Counts {
        self.counts.entry(refactoring.to_owned()).or_default()
    }
}

/// What a results file was begun with.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    seed: u64,
    only: Option<String>,
}

pub struct Results {
    file: Option<File>,
    path: PathBuf,
    programs: usize,
    running: usize,
    features: BTreeMap<String, usize>,
    counts: BTreeMap<String, Counts>,
    found: Vec<Found>,
}

impl Results {
    pub fn open(args: &Args) -> Result<Self> {
        let mut results = Self {
            file: None,
            path: args.resume.clone().unwrap_or_default(),
            programs: 0,
            running: 0,
            features: BTreeMap::new(),
            counts: BTreeMap::new(),
            found: Vec::new(),
        };
        if args.resume.is_none() || args.index.is_some() {
            return Ok(results);
        }
        let header = Header {
            seed: args.seed,
            only: args.only.clone(),
        };
        if let Some(folder) = results.path.parent() {
            fs::create_dir_all(folder)?;
        }
        if results.path.exists() {
            results.read(&header)?;
        } else {
            fs::write(&results.path, serde_json::to_string(&header)? + "\n")?;
        }
        let file = OpenOptions::new().append(true).open(&results.path)?;
        results.file = Some(file);
        Ok(results)
    }

    fn read(&mut self, header: &Header) -> Result<()> {
        let shown = self.path.display().to_string();
        let text = fs::read_to_string(&self.path).with_context(|| shown.clone())?;
        let whole = text.rfind('\n').map_or(0, |at| at + 1);
        // A line that was being written when the run was ended.
        fs::write(&self.path, text.part(..whole))?;
        let mut lines = text.part(..whole).lines();
        let begun: Header = serde_json::from_str(lines.next().unwrap_or_default())
            .with_context(|| format!("{shown} is no results file"))?;
        ensure!(
            begun == *header,
            "{shown} was begun with other options; name another file"
        );
        for line in lines {
            let record: Record = serde_json::from_str(line).with_context(|| shown.clone())?;
            if record.number != self.programs {
                bail!("{shown} lacks program {}", self.programs);
            }
            self.take(record);
        }
        Ok(())
    }

    pub fn add(&mut self, record: Record) -> Result<()> {
        if let Some(file) = &mut self.file {
            writeln!(file, "{}", serde_json::to_string(&record)?)?;
        }
        for found in &record.found {
            if found.size < usize::MAX {
                println!(
                    "unsound in program {}: {}\n{}\n",
                    record.number, found.key, found.story
                );
            }
        }
        self.take(record);
        Ok(())
    }

    fn take(&mut self, record: Record) {
        self.programs += 1;
        self.running += usize::from(record.runs);
        for feature in record.features {
            *self.features.entry(feature).or_default() += 1;
        }
        for (name, counts) in &record.counts {
            self.counts.entry(name.clone()).or_default().add(counts);
        }
        self.found.extend(record.found);
    }

    pub fn programs(&self) -> usize {
        self.programs
    }

    pub fn attempts(&self) -> usize {
        self.counts.values().map(Counts::attempts).sum()
    }

    /// How often each kind was seen.
    pub fn kinds(&self) -> BTreeMap<String, usize> {
        let mut kinds = BTreeMap::new();
        for found in &self.found {
            *kinds.entry(found.key.clone()).or_default() += 1;
        }
        kinds
    }

    /// Prints the figures; the number of unsound attempts.
    pub fn tell(&self, took: Duration) -> usize {
        let mut whole = Counts::default();
        println!(
            "| refactoring | attempts | accepted | refused | unsound | too many of judged refusals | bad input |\n|---|---|---|---|---|---|---|"
        );
        for (name, c) in &self.counts {
            whole.add(c);
            println!(
                "| {name} | {} | {} | {} | {} | {} of {} | {} |",
                c.attempts(),
                c.accepted,
                c.refused,
                c.unsound,
                c.too_many,
                c.forced,
                c.bad
            );
        }
        let mut kinds: Vec<_> = self.kinds().into_iter().collect();
        kinds.sort_by_key(|k| std::cmp::Reverse(k.1));
        for (kind, count) in kinds {
            println!("{count} × {kind}");
        }
        for name in features::names() {
            let count = self.features.get(name).copied().unwrap_or(0);
            println!("{name}: in {count} programs");
        }
        println!(
            "{} programs of {} run; {:.0} s",
            self.running,
            self.programs,
            took.as_secs_f64()
        );
        println!(
            "java-tiny attempts={} accepted={} refused={} unsound={} too_many={} judged_refusals={} not_made={} bad_input={}",
            whole.attempts(),
            whole.accepted,
            whole.refused,
            whole.unsound,
            whole.too_many,
            whole.forced,
            whole.not_made,
            whole.bad
        );
        whole.unsound
    }
}

/// Tells kinds of defects apart: the refactoring, its parameters, what it is for, and what went wrong.
pub fn key(asked: &Asked, kind: &str) -> String {
    let request = &asked.request;
    let what = asked
        .declared
        .as_ref()
        .map_or("package", |d| noun(&d.about[0]));
    let mut params: Vec<&str> = request.params.keys().map(String::as_str).collect();
    params.retain(|p| !matches!(*p, "to" | "members" | "from" | "below"));
    format!(
        "{} {what} {}: {kind}",
        request.refactoring,
        params.join("+")
    )
}

fn noun(kind: &str) -> &'static str {
    match kind {
        "T" => "type",
        "t" => "type parameter",
        "m" => "method",
        "c" => "constructor",
        "f" => "field",
        "p" => "parameter",
        "l" => "local",
        "b" => "label",
        "e" => "enum constant",
        _ => "record component",
    }
}

pub fn request(asked: &Asked, text: &Text) -> String {
    described(&asked.request, &text.files)
}

fn described(request: &Request, files: &[(String, String)]) -> String {
    let at = match &request.target {
        Target::At(file, offset) => {
            let (path, text) = &files[file.0 as usize];
            let before = text.part(..*offset as usize);
            let line = before.matches('\n').count() + 1;
            let column = before.len() - before.rfind('\n').map_or(0, |n| n + 1) + 1;
            format!("--at {path}:{line}:{column}")
        }
        Target::Symbol(symbol) => format!("--symbol '{symbol}'"),
        Target::Range(file, span) => {
            let (path, text) = &files[file.0 as usize];
            format!("in {path}: `{}`", span.text(text))
        }
        Target::Nothing => String::new(),
    };
    let params = request.params.iter().map(|(n, v)| format!("'{n}={v}'"));
    format!(
        "{} {at} {}",
        request.refactoring,
        params.collect::<Vec<_>>().join(" ")
    )
}

pub fn found(key: String, asked: &Asked, reduced: &Reduced) -> Found {
    let files = &reduced.text.files;
    let name = asked.declared.as_ref().map_or("", |d| &d.name);
    let others = |all: &[(String, String)]| {
        let own = all
            .iter()
            .filter(|f| f.0 != "p/U.java")
            .cloned()
            .collect::<Vec<_>>();
        shown(&own)
    };
    let changed: Vec<(String, String)> = {
        let all = reduced.defect.after.iter();
        all.filter(|f| !files.contains(f)).cloned().collect()
    };
    Found {
        key,
        size: files.iter().map(|f| f.1.len()).sum(),
        story: format!(
            "{}   (name: {name})\n```java\n{}```\nafter, what changed:\n```java\n{}```\n{}",
            described(&reduced.request, files),
            others(files),
            others(&changed),
            reduced.defect.message
        ),
    }
}

pub fn shown(files: &[(String, String)]) -> String {
    let each = files.iter().map(|(path, text)| {
        let lines = text.lines().filter(|l| !l.trim().is_empty());
        let text = lines.collect::<Vec<_>>().join("\n");
        format!("//- {path}\n{text}\n")
    });
    each.collect::<Vec<_>>().concat()
}
