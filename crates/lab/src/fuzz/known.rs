//! The languages of the commands: those that can be refactored, and those that are only read.

use reweave_change::language::{self, Job};
use reweave_languages::LANGUAGES;

/// The names of all, each once: as `apply` calls a language, or else as its dialect does.
pub fn names() -> Vec<&'static str> {
    let mut all: Vec<&'static str> = LANGUAGES.iter().map(|l| l.name()).collect();
    for language in language::LANGUAGES {
        if !all.iter().any(|n| n.eq_ignore_ascii_case(language.name())) {
            all.push(language.name());
        }
    }
    all
}

/// Whether a job reads the language; none stands for `apply`.
pub fn does(name: &str, job: Option<Job>) -> bool {
    match job {
        None => LANGUAGES.iter().any(|l| l.name() == name),
        Some(job) => {
            let mut read = language::LANGUAGES.iter();
            read.any(|l| l.name().eq_ignore_ascii_case(name) && l.does(job))
        }
    }
}

/// Whether a file is in the language.
pub fn holds(name: &str, path: &str) -> bool {
    let mut refactored = LANGUAGES.iter().filter(|l| l.name() == name);
    let mut read = language::LANGUAGES.iter();
    refactored.any(|l| l.handles(path))
        || read.any(|l| {
            l.name().eq_ignore_ascii_case(name) && l.extensions.iter().any(|e| path.ends_with(e))
        })
}
