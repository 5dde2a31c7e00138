//! What the walk keeps, and the file as a whole.

use crate::dialect::DIALECT;
use crate::grammar::{F, GO, K};
use crate::{decl, expr};
use reweave_lowering::{Language, SyntaxId, walks};
use reweave_text::Symbol;

pub(crate) type Lowerer<'a> = reweave_lowering::Lowerer<'a, Go>;

/// What is known where the walk is.
#[derive(Default)]
pub(crate) struct Go {
    /// What the method around calls the object that it is called on.
    pub receiver: Option<Symbol>,
}

impl Language for Go {
    walks!(&GO, &DIALECT, decl::unit, expr::expression);

    fn new(_path: &str, _text: &str) -> Self {
        Self::default()
    }

    /// The folder, which is the import path below the module; the name of the package where there is none. Tests from outside of a
    /// package are one of their own.
    fn package(l: &Lowerer<'_>) -> Symbol {
        let clause = l.of_kind(SyntaxId::ROOT, K::PackageClause);
        let name = clause.and_then(|c| l.named(c).next());
        let name = name.map_or("", |n| l.token(n));
        let folder = l.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        if folder.is_empty() {
            return l.names.intern(name);
        }
        let mut package = folder.replace('/', ".");
        if name.ends_with("_test") {
            package.push_str("_test");
        }
        l.names.intern(&package)
    }
}
