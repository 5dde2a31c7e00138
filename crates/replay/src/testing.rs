//! One readable string a test: what the old library, the new one and the client are.

use crate::{Library, Outcome, ReplayError, Request, replay};
use reweave_classpath::ClassPath;
use reweave_java_names::{ClassSource, NoClasses};
use reweave_log::{Element, Entry, Kind, Log, Name, Parameter};
use reweave_text::Sources;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The Java API.
fn java() -> Arc<dyn ClassSource> {
    let mut classes = ClassPath::open(&[]);
    classes.add_api_index();
    Arc::new(classes)
}

/// Files written as `//- path` lines and what follows them.
fn files(text: &str) -> Vec<(String, String)> {
    text.split("//- ")
        .skip(1)
        .filter_map(|part| part.split_once('\n'))
        .map(|(path, text)| (path.trim().to_owned(), text.trim().to_owned() + "\n"))
        .collect()
}

/// `rename-class a.B -> a.C`, `change-signature a.B.m(int) -> a.B.m(int,String) [from name:Type=default, …]`
fn entry(line: &str) -> Entry {
    let (kind, rest) = line.trim().split_once(' ').expect("a kind and names");
    let (names, parameters) = match rest.split_once(" [") {
        Some((names, list)) => (names, Some(list.trim_end_matches(']'))),
        None => (rest, None),
    };
    let (old, new) = names.split_once(" -> ").expect("two names");
    let kind = Kind::of_word(kind).expect("a kind");
    let is_class = Name::of(old).simple.starts_with(char::is_uppercase);
    let element = kind.element().unwrap_or(match old.contains('(') {
        true => Element::Method,
        false if is_class => Element::Class,
        false => Element::Field,
    });
    let mut entry = Entry::new(kind, element, old, new);
    entry.parameters = parameters.map(|list| {
        let all = list.split(',').map(str::trim).filter(|p| !p.is_empty());
        all.map(parameter).collect()
    });
    entry
}

fn parameter(text: &str) -> Parameter {
    let (from, rest) = text.split_once(' ').expect("where from");
    let (declared, default) = match rest.split_once('=') {
        Some((declared, default)) => (declared, Some(default.to_owned())),
        None => (rest, None),
    };
    let (name, ty) = declared.split_once(':').expect("a name and a type");
    Parameter {
        name: name.to_owned(),
        ty: ty.to_owned(),
        from: from.parse().ok(),
        receiver: from == "receiver",
        default,
    }
}

pub fn log(entries: &str) -> Log {
    let lines = entries.lines().filter(|l| !l.trim().is_empty());
    Log {
        entries: lines.map(entry).collect(),
        ..Log::default()
    }
}

pub fn try_run(log: &Log, old: &str, new: &str, client: &str) -> Result<Outcome, ReplayError> {
    let library = |text: &str| Library {
        classes: Arc::new(NoClasses),
        sources: files(text),
    };
    let sources = Sources::new(files(client));
    replay(&Request {
        log,
        client: &sources,
        old: &library(old),
        new: &library(new),
        class_path: java(),
        defaults: BTreeMap::new(),
        strings: false,
        threads: 1,
    })
}

/// Runs a replay and compares the client afterwards; gives what was left.
pub fn check(entries: &str, old: &str, new: &str, before: &str, after: &str) -> Vec<String> {
    let outcome = try_run(&log(entries), old, new, before).expect("a log that can be read");
    let wanted = files(after);
    let got: Vec<(String, String)> = outcome
        .after
        .iter()
        .map(|(_, f)| (f.path.to_string(), f.text.to_string()))
        .collect();
    assert_eq!(got, wanted, "{:?}", outcome.left);
    let left = outcome.left.iter();
    left.map(|l| format!("{}:{} {}: {}", l.path, l.line, l.what, l.why))
        .collect()
}
