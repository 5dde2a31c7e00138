//! `cargo xtask replay-clients`: real clients of libraries brought to new releases, compiled by javac before and after.
//!
//! For every client: the errors and deprecation warnings of the untouched sources against the old release, of the
//! untouched sources against the new one with the old one off the class path, and of the replayed sources against the new
//! one. What is left is held against the places that the replay listed; `unlisted` counts errors of neither kind.

pub mod compiled;

use crate::{corpus, javac, release};
use anyhow::{Context, Result};
use compiled::{Compiled, Diagnostic, compile};
use reweave_classpath::{ClassPath, jdk_home};
use reweave_release::{Input, Options, compare, library};
use reweave_replay::{Left, Outcome, Request, replay};
use reweave_text::Sources;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(clap::Args)]
pub struct Args {
    /// Only clients whose name holds this text
    #[arg(long)]
    only: Option<String>,
    /// Print every error and every place that was left
    #[arg(long)]
    show: bool,
}

/// A client, and the library that it leaves for a newer release.
struct Case {
    client: &'static str,
    old: &'static str,
    new: &'static str,
    /// What it needs beside what its own list of dependencies names: those are optional there.
    extra: &'static [&'static str],
}

const CASES: &[Case] = &[
    Case {
        client: "org.apache.velocity:velocity:1.7",
        old: "commons-lang:commons-lang:2.4",
        new: "org.apache.commons:commons-lang3:3.1",
        extra: &[
            "commons-logging:commons-logging:1.1",
            "log4j:log4j:1.2.12",
            "logkit:logkit:2.0",
            "oro:oro:2.0.8",
            "ant:ant:1.6",
            "javax.servlet:servlet-api:2.3",
            "werken-xpath:werken-xpath:0.9.4",
            "jdom:jdom:1.0",
        ],
    },
    Case {
        client: "commons-beanutils:commons-beanutils:1.9.4",
        old: "commons-collections:commons-collections:3.2.1",
        new: "org.apache.commons:commons-collections4:4.0",
        extra: &[],
    },
    Case {
        client: "commons-configuration:commons-configuration:1.10",
        old: "commons-lang:commons-lang:2.6",
        new: "org.apache.commons:commons-lang3:3.1",
        extra: &[
            "commons-codec:commons-codec:1.10",
            "commons-beanutils:commons-beanutils:1.8.3",
            "commons-jxpath:commons-jxpath:1.3",
            "commons-digester:commons-digester:1.8.1",
            "xml-resolver:xml-resolver:1.2",
            "org.apache.commons:commons-jexl:2.1.1",
            "org.apache.commons:commons-vfs2:2.0",
            "javax.servlet:servlet-api:2.4",
            "ant:ant:1.6.5",
        ],
    },
    Case {
        client: "org.apache.rat:apache-rat-core:0.11",
        old: "commons-cli:commons-cli:1.2",
        new: "commons-cli:commons-cli:1.5.0",
        extra: &[],
    },
];

pub fn run(args: &Args) -> Result<()> {
    if !javac::is_installed() || release::handed_over()? {
        return Ok(());
    }
    let (mut clients, mut unlisted, mut explained) = (0, 0, 0);
    for case in CASES {
        if args
            .only
            .as_deref()
            .is_some_and(|o| !case.client.contains(o))
        {
            continue;
        }
        let told = one(case, args.show).with_context(|| case.client.to_owned())?;
        clients += 1;
        unlisted += told.unlisted;
        explained += told.explained;
    }
    println!("replay-clients clients={clients} explained_left={explained} unlisted={unlisted}");
    Ok(())
}

struct Told {
    /// Errors and deprecation warnings after the replay that an entry of the log explains.
    explained: usize,
    /// Errors after the replay that were neither there before nor listed.
    unlisted: usize,
}

