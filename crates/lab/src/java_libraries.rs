//! `cargo xtask java-libraries`: random refactorings in real libraries, whose own tests run before and after.
//!
//! A library and its tests are one program, so tests follow what is renamed; places are chosen in the library only. Changes are
//! made one on top of the other and the tests run after each batch: what one change breaks, the next does not mend. When a batch
//! fails, its changes are tried one by one to name the one at fault. Every change that is accepted counts, whatever it warned of;
//! files beside the sources are given along as the command does. Tests that do not end the same each time without any change are
//! not looked at.

use crate::corpus;
use crate::javac::{self, Judge};
use crate::storm::{self, Files, Random};
use anyhow::{Context, Result, ensure};
use reweave_classpath::{ClassPath, jdk_home};
use reweave_refactor::{Around, Language, Outcome, Request, Session};
use reweave_refactor_java::{Java, may_name_types};
use reweave_text::{FileId, Sources};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

#[derive(clap::Args)]
pub struct Args {
    /// Accepted refactorings in all
    #[arg(long, default_value_t = 100)]
    sample: usize,
    /// After how many of them the tests run
    #[arg(long, default_value_t = 10)]
    batch: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only libraries whose coordinates hold this
    #[arg(long)]
    only: Option<String>,
    /// Another library instead of the usual ones, GROUP:NAME:VERSION, with what its tests need behind it
    #[arg(long, value_delimiter = ',')]
    library: Vec<String>,
}

/// Libraries that publish their tests, with what those need.
const LIBRARIES: [(&str, &[&str]); 4] = [
    ("commons-cli:commons-cli:1.5.0", &["junit:junit:4.13.2"]),
    (
        "commons-validator:commons-validator:1.8.0",
        &[
            "junit:junit:4.13.2",
            "org.apache.commons:commons-csv:1.10.0",
            "org.apache.commons:commons-lang3:3.14.0",
        ],
    ),
    (
        "org.apache.commons:commons-collections4:4.4",
        &[
            "junit:junit:4.13.2",
            "org.easymock:easymock:4.0.2",
            "org.apache.commons:commons-lang3:3.9",
        ],
    ),
    (
        "org.apache.commons:commons-text:1.12.0",
        &[
            "org.junit.jupiter:junit-jupiter:5.10.2",
            "org.assertj:assertj-core:3.25.3",
            "org.mockito:mockito-core:4.11.0",
            "org.apache.commons:commons-rng-simple:1.5",
            "commons-io:commons-io:2.15.1",
        ],
    ),
];

/// Runs the tests of JUnit 3, 4 and 5.
const LAUNCHER: &str = "org.junit.platform:junit-platform-console-standalone:1.10.2";

/// How many places may be no place for a refactoring before one is.
const MOST_VOID: usize = 40;

/// How many times files of tests may be left out because they need what is not there, or what was left out.
const MOST_LEFT_OUT: usize = 10;

/// How many times the tests run before anything is refactored: those that do not end the same each time say nothing.
const TIMES_BEFORE: usize = 3;

const SECONDS: &str = "600";

/// The kinds of conflicts that texts and tests give reason for.
const SHOWN: [&str; 3] = ["reflection", "string", "resource"];

#[derive(Default)]
struct Counts {
    attempts: usize,
    accepted: usize,
    tests: usize,
    changed: usize,
    /// Accepted changes that warned of something.
    warned: usize,
    /// Changes that were refused only because of what texts and tests show of names, and those of them that leave the tests as they are.
    expected: usize,
    needless: usize,
}

/// An accepted refactoring and what it left.
struct Done {
    request: Request,
    files: Files,
    beside: Sources,
    renames: Vec<(String, String)>,
}

