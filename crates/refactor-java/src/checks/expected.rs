//! What tests show of names. A name that the program reads while it runs and that a test spells, or that a test reads and spells a
//! part of, or whose letters it counts, is part of what the test expects: changing it would change how the test ends. That is
//! refused, where elsewhere it would be warned about.

use crate::Java;
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl};
use reweave_model::{Kind, NodeId, Role};
use reweave_preserve::Interval;
use reweave_refactor::Run;
use reweave_text::{Sources, Span};

/// What a file imports that holds tests.
const FRAMEWORKS: [&str; 3] = ["org.junit.", "junit.framework.", "org.testng."];

/// Where tests lie, as Maven and Gradle lay out projects.
const FOLDER: &str = "src/test/";

/// Whether a file holds tests, or what only tests use. A framework's own code is none.
pub fn is_test(program: &JavaProgram, sources: &Sources, number: u32) -> bool {
    let model = program.model(number);
    let of_framework = |name: &str| FRAMEWORKS.iter().any(|f| name.starts_with(f));
    let text = |name| program.world().text(name);
    let path = sources.path(program.id(number));
    path.starts_with(FOLDER)
        || path.contains(&format!("/{FOLDER}"))
        || (!of_framework(&format!("{}.", text(model.package)))
            && model.imports.iter().any(|i| of_framework(text(i.name))))
}

/// Where a name stands as a word in the strings of tests; if `with` is given, only of those that name that class.
pub fn spelled_in_tests(run: &Run<'_, Java>, name: &str, with: Option<ClassId>) -> Vec<Interval> {
    let program = run.program();
    let names = |number: u32| {
        with.is_none_or(|class| {
            let decl = Decl::Class(class);
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
                let words = crate::query::mentions::words(text, span, name).into_iter();
                found.extend(words.map(|at: Span| program.interval(number, at)));
            }
        }
    }
    found
}

/// Shorter words are too common to be parts of a name.
const LEAST_PART: usize = 5;

/// Whether a file has a string with a part of a name in it, as where text is broken into lines.
pub fn spells_part(program: &JavaProgram, number: u32, name: &str) -> bool {
    let tree = &program.model(number).tree;
    let strings = tree.descendants(NodeId::ROOT);
    let mut strings = strings.filter(|&n| tree.kind(n) == Kind::Str);
    strings.any(|n| {
        let text = program.world().text(tree.sym(n));
        let text = ["\\n", "\\r", "\\t"]
            .iter()
            .fold(text.to_owned(), |text, escape| text.replace(escape, " "));
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
        text.split(|c| !is_name(c))
            .any(|word| word.len() >= LEAST_PART && name.contains(word))
    })
}

/// Whether the letters of what a call gives are counted or picked out.
pub fn is_measured(program: &JavaProgram, number: u32, call: NodeId) -> bool {
    const MEASURES: [&str; 6] = [
        "length",
        "charAt",
        "substring",
        "indexOf",
        "lastIndexOf",
        "hashCode",
    ];
    let tree = &program.model(number).tree;
    let Some(parent) = tree.parent(call) else {
        return false;
    };
    tree.kind(parent) == Kind::Call
        && tree.child_in(parent, Role::Receiver) == Some(call)
        && MEASURES.contains(&program.world().text(tree.sym(parent)))
}
