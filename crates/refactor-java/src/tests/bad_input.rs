//! Selections and names that mean nothing: every refactoring says what to select or write instead, and changes nothing.

use crate::Java;
use reweave_refactor::{BadInput, Fault, Language, Request, Session, Target};
use reweave_text::{FileId, Part, Sources, Span};

const TEXT: &str = "// a comment alone
class A {
    int n;
    int f(int a, int b) {
        int c = a * b + 2;
        n = c;
        return c;
    }
    void g() {
        n = 3; // and another
    }
}
";

/// Texts of which the first is where a selection begins and the second where it ends.
const SELECTIONS: &[(&str, &str, &str)] = &[
    ("half an expression", "b + 2", "b +"),
    ("half a statement", "n = c;", "n ="),
    ("one statement and a half", "int c", "n = c"),
    ("a comment", "comment", "comment"),
    ("two methods", "return c", "n = 3;"),
    ("a brace", "{\n        n = 3", "{"),
];

/// The refactorings that take a range, and nothing else.
const OF_RANGES: &[&str] = &[
    "extract-constant",
    "extract-local-variable",
    "extract-method",
    "introduce-parameter",
];

fn asked(request: &Request) -> Result<(), BadInput> {
    let session = Session::<Java>::new(Sources::new([("A.java", TEXT)]));
    session.apply(request).map(|_| ())
}

fn with_words(request: Request) -> Request {
    let known: Vec<&str> = Java::REFACTORINGS
        .iter()
        .find(|r| r.name == request.refactoring)
        .map(|r| r.params.iter().map(|p| p.name).collect())
        .unwrap_or_default();
    let words = [
        ("name", "fresh"),
        ("to", "B"),
        ("members", "n"),
        ("method", "A.g"),
    ];
    let fits = words.into_iter().filter(|(name, _)| known.contains(name));
    fits.fold(request, |request, (name, value)| request.with(name, value))
}

fn refuses(what: &str, request: &Request) {
    let told = asked(request);
    let is_request = told.as_ref().is_err_and(|e| e.fault == Fault::Request);
    assert!(is_request, "{} of {what}: {told:?}", request.refactoring);
    let message = told.map_err(|e| e.message).unwrap_err();
    let says_what = ["select", "put the caret", "give", "name", "write"];
    assert!(
        says_what.iter().any(|w| message.contains(w)),
        "{} of {what} does not say what to do instead: {message}",
        request.refactoring
    );
}

#[test]
fn selections_that_are_nothing_are_not_understood() {
    for (what, from, to) in SELECTIONS {
        let start = TEXT.find(from).expect("it is there");
        let end = start + TEXT.part(start..).find(to).expect("it is there") + to.len();
        let span = Span::new(start as u32, end as u32);
        for name in OF_RANGES {
            let request = Request::new(*name, Target::Range(FileId(0), span));
            refuses(what, &with_words(request));
        }
    }
}

#[test]
fn a_caret_in_a_comment_is_nothing() {
    let at = TEXT.find("comment").expect("it is there") as u32;
    for refactoring in Java::REFACTORINGS {
        // These are for a file or a package as a whole.
        if refactoring.name.starts_with("remove-unused") || refactoring.name == "rename-package" {
            continue;
        }
        let request = Request::new(refactoring.name, Target::At(FileId(0), at));
        refuses("a comment", &with_words(request));
    }
}

#[test]
fn a_symbol_that_nothing_declares_is_told() {
    for refactoring in Java::REFACTORINGS {
        if refactoring.name.starts_with("remove-unused") || refactoring.name == "rename-package" {
            continue;
        }
        let request = Request::new(refactoring.name, Target::Symbol("A.missing".to_owned()));
        refuses("a missing symbol", &with_words(request));
    }
}

#[test]
fn names_that_are_none_are_told() {
    let start = TEXT.find("a * b").expect("it is there") as u32;
    for name in OF_RANGES {
        let range = Target::Range(FileId(0), Span::new(start, start + 5));
        for word in ["1a", "class", "a b", ""] {
            let request = Request::new(*name, range.clone()).with("name", word);
            refuses("a name that is none", &request);
        }
    }
}