pub fn run(args: &Args) -> Result<()> {
    if !javac::is_installed() {
        return Ok(());
    }
    let wanted = |name: &str| args.only.as_ref().is_none_or(|o| name.contains(o));
    let usual = LIBRARIES.iter().filter(|l| wanted(l.0));
    let libraries: Vec<(&str, Vec<&str>)> = match &args.library[..] {
        [] => usual.map(|(name, needs)| (*name, needs.to_vec())).collect(),
        [name, needs @ ..] => vec![(name, needs.iter().map(String::as_str).collect())],
    };
    let mut counts = Counts::default();
    for (at, (coordinates, needs)) in libraries.iter().enumerate() {
        if let Some(mut library) = Library::read(coordinates, needs)? {
            let left = args.sample.saturating_sub(counts.accepted);
            let share = left.div_ceil(libraries.len() - at);
            library.refactor(args, share, &mut counts)?;
        }
    }
    println!(
        "java-libraries attempts={} accepted={} tests={} changed={} warned={} expected={} needless={}",
        counts.attempts,
        counts.accepted,
        counts.tests,
        counts.changed,
        counts.warned,
        counts.expected,
        counts.needless
    );
    ensure!(counts.changed == 0, "a change made a test end otherwise");
    Ok(())
}

/// A library with its tests.
struct Library<'a> {
    name: &'a str,
    files: Files,
    /// So many of the files are the library's own; its tests follow.
    own: usize,
    class_path: Vec<PathBuf>,
    /// What lies beside the sources, with its text where it may name types.
    beside: Sources,
    /// Where each file beside the sources comes from.
    origins: Vec<PathBuf>,
    judge: Judge,
    expected: Results,
    /// Tests that fail at times.
    moody: BTreeSet<String>,
}

/// How the tests ended.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Results {
    /// `[ 12 tests found ]` and the like, but for how many were successful and failed.
    counts: Vec<String>,
    /// The tests that failed.
    failed: BTreeSet<String>,
}

impl Results {
    /// The same after a change: some tests are called after the full names of their classes, and a renamed package renames them.
    fn after(&self, renames: &[(String, String)]) -> Self {
        let packages = renames.iter().filter(|(old, _)| old.contains('.'));
        let failed = self.failed.iter().map(|test| {
            let renamed = |test: String, (old, new): &(String, String)| in_package(&test, old, new);
            packages.clone().fold(test.clone(), renamed)
        });
        Self {
            counts: self.counts.clone(),
            failed: failed.collect(),
        }
    }
}

/// A text in which the classes of one package are in another; those of packages below stay.
fn in_package(text: &str, old: &str, new: &str) -> String {
    let mut parts = text.split(old);
    let mut renamed = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let class = part.strip_prefix('.').and_then(|rest| rest.chars().next());
        let is_own = class.is_some_and(char::is_uppercase);
        renamed.push_str(if is_own { new } else { old });
        renamed.push_str(part);
    }
    renamed
}

impl<'a> Library<'a> {
    /// `None`, said aloud, when the tests do not run.
    fn read(name: &'a str, needs: &[&str]) -> Result<Option<Self>> {
        let source = corpus::sources(name)?.remove(0).dir;
        let tests = corpus::test_sources(name)?;
        let mut files = java_texts(&source)?;
        let own = files.len();
        files.extend(java_texts(&tests)?);
        let mut class_path = corpus::class_path(name, needs)?;
        class_path.push(corpus::class_jar(LAUNCHER)?);
        let mut library = Self {
            name,
            files,
            own,
            class_path,
            beside: Sources::default(),
            origins: Vec::new(),
            judge: Judge::start()?,
            expected: Results::default(),
            moody: BTreeSet::new(),
        };
        library.leave_out()?;
        for folder in [&source, &tests] {
            library.read_beside(folder)?;
        }
        let (files, beside) = (library.files.clone(), library.beside.clone());
        let mut runs = Vec::new();
        for _ in 0..TIMES_BEFORE {
            match library.test(&files, &beside)? {
                Ok(results) => runs.push(results),
                Err(why) => {
                    println!("SKIPPED: the tests of {name} do not run here: {why}");
                    return Ok(None);
                }
            }
        }
        let first = runs.swap_remove(0);
        if runs.iter().any(|r| r.counts != first.counts) {
            println!("SKIPPED: {name} has not the same tests each time");
            return Ok(None);
        }
        for other in &runs {
            let differs = first.failed.symmetric_difference(&other.failed);
            library.moody.extend(differs.cloned());
        }
        println!(
            "{name}: {} {} failed, {} do so at times",
            first.counts.join(" "),
            first.failed.len(),
            library.moody.len()
        );
        library.expected = library.steady(first);
        Ok(Some(library))
    }

