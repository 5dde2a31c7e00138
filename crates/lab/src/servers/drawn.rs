//! Which requests the surfaces are asked: those of the random tests, and for refactorings that no test asks for, requests at places
//! drawn here. Every refactoring has its turn before one comes again.

use crate::storm::{Random, Sample, samples};
use anyhow::{Context, Result};
use reweave_languages::LANGUAGES;
use reweave_refactor::{Asks, Entry, Param, Request, Target, Values};
use reweave_text::{FileId, Span};
use std::collections::{BTreeMap, VecDeque};

/// Places that are looked at for one attempt: many programs have no place for a refactoring.
const PLACES_FOR_ONE: usize = 6;

/// Programs that are looked at for one place that fits, and places in each.
const PROGRAMS_FOR_ONE: usize = 4;
const PLACES_IN_ONE: usize = 30;

/// The requests of a language for so many attempts, and more for those that mean nothing.
pub fn all(language: &str, tests: &[&str], seed: u64, attempts: usize) -> Result<Vec<Sample>> {
    let known = LANGUAGES.iter().find(|l| l.name() == language);
    let entries = known.context("a language")?.refactorings();
    let share = attempts.div_ceil(entries.len().max(1));
    let mut by_name: BTreeMap<String, VecDeque<Sample>> = BTreeMap::new();
    for test in tests {
        for sample in samples(test, seed, share * PLACES_FOR_ONE)? {
            let name = sample.attempt.request.refactoring.clone();
            by_name.entry(name).or_default().push_back(sample);
        }
    }
    let missing: Vec<&Entry> = (entries.iter())
        .filter(|e| !by_name.contains_key(e.name))
        .collect();
    for entry in missing {
        let programs: Vec<&Sample> = by_name.values().flatten().collect();
        let mut random = Random::new(seed, entry.name, 0);
        let found = elsewhere(entry, &programs, share, &mut random);
        by_name.insert(entry.name.to_owned(), found);
    }
    let mut all = Vec::new();
    while by_name.values().any(|rest| !rest.is_empty()) {
        all.extend(by_name.values_mut().filter_map(VecDeque::pop_front));
    }
    Ok(all)
}

/// Requests at random places that mean something.
fn elsewhere(
    entry: &Entry,
    programs: &[&Sample],
    each: usize,
    random: &mut Random,
) -> VecDeque<Sample> {
    let mut found = VecDeque::new();
    for _ in 0..each * PROGRAMS_FOR_ONE {
        let Some(program) = random.pick(programs) else {
            break;
        };
        let session = program.open();
        let mut drawn = (0..PLACES_IN_ONE).filter_map(|_| anywhere(entry, program, random));
        let fitting = drawn.find(|r| session.apply(r).is_ok());
        found.extend(fitting.map(|request| program.asking(request)));
        if found.len() == each {
            break;
        }
    }
    found
}

/// A request at the start of a random word, or over some whole lines.
fn anywhere(entry: &Entry, program: &Sample, random: &mut Random) -> Option<Request> {
    let files = &program.attempt.files;
    let number = random.below(files.len());
    let text = &files[number].1;
    let file = FileId(number as u32);
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut before = ' ';
    let mut words = Vec::new();
    for (at, c) in text.char_indices() {
        if is_part(c) && !is_part(before) {
            words.push(at);
        }
        before = c;
    }
    let start = *random.pick(&words)?;
    let target = match entry.target {
        Asks::Nothing => Target::Nothing,
        Asks::Place => Target::At(file, start as u32),
        Asks::Range => {
            let ends = text.match_indices(';').map(|(at, _)| at + 1);
            let ends: Vec<usize> = ends.filter(|&end| end > start).take(4).collect();
            Target::Range(file, Span::new(start as u32, *random.pick(&ends)? as u32))
        }
    };
    let request = Request::new(entry.name, target);
    let required = entry.params.iter().filter(|p| p.required);
    Some(required.fold(request, |r, p| r.with(p.name, value(p))))
}

fn value(param: &Param) -> &'static str {
    match (param.values, param.values.words()) {
        (Values::Number, _) => "1",
        (_, [first, ..]) => first,
        _ => "fresh41",
    }
}
