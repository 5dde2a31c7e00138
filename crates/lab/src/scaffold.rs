//! `cargo xtask new-refactoring`, `new-type` and `new-check`: write the file of one and its line in the registry.
//!
//! What is written compiles. Its example does not hold yet, so that the test says what is still to write.

use crate::shared;
use anyhow::{Context, Result, ensure};
use reweave_text::Part;
use std::fs;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Refactoring {
    /// bc, fortran, java or php
    language: String,
    /// As users will write it: `reverse-conditional`
    name: String,
}

#[derive(clap::Args)]
pub struct Type {
    /// As reports will name it: `Reverse Loop`
    name: String,
}

#[derive(clap::Args)]
pub struct Check {
    /// As `explain` will name it: `native-method`
    name: String,
}

pub fn refactoring(args: &Refactoring) -> Result<()> {
    let names = Names::of(&args.name, '-')?;
    let language = match args.language.as_str() {
        "bc" => "Bc",
        "fortran" => "Fortran",
        "java" => "Java",
        "php" => "Php",
        other => anyhow::bail!("no language {other}: bc, fortran, java, php"),
    };
    let folder = format!("crates/refactor-{}/src/refactorings", args.language);
    let text = REFACTORING
        .replace("TITLE", &names.title)
        .replace("NAME", &args.name)
        .replace("FILE", &names.file)
        .replace("LANGUAGE", language);
    create(&format!("{folder}/{}.rs", names.file), &text)?;
    edit(&format!("{folder}/mod.rs"), |text| {
        with_entry(text, REFACTORINGS, &format!("{},", names.file))
    })
}

pub fn detected_type(args: &Type) -> Result<()> {
    let names = Names::of(&args.name, ' ')?;
    let text = FAMILY
        .replace("TITLE", &args.name)
        .replace("FILE", &names.file)
        .replace("VARIANT", &names.variant);
    let folder = "crates/detect/src/families";
    create(&format!("{folder}/{}.rs", names.file), &text)?;
    let (variant, file) = (&names.variant, &names.file);
    edit(&format!("{folder}/mod.rs"), |text| {
        let line = format!("{variant} = \"{}\" mod {file},", args.name);
        with_entry(text, TYPES, &line)
    })
}

pub fn check(args: &Check) -> Result<()> {
    let names = Names::of(&args.name, '-')?;
    let text = CHECK.replace("NAME", &args.name);
    let folder = "crates/refactor-java/src/checks";
    create(&format!("{folder}/{}.rs", names.file), &text)?;
    edit(&format!("{folder}/mod.rs"), |text| {
        with_module(text, &names.file)
    })?;
    println!(
        "add {}::CHECK to the CHECKS of each refactoring that makes it",
        names.file
    );
    Ok(())
}

/// A name in the ways in which it is written.
struct Names {
    /// `reverse_loop`
    file: String,
    /// `ReverseLoop`
    variant: String,
    /// `Reverse Loop`
    title: String,
}

impl Names {
    fn of(name: &str, between: char) -> Result<Self> {
        let words: Vec<String> = name.split(between).map(str::to_lowercase).collect();
        let is_word = |w: &String| !w.is_empty() && w.chars().all(|c| c.is_ascii_alphanumeric());
        ensure!(
            words.iter().all(is_word),
            "{name} is not a name: words of letters with `{between}` between them"
        );
        let big = |w: &String| w.part(..1).to_uppercase() + w.part(1..);
        let bigs: Vec<String> = words.iter().map(big).collect();
        Ok(Self {
            file: words.join("_"),
            variant: bigs.concat(),
            title: bigs.join(" "),
        })
    }
}

fn path(file: &str) -> PathBuf {
    shared::root().join(file)
}

fn create(file: &str, text: &str) -> Result<()> {
    let at = path(file);
    ensure!(!at.exists(), "{file} is there already");
    fs::write(&at, text).with_context(|| format!("cannot write {file}"))?;
    println!("wrote {file}");
    Ok(())
}

fn edit(file: &str, change: impl Fn(&str) -> Result<String>) -> Result<()> {
    let at = path(file);
    let text = fs::read_to_string(&at).with_context(|| format!("cannot read {file}"))?;
    let text = change(&text).with_context(|| format!("in {file}"))?;
    fs::write(&at, text).with_context(|| format!("cannot write {file}"))?;
    println!("added a line to {file}");
    Ok(())
}

/// `mod NAME;` among the modules, with the visibility that they have, in order.
fn with_module(text: &str, name: &str) -> Result<String> {
    let is_module = |l: &&str| l.ends_with(';') && l.contains("mod ") && !l.starts_with(['/', ' ']);
    let lines: Vec<&str> = text.lines().collect();
    let first = lines
        .iter()
        .find(|l| is_module(l))
        .context("it has no modules")?;
    let (visibility, _) = first.split_once("mod ").context("it has no modules")?;
    let new = format!("{visibility}mod {name};");
    let modules = lines.iter().enumerate().filter(|(_, l)| is_module(l));
    let before = modules.filter(|(_, l)| **l < new.as_str()).map(|(i, _)| i);
    let first = lines.iter().position(is_module).unwrap_or(0);
    let at = before.max().map_or(first, |i| i + 1);
    Ok(insert(&lines, at, &new))
}

