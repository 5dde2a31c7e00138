//! `cargo xtask replay-clients`: real clients of libraries brought to new releases, compiled by javac before and after.
//!
//! For every client: the errors and deprecation warnings of the untouched sources against the old release, of the
//! untouched sources against the new one with the old one off the class path, and of the replayed sources against the new
//! one. What is left is held against the places that the replay listed; `unlisted` counts errors of neither kind.

pub mod compiled;

use crate::{corpus, javac};
use anyhow::{Context, Result};
use compiled::{Compiled, compile};
use reweave_classpath::{ClassPath, jdk_home};
use reweave_javac::Diagnostic;
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
    Case {
        client: "org.apache.pdfbox:pdfbox:1.8.10",
        old: "org.apache.pdfbox:fontbox:1.8.10",
        new: "org.apache.pdfbox:fontbox:2.0.27",
        extra: &[
            "org.bouncycastle:bcprov-jdk15:1.44",
            "org.bouncycastle:bcmail-jdk15:1.44",
            "com.ibm.icu:icu4j:3.8",
        ],
    },
    Case {
        client: "org.apache.lucene:lucene-queryparser:4.10.4",
        old: "org.apache.lucene:lucene-core:4.10.4",
        new: "org.apache.lucene:lucene-core:5.5.5",
        extra: &[],
    },
    Case {
        client: "ch.qos.logback:logback-classic:1.0.13",
        old: "ch.qos.logback:logback-core:1.0.13",
        new: "ch.qos.logback:logback-core:1.2.11",
        extra: &[
            "org.codehaus.janino:janino:2.6.1",
            "org.codehaus.groovy:groovy-all:2.0.7",
            "javax.mail:mail:1.4",
            "javax.servlet:javax.servlet-api:3.0.1",
        ],
    },
    Case {
        client: "org.apache.httpcomponents:httpclient:4.2.6",
        old: "org.apache.httpcomponents:httpcore:4.2.5",
        new: "org.apache.httpcomponents:httpcore:4.4.16",
        extra: &[],
    },
    Case {
        client: "commons-dbcp:commons-dbcp:1.4",
        old: "commons-pool:commons-pool:1.5.4",
        new: "org.apache.commons:commons-pool2:2.11.1",
        extra: &[],
    },
    Case {
        client: "com.fasterxml.jackson.core:jackson-databind:2.4.6",
        old: "com.fasterxml.jackson.core:jackson-core:2.4.6",
        new: "com.fasterxml.jackson.core:jackson-core:2.15.4",
        extra: &[],
    },
    Case {
        client: "org.springframework:spring-beans:3.2.18.RELEASE",
        old: "org.springframework:spring-core:3.2.18.RELEASE",
        new: "org.springframework:spring-core:4.3.30.RELEASE",
        extra: &["javax.inject:javax.inject:1", "javax.el:el-api:1.0"],
    },
    Case {
        client: "org.eclipse.jetty:jetty-http:8.1.22.v20160922",
        old: "org.eclipse.jetty:jetty-util:8.1.22.v20160922",
        new: "org.eclipse.jetty:jetty-util:9.4.53.v20231009",
        extra: &[],
    },
    Case {
        client: "org.apache.commons:commons-dbcp2:2.1.1",
        old: "org.apache.commons:commons-pool2:2.4.2",
        new: "org.apache.commons:commons-pool2:2.11.1",
        extra: &["javax.transaction:javax.transaction-api:1.2"],
    },
    Case {
        client: "commons-validator:commons-validator:1.6",
        old: "commons-digester:commons-digester:1.8.1",
        new: "commons-digester:commons-digester:2.1",
        extra: &[],
    },
];

pub fn run(args: &Args) -> Result<()> {
    if !javac::is_installed() {
        return Ok(());
    }
    let (mut clients, mut unlisted, mut explained, mut worse) = (0, 0, 0, 0);
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
        worse += told.worse;
    }
    println!(
        "replay-clients clients={clients} explained_left={explained} unlisted={unlisted} files_worse={worse}"
    );
    Ok(())
}

struct Told {
    /// Errors and deprecation warnings after the replay that an entry of the log explains.
    explained: usize,
    /// Errors after the replay that were neither there before nor listed.
    unlisted: usize,
    /// Files with more errors than they have untouched.
    worse: usize,
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
    let mut told = judge(&before, &after, &outcome, &log, show);
    told.worse = worse(&untouched, &after);
    println!(
        "  explained by the log and left {}, unlisted {}, files that are worse {}",
        told.explained, told.unlisted, told.worse
    );
    Ok(told)
}

/// How many files have more errors than untouched.
fn worse(untouched: &Compiled, after: &Compiled) -> usize {
    let count = |compiled: &Compiled| {
        let mut by_file: BTreeMap<String, usize> = BTreeMap::new();
        for error in &compiled.errors {
            *by_file.entry(error.path.clone()).or_default() += 1;
        }
        by_file
    };
    let before = count(untouched);
    let mut worse = 0;
    for (path, errors) in count(after) {
        let was = before.get(&path).copied().unwrap_or(0);
        if errors > was {
            println!("  worse    {path}: {was} errors untouched, {errors} replayed");
            worse += 1;
        }
    }
    worse
}

/// What is listed so near to an error tells of it.
const NEAR: u32 = 2;

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
        worse: 0,
    };
    for error in &after.errors {
        if known.contains(&error.sort()) {
            continue;
        }
        let path = error.path.as_str();
        let lines = error.line.saturating_sub(NEAR)..=error.line + NEAR;
        let mut near: Vec<u32> = lines.collect();
        near.sort_by_key(|l| l.abs_diff(error.line));
        let left = near.iter().find_map(|&l| listed.get(&(path, l)));
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
