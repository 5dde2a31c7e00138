//! Fortran: the refactorings of paper 5 on Fortran 77 to 2018, free and fixed form.

mod arguments;
mod ask;
mod extraction;
mod lists;
mod move_users;
mod new_argument;
mod offers;
mod refactorings;
mod symbols;
mod unit_head;
#[cfg(test)]
mod unread_tests;

use reweave_lang_fortran::Program;
use reweave_preserve::{EdgeKind, Interval, Model, Node};
use reweave_refactor::{
    Around, Declared, Earlier, Language, Offer, OtherFiles, Problem, Refactoring,
};
use reweave_text::{FileId, Interner, Sources};

pub struct Fortran;

impl Language for Fortran {
    type Program = Program;
    const NAME: &'static str = "fortran";
    const EXTENSIONS: &'static [&'static str] = &[
        "f90", "f95", "f03", "f08", "f15", "f18", "f23", "f", "for", "ftn", "f77", "fpp", "fh",
        "inc", "fi", "h90",
    ];
    const REFACTORINGS: &'static [Refactoring<Self>] = refactorings::ALL;

    const OTHERS: &'static [OtherFiles] = offers::OTHERS;
    const IGNORES_CASE: bool = true;

    fn analyse(
        sources: &Sources,
        names: &Interner,
        _: &Around,
        earlier: Option<Earlier<'_, Program>>,
    ) -> Program {
        Program::new(sources, names, earlier.map(|e| (e.sources, e.program)))
    }

    fn offers(program: &Program, sources: &Sources, files: &[FileId]) -> Vec<Offer> {
        offers::offers(program, sources, files)
    }

    fn model(program: &Program, sources: &Sources, names: &Interner) -> Model {
        program.model(sources, names)
    }

    fn problems(program: &Program, sources: &Sources) -> Vec<Problem> {
        let mut all = Vec::new();
        for (file, _) in sources.iter() {
            let Some(ast) = program.ast(file) else {
                continue;
            };
            all.extend(ast.problems.iter().map(|p| Problem {
                code: "syntax",
                is_syntax: true,
                message: format!("expected {}", p.message),
                at: Interval::new(file, p.span),
            }));
        }
        all.extend(program.problems.iter().map(|p| Problem {
            code: p.code,
            is_syntax: false,
            message: p.message.clone(),
            at: Interval::new(p.file, p.span),
        }));
        all.sort_by_key(|p| (p.at, p.code));
        all
    }

    fn find_symbol(program: &Program, sources: &Sources, symbol: &str) -> Vec<Interval> {
        program
            .find(sources, symbol)
            .into_iter()
            .map(|(file, span)| Interval::new(file, span))
            .collect()
    }

    fn symbols(program: &Program, sources: &Sources) -> Vec<Declared> {
        symbols::declared(program, sources)
    }

    fn describe(_: &Program, sources: &Sources, names: &Interner, node: Node) -> String {
        match node {
            Node::Text(i) => reweave_refactor::quote(i.span.text(sources.text(i.file))),
            Node::Outside(symbol) => format!("the {}", names.text(symbol)),
        }
    }

    fn edge_word(kind: EdgeKind) -> &'static str {
        match kind {
            EdgeKind::NAME => "name",
            EdgeKind::CONTROL => "flow",
            EdgeKind::DEF_USE => "value",
            reweave_lang_fortran::IMPLICIT_TYPE => "type",
            _ => "edge",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Fortran;

    #[test]
    fn the_examples_in_the_heads_hold() {
        reweave_refactor_testing::check_pages::<Fortran>();
    }
}
