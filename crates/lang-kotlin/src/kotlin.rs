//! What the walk keeps, and the file as a whole.

use crate::dialect::DIALECT;
use crate::grammar::{F, K, KOTLIN};
use crate::mask::mask;
use crate::{decl, expr};
use reweave_lowering::{Language, SyntaxId, walks};
use reweave_text::Symbol;

pub(crate) type Lowerer<'a> = reweave_lowering::Lowerer<'a, Kotlin>;

/// Nothing: what a node means in Kotlin, its own text says.
pub(crate) struct Kotlin;

impl Language for Kotlin {
    walks!(&KOTLIN, &DIALECT, decl::unit, expr::expression);

    fn new(_path: &str, _text: &str) -> Self {
        Self
    }

    fn mask(_path: &str, text: &str) -> Option<String> {
        mask(text)
    }

    fn package(l: &Lowerer<'_>) -> Symbol {
        let header = l.of_kind(SyntaxId::ROOT, K::PackageHeader);
        let name = header.and_then(|h| l.of_kind(h, K::QualifiedIdentifier));
        name.map_or(Symbol::EMPTY, |n| l.squeezed(n))
    }

    /// `Strings.module` for what stands at the top of `Strings.kt`.
    fn module(l: &Lowerer<'_>) -> String {
        let file = l.path.rsplit('/').next().unwrap_or(l.path);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        format!("{stem}.{}", DIALECT.words.module)
    }
}
