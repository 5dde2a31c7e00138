//! What the walk keeps, and the file as a whole.

use crate::dialect::DIALECT;
use crate::grammar::{F, K, PHP};
use crate::{decl, expr};
use reweave_lowering::{Language, SyntaxId, walks};
use reweave_text::Symbol;

pub(crate) type Lowerer<'a> = reweave_lowering::Lowerer<'a, Php>;

/// What is known where the walk is.
#[derive(Default)]
pub(crate) struct Php {
    /// Definitions between the statements are members of the module, and lowered there.
    pub hoists: bool,
}

impl Language for Php {
    walks!(&PHP, &DIALECT, decl::unit, expr::expression);

    fn new(_path: &str, _text: &str) -> Self {
        Self::default()
    }

    /// Of a namespace that holds all of the file.
    fn package(l: &Lowerer<'_>) -> Symbol {
        let spaces = l.named(SyntaxId::ROOT);
        let mut spaces = spaces.filter(|&c| l.k(c) == K::NamespaceDefinition);
        let whole = spaces.find(|&s| l.in_field(s, F::Body).is_none());
        let name = whole.and_then(|s| l.in_field(s, F::NameField));
        name.map_or(Symbol::EMPTY, |n| dotted(l, n))
    }

    /// `Strings.__module__` for what stands at the top of `Strings.php`.
    fn module(l: &Lowerer<'_>) -> String {
        let file = l.path.rsplit('/').next().unwrap_or(l.path);
        let stem = file.strip_suffix(".php").unwrap_or(file);
        format!("{}.{}", stem.replace('.', "_"), DIALECT.words.module)
    }
}

/// A name with dots between its parts, without the first backslash.
pub fn dotted(l: &Lowerer<'_>, id: SyntaxId) -> Symbol {
    let text: String = l.token(id).split_whitespace().collect();
    l.names.intern(&text.trim_matches('\\').replace('\\', "."))
}
