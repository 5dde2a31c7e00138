//! From a number to an input: a command, the mutated files, and what is asked of them.

use super::commands::{self, COMMANDS, Command};
use super::known;
use super::mutate::mutate;
use super::seeds::Seed;
use crate::storm::Random;
use reweave_classpath::ClassPath;
use reweave_java_names::ClassSource;
use reweave_refactor::Entry;
use std::sync::Arc;

/// Path and bytes of each file.
pub type Files = Vec<(String, Vec<u8>)>;

pub struct Case {
    pub command: &'static Command,
    pub language: &'static str,
    pub files: Files,
    /// The second version, for commands that take two.
    pub after: Files,
    pub request: Option<Asked>,
}

/// What `apply` is asked for; places are chosen by the texts as they are decoded.
#[derive(Clone, Debug)]
pub struct Asked {
    pub refactoring: &'static str,
    pub params: Vec<(&'static str, String)>,
    /// The file by number, and from and to in thousandths of its length.
    pub place: (usize, usize, usize),
    pub target: Where,
    pub allow: bool,
}

#[derive(Clone, Copy, Debug)]
pub enum Where {
    /// At the name next to the place.
    Name,
    Caret,
    Range,
    Symbol,
    Nothing,
}

impl Case {
    pub fn what(&self) -> String {
        let asked = self.request.as_ref().map_or("", |r| r.refactoring);
        format!("{} {} {asked}", self.command.name, self.language)
    }
}

pub struct Source {
    seed: u64,
    seeds: Vec<Seed>,
    /// Commands with the languages that they are run for; each pair gets the same share.
    kinds: Vec<(&'static Command, &'static str)>,
    entries: Vec<Entry>,
    pub classes: Arc<dyn ClassSource>,
}

impl Source {
    pub fn new(seed: u64, seeds: Vec<Seed>, command: Option<&str>, language: Option<&str>) -> Self {
        let mut kinds = Vec::new();
        for wanted in COMMANDS {
            for known in known::names() {
                let reads = known::does(known, wanted.job);
                let chosen =
                    command.is_none_or(|c| c == wanted.name) && language.is_none_or(|l| l == known);
                if reads && chosen {
                    kinds.push((wanted, known));
                }
            }
        }
        Self {
            seed,
            seeds,
            kinds,
            entries: reweave_languages::refactorings(),
            classes: Arc::new(ClassPath::with_jdk(&[], None)),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    pub fn case(&self, index: usize) -> Case {
        let mut random = Random::new(self.seed, "fuzz", index);
        let (command, language) = self.kinds[random.below(self.kinds.len())];
        let seeds: Vec<&Seed> = self
            .seeds
            .iter()
            .filter(|s| s.language == language)
            .collect();
        let pick = |random: &mut Random| random.pick(&seeds).copied();
        let (seed, other) = (pick(&mut random), pick(&mut random));
        let bytes = |s: &Seed| -> Files {
            let files = s.files.iter().cloned();
            files
                .map(|(path, text)| (path, text.into_bytes()))
                .collect()
        };
        let (whole, other) = (seed.map(bytes).unwrap_or_default(), other.map(bytes));
        let other = other
            .and_then(|o| Some(o.into_iter().next()?.1))
            .unwrap_or_default();
        let files = mutated(&whole, &other, &mut random);
        let after = match random.below(3) {
            0 => mutated(&whole, &other, &mut random),
            _ => mutated(&files, &other, &mut random),
        };
        let request =
            (command.name == "apply").then(|| self.request(language, &files, &mut random));
        Case {
            command,
            language,
            files,
            after,
            request: request.flatten(),
        }
    }

    fn request(&self, language: &str, files: &Files, random: &mut Random) -> Option<Asked> {
        let mine: Vec<&Entry> = self
            .entries
            .iter()
            .filter(|e| e.language == language)
            .collect();
        let entry = random.pick(&mine)?;
        let mut params = Vec::new();
        for param in entry.params {
            if param.required || random.one_in(3) {
                params.push((param.name, value(files, random)));
            }
        }
        let target = match random.below(10) {
            0..=4 => Where::Name,
            5..=6 => Where::Range,
            7 => Where::Caret,
            8 => Where::Symbol,
            _ => Where::Nothing,
        };
        let from = random.below(1001);
        let to = (from + random.of_bits(10)).min(1000);
        Some(Asked {
            refactoring: entry.name,
            params,
            place: (random.below(files.len().max(1)), from, to),
            target,
            allow: random.one_in(4),
        })
    }

    pub fn perform(&self, case: &Case) {
        (case.command.perform)(case, &self.classes);
    }
}

/// A few mutations of a few files.
fn mutated(files: &Files, other: &[u8], random: &mut Random) -> Files {
    let mut files = files.clone();
    let count = 1 + random.of_bits(4);
    for _ in 0..count {
        let at = random.below(files.len().max(1));
        if let Some((_, bytes)) = files.get_mut(at) {
            mutate(bytes, other, random);
        }
    }
    files
}

/// What a user may write for a parameter, on purpose or not.
fn value(files: &Files, random: &mut Random) -> String {
    const VALUES: [&str; 18] = [
        "",
        "x",
        "zz",
        "été",
        "\u{1F600}",
        "class",
        "1",
        "a.b",
        "a b",
        "-1",
        "0,1",
        "a,b",
        "int x",
        "A",
        "public",
        "\0",
        "*",
        "true",
    ];
    if random.one_in(2)
        && let Some(file) = random.pick(files)
    {
        let text = String::from_utf8_lossy(&file.1);
        let names = commands::names(&text);
        if let Some(name) = random.pick(&names) {
            return (*name).to_owned();
        }
    }
    let value = VALUES[random.below(VALUES.len())];
    if random.one_in(40) {
        return value.repeat(5_000);
    }
    value.to_owned()
}
