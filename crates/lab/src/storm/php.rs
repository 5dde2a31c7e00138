//! Random tests of PHP: the test programs of the suite `php-programs`, or the project's own without it, run by php-cli.

use super::{Attempt, Files, Limits, Program, Ran, Random, Storm, run_limited};
use crate::{shared, suite};
use anyhow::Result;
use reweave_lang_php::{Analysis, Kind, MemberKind, Program as Read, SourceFile};
use reweave_refactor::{Request, Target};
use reweave_text::{FileId, Part, Sources, Span};
use std::path::Path;
use std::process::{Command, Stdio};

pub struct Php;

/// Names that no program has, or hardly any.
const FRESH: [&str; 6] = ["fresh41", "q_1", "zeta", "Total9", "tmp9", "other"];

const FILE: FileId = FileId(0);

impl Storm for Php {
    fn language(&self) -> &'static str {
        "php"
    }

    fn is_installed(&self) -> bool {
        let found = Command::new("php").arg("-v").stdout(Stdio::null()).status();
        let found = found.is_ok_and(|s| s.success());
        if !found {
            println!("SKIPPED: no php (apt-get install php-cli), so nothing was run");
        }
        found
    }

    /// What stands between `--FILE--` and `--EXPECT--` of each test; a file `*.php` is a program itself.
    fn programs(&self) -> Result<Vec<Program>> {
        const LONGEST: usize = 50_000;
        let mut programs = Vec::new();
        let own = || shared::root().join("crates/lab/php/programs");
        let folder = suite::unpacked("php-programs")?.unwrap_or_else(own);
        let mut paths: Vec<_> = std::fs::read_dir(folder)?
            .map(|entry| Ok(entry?.path()))
            .collect::<Result<_>>()?;
        paths.sort();
        for path in paths {
            let Ok(text) = std::fs::read_to_string(&path) else {
                continue;
            };
            let is_plain = path.extension().is_some_and(|ending| ending == "php");
            let plain = is_plain.then_some(text.as_str());
            let Some(rest) = plain.or_else(|| Some(text.split_once("--FILE--\n")?.1)) else {
                continue;
            };
            let end = rest.find("\n--EXPECT").map_or(rest.len(), |i| i + 1);
            if end <= LONGEST {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                programs.push(Program {
                    name: name.into_owned(),
                    files: vec![("main.php".to_owned(), rest.part(..end).to_owned())],
                });
            }
        }
        Ok(programs)
    }

    fn attempt(
        &self,
        program: &Program,
        refactoring: &str,
        random: &mut Random,
    ) -> Option<Attempt> {
        let sources = Sources::new(program.files.iter().map(|(p, t)| (p.as_str(), t.as_str())));
        let analysis = Analysis::new(&sources, None);
        let read = &analysis.program;
        let source = read.files.first()?;
        let name = name(read, random);
        let request = match refactoring {
            "rename" => {
                let o = random.pick(&analysis.bindings.occurrences)?;
                Request::new(refactoring, Target::At(FILE, o.place.span.start)).with("to", name)
            }
            "pull-up-method" | "copy-up-method" => {
                let at = *random.pick(&methods(read, |read, class| {
                    let parent = read.class(class).parent.as_ref();
                    parent.is_some_and(|p| read.class_named(&p.name).is_some())
                }))?;
                Request::new(refactoring, Target::At(FILE, at))
            }
            "push-down-method" => {
                let at = *random.pick(&methods(read, |read, class| {
                    let name = &read.class(class).name;
                    let below = |c: &reweave_lang_php::Class| {
                        c.parent.as_ref().is_some_and(|p| p.name == *name)
                    };
                    read.classes.iter().any(below)
                }))?;
                Request::new(refactoring, Target::At(FILE, at))
            }
            "extract-variable" => {
                let span = expression(source, random)?;
                Request::new(refactoring, Target::Range(FILE, span)).with("name", name)
            }
            "extract-method" => {
                let span = if random.one_in(4) {
                    expression(source, random)?
                } else {
                    statements(source, random)?
                };
                Request::new(refactoring, Target::Range(FILE, span)).with("name", name)
            }
            _ => return None,
        };
        Some(Attempt {
            files: program.files.clone(),
            request,
        })
    }

    fn run(&self, _files: &Files, folder: &Path, limits: Limits) -> Result<Ran> {
        const PHP: &[&str] = &[
            "php",
            "-n",
            "-d",
            "display_errors=1",
            "-d",
            "error_reporting=-1",
            "-d",
            "html_errors=0",
            "-d",
            "memory_limit=128M",
            "-d",
            "zend.assertions=1",
            "main.php",
        ];
        let mut ran = run_limited(PHP, folder, limits)?;
        let here = folder.display().to_string();
        ran.output = String::from_utf8_lossy(&ran.output)
            .replace(&here, "")
            .into_bytes();
        ran.errors.clear();
        Ok(ran)
    }

    /// A program prints its names in many ways, also by text that spells them and does not change: both the old and the
    /// new name count as one, and so do the lengths that php prints beside them. Line numbers in messages move.
    fn same(&self, before: &Ran, after: &Ran, renames: &[(String, String)]) -> bool {
        let told = |ran: &Ran| -> Vec<String> {
            let text = String::from_utf8_lossy(&ran.output).into_owned();
            text.lines().map(|l| canonical(l, renames)).collect()
        };
        before.is_whole == after.is_whole
            && before.code == after.code
            && told(before) == told(after)
    }
}

