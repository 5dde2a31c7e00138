//! `cargo xtask replay-round`: libraries refactored at random by our own engine, compared with what they were, and the
//! log replayed on a client of each: another library, or the library's own tests. javac judges library and client
//! together.
//!
//! A round is known by its seed and number: `--seed S --index I --show` does that one again and prints it.

mod ask;

use crate::javac::{self, Judge, Judged};
use crate::replay_clients::compiled::compile;
use crate::storm::Random;
use crate::{corpus, release};
use anyhow::{Context, Result, ensure};
use ask::{Sort, ask};
use reweave_change::Source;
use reweave_classpath::{ClassPath, jdk_home};
use reweave_java_names::NoClasses;
use reweave_languages::LANGUAGES;
use reweave_log::Log;
use reweave_refactor::{AnySession, Around};
use reweave_release::{Input, Options, compare};
use reweave_replay::{Library, Outcome, Request, replay};
use reweave_text::Sources;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

#[derive(clap::Args)]
pub struct Args {
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value_t = 200)]
    rounds: usize,
    /// Only this round
    #[arg(long)]
    index: Option<usize>,
    /// Do not compile: what `compare` finds, and what a replay would leave
    #[arg(long)]
    without_javac: bool,
    /// Print every round
    #[arg(long)]
    show: bool,
}

/// A library and who uses it.
struct Case {
    library: &'static str,
    client: Client,
    extra: &'static [&'static str],
}

