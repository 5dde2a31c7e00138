//! What the walk keeps, and the file as a whole.

use crate::grammar::{self, F, K};
use crate::{component, decl, dialect, expr, names};
use reweave_lowering::{Language, NamedGrammar, SyntaxId};
use reweave_model::{Dialect, Role};
use reweave_text::Symbol;
use rustc_hash::FxHashSet;
use std::marker::PhantomData;

pub(crate) type Lowerer<'a, G> = reweave_lowering::Lowerer<'a, Script<G>>;

/// One of the languages that the walk reads.
pub(crate) trait Flavour: Sized {
    fn grammar() -> &'static NamedGrammar<K, F>;

    fn dialect() -> &'static Dialect;
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
            hoisted: FxHashSet::default(),
            in_module_body: false,
            this_is_class: false,
            this_names: FxHashSet::default(),
            flavour: PhantomData,
        }
    }

    fn unit(l: &mut Lowerer<'_, G>) {
        decl::unit(l, SyntaxId::ROOT);
    }

    fn expression(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
        expr::expression(l, id, role);
    }

    fn mask(path: &str, text: &str) -> Option<String> {
        component::scripts(path, text)
    }

    fn package(l: &Lowerer<'_, G>) -> Symbol {
        l.names.intern(names::module_of(l.path))
    }
}

pub(crate) struct JavaScript;

impl Flavour for JavaScript {
    fn grammar() -> &'static NamedGrammar<K, F> {
        &grammar::JAVASCRIPT
    }

    fn dialect() -> &'static Dialect {
        &dialect::JAVASCRIPT
    }
}

pub(crate) struct TypeScript;

impl Flavour for TypeScript {
    fn grammar() -> &'static NamedGrammar<K, F> {
        &grammar::TYPESCRIPT
    }

    fn dialect() -> &'static Dialect {
        &dialect::TYPESCRIPT
    }
}

pub(crate) struct Tsx;

impl Flavour for Tsx {
    fn grammar() -> &'static NamedGrammar<K, F> {
        &grammar::TSX
    }

    fn dialect() -> &'static Dialect {
        &dialect::TYPESCRIPT
    }
}
