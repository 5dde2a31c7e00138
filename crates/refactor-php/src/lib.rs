//! PHP 7 and 8.

mod lifetime;
mod moves;
mod offers;
mod place;
mod refactorings;
mod region;
mod symbols;
mod unknown;
#[cfg(test)]
mod unread_tests;

use reweave_lang_php::{Analysis, EntityKind, class_keyword, model, problems};
use reweave_preserve::{Interval, Model, Node};
use reweave_refactor::{
    Around, Declared, Earlier, Language, Offer, OtherFiles, Problem, Refactoring, quote,
};
use reweave_text::{FileId, Interner, Sources};

/// PHP.
pub struct Php;

impl Language for Php {
    type Program = Analysis;

    const NAME: &'static str = "php";
    const EXTENSIONS: &'static [&'static str] = &["php", "phtml", "inc"];
    const REFACTORINGS: &'static [Refactoring<Self>] = refactorings::ALL;

    const OTHERS: &'static [OtherFiles] = offers::OTHERS;
    const SEPARATOR: &'static str = "\\";
    const IGNORES_CASE: bool = true;

    fn analyse(
        sources: &Sources,
        _names: &Interner,
        _: &Around,
        earlier: Option<Earlier<'_, Analysis>>,
    ) -> Analysis {
        Analysis::new(sources, earlier.map(|e| (e.sources, e.program)))
    }

    fn offers(program: &Analysis, _sources: &Sources, files: &[FileId]) -> Vec<Offer> {
        offers::offers(program, files)
    }

    fn model(program: &Analysis, _sources: &Sources, names: &Interner) -> Model {
        model(&program.program, &program.bindings, names)
    }

    fn problems(program: &Analysis, _sources: &Sources) -> Vec<Problem> {
        let found = problems(&program.program).into_iter();
        found
            .map(|p| Problem {
                code: p.code,
                is_syntax: p.is_syntax,
                message: p.message,
                at: Interval::new(p.place.file, p.place.span),
            })
            .collect()
    }

    /// `f`, `C`, `Ns\C`, `C::m`, `C::$p`, `C::K`.
    fn find_symbol(analysis: &Analysis, _sources: &Sources, symbol: &str) -> Vec<Interval> {
        let program = &analysis.program;
        let symbol = symbol.trim_start_matches('\\').trim_end_matches("()");
        let (class, name) = match symbol.split_once("::") {
            Some((class, name)) => (Some(class), name),
            None => (None, symbol),
        };
        let tail = |full: &str, part: &str| {
            let part = part.to_ascii_lowercase();
            full == part || full.ends_with(&format!("\\{part}"))
        };
        let mut found = Vec::new();
        for entity in &program.entities {
            let owner = entity.class.map(|c| program.class(c));
            let matches = match (class, entity.kind) {
                (Some(class), EntityKind::Method | EntityKind::ClassConstant) => {
                    owner.is_some_and(|o| tail(&o.name, class))
                        && entity.name.eq_ignore_ascii_case(name)
                }
                (Some(class), EntityKind::Property) => {
                    entity.member.is_some()
                        && owner.is_some_and(|o| tail(&o.name, class))
                        && name.strip_prefix('$') == Some(&*entity.name)
                }
                (None, EntityKind::Class) => owner.is_some_and(|o| tail(&o.name, name)),
                (None, EntityKind::Function | EntityKind::Constant) => {
                    let last = name.rsplit('\\').next().unwrap_or(name);
                    entity.name.eq_ignore_ascii_case(last)
                }
                _ => false,
            };
            if matches {
                found.push(Interval::new(entity.place.file, entity.place.span));
            }
        }
        found
    }

    fn symbols(analysis: &Analysis, sources: &Sources) -> Vec<Declared> {
        symbols::declared(&analysis.program, sources)
    }

    fn describe(analysis: &Analysis, sources: &Sources, names: &Interner, node: Node) -> String {
        let interval = match node {
            Node::Text(interval) => interval,
            Node::Outside(symbol) => return names.text(symbol).to_owned(),
        };
        let program = &analysis.program;
        let at = |p: reweave_lang_php::Place| p.file == interval.file && p.span == interval.span;
        if let Some(class) = program
            .classes
            .iter()
            .find(|c| at(class_keyword(program, c)))
        {
            return format!("class {}", program.entity(class.entity).name);
        }
        match program.entities.iter().find(|e| at(e.place)) {
            Some(entity) => {
                let sign = if matches!(entity.kind, EntityKind::Variable | EntityKind::Property) {
                    "$"
                } else {
                    ""
                };
                format!("{} `{sign}{}`", entity.kind.noun(), entity.name)
            }
            None => quote(interval.span.text(sources.text(interval.file))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Php;

    #[test]
    fn heads_are_true() {
        reweave_refactor_testing::check_pages::<Php>();
    }
}
