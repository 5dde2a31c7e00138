//! What the walk keeps, and the file as a whole.

use crate::dialect;
use crate::grammar::{self, F, K};
use crate::{decl, expr, mask};
use reweave_lowering::{Language, NamedGrammar, SyntaxId};
use reweave_model::{Dialect, Role};
use reweave_text::Symbol;
use std::marker::PhantomData;

pub(crate) type Lowerer<'a, G> = reweave_lowering::Lowerer<'a, Family<G>>;

/// One of the languages that the walk reads.
pub(crate) trait Flavour: Sized {
    fn grammar() -> &'static NamedGrammar<K, F>;

    fn dialect() -> &'static Dialect;
}

/// What is known where the walk is.
pub(crate) struct Family<G> {
    /// The parameters of the template that the next declaration is.
    pub(crate) template: Option<SyntaxId>,
    flavour: PhantomData<G>,
}

impl<G: Flavour> Language for Family<G> {
    type K = K;
    type F = F;

    fn grammar() -> &'static NamedGrammar<K, F> {
        G::grammar()
    }

    fn dialect() -> &'static Dialect {
        G::dialect()
    }

    fn new(_path: &str, _text: &str) -> Self {
        Self {
            template: None,
            flavour: PhantomData,
        }
    }

    fn unit(l: &mut Lowerer<'_, G>) {
        decl::unit(l, SyntaxId::ROOT);
    }

    fn expression(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
        expr::expression(l, id, role);
    }

    /// Namespaces stand in the file.
    fn package(_l: &Lowerer<'_, G>) -> Symbol {
        Symbol::EMPTY
    }

    /// The path without what headers and sources of one library differ in.
    fn module(l: &Lowerer<'_, G>) -> String {
        let stem = l.path.rsplit_once('.').map_or(l.path, |(stem, _)| stem);
        let parts = stem.split('/');
        let parts: Vec<String> = parts
            .filter(|part| !SOURCE_FOLDERS.contains(part))
            .map(|part| part.replace('.', "_"))
            .collect();
        parts.join(".")
    }

    fn mask(_path: &str, text: &str) -> Option<String> {
        mask::macros(text, &G::grammar().grammar)
    }
}

/// Folders that hold the headers or the sources of a library.
const SOURCE_FOLDERS: &[&str] = &["include", "inc", "src", "source", "sources", "lib"];

pub(crate) struct C;

impl Flavour for C {
    fn grammar() -> &'static NamedGrammar<K, F> {
        &grammar::C
    }

    fn dialect() -> &'static Dialect {
        &dialect::C
    }
}

pub(crate) struct Cpp;

impl Flavour for Cpp {
    fn grammar() -> &'static NamedGrammar<K, F> {
        &grammar::CPP
    }

    fn dialect() -> &'static Dialect {
        &dialect::CPP
    }
}