fn canonical(line: &str, renames: &[(String, String)]) -> String {
    let cut = [" on line ", "main.php:", "main.php("]
        .iter()
        .filter_map(|m| line.find(m))
        .min();
    let line = cut.map_or(line, |i| line.part(..i));
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut renamed = false;
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let len = rest
            .find(|c| is_word(c) != is_word(first))
            .unwrap_or(rest.len());
        let (word, behind) = rest.split_at(len);
        let one = |(old, new): &(String, String)| {
            word.eq_ignore_ascii_case(old) || word.eq_ignore_ascii_case(new)
        };
        if renames.iter().any(one) {
            renamed = true;
            out.push('\u{1}');
        } else {
            out.push_str(word);
        }
        rest = behind;
    }
    if renamed {
        out.retain(|c| !c.is_ascii_digit());
    }
    out
}

/// A third of the names are already there.
fn name(read: &Read, random: &mut Random) -> String {
    let mut names: Vec<&str> = read
        .entities
        .iter()
        .map(|e| &*e.name)
        .filter(|n| !n.is_empty())
        .collect();
    names.sort_unstable();
    names.dedup();
    if random.one_in(3)
        && let Some(name) = random.pick(&names)
    {
        return (*name).to_owned();
    }
    random
        .pick(&FRESH)
        .map_or_else(String::new, |n| (*n).to_owned())
}

/// Where the methods with a body are declared whose class is as wanted.
fn methods(read: &Read, wanted: impl Fn(&Read, reweave_lang_php::ClassId) -> bool) -> Vec<u32> {
    let all = read.members.iter();
    all.filter(|m| m.kind == MemberKind::Method && !m.is_abstract && m.scope.is_some())
        .filter(|m| wanted(read, m.class))
        .map(|m| read.entity(m.entity).place.span.start)
        .collect()
}

fn expression(source: &SourceFile, random: &mut Random) -> Option<Span> {
    let all: Vec<Span> = source
        .tree
        .ids()
        .filter(|&id| {
            matches!(
                source.kind(id),
                Kind::AnonymousFunction
                    | Kind::ArrayCreation
                    | Kind::ArrowFunction
                    | Kind::Assignment
                    | Kind::Binary
                    | Kind::Cast
                    | Kind::ClassConstantAccess
                    | Kind::Conditional
                    | Kind::EncapsedString
                    | Kind::FunctionCall
                    | Kind::Integer
                    | Kind::Match
                    | Kind::MemberAccess
                    | Kind::MemberCall
                    | Kind::ObjectCreation
                    | Kind::ScopedCall
                    | Kind::ScopedPropertyAccess
                    | Kind::String
                    | Kind::Subscript
                    | Kind::Unary
                    | Kind::Variable
            )
        })
        .map(|id| source.span(id))
        .collect();
    random.pick(&all).copied()
}

/// Up to three statements of one block.
fn statements(source: &SourceFile, random: &mut Random) -> Option<Span> {
    let is_statement = |kind| {
        matches!(
            kind,
            Kind::Do
                | Kind::Echo
                | Kind::ExpressionStatement
                | Kind::For
                | Kind::Foreach
                | Kind::If
                | Kind::Return
                | Kind::Switch
                | Kind::Try
                | Kind::While
        )
    };
    let all: Vec<_> = source
        .tree
        .ids()
        .filter(|&id| is_statement(source.kind(id)))
        .collect();
    let first = *random.pick(&all)?;
    let block: Vec<_> = source.named(source.parent(first)?).collect();
    let at = block.iter().position(|&s| s == first)?;
    let last = block[(at + random.below(3)).min(block.len() - 1)];
    Some(source.span(first).cover(source.span(last)))
}
