//! What the walk keeps, and the file as a whole.

use crate::dialect::DIALECT;
use crate::grammar::{F, K, PYTHON};
use crate::names::module_of;
use crate::notebook::cells;
use crate::{decl, expr};
use reweave_lowering::{Language, walks};
use reweave_text::Symbol;

pub(crate) type Lowerer<'a> = reweave_lowering::Lowerer<'a, Python>;

/// What is known where the walk is.
#[derive(Default)]
pub(crate) struct Python {
    /// What the methods around call the object that they are called on; empty in a function that has none.
    pub receivers: Vec<Symbol>,
    /// The names that the functions around declare global or nonlocal.
    pub outer_names: Vec<Vec<Symbol>>,
    /// Definitions are members of the module or class around and lowered there, wherever between its statements they stand.
    pub hoists: bool,
    /// The statement is one of the module itself: what it assigns to is an attribute of the module.
    pub declares: bool,
}

impl Language for Python {
    walks!(&PYTHON, &DIALECT, decl::unit, expr::expression);

    fn new(_path: &str, _text: &str) -> Self {
        Self::default()
    }

    fn mask(path: &str, text: &str) -> Option<String> {
        cells(path, text)
    }

    fn package(l: &Lowerer<'_>) -> Symbol {
        l.names.intern(&module_of(l.path))
    }
}
