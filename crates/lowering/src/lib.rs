//! What the lowerings of tree-sitter grammars to the program model share.
//!
//! A language's crate names the kinds and fields that it tells apart with [`grammar_names!`], implements [`Language`], and
//! writes the model's tree with the methods of [`Lowerer`]; [`lower_cancellable`] and [`lower_next`] do the rest: parsing,
//! the tables of declarations, what could not be read. `docs/adding-a-language.md` is the page for it.

mod errors;
mod grammar;
mod lowerer;
mod qualified;
mod tables;
pub mod testing;
mod walk;

pub use grammar::{FieldName, KindName, NamedGrammar};
pub use lowerer::{Language, Lowerer, Met, What, lower, lower_cancellable, lower_next};
pub use reweave_syntax::{Cancelled, NodeId as SyntaxId, Version};

/// The functions by which a crate reads its language: `lower`, `lower_cancellable` and `lower_next`.
#[macro_export]
macro_rules! entry_points {
    ($language:ty) => {
        /// Reads one file. `path` is kept as it is given, with `/`, relative to the root of the program.
        pub fn lower(
            path: &str,
            text: &str,
            names: &::reweave_text::Interner,
        ) -> ::reweave_model::FileModel {
            $crate::lower::<$language>(path, text, names)
        }

        /// Like [`lower`]; `cancelled` is asked every so often.
        pub fn lower_cancellable(
            path: &str,
            text: &str,
            names: &::reweave_text::Interner,
            cancelled: &dyn Fn() -> bool,
        ) -> Result<::reweave_model::FileModel, $crate::Cancelled> {
            $crate::lower_cancellable::<$language>(path, text, names, cancelled)
        }

        /// Reads a file from an earlier version of it, given as path and text: the same model as [`lower`] makes, in less time. With
        /// it what a further version can be read from, unless something could not be read.
        pub fn lower_next(
            file: (&str, &str),
            earlier: Option<&$crate::Version>,
            names: &::reweave_text::Interner,
            cancelled: &dyn Fn() -> bool,
        ) -> Result<(::reweave_model::FileModel, Option<$crate::Version>), $crate::Cancelled> {
            $crate::lower_next::<$language>(file, earlier, names, cancelled)
        }
    };
}

/// What every [`Language`] says alike, inside its `impl`: the grammar, the dialect, and the functions that lower a file and
/// an expression.
#[macro_export]
macro_rules! walks {
    ($grammar:expr, $dialect:expr, $unit:path, $expression:path) => {
        type K = K;
        type F = F;

        fn grammar() -> &'static $crate::NamedGrammar<K, F> {
            $grammar
        }

        fn dialect() -> &'static ::reweave_model::Dialect {
            $dialect
        }

        fn unit(l: &mut $crate::Lowerer<'_, Self>) {
            $unit(l, $crate::SyntaxId::ROOT);
        }

        fn expression(
            l: &mut $crate::Lowerer<'_, Self>,
            id: $crate::SyntaxId,
            role: ::reweave_model::Role,
        ) {
            $expression(l, id, role);
        }
    };
}

/// The languages that one walk reads, each with its grammar and its dialect: the trait `Flavour`, and a type for each.
#[macro_export]
macro_rules! flavours {
    ($($name:ident: $grammar:path, $dialect:path;)+) => {
        /// One of the languages that the walk reads.
        pub(crate) trait Flavour: Sized {
            fn grammar() -> &'static $crate::NamedGrammar<K, F>;

            fn dialect() -> &'static ::reweave_model::Dialect;
        }

        $(
            pub(crate) struct $name;

            impl Flavour for $name {
                fn grammar() -> &'static $crate::NamedGrammar<K, F> {
                    &$grammar
                }

                fn dialect() -> &'static ::reweave_model::Dialect {
                    &$dialect
                }
            }
        )+
    };
}
