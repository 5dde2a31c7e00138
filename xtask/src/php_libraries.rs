//! `cargo xtask php-libraries`: random renames and pull-ups in real libraries, as Debian installs them.
//!
//! `php -l` must take each file that an accepted change would write; nothing is written to the library.

use crate::storm::Random;
use anyhow::{Context, Result, ensure};
use reweave_lang_php::MemberKind;
use reweave_refactor::php::Php;
use reweave_refactor::{Request, Session, Target};
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
    /// Attempts in all
    #[arg(long, default_value_t = 500)]
    attempts: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

const LIBRARIES: &str = "Twig,PHPUnit,SebastianBergmann,PharIo,Symfony/Component/Console,Symfony/Component/Finder,\
                         Symfony/Component/Process,Symfony/Component/EventDispatcher,Symfony/Component/Filesystem,\
                         Symfony/Component/String,Symfony/Component/Yaml,Symfony/Component/VarDumper";

pub fn run(args: &Args) -> Result<()> {
    let mut libraries = Vec::new();
    let mut lines = 0;
    for name in &args.libraries {
        let folder = args.folder.join(name.trim());
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
        lines += files.iter().map(|(_, t)| t.lines().count()).sum::<usize>();
        libraries.push((name.trim().to_owned(), files));
    }
    let (mut attempts, mut accepted, mut broken, mut linted) = (0, 0, 0, 0);
    for (name, files) in &libraries {
        let share = (args.attempts / libraries.len().max(1)).max(1);
        let sources = Sources::new(files.iter().map(|(p, t)| (p.as_str(), t.as_str())));
        let session = Session::<Php>::new(sources);
        let mut done = 0;
        for index in 0..share * 20 {
            if done == share {
                break;
            }
            let mut random = Random::new(args.seed, name, index);
            let Some(request) = request(&session, &mut random) else {
                continue;
            };
            let Ok(outcome) = session.apply(&request) else {
                continue;
            };
            done += 1;
            attempts += 1;
            if !outcome.is_accepted() {
                continue;
            }
            accepted += 1;
            for file in outcome.after.changed_since(&outcome.before) {
                linted += 1;
                if !lints(outcome.after.text(file))? {
                    broken += 1;
                    println!(
                        "broken: {name} {} {:?} {:?}",
                        request.refactoring, request.target, request.params
                    );
                }
            }
        }
        println!("{name}: {done} attempts");
    }
    println!(
        "php-libraries libraries={} lines={lines} attempts={attempts} accepted={accepted} linted={linted} broken={broken}",
        libraries.len()
    );
    ensure!(broken == 0, "a change broke a file");
    Ok(())
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

fn request(session: &Session<Php>, random: &mut Random) -> Option<Request> {
    let analysis = session.program();
    let program = &analysis.program;
    if random.one_in(3) {
        let up: Vec<_> = program
            .members
            .iter()
            .filter(|m| m.kind == MemberKind::Method && m.scope.is_some() && !m.is_abstract)
            .filter(|m| {
                let parent = program.class(m.class).parent.as_ref();
                parent.is_some_and(|p| program.class_named(&p.name).is_some())
            })
            .map(|m| program.entity(m.entity).place)
            .collect();
        let place = random.pick(&up)?;
        return Some(Request::new(
            "pull-up-method",
            Target::At(place.file, place.span.start),
        ));
    }
    let o = random.pick(&analysis.bindings.occurrences)?;
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