    fn read_beside(&mut self, folder: &Path) -> Result<()> {
        let is_java = |p: &Path| p.extension().is_some_and(|e| e == "java");
        for path in corpus::files(folder, |p| !is_java(p))? {
            let name = path.strip_prefix(folder)?.to_string_lossy().into_owned();
            // The first of two on a class path is the one that is found.
            if self.beside.find(&name).is_some() {
                continue;
            }
            let text = if may_name_types(&name) {
                String::from_utf8(fs::read(&path)?).unwrap_or_default()
            } else {
                String::new()
            };
            self.beside.add(name, text);
            self.origins.push(path);
        }
        Ok(())
    }

    /// Without the tests that fail at times.
    fn steady(&self, mut results: Results) -> Results {
        results.failed.retain(|test| !self.moody.contains(test));
        results
    }

    /// Tests that need what is not on the class path are left out.
    fn leave_out(&mut self) -> Result<()> {
        for _ in 0..MOST_LEFT_OUT {
            let folder = storm::scratch(&self.files)?;
            let judged = self.judge.judge(&self.jars(), folder.path())?;
            if judged.errors == 0 {
                break;
            }
            let tests = self.files.split_off(self.own);
            let (without, with): (Files, Files) = tests
                .into_iter()
                .partition(|(path, _)| judged.broken.contains(path));
            ensure!(!without.is_empty(), "{}: {}", self.name, judged.first);
            println!(
                "{}: {} files of tests left out: {}",
                self.name,
                without.len(),
                judged.first
            );
            self.files.extend(with);
        }
        Ok(())
    }

    fn jars(&self) -> String {
        let jars: Vec<_> = self
            .class_path
            .iter()
            .map(|p| p.display().to_string())
            .collect();
        jars.join(":")
    }

