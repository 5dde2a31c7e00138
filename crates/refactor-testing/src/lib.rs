//! Fixture tests: the examples in the heads of the refactorings' files, and further ones written the same way, in the suites:
//! Markdown files `tests/suites/REFACTORING/TOPIC.md`, a section for each case.
//!
//! An example has a `before` with `$0` for the caret (twice for a range), `with` for the parameters (`name=value`, one a
//! line), and either `after` or `refuses`, a line of which must be part of a conflict or of the complaint about the input.

pub mod unread;

use reweave_classpath::ClassPath;
use reweave_manual::{Example, Fixture, Page, Section};
use reweave_refactor::{Around, Language, Request, Session, Target};
use reweave_text::{FileId, STACK, Sources, Span};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

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
            must_hold::<L>(refactoring.name, example);
        }
    }
}

/// Runs the examples of a text written like a file's head without the `//!`.
pub fn check<L: Language>(refactoring: &str, examples: &str) {
    let head = examples.replace('\n', "\n//! ");
    let page = Page::parse(&format!("//! T: s\n//!\n//! {head}"));
    assert!(!page.examples.is_empty(), "no example in {examples}");
    for example in &page.examples {
        must_hold::<L>(refactoring, example);
    }
}

fn must_hold<L: Language>(refactoring: &str, example: &Example) {
    if let Err(why) = check_example::<L>(refactoring, example) {
        panic!("{why}");
    }
}

/// Runs every case of the suites below `folder`, and tells all that do not hold. `SUITE=pull-up/super` runs those alone whose path
/// holds this.
pub fn check_suites<L: Language>(folder: &Path) {
    let only = std::env::var("SUITE").unwrap_or_default();
    let cases: Vec<Case> = suites(folder)
        .into_iter()
        .filter(|(name, _)| name.contains(&only))
        .flat_map(|(name, text)| cases(&name, &text))
        .collect();
    assert!(!cases.is_empty(), "no case below {}", folder.display());
    let failed = Mutex::new(Vec::new());
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(why) = check_example::<L>(&case.refactoring, &case.example) {
                let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                failed.push(format!("{}: {}\n{why}", case.at, case.title));
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let builder = std::thread::Builder::new().stack_size(STACK);
            builder
                .spawn_scoped(scope, work)
                .expect("threads can be started");
        }
    });
    let mut failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed.sort();
    let (count, all) = (failed.len(), cases.len());
    assert!(
        failed.is_empty(),
        "{count} of {all} cases fail\n\n{}",
        failed.join("\n\n")
    );
}

struct Case {
    refactoring: String,
    title: String,
    /// File and line.
    at: String,
    example: Example,
}

/// The suites below a folder by `REFACTORING/TOPIC.md`, sorted.
fn suites(folder: &Path) -> Vec<(String, String)> {
    let list = |dir: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(dir).unwrap_or_else(|e| panic!("{}: {e}", dir.display()));
        let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
        paths.sort();
        paths
    };
    let files = list(folder).into_iter().flat_map(|dir| list(&dir));
    files
        .map(|path| {
            let name = path.strip_prefix(folder).unwrap_or(&path);
            let text = std::fs::read_to_string(&path).expect("a suite is text");
            (name.to_string_lossy().replace('\\', "/"), text)
        })
        .collect()
}

fn cases(name: &str, text: &str) -> Vec<Case> {
    let (refactoring, _) = name.split_once('/').expect("a folder for each refactoring");
    let sections = Section::all(text).into_iter();
    let case = |section: Section| {
        let at = format!("{name}:{}", section.line);
        assert!(
            !section.examples.is_empty(),
            "{at}: a case without an example"
        );
        let examples = section.examples.into_iter();
        examples.map(move |example| Case {
            refactoring: refactoring.to_owned(),
            title: section.title.clone(),
            at: at.clone(),
            example,
        })
    };
    sections.flat_map(case).collect()
}

fn check_example<L: Language>(refactoring: &str, example: &Example) -> Result<(), String> {
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
        if told.is_empty() {
            return Err(format!("{refactoring} accepts\n{}", shown(&before.files)));
        }
        let missing = refuses.lines().find(|line| !told.contains(line));
        return missing.map_or(Ok(()), |line| {
            let files = shown(&before.files);
            Err(format!(
                "{refactoring}: no `{line}` in\n{told}\nof\n{files}"
            ))
        });
    }
    let outcome = match outcome {
        Ok(outcome) if told.is_empty() => outcome,
        _ => {
            let files = shown(&before.files);
            return Err(format!("{refactoring} refuses: {told}\n{files}"));
        }
    };
    let after = Fixture::parse(example.block("after").unwrap_or_default(), &path);
    let mut got: Vec<(String, String)> = outcome
        .after
        .iter()
        .map(|(_, f)| (f.path.to_string(), f.text.to_string()))
        .collect();
    let mut want = after.files;
    got.sort();
    want.sort();
    if got == want {
        return Ok(());
    }
    let (got, want) = (shown(&got), shown(&want));
    Err(format!("{refactoring} gives\n{got}\ninstead of\n{want}"))
}

fn shown(files: &[(String, String)]) -> String {
    let list: Vec<_> = files
        .iter()
        .map(|(path, text)| format!("//- {path}\n{text}"))
        .collect();
    list.concat()
}