fn one(case: &Case, show: bool) -> Result<Told> {
    println!("{}: {} -> {}", case.client, case.old, case.new);
    let client = source_of(case.client)?;
    let (old_sources, new_sources) = (source_of(case.old)?, source_of(case.new)?);
    let (old_jar, new_jar) = (corpus::class_jar(case.old)?, corpus::class_jar(case.new)?);
    let around = around(case, &old_jar, &new_jar)?;
    let log = compare(
        &Input::read(&old_sources)?,
        &Input::read(&new_sources)?,
        &Options::default(),
        false,
    );
    let sources = read(&client)?;
    let request = Request {
        log: &log,
        client: &sources,
        old: &library(&old_jar)?,
        new: &library(&new_jar)?,
        class_path: Arc::new(ClassPath::with_jdk(&around, jdk_home().as_deref())),
        defaults: BTreeMap::new(),
        strings: false,
        threads: 0,
    };
    let outcome = replay(&request)?;
    let with = |jar: &Path| {
        let mut all = vec![jar.to_path_buf()];
        all.extend(around.iter().cloned());
        all
    };
    let before = compile(&sources, &with(&old_jar))?;
    let untouched = compile(&sources, &with(&new_jar))?;
    let after = compile(&outcome.after, &with(&new_jar))?;
    println!(
        "  against the old release {before}; untouched against the new one {untouched}; replayed {after}"
    );
    println!(
        "  {} places done, {} left, {} names of unknown meaning",
        outcome.done.len(),
        outcome.left.len(),
        outcome.unresolved
    );
    let told = judge(&before, &after, &outcome, &log, show);
    println!(
        "  explained by the log and left {}, unlisted {}",
        told.explained, told.unlisted
    );
    Ok(told)
}

/// Sorts what javac still says into what it said before, what the replay listed, and the rest.
fn judge(
    before: &Compiled,
    after: &Compiled,
    outcome: &Outcome,
    log: &reweave_log::Log,
    show: bool,
) -> Told {
    let known: BTreeSet<(&str, &str)> = before.errors.iter().map(Diagnostic::sort).collect();
    let listed: BTreeMap<(&str, u32), &Left> = outcome
        .left
        .iter()
        .map(|l| ((l.path.as_str(), l.line), l))
        .collect();
    let mut told = Told {
        explained: 0,
        unlisted: 0,
    };
    for error in &after.errors {
        if known.contains(&error.sort()) {
            continue;
        }
        let at = (error.path.as_str(), error.line);
        let left = listed.get(&at);
        match left {
            Some(left) => told.explained += usize::from(left.entry > 0),
            None => told.unlisted += 1,
        }
        if show {
            let why = left.map_or("unlisted".to_owned(), |l| format!("{}: {}", l.what, l.why));
            println!("  error    {error} [{why}]");
        }
    }
    for warning in &after.deprecations {
        let speaks = log.entries.iter().any(|e| {
            let old = reweave_log::Name::of(&e.old);
            warning.message.contains(&format!("{} in", old.simple))
                || warning.message.contains(&format!("{}(", old.simple))
        });
        let left = listed.get(&(warning.path.as_str(), warning.line));
        if show {
            println!(
                "  warns    {warning} {}",
                left.map_or("", |l| l.why.as_str())
            );
        }
        told.explained += usize::from(speaks && left.is_none());
    }
    if show {
        for left in &outcome.left {
            println!(
                "  left     {}:{} {}: {}",
                left.path, left.line, left.what, left.why
            );
        }
    }
    told
}

fn source_of(coordinates: &str) -> Result<PathBuf> {
    let found = corpus::sources(coordinates)?.into_iter().next();
    Ok(found.context("one artifact has one folder")?.dir)
}

/// The class path of a client without either release of the library.
fn around(case: &Case, old: &Path, new: &Path) -> Result<Vec<PathBuf>> {
    let mut all = corpus::class_path(case.client, case.extra)?;
    let stem = |c: &str| -> String {
        let mut parts = c.split(':').skip(1);
        format!("{}-", parts.next().unwrap_or_default())
    };
    let library = [stem(case.old), stem(case.new)];
    all.retain(|jar| {
        let name = jar.file_name().map(|n| n.to_string_lossy().into_owned());
        let name = name.unwrap_or_default();
        let is_library = library.iter().any(|l| {
            name.strip_prefix(l.as_str())
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        });
        !is_library && jar != old && jar != new
    });
    Ok(all)
}

fn read(dir: &Path) -> Result<Sources> {
    let mut files = Vec::new();
    for path in corpus::java_files(dir)? {
        let name = path.strip_prefix(dir)?.to_string_lossy().into_owned();
        let text = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
        files.push((name, text));
    }
    Ok(Sources::new(files))
}
