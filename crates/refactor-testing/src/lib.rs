//! Fixture tests: the examples in the heads of the refactorings' files, and further ones written the same way.
//!
//! An example has a `before` with `$0` for the caret (twice for a range), `with` for the parameters (`name=value`, one a
//! line), and either `after` or `refuses`, a line of which must be part of a conflict or of the complaint about the input.

use reweave_classpath::ClassPath;
use reweave_manual::{Example, Fixture, Page};
use reweave_refactor::{Around, Language, Request, Session, Target};
use reweave_text::{FileId, Sources, Span};
use std::sync::Arc;

/// Runs every example in the heads of a language's refactorings; each must have at least one with an `after`.
pub fn check_pages<L: Language>() {
    for refactoring in L::REFACTORINGS {
        let page = Page::parse(refactoring.file);
        let has_after = page.examples.iter().any(|e| e.block("after").is_some());
        assert!(
            has_after,
            "{} has no before and after in its head",
            refactoring.name
        );
        assert!(
            !page.summary.is_empty(),
            "{} has no summary",
            refactoring.name
        );
        for example in &page.examples {
            check_example::<L>(refactoring.name, example);
        }
    }
}

/// Runs the examples of a text written like a file's head without the `//!`.
pub fn check<L: Language>(refactoring: &str, examples: &str) {
    let head = examples.replace('\n', "\n//! ");
    let page = Page::parse(&format!("//! T: s\n//!\n//! {head}"));
    assert!(!page.examples.is_empty(), "no example in {examples}");
    for example in &page.examples {
        check_example::<L>(refactoring, example);
    }
}

fn check_example<L: Language>(refactoring: &str, example: &Example) {
    let path = format!("main.{}", L::EXTENSIONS[0]);
    let before = Fixture::parse(example.block("before").unwrap_or_default(), &path);
    let target = match before.marks[..] {
        [] => Target::Nothing,
        [(file, at)] => Target::At(FileId(file as u32), at),
        [(file, start), (_, end), ..] => Target::Range(FileId(file as u32), Span::new(start, end)),
    };
    let mut request = Request::new(refactoring, target);
    for line in example.block("with").unwrap_or_default().lines() {
        match line.split_once('=') {
            Some(("symbol", symbol)) => request.target = Target::Symbol(symbol.to_owned()),
            Some((name, value)) => request = request.with(name, value),
            None => panic!("a parameter is name=value, not {line}"),
        }
    }
    let around = Around {
        classes: Arc::new(ClassPath::with_jdk(&[], None)),
        threads: 1,
        ..Around::default()
    };
    let session = Session::<L>::within(Sources::new(before.files.clone()), around);
    let outcome = session.apply(&request);
    let told = match &outcome {
        Err(bad) => bad.message.clone(),
        Ok(outcome) => {
            let refusals: Vec<_> = outcome.refusals().map(|c| c.message.as_str()).collect();
            refusals.join("\n")
        }
    };
    if let Some(refuses) = example.block("refuses") {
        assert!(
            !told.is_empty(),
            "{refactoring} accepts\n{}",
            shown(&before.files)
        );
        for line in refuses.lines() {
            assert!(
                told.contains(line),
                "{refactoring}: no `{line}` in\n{told}\nof\n{}",
                shown(&before.files)
            );
        }
        return;
    }
    assert!(
        told.is_empty(),
        "{refactoring} refuses: {told}\n{}",
        shown(&before.files)
    );
    let after = Fixture::parse(example.block("after").unwrap_or_default(), &path);
    let outcome = outcome.expect("nothing was told");
    let mut got: Vec<(String, String)> = outcome
        .after
        .iter()
        .map(|(_, f)| (f.path.to_string(), f.text.to_string()))
        .collect();
    let mut want = after.files;
    got.sort();
    want.sort();
    assert!(
        got == want,
        "{refactoring} gives\n{}\ninstead of\n{}",
        shown(&got),
        shown(&want)
    );
}

fn shown(files: &[(String, String)]) -> String {
    let list: Vec<_> = files
        .iter()
        .map(|(path, text)| format!("//- {path}\n{text}"))
        .collect();
    list.concat()
}