    /// How the tests of these files end, or why they do not run.
    fn test(
        &mut self,
        files: &Files,
        beside: &Sources,
    ) -> Result<std::result::Result<Results, String>> {
        let folder = storm::scratch(files)?;
        for (id, file) in beside.iter() {
            let to = folder.path().join(&*file.path);
            fs::create_dir_all(to.parent().expect("it is in the folder"))?;
            if beside.shares_text(&self.beside, id) {
                fs::copy(&self.origins[id.index()], to)?;
            } else {
                fs::write(to, &*file.text)?;
            }
        }
        let classes = tempfile::tempdir()?;
        let jars = self.jars();
        let judged = self.judge.compile(&jars, folder.path(), classes.path())?;
        if judged.errors > 0 {
            return Ok(Err(judged.first));
        }
        let output = Command::new("timeout")
            .args([SECONDS, "java", "-cp"])
            .arg(format!(
                "{}:{}:{jars}",
                classes.path().display(),
                folder.path().display()
            ))
            .args(["org.junit.platform.console.ConsoleLauncher", "execute"])
            .args([
                "--details=none",
                "--disable-banner",
                "--disable-ansi-colors",
            ])
            .arg("--scan-class-path")
            .arg(classes.path())
            .current_dir(folder.path())
            .output()
            .context("running the tests")?;
        let text = String::from_utf8_lossy(&output.stdout);
        let lines = || text.lines().map(str::trim);
        let counts: Vec<String> = lines()
            .filter(|l| l.starts_with('[') && l.contains(" tests "))
            .filter(|l| !l.contains(" successful ") && !l.contains(" failed "))
            .map(|l| l.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        if counts.is_empty() {
            let errors = String::from_utf8_lossy(&output.stderr);
            let last: Vec<&str> = errors.lines().rev().take(3).collect();
            return Ok(Err(format!("the tests did not come to an end: {last:?}")));
        }
        let failed = lines()
            .filter(|l| l.starts_with("JUnit "))
            .map(str::to_owned)
            .collect();
        Ok(Ok(self.steady(Results { counts, failed })))
    }

    fn refactor(&mut self, args: &Args, share: usize, counts: &mut Counts) -> Result<()> {
        let around = Around {
            classes: Arc::new(ClassPath::with_jdk(&self.class_path, jdk_home().as_deref())),
            threads: 0,
            beside: self.beside.clone(),
            ..Around::default()
        };
        let files = self.files.iter().map(|(p, t)| (p.as_str(), t.as_str()));
        let mut session = Session::<Java>::within(Sources::new(files), around);
        let known = storm::JavaKnown::of(&self.files);
        let mut batch: Vec<Done> = Vec::new();
        let (mut done, mut index) = (0, 0);
        while done < share && index < share * MOST_VOID {
            let refactoring = Java::REFACTORINGS[index % Java::REFACTORINGS.len()].name;
            let mut random = Random::new(args.seed, self.name, index);
            index += 1;
            let file = FileId(random.below(self.own) as u32);
            let sources = session.sources();
            let (path, text) = (sources.path(file), sources.text(file));
            let request = storm::java_request((path, text, file), &known, refactoring, &mut random);
            let Some(request) = request else { continue };
            let outcome = session.apply(&request).ok();
            let Some(outcome) = outcome.filter(Outcome::was_made) else {
                continue;
            };
            counts.attempts += 1;
            if !outcome.is_accepted() {
                if outcome.refusals().all(|c| SHOWN.contains(&c.kind)) {
                    counts.expected += 1;
                    let forced = self.test(&files_of(&outcome.after), &outcome.beside)?;
                    let so_far = batch.iter().flat_map(|d| d.renames.clone());
                    let renames: Vec<_> = so_far.chain(outcome.renames).collect();
                    let expected = self.expected.after(&renames);
                    counts.needless += usize::from(forced.as_ref() == Ok(&expected));
                }
                continue;
            }
            done += 1;
            counts.warned += usize::from(!outcome.conflicts.is_empty());
            session.update(outcome.after.clone());
            session.update_beside(outcome.beside.clone());
            batch.push(Done {
                request,
                files: files_of(&outcome.after),
                renames: outcome.renames,
                beside: outcome.beside,
            });
            if batch.len() == args.batch || done == share {
                self.judge_batch(&batch, counts)?;
                batch.clear();
            }
        }
        self.judge_batch(&batch, counts)?;
        counts.accepted += done;
        println!("{}: {done} accepted", self.name);
        Ok(())
    }

    fn judge_batch(&mut self, batch: &[Done], counts: &mut Counts) -> Result<()> {
        let Some(last) = batch.last() else {
            return Ok(());
        };
        counts.tests += 1;
        let expected = batch
            .iter()
            .fold(self.expected.clone(), |e, d| e.after(&d.renames));
        if self.test(&last.files, &last.beside)?.as_ref() == Ok(&expected) {
            self.expected = expected;
            return Ok(());
        }
        // What follows is measured against what the last change left.
        for done in batch {
            self.expected = self.expected.after(&done.renames);
            let got = self.test(&done.files, &done.beside)?;
            if got.as_ref() != Ok(&self.expected) {
                counts.changed += 1;
                let request = &done.request;
                println!(
                    "changed: {} {} {:?} {:?}: {got:?}",
                    self.name, request.refactoring, request.target, request.params
                );
            }
            if let Ok(results) = got {
                self.expected = results;
            }
        }
        Ok(())
    }
}

fn files_of(sources: &Sources) -> Files {
    let files = sources.iter();
    files
        .map(|(_, f)| (f.path.to_string(), f.text.to_string()))
        .collect()
}

/// The Java files below a folder but for variants of other releases and modules, which are compiled apart.
fn java_texts(folder: &Path) -> Result<Files> {
    let mut files = Files::new();
    for path in corpus::java_files(folder)? {
        let name = path.strip_prefix(folder)?.to_string_lossy().into_owned();
        if !name.starts_with("META-INF") && !name.ends_with("module-info.java") {
            files.push((
                name,
                String::from_utf8_lossy(&fs::read(&path)?).into_owned(),
            ));
        }
    }
    Ok(files)
}