enum Client {
    Tests,
    Other(&'static str),
}

const CASES: &[Case] = &[
    Case {
        library: "org.apache.commons:commons-collections4:4.4",
        client: Client::Tests,
        extra: &[
            "junit:junit:4.12",
            "org.easymock:easymock:4.0.2",
            "org.apache.commons:commons-lang3:3.9",
            "commons-codec:commons-codec:1.12",
        ],
    },
    Case {
        library: "org.apache.commons:commons-text:1.12.0",
        client: Client::Tests,
        extra: &[
            "org.junit.jupiter:junit-jupiter:5.10.2",
            "org.assertj:assertj-core:3.25.3",
            "commons-io:commons-io:2.16.1",
            "org.mockito:mockito-inline:4.11.0",
            "org.apache.commons:commons-rng-simple:1.5",
            "org.openjdk.jmh:jmh-core:1.37",
        ],
    },
    Case {
        library: "org.ow2.asm:asm:9.6",
        client: Client::Other("org.ow2.asm:asm-tree:9.6"),
        extra: &[],
    },
];

/// How often a place is looked for in a library before the next one is asked.
const MOST_ASKED: usize = 300;

struct Ready {
    name: &'static str,
    library: Sources,
    client: Sources,
    session: Box<dyn AnySession>,
    jars: Vec<PathBuf>,
    classes: Arc<ClassPath>,
}

#[derive(Default)]
struct Tally {
    rounds: usize,
    found: usize,
    clean: usize,
    compiled: usize,
    named: usize,
    /// How many rounds of each sort there were.
    sorts: BTreeMap<&'static str, usize>,
}

pub fn run(args: &Args) -> Result<()> {
    if !javac::is_installed() || release::handed_over()? {
        return Ok(());
    }
    let mut judge = Judge::start()?;
    let mut ready = Vec::new();
    for case in CASES {
        ready.push(prepare(case).with_context(|| case.library.to_owned())?);
    }
    let mut tally = Tally::default();
    let rounds = match args.index {
        Some(index) => index..index + 1,
        None => 0..args.rounds,
    };
    for index in rounds {
        round(args, &ready, index, &mut judge, &mut tally)?;
    }
    println!(
        "replay-round rounds={} found={} clean={} compiled={} named={} unnamed={}",
        tally.rounds,
        tally.found,
        tally.clean,
        tally.compiled,
        tally.named,
        tally.rounds - tally.compiled - tally.named
    );
    let sorts = tally.sorts.iter().map(|(word, n)| format!(" {word}={n}"));
    println!("replay-round sorts{}", sorts.collect::<String>());
    Ok(())
}

fn round(
    args: &Args,
    ready: &[Ready],
    index: usize,
    judge: &mut Judge,
    tally: &mut Tally,
) -> Result<()> {
    let mut random = Random::new(args.seed, "replay", index);
    let start = Instant::now();
    // Each sort has its turn on each library; one that has no place for it leaves it to the next.
    let sort = Sort::ALL[index % Sort::ALL.len()];
    let turns = (0..ready.len()).map(|i| &ready[(index + i) % ready.len()]);
    let tries = turns.flat_map(|ready| std::iter::repeat_n(ready, MOST_ASKED));
    let Some((ready, asked, refactored)) = tries.into_iter().find_map(|ready| {
        let asked = ask(&ready.library, sort, &mut random)?;
        let outcome = ready.session.apply(&asked.request).ok()?;
        let changed = !outcome.after.changed_since(&outcome.before).is_empty();
        (outcome.is_accepted() && changed).then_some((ready, asked, outcome.after))
    }) else {
        println!("{index}: no place found");
        return Ok(());
    };
    let refactored_in = start.elapsed();
    tally.rounds += 1;
    *tally.sorts.entry(sort.word()).or_default() += 1;
    let log = compare(
        &input(&ready.library)?,
        &input(&refactored)?,
        &Options::default(),
        true,
    );
    let (found, extra) = asked.judge(&log);
    tally.found += usize::from(found);
    tally.clean += usize::from(extra.is_empty());
    let compared_in = start.elapsed();
    let outcome = carry_out(ready, &log, &refactored)?;
    let told = start.elapsed();
    let judged = if args.without_javac {
        Judged {
            errors: outcome.left.len(),
            first: "not compiled".to_owned(),
            broken: Vec::new(),
            facts: Vec::new(),
            printed: String::new(),
        }
    } else {
        let folder = tempfile::tempdir()?;
        write(folder.path(), &refactored)?;
        write(folder.path(), &outcome.after)?;
        judge.judge(&joined(&ready.jars)?, folder.path())?
    };
    let compiles = judged.errors == 0;
    tally.compiled += usize::from(compiles);
    tally.named += usize::from(!compiles && !outcome.left.is_empty());
    if args.show || !compiles || !found || !extra.is_empty() {
        println!(
            "{index} {} {}: {}, found {found}",
            ready.name,
            asked.title,
            word(&judged, &outcome)
        );
        tell_round(&extra, &judged, &outcome);
        if args.show {
            println!(
                "    refactored after {refactored_in:.1?}, compared {compared_in:.1?}, replayed {told:.1?}, compiled {:.1?}",
                start.elapsed()
            );
        }
        if args.index.is_some() {
            println!("{}", reweave_log::json::write(&log));
        }
    }
    Ok(())
}

fn word(judged: &Judged, outcome: &Outcome) -> &'static str {
    match (judged.errors == 0, outcome.left.is_empty()) {
        (true, _) => "compiles",
        (false, false) => "named",
        (false, true) => "UNNAMED",
    }
}

/// What was found that was not asked for, and what does not compile.
fn tell_round(extra: &[String], judged: &Judged, outcome: &Outcome) {
    for entry in extra {
        println!("    extra {entry}");
    }
    if judged.errors == 0 {
        return;
    }
    println!("    {} errors: {}", judged.errors, judged.first);
    for left in outcome.left.iter().take(3) {
        println!(
            "    left {}:{} {}: {}",
            left.path, left.line, left.what, left.why
        );
    }
}

fn carry_out(ready: &Ready, log: &Log, refactored: &Sources) -> Result<Outcome> {
    let library = |sources: &Sources| Library {
        classes: Arc::new(NoClasses),
        sources: sources
            .iter()
            .map(|(_, f)| (f.path.to_string(), f.text.to_string()))
            .collect(),
    };
    let added = log
        .entries
        .iter()
        .flat_map(|e| e.parameters.iter().flatten());
    let defaults = added
        .filter(|p| p.from.is_none())
        .map(|p| (p.name.clone(), "0".to_owned()))
        .collect::<BTreeMap<_, _>>();
    Ok(replay(&Request {
        log,
        client: &ready.client,
        old: &library(&ready.library),
        new: &library(refactored),
        class_path: Arc::clone(&ready.classes) as _,
        defaults,
        strings: false,
        threads: 0,
    })?)
}

