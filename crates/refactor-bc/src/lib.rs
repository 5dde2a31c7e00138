//! BC: the nine refactorings of the differential precondition paper's table 2, and Rename.

mod code;
mod equality;
mod offers;
mod refactorings;
mod symbols;
#[cfg(test)]
mod unread_tests;

use reweave_lang_bc::{Program, Scopes, Sort, complaints, model};
use reweave_preserve::{Interval, Model, Node};
use reweave_refactor::{
    Around, Declared, Earlier, Language, Offer, OtherFiles, Problem, Refactoring,
};
use reweave_text::{FileId, Interner, Sources};

/// The language of `bc`, POSIX and GNU.
pub struct Bc;

impl Language for Bc {
    type Program = Read;

    const NAME: &'static str = "bc";
    const EXTENSIONS: &'static [&'static str] = &["bc", "b"];
    const REFACTORINGS: &'static [Refactoring<Self>] = refactorings::ALL;

    const OTHERS: &'static [OtherFiles] = offers::OTHERS;

    fn analyse(
        sources: &Sources,
        names: &Interner,
        _: &Around,
        earlier: Option<Earlier<'_, Read>>,
    ) -> Read {
        let earlier = earlier.map(|e| (e.sources, &e.program.program));
        let program = Program::read(sources, names, earlier);
        let problems = complaints(&program, names)
            .into_iter()
            .map(|c| Problem {
                code: c.code,
                is_syntax: c.is_syntax,
                message: c.message,
                at: Interval::new(c.file, c.span),
            })
            .collect();
        Read { program, problems }
    }

    fn offers(read: &Read, sources: &Sources, files: &[FileId]) -> Vec<Offer> {
        offers::offers(read, sources, files)
    }

    fn model(read: &Read, sources: &Sources, names: &Interner) -> Model {
        model(&read.program, sources, names)
    }

    fn problems(read: &Read, _: &Sources) -> Vec<Problem> {
        read.problems.clone()
    }

    /// Functions by name, `f.x` for the parameter or auto `x` of a function `f`, and globals by the first place that names
    /// them.
    fn find_symbol(read: &Read, sources: &Sources, symbol: &str) -> Vec<Interval> {
        let (function, name) = match symbol.split_once('.') {
            Some((function, name)) => (Some(function), name),
            None => (None, symbol),
        };
        let mut found = Vec::new();
        for group in &read.program.groups {
            let scopes = Scopes::new(&read.program, group);
            let named = scopes
                .occurrences
                .iter()
                .filter(|o| o.span.text(sources.text(o.file)) == name);
            let around = |id| {
                let f = read.program.function(group, id);
                f.name
                    .span
                    .text(sources.text(group.functions[id].0))
                    .to_owned()
            };
            let wanted = named.filter(|o| match (function, o.sort, o.within) {
                (Some(f), Sort::Variable(_), Some(id)) => o.is_declaration && around(id) == f,
                (None, Sort::Function(_), _) => o.is_declaration,
                (None, Sort::Variable(_), None) => true,
                _ => false,
            });
            let mut sorts = Vec::new();
            for o in wanted {
                if o.is_declaration || !sorts.contains(&o.sort) {
                    sorts.push(o.sort);
                    found.push(Interval::new(o.file, o.span));
                }
            }
        }
        found
    }

    fn symbols(read: &Read, sources: &Sources) -> Vec<Declared> {
        symbols::declared(read, sources)
    }

    fn describe(_: &Read, sources: &Sources, names: &Interner, node: Node) -> String {
        match node {
            Node::Text(i) => reweave_refactor::quote(i.span.text(sources.text(i.file))),
            Node::Outside(symbol) => names.text(symbol).to_owned(),
        }
    }
}

/// A folder of bc files, read.
pub struct Read {
    pub program: Program,
    problems: Vec<Problem>,
}

#[cfg(test)]
mod tests {
    use super::Bc;
    use reweave_refactor_testing::check_pages;

    #[test]
    fn the_heads_of_the_files_hold() {
        check_pages::<Bc>();
    }
}
