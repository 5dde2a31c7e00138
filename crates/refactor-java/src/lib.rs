//! Java, over whole projects with a class path.

mod checks;
mod edits;
mod errors;
mod query;
mod refactorings;

use checks::{dispatch, incomplete, reached};
pub use edits::by_text::may_name_types;
pub use query::program::JavaProgram;
use query::shown::shown;
use query::{at, edges, flow_edges, offers, symbols};
use reweave_preserve::{EdgeKind, Interval, Model, Node, Replacements};
use reweave_refactor::{
    Around, Declared, Earlier, Inner, Judged, Language, Offer, OtherFiles, Problem, Refactoring,
    Refusal, Remark, Unresolved, quote,
};
use reweave_text::{FileId, Interner, Sources};

/// Java.
pub struct Java;

impl Language for Java {
    type Program = JavaProgram;

    const NAME: &'static str = "java";
    const EXTENSIONS: &'static [&'static str] = &["java"];
    const REFACTORINGS: &'static [Refactoring<Self>] = refactorings::ALL;

    const OTHERS: &'static [OtherFiles] = offers::OTHERS;

    fn analyse(
        sources: &Sources,
        _names: &Interner,
        around: &Around,
        earlier: Option<Earlier<'_, JavaProgram>>,
    ) -> JavaProgram {
        JavaProgram::read(sources, around, earlier.as_ref())
    }

    fn model(program: &JavaProgram, _sources: &Sources, names: &Interner) -> Model {
        edges::model(program, names)
    }

    fn model_again(
        program: &JavaProgram,
        names: &Interner,
        (before, model): (&JavaProgram, &Model),
    ) -> Option<Model> {
        edges::model_again(program, names, before, model)
    }

    fn inner_edges(inner: &Inner<'_, Self>) -> Model {
        flow_edges::model(inner)
    }

    fn is_inner(kind: EdgeKind) -> bool {
        flow_edges::KINDS.contains(&kind.letter())
    }

    fn edge_word(kind: EdgeKind) -> &'static str {
        flow_edges::word(kind)
    }

    fn is_judged(program: &JavaProgram, file: FileId) -> bool {
        program.is_judged(file)
    }

    fn problems(program: &JavaProgram, _sources: &Sources) -> Vec<Problem> {
        let mut all = Vec::new();
        for number in program.numbers() {
            for lost in &program.model(number).left_out {
                all.push(Problem {
                    code: "syntax",
                    is_syntax: true,
                    message: lost.what.clone(),
                    at: program.interval(number, lost.span),
                });
            }
        }
        for error in program.errors() {
            all.push(errors::problem(program, error));
        }
        // What stands at one place must not come in the order in which names were met.
        all.sort_by(|a, b| (a.at, a.code, &a.message).cmp(&(b.at, b.code, &b.message)));
        all
    }

    fn offers(program: &JavaProgram, sources: &Sources, files: &[FileId]) -> Vec<Offer> {
        offers::offers(program, sources, files)
    }

    fn judge(judged: &Judged<'_, Self>) -> Vec<Remark> {
        let mut all = incomplete::remarks(judged);
        all.extend(reached::remarks(judged));
        all
    }

    fn rules(refactoring: &str) -> Vec<Refusal> {
        let checks = refactorings::checks(refactoring).iter();
        checks.map(|check| check.rule).collect()
    }

    fn unresolved(program: &JavaProgram, _sources: &Sources) -> Vec<Unresolved> {
        let missing = program.names.unresolved_types().into_iter();
        let told = missing.map(|(name, (file, node))| Unresolved {
            name,
            at: program.token(file, node),
        });
        told.collect()
    }

    fn differences(
        before: &JavaProgram,
        after: &JavaProgram,
        replacements: &Replacements,
    ) -> Vec<Problem> {
        dispatch::changes(before, after, replacements)
    }

    /// `C`, `a.b.C`, `C.member`, `C.member(int)`.
    fn find_symbol(program: &JavaProgram, _sources: &Sources, symbol: &str) -> Vec<Interval> {
        at::by_symbol(program, symbol)
    }

    fn symbols(program: &JavaProgram, _sources: &Sources) -> Vec<Declared> {
        symbols::declared(program)
    }

    fn examples(program: &JavaProgram, _sources: &Sources, most: usize) -> Vec<Declared> {
        symbols::examples(program, most)
    }

    fn locals(program: &JavaProgram, _sources: &Sources, around: &Declared) -> Vec<Declared> {
        symbols::locals(program, around)
    }

    fn describe(program: &JavaProgram, sources: &Sources, names: &Interner, node: Node) -> String {
        let at = match node {
            Node::Text(at) => at,
            Node::Outside(symbol) => return quote(&shown(names.text(symbol))),
        };
        match at::declared_at(program, at) {
            Some(noun) => format!("{noun} {}", quote(at.span.text(sources.text(at.file)))),
            None => quote(at.span.text(sources.text(at.file))),
        }
    }
}

#[cfg(test)]
mod tests;
