//! Requests as the random tests make them, for whoever asks them in another way.

use super::{Args, Attempt, Random, java_tiny, storms};
use anyhow::{Context, Result};
use reweave_languages::LANGUAGES;
use reweave_refactor::{AnyLanguage, AnySession, Around, BadInput, Outcome, Request};
use reweave_text::Sources;

/// The random tests of each language.
pub const TESTS: [(&str, &[&str]); 4] = [
    ("bc", &["bc"]),
    ("fortran", &["fortran"]),
    ("java", &["java-programs", TINY]),
    ("php", &["php"]),
];

const TINY: &str = "java-tiny";

/// A request of a random test, with the program that it is for.
pub struct Sample {
    pub program: String,
    pub attempt: Attempt,
    pub(in crate::storm) around: Around,
    pub(in crate::storm) language: &'static dyn AnyLanguage,
}

impl Sample {
    /// Asks for it, without running anything.
    pub fn ask(&self) -> Result<Outcome, BadInput> {
        self.open().apply(&self.attempt.request)
    }

    /// Its program, for any requests.
    pub fn open(&self) -> Box<dyn AnySession> {
        let sources = Sources::new(self.attempt.files.iter().cloned());
        self.language.open_within(sources, self.around.clone())
    }

    /// Another request for the same program.
    #[must_use]
    pub fn asking(&self, request: Request) -> Self {
        Self {
            program: self.program.clone(),
            attempt: Attempt {
                files: self.attempt.files.clone(),
                request,
            },
            around: self.around.clone(),
            language: self.language,
        }
    }
}

/// The first requests of every refactoring as a random test makes them, in order of refactoring; none where its programs are missing.
pub fn samples(name: &str, seed: u64, attempts: usize) -> Result<Vec<Sample>> {
    if name == TINY {
        return java_tiny::samples(seed, attempts);
    }
    let all = storms(&Args::sample(name, attempts));
    let storm = all.iter().find(|s| s.name() == name);
    let storm = storm.with_context(|| format!("no random test for {name}"))?;
    let programs = storm.programs()?;
    let known = LANGUAGES.iter().find(|l| l.name() == storm.language());
    let language = *known.with_context(|| format!("no language {}", storm.language()))?;
    let mut samples = Vec::new();
    if programs.is_empty() {
        return Ok(samples);
    }
    for entry in language.refactorings() {
        for index in 0..attempts {
            let mut random = Random::new(seed, entry.name, index);
            let program = &programs[random.below(programs.len())];
            let attempt = storm.attempt(program, entry.name, &mut random);
            samples.extend(attempt.map(|attempt| Sample {
                program: program.name.clone(),
                attempt,
                around: storm.around(),
                language,
            }));
        }
    }
    Ok(samples)
}
