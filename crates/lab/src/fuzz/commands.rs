//! Each command as its library carries it out, output included; nothing is read from or written to disk.

use super::input::{Asked, Case, Files, Where};
use reweave_advise::{Config, Folder, Format as Advised, advise, built_in_types};
use reweave_change::language::Job;
use reweave_change::{Change, LeftOut, Limits, Side, Source, analyse, decode};
use reweave_java_names::{ClassSource, NoClasses};
use reweave_languages::LANGUAGES;
use reweave_output::{Entry, Format, Origin};
use reweave_refactor::{Around, Request, Target};
use reweave_release::{Input, Options, compare};
use reweave_replay::{Library, replay};
use reweave_text::{Part, Sources, Span};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

pub struct Command {
    pub name: &'static str,
    /// What reads the files; none for `apply`, which has languages of its own.
    pub job: Option<Job>,
    pub perform: fn(&Case, &Arc<dyn ClassSource>),
}

pub const COMMANDS: &[Command] = &[
    Command {
        name: "apply",
        job: None,
        perform: apply,
    },
    Command {
        name: "compare",
        job: Some(Job::Compare),
        perform: |case, _| drop(log(case)),
    },
    Command {
        name: "detect",
        job: Some(Job::Detect),
        perform: detect,
    },
    Command {
        name: "replay",
        job: Some(Job::Compare),
        perform: replayed,
    },
    Command {
        name: "suggest",
        job: Some(Job::Suggest),
        perform: suggest,
    },
];

/// The files that can be read as text.
fn sources(files: &Files) -> (Vec<Source>, Vec<LeftOut>) {
    let (mut read, mut left_out) = (Vec::new(), Vec::new());
    for (path, bytes) in files {
        match decode(path.clone(), bytes.clone()) {
            Ok(source) => read.push(source),
            Err((path, why)) => left_out.push(LeftOut::file(Side::After, path, why)),
        }
    }
    (read, left_out)
}

fn pairs(files: &Files) -> Vec<(String, String)> {
    let read = sources(files).0.into_iter();
    read.map(|s| (s.path, s.text)).collect()
}

fn detect(case: &Case, _: &Arc<dyn ClassSource>) {
    let (before, mut left_out) = sources(&case.files);
    let (after, more) = sources(&case.after);
    left_out.extend(more);
    let record = analyse(&Change::new(before, after, left_out), &Limits::default());
    let entry = Entry {
        origin: Origin::Paths {
            before: "before".to_owned(),
            after: "after".to_owned(),
        },
        record,
    };
    let text = [true, false].map(|explain| Format::Text { explain });
    for format in text
        .into_iter()
        .chain([Format::Json, Format::RefactoringMiner])
    {
        drop(format.entry(&entry));
    }
}

fn input(name: &str, files: &Files) -> Option<Input> {
    let (read, left_out) = sources(files);
    let left_out = left_out.iter().map(|l| l.what.clone()).collect();
    Input::new(name, read, left_out).ok()
}

fn log(case: &Case) -> Option<reweave_log::Log> {
    let (old, new) = (input("old", &case.files)?, input("new", &case.after)?);
    let log = compare(&old, &new, &Options::default(), true);
    let json = reweave_log::json::write(&log);
    drop(reweave_log::read(&json));
    drop(reweave_log::eclipse::write(&log));
    drop(reweave_log::html::write(&log));
    drop(reweave_log::text::write(&log));
    Some(log)
}

/// What two versions of a library tell, carried out on the mutated files as a client.
fn replayed(case: &Case, classes: &Arc<dyn ClassSource>) {
    let Some(log) = log(case) else { return };
    let library = |files| Library {
        classes: Arc::new(NoClasses),
        sources: pairs(files),
    };
    let client = pairs(&case.files).into_iter();
    let client: Vec<_> = client.map(|(p, t)| (format!("client/{p}"), t)).collect();
    drop(replay(&reweave_replay::Request {
        log: &log,
        client: &Sources::new(client),
        old: &library(&case.files),
        new: &library(&case.after),
        class_path: Arc::clone(classes),
        defaults: BTreeMap::new(),
        strings: true,
        threads: 1,
    }));
}

fn suggest(case: &Case, _: &Arc<dyn ClassSource>) {
    let mut files = pairs(&case.files);
    files.extend(
        pairs(&case.after)
            .into_iter()
            .map(|(p, t)| (format!("b/{p}"), t)),
    );
    let folder = Folder::held(Path::new("fuzz"), files);
    let config = Config::default();
    if let Ok(advice) = advise(&[folder], &built_in_types(), &config.options(), &config) {
        for format in [Advised::Text, Advised::Json, Advised::Sarif, Advised::Html] {
            drop(format.write(&advice.report));
        }
    }
}

fn apply(case: &Case, classes: &Arc<dyn ClassSource>) {
    let language = LANGUAGES.iter().find(|l| l.name() == case.language);
    let (Some(language), Some(asked)) = (language, &case.request) else {
        return;
    };
    let around = Around {
        classes: Arc::clone(classes),
        threads: 1,
        ..Around::default()
    };
    let session = language.open_within(Sources::new(pairs(&case.files)), around);
    for problem in session.problems() {
        drop(problem.message.clone());
    }
    let mut request = Request::new(asked.refactoring, target(session.sources(), asked));
    for (name, value) in &asked.params {
        request = request.with(*name, value);
    }
    if asked.allow {
        request = request.allowing("all");
    }
    if let Ok(outcome) = session.apply(&request) {
        drop(format!("{:?}", outcome.conflicts));
    }
}

fn target(sources: &Sources, asked: &Asked) -> Target {
    let (number, from, to) = asked.place;
    let files: Vec<_> = sources.iter().collect();
    let Some((id, file)) = files.get(number % files.len().max(1)) else {
        return Target::Nothing;
    };
    let offset = |thousandths: usize| {
        let at = file.text.len() * thousandths / 1000;
        file.text.floor_char_boundary(at)
    };
    let (from, to) = (offset(from), offset(to));
    let rest = file.text.part(from..);
    let is_name = |c: char| c.is_alphabetic() || c == '_';
    let name_at = from + rest.find(is_name).unwrap_or(0);
    match asked.target {
        Where::Nothing => Target::Nothing,
        Where::Caret => Target::At(*id, from as u32),
        Where::Name => Target::At(*id, name_at as u32),
        Where::Range => Target::Range(*id, Span::new(from as u32, to as u32)),
        Where::Symbol => {
            let all = names(file.text.part(name_at..));
            let written = match all.as_slice() {
                [] => String::new(),
                [one] => (*one).to_owned(),
                [one, .., other] => format!("{one}.{other}"),
            };
            Target::Symbol(written)
        }
    }
}

/// The first words of a text.
pub fn names(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|w| !w.is_empty())
        .take(200)
        .collect()
}
