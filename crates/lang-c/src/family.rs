//! What the walk keeps, and the file as a whole.

use crate::dialect;
use crate::grammar::{self, F, K};
use crate::{decl, expr, mask};
use reweave_lowering::{Language, SyntaxId, flavours, walks};
use reweave_text::Symbol;
use std::marker::PhantomData;

pub(crate) type Lowerer<'a, G> = reweave_lowering::Lowerer<'a, Family<G>>;

flavours! {
    C: grammar::C, dialect::C;
    Cpp: grammar::CPP, dialect::CPP;
}

/// What is known where the walk is.
pub(crate) struct Family<G> {
    /// The parameters of the template that the next declaration is.
    pub(crate) template: Option<SyntaxId>,
    flavour: PhantomData<G>,
}

impl<G: Flavour> Language for Family<G> {
    walks!(G::grammar(), G::dialect(), decl::unit, expr::expression);

    fn new(_path: &str, _text: &str) -> Self {
        Self {
            template: None,
            flavour: PhantomData,
        }
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
