//! What the walk keeps, and the file as a whole.

use crate::grammar::{self, F, K};
use crate::{component, decl, dialect, expr, names};
use reweave_lowering::{Language, SyntaxId, flavours, walks};
use reweave_text::Symbol;
use rustc_hash::FxHashSet;
use std::marker::PhantomData;

pub(crate) type Lowerer<'a, G> = reweave_lowering::Lowerer<'a, Script<G>>;

flavours! {
    JavaScript: grammar::JAVASCRIPT, dialect::JAVASCRIPT;
    TypeScript: grammar::TYPESCRIPT, dialect::TYPESCRIPT;
    Tsx: grammar::TSX, dialect::TYPESCRIPT;
}

/// What is known where the walk is.
pub(crate) struct Script<G> {
    /// The definitions that are members of the module, wherever they stand: they are lowered there.
    pub hoisted: FxHashSet<SyntaxId>,
    /// The statements of the module are being lowered: their variables are its fields.
    pub in_module_body: bool,
    /// `this` is an object of the innermost class.
    pub this_is_class: bool,
    /// The variables that hold `this` wherever they are declared: `var me = this`.
    pub this_names: FxHashSet<Symbol>,
    flavour: PhantomData<G>,
}

impl<G: Flavour> Language for Script<G> {
    walks!(G::grammar(), G::dialect(), decl::unit, expr::expression);

    fn new(_path: &str, _text: &str) -> Self {
        Self {
            hoisted: FxHashSet::default(),
            in_module_body: false,
            this_is_class: false,
            this_names: FxHashSet::default(),
            flavour: PhantomData,
        }
    }

    fn mask(path: &str, text: &str) -> Option<String> {
        component::scripts(path, text)
    }

    fn package(l: &Lowerer<'_, G>) -> Symbol {
        l.names.intern(names::module_of(l.path))
    }
}