fn prepare(case: &Case) -> Result<Ready> {
    let (dir, needs) = match case.client {
        Client::Tests => (corpus::test_sources(case.library)?, case.library),
        Client::Other(other) => (source_of(other)?, other),
    };
    let mut jars = corpus::class_path(needs, case.extra)?;
    let own = case.library.split(':').nth(1).unwrap_or_default();
    jars.retain(|j| {
        let name = j.file_name().map(|n| n.to_string_lossy().into_owned());
        !name.is_some_and(|n| n.starts_with(own))
    });
    let library = read(&source_of(case.library)?)?;
    let mut client = read(&dir)?;
    // Tests of what is not on the class path are no clients.
    for _ in 0..5 {
        let mut both: Vec<(String, String)> = Vec::new();
        for sources in [&library, &client] {
            both.extend(
                sources
                    .iter()
                    .map(|(_, f)| (f.path.to_string(), f.text.to_string())),
            );
        }
        let compiled = compile(&Sources::new(both), &jars)?;
        let faulty: BTreeSet<&str> = compiled.errors.iter().map(|e| e.path.as_str()).collect();
        let ids: Vec<_> = faulty.iter().filter_map(|p| client.find(p)).collect();
        if ids.is_empty() {
            ensure!(
                faulty.is_empty(),
                "the library alone: {}",
                compiled.errors[0]
            );
            break;
        }
        println!(
            "{}: without {} files of its client",
            case.library,
            ids.len()
        );
        for id in ids {
            client.remove(id);
        }
    }
    let client = Sources::new(
        client
            .iter()
            .map(|(_, f)| (f.path.to_string(), f.text.to_string()))
            .collect::<Vec<_>>(),
    );
    ensure!(client.iter().next().is_some(), "no client is left");
    let classes = Arc::new(ClassPath::with_jdk(&jars, jdk_home().as_deref()));
    let java = LANGUAGES.iter().find(|l| l.name() == "java");
    let around = Around {
        classes: Arc::clone(&classes) as _,
        threads: 0,
        ..Around::default()
    };
    let session = java
        .context("Java is a language")?
        .open_within(library.clone(), around);
    Ok(Ready {
        name: case.library,
        library,
        client,
        session,
        jars,
        classes,
    })
}

fn input(sources: &Sources) -> Result<Input> {
    let all = sources.iter().map(|(_, f)| Source {
        path: f.path.to_string(),
        text: f.text.to_string(),
        note: None,
    });
    Ok(Input::new("library", all.collect(), Vec::new())?)
}

fn joined(jars: &[PathBuf]) -> Result<String> {
    Ok(std::env::join_paths(jars)?.to_string_lossy().into_owned())
}

fn source_of(coordinates: &str) -> Result<PathBuf> {
    let found = corpus::sources(coordinates)?.into_iter().next();
    Ok(found.context("one artifact has one folder")?.dir)
}

fn read(dir: &Path) -> Result<Sources> {
    let mut files = Vec::new();
    for path in corpus::java_files(dir)? {
        let name = path.strip_prefix(dir)?.to_string_lossy().into_owned();
        if name.starts_with("META-INF") || name.ends_with("-info.java") {
            continue;
        }
        let text = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
        files.push((name, text));
    }
    Ok(Sources::new(files))
}

fn write(folder: &Path, sources: &Sources) -> Result<()> {
    for (_, file) in sources.iter() {
        let path = folder.join(&*file.path);
        std::fs::create_dir_all(path.parent().context("a file lies in a folder")?)?;
        std::fs::write(path, &*file.text)?;
    }
    Ok(())
}
