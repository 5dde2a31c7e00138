//! Messages, help and docs use the terms of the field: those of the language specification, of its compiler and of the papers.

use std::fs;
use std::path::{Path, PathBuf};

/// An old word, and the term that stands for it.
const OLD: &[(&str, &str)] = &[
    ("made ready", "initialized"),
    ("mended", "corrected"),
    ("mend it", "correct it"),
    ("mend the", "correct the"),
    ("object around", "enclosing instance"),
    ("asked to be around", "is the enclosing instance"),
    ("inside one around", "inner class"),
    ("class around", "enclosing class"),
    ("type around", "enclosing type"),
    ("method around", "enclosing method"),
    ("class ready", "initialized"),
    ("initialis", "initialization"),
    ("class above", "superclass"),
    ("method above", "method of the superclass"),
    ("body from above", "inherited body"),
    ("constructor above", "superclass constructor"),
    ("object that is asked", "receiver"),
    ("object is asked", "receiver"),
    ("asked of another object", "called on another object"),
    ("names its own object", "uses `this`"),
    ("needs its own object", "uses `this`"),
    ("out of sight", "not in scope"),
    ("is no name", "is not a valid name"),
    ("reference stands for", "refers to"),
    ("lambda that stands for", "implements"),
    ("class below", "subclass"),
    ("classes above", "superclasses"),
    ("classes below", "subclasses"),
    ("gives back", "returns"),
    ("give back", "return"),
    ("the storm", "the random tests"),
    ("the kills", "the crash tests"),
    ("would have to be", "incompatible types: … is required"),
    ("may not be named here", "is not accessible here"),
];

fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask
        .parent()
        .expect("xtask lies in the workspace")
        .to_owned()
}

fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && path.file_name().is_some_and(|n| n != "target") {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
}

/// What a person reads of a source file: literals, and the documentation of arguments of the command line.
fn shown(path: &Path, line: &str) -> bool {
    let is_help =
        path.components().any(|c| c.as_os_str() == "cli") && line.trim_start().starts_with("///");
    let is_comment = line.trim_start().starts_with("//");
    is_help || (!is_comment && line.contains('"'))
}

#[test]
fn old_words_are_gone() {
    let mut found = Vec::new();
    let mut sources = Vec::new();
    files(&root().join("crates"), "rs", &mut sources);
    sources.retain(|p| !p.components().any(|c| c.as_os_str() == "tests"));
    let mut pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
        .map(|page| root().join(page))
        .to_vec();
    files(&root().join("docs"), "md", &mut pages);
    let all = sources
        .iter()
        .map(|p| (p, false))
        .chain(pages.iter().map(|p| (p, true)));
    for (path, is_page) in all {
        let text = fs::read_to_string(path).expect("text");
        for (number, line) in text.lines().enumerate() {
            let lower = line.to_lowercase();
            let old = OLD.iter().find(|(old, _)| lower.contains(old));
            if let Some((old, new)) = old.filter(|_| is_page || shown(path, line)) {
                let (path, number) = (path.display(), number + 1);
                found.push(format!("{path}:{number}: `{old}`; the term is `{new}`"));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
