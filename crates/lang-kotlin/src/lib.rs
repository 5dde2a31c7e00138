//! Kotlin: from text to the program model.
//!
//! The functions and properties at the top of a file are members of its module. The
//! grammar is tree-sitter's.

mod decl;
mod dialect;
mod expr;
mod grammar;
mod kotlin;

mod stmt;
mod ty;

use kotlin::Kotlin;
use reweave_model::FileModel;
use reweave_text::Interner;

pub use dialect::DIALECT;
pub use reweave_lowering::Cancelled;

/// With the dot.
pub const EXTENSIONS: &[&str] = &[".kt", ".kts"];

/// Reads one file. `path` is kept as it is given, with `/`, relative to the root of the program.
pub fn lower(path: &str, text: &str, names: &Interner) -> FileModel {
    reweave_lowering::lower::<Kotlin>(path, text, names)
}

/// Like [`lower`]; `cancelled` is asked every so often.
pub fn lower_cancellable(
    path: &str,
    text: &str,
    names: &Interner,
    cancelled: &dyn Fn() -> bool,
) -> Result<FileModel, Cancelled> {
    reweave_lowering::lower_cancellable::<Kotlin>(path, text, names, cancelled)
}

/// Two versions of one file, as path and text: the same models as [`lower`] makes of each, in less time.
pub fn lower_pair(
    before: (&str, &str),
    after: (&str, &str),
    names: &Interner,
    cancelled: &dyn Fn() -> bool,
) -> Result<(FileModel, FileModel), Cancelled> {
    reweave_lowering::lower_pair::<Kotlin>(before, after, names, cancelled)
}
