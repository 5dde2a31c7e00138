//! What tests show of names. A name in a test's string, or one that a test reads while it runs, is part of what the test expects:
//! changing it would change how the test ends, so that is refused, where elsewhere it would be warned about.

use super::Java;
use super::program::JavaProgram;
use crate::run::Run;
use reweave_java_names::ClassId;
use reweave_model::{Kind, NodeId};
use reweave_preserve::Interval;
use reweave_text::{Sources, Span};

/// What a file imports that holds tests.
const FRAMEWORKS: [&str; 3] = ["org.junit.", "junit.framework.", "org.testng."];

/// Where tests lie, as Maven and Gradle lay out projects.
const FOLDER: &str = "src/test/";

/// Whether a file holds tests, or what only tests use.
pub fn is_test(program: &JavaProgram, sources: &Sources, number: u32) -> bool {
    let world = program.world();
    let mut imports = program.model(number).imports.iter();
    let path = sources.path(program.id(number));
    path.starts_with(FOLDER)
        || path.contains(&format!("/{FOLDER}"))
        || imports.any(|i| {
            let name = world.text(i.name);
            FRAMEWORKS.iter().any(|f| name.starts_with(f))
        })
}

/// Where a simple name stands as a word in the strings of tests; if `with` is given, only of those that name that class.
pub fn spelled_in_tests(run: &Run<'_, Java>, name: &str, with: Option<ClassId>) -> Vec<Interval> {
    let program = run.program();
    let names = |number: u32| {
        with.is_none_or(|class| {
            let decl = reweave_java_names::Decl::Class(class);
            program.names.mentions(number, &[decl])
        })
    };
    let mut found = Vec::new();
    for number in program.files_with(run.sources(), name) {
        if !is_test(program, run.sources(), number) || !names(number) {
            continue;
        }
        let tree = &program.model(number).tree;
        let text = run.sources().text(program.id(number));
        for node in tree.descendants(NodeId::ROOT) {
            if tree.kind(node) == Kind::Str {
                let span = tree.span(node);
                let words = super::mentions::words(text, span, name).into_iter();
                found.extend(words.map(|at: Span| program.interval(number, at)));
            }
        }
    }
    found
}
