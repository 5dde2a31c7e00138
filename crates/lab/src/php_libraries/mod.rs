//! `cargo xtask php-libraries`: random renames and pull-ups in real libraries, as Debian installs them.
//!
//! `php -l` must take each file that an accepted change would write; nothing is written to the library. With `--tested`,
//! the libraries lie with their own tests as `apt-get source` unpacks them, and those must count the same as before, too.

mod own_tests;

use crate::storm::Random;
use anyhow::{Context, Result, ensure};
use own_tests::OwnTests;
use reweave_lang_php::{EntityId, MemberKind};
use reweave_refactor::{Outcome, Request, Session, Target};
use reweave_refactor_php::Php;
use reweave_text::Sources;
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(clap::Args)]
pub struct Args {
    /// Where Debian puts PHP libraries
    #[arg(long, default_value = "/usr/share/php")]
    folder: PathBuf,
    /// Libraries below it
    #[arg(long, value_delimiter = ',', default_value = LIBRARIES)]
    libraries: Vec<String>,
    /// They have a composer.json and their own tests, which are run after each change
    #[arg(long)]
    tested: bool,
    /// Attempts in all
    #[arg(long, default_value_t = 500)]
    attempts: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

const LIBRARIES: &str = "Twig,PHPUnit,SebastianBergmann,PharIo,Symfony/Component/Console,Symfony/Component/Finder,\
                         Symfony/Component/Process,Symfony/Component/EventDispatcher,Symfony/Component/Filesystem,\
                         Symfony/Component/String,Symfony/Component/Yaml,Symfony/Component/VarDumper";

struct Library {
    name: String,
    folder: PathBuf,
    files: Vec<(String, String)>,
}

#[derive(Default)]
struct Counts {
    attempts: usize,
    accepted: usize,
    linted: usize,
    tested: usize,
    broken: usize,
}

pub fn run(args: &Args) -> Result<()> {
    let mut libraries = Vec::new();
    for name in args.libraries.iter().map(|n| n.trim()) {
        let folder = args.folder.join(name);
        if !folder.is_dir() {
            println!(
                "SKIPPED: no {} (apt-get install php-twig phpunit php-symfony)",
                folder.display()
            );
            continue;
        }
        let mut files = Vec::new();
        read(&folder, &folder, &mut files)?;
        files.sort();
        libraries.push(Library {
            name: name.to_owned(),
            folder,
            files,
        });
    }
    let share = (args.attempts / libraries.len().max(1)).max(1);
    let mut counts = Counts::default();
    for library in &libraries {
        let tests = if args.tested {
            match OwnTests::of(library)? {
                Some(tests) => Some(tests),
                None => continue,
            }
        } else {
            None
        };
        refactor(library, tests.as_ref(), args.seed, share, &mut counts)?;
    }
    let lines = libraries.iter().flat_map(|l| &l.files);
    let lines: usize = lines.map(|(_, text)| text.lines().count()).sum();
    println!(
        "php-libraries libraries={} lines={lines} attempts={} accepted={} linted={} tested={} broken={}",
        libraries.len(),
        counts.attempts,
        counts.accepted,
        counts.linted,
        counts.tested,
        counts.broken
    );
    ensure!(counts.broken == 0, "a change broke a library");
    Ok(())
}

/// Makes `share` attempts in one library.
fn refactor(
    library: &Library,
    tests: Option<&OwnTests>,
    seed: u64,
    share: usize,
    counts: &mut Counts,
) -> Result<()> {
    /// How many places may be no place for a refactoring before one is.
    const MOST_VOID: usize = 20;
    let files = library.files.iter();
    let session = Session::<Php>::new(Sources::new(files.map(|(p, t)| (p.as_str(), t.as_str()))));
    let mut done = 0;
    for index in 0..share * MOST_VOID {
        if done == share {
            break;
        }
        let mut random = Random::new(seed, &library.name, index);
        let Some(request) = request(&session, &mut random) else {
            continue;
        };
        let outcome = session.apply(&request).ok();
        let Some(outcome) = outcome.filter(Outcome::was_made) else {
            continue;
        };
        done += 1;
        if !outcome.is_accepted() {
            continue;
        }
        counts.accepted += 1;
        if let Err(why) = judge(&outcome, tests, counts)? {
            counts.broken += 1;
            println!(
                "broken: {} {} {:?} {:?}: {why}",
                library.name, request.refactoring, request.target, request.params
            );
        }
    }
    counts.attempts += done;
    println!("{}: {done} attempts", library.name);
    Ok(())
}

fn judge(
    outcome: &Outcome,
    tests: Option<&OwnTests>,
    counts: &mut Counts,
) -> Result<Result<(), String>> {
    for file in outcome.after.changed_since(&outcome.before) {
        counts.linted += 1;
        if !lints(outcome.after.text(file))? {
            return Ok(Err(format!(
                "php -l does not take {}",
                outcome.after.path(file)
            )));
        }
    }
    let Some(tests) = tests else {
        return Ok(Ok(()));
    };
    counts.tested += 1;
    tests.pass(outcome)
}

/// Where a library keeps its tests.
fn tests_folder(library: &Path) -> Option<&'static str> {
    ["tests", "Tests"]
        .into_iter()
        .find(|name| library.join(name).is_dir())
}

fn read(root: &Path, folder: &Path, files: &mut Vec<(String, String)>) -> Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            read(root, &path, files)?;
        } else if path.extension().is_some_and(|e| e == "php")
            && let Ok(text) = std::fs::read_to_string(&path)
        {
            files.push((path.strip_prefix(root)?.display().to_string(), text));
        }
    }
    Ok(())
}

/// A random rename or pull-up of what the library declares; not of its tests, which phpunit finds by their names.
fn request(session: &Session<Php>, random: &mut Random) -> Option<Request> {
    let analysis = session.program();
    let program = &analysis.program;
    let is_own = |entity: EntityId| {
        let path = session.sources().path(program.entity(entity).place.file);
        !path.starts_with("tests/") && !path.starts_with("Tests/")
    };
    if random.one_in(3) {
        let up: Vec<_> = program
            .members
            .iter()
            .filter(|m| m.kind == MemberKind::Method && m.scope.is_some() && !m.is_abstract)
            .filter(|m| {
                let parent = program.class(m.class).parent.as_ref();
                parent.is_some_and(|p| program.class_named(&p.name).is_some())
            })
            .filter(|m| is_own(m.entity))
            .map(|m| program.entity(m.entity).place)
            .collect();
        let place = random.pick(&up)?;
        return Some(Request::new(
            "pull-up-method",
            Target::At(place.file, place.span.start),
        ));
    }
    let o = random.pick(&analysis.bindings.occurrences)?;
    if !analysis
        .bindings
        .candidates(program, o)
        .into_iter()
        .all(is_own)
    {
        return None;
    }
    let names = ["renamedThing", "other", "value", "name", "zeta"];
    let to = (*random.pick(&names)?).to_owned();
    Some(Request::new("rename", Target::At(o.place.file, o.place.span.start)).with("to", to))
}

fn lints(text: &str) -> Result<bool> {
    let file = tempfile::Builder::new().suffix(".php").tempfile()?;
    std::fs::write(file.path(), text)?;
    let output = Command::new("php")
        .arg("-l")
        .arg(file.path())
        .output()
        .context("running php -l")?;
    Ok(output.status.success())
}