/// A line at the end of the list that begins in the line with `open`.
fn with_entry(text: &str, open: &str, entry: &str) -> Result<String> {
    let lines: Vec<&str> = text.lines().collect();
    let start = lines.iter().position(|l| l.contains(open));
    let start = start.with_context(|| format!("it has no `{open}`"))?;
    let is_end = |l: &&str| matches!(l.trim_start().chars().next(), Some(']' | '}'));
    let length = lines[start + 1..].iter().position(is_end);
    let end = start + 1 + length.with_context(|| format!("`{open}` has no end"))?;
    let last = lines[end - 1];
    let indent = last.part(..last.len() - last.trim_start().len());
    Ok(insert(&lines, end, &format!("{indent}{entry}")))
}

fn insert(lines: &[&str], at: usize, line: &str) -> String {
    let mut all = lines.to_vec();
    all.insert(at, line);
    all.join("\n") + "\n"
}

/// How the line before the first refactoring of a language begins, and that before the first type.
const REFACTORINGS: &str = "reweave_refactor::refactorings! {";
const TYPES: &str = "types! {";

const REFACTORING: &str = r#"//! TITLE: what it does, in a sentence.
//!
//! ```before
//! $0
//! ```
//! ```after
//! the text that it leaves
//! ```

use crate::LANGUAGE;
use reweave_refactor::{Refactoring, Run, Step, Stop};

pub const REFACTORING: Refactoring<LANGUAGE> = Refactoring {
    name: "NAME",
    file: include_str!("FILE.rs"),
    params: &[],
    perform,
};

fn perform(run: &mut Run<'_, LANGUAGE>) -> Result<(), Stop> {
    let (_file, _offset) = run.caret()?;
    let step = Step::new("NAME", "N C D O I");
    run.step(&step)
}
"#;

const FAMILY: &str = r#"//! TITLE: what it is, in a sentence.
//!
//! TITLE
//!
//! ```before
//! class A { }
//! ```
//! ```after
//! class A { }
//! ```
//! ```finds
//! TITLE where it is found
//! ```

use crate::Finding;
use crate::family::{Family, Given};

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("FILE.rs"),
    find: Some(find),
};

/// Reports `RefactoringType::VARIANT`.
fn find(given: &Given<'_, '_, '_, '_>, out: &mut Vec<Finding>) {
    let _ = (given.contexts, out);
}
"#;

const CHECK: &str = r#"//! What would change and the JLS section that says so.

use super::{Check, Going};
use reweave_preserve::Interval;
use reweave_refactor::Refusal;

pub const CHECK: Check = Check {
    rule: Refusal {
        name: "NAME",
        kind: "NAME",
        message: "what would change here; what to do",
    },
    find,
};

fn find(going: &Going<'_, '_>) -> Vec<Interval> {
    let _ = going.member;
    Vec::new()
}
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_goes_among_the_others_and_an_entry_to_the_end() {
        let text = "//! T.\n\nmod a;\nmod c;\n\nconst ALL: &[u8] = &[\n    a::X,\n    c::X,\n];\n";
        let text = with_module(text, "b").expect("there are modules");
        let text = with_entry(&text, "const ALL:", "b::X,").expect("there is a list");
        let want = "//! T.\n\nmod a;\nmod b;\nmod c;\n\nconst ALL: &[u8] = &[\n    a::X,\n    c::X,\n    b::X,\n];\n";
        assert_eq!(text, want);
    }

    #[test]
    fn names_are_written_in_three_ways() {
        let names = Names::of("reverse-loop", '-').expect("a name");
        assert_eq!(
            (names.file.as_str(), names.variant.as_str()),
            ("reverse_loop", "ReverseLoop")
        );
        assert!(Names::of("reverse loop", '-').is_err());
    }

    /// The registries are where the tasks look for them.
    #[test]
    fn every_registry_takes_a_line() {
        let languages = ["bc", "fortran", "java", "php"];
        let of = |l| format!("crates/refactor-{l}/src/refactorings/mod.rs");
        let lists = languages.iter().map(|l| (of(l), REFACTORINGS));
        let types = ("crates/detect/src/families/mod.rs".to_owned(), TYPES);
        for (file, open) in lists.chain([types]) {
            let text = fs::read_to_string(path(&file)).expect("it is there");
            let more = with_entry(&text, open, "x").expect("it has the list");
            assert_eq!(more.lines().count(), text.lines().count() + 1, "{file}");
        }
    }
}
