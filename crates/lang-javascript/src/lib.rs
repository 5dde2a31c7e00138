//! JavaScript and TypeScript: from text to the program model.
//!
//! A file is a module: a type that owns its functions and variables, and a callable that holds its statements. One walk reads
//! both languages, since TypeScript's grammar has the nodes of JavaScript's and more; they differ in their dialects.

mod class;
mod component;
mod decl;
mod dialect;
mod expr;
mod grammar;
mod hoist;
mod import;
mod names;
mod object;
mod params;
mod script;
mod stmt;
mod types;

pub use reweave_lowering::{Cancelled, Version};

/// JavaScript, with JSX.
pub mod javascript {
    use crate::script::{JavaScript, Script};
    use reweave_lowering::{Cancelled, Version};
    use reweave_model::FileModel;
    use reweave_text::Interner;

    pub use crate::dialect::JAVASCRIPT as DIALECT;

    /// With the dot.
    pub const EXTENSIONS: &[&str] = &[".js", ".jsx", ".mjs", ".cjs"];

    /// Reads one file. `path` is kept as it is given, with `/`, relative to the root of the program.
    pub fn lower_cancellable(
        path: &str,
        text: &str,
        names: &Interner,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<FileModel, Cancelled> {
        reweave_lowering::lower_cancellable::<Script<JavaScript>>(path, text, names, cancelled)
    }

    /// Reads a file, as path and text, from an earlier version of it: the same model as alone, in less time.
    pub fn lower_next(
        file: (&str, &str),
        earlier: Option<&Version>,
        names: &Interner,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<(FileModel, Option<Version>), Cancelled> {
        reweave_lowering::lower_next::<Script<JavaScript>>(file, earlier, names, cancelled)
    }
}

/// TypeScript, with JSX in `.tsx`.
pub mod typescript {
    use crate::script::{Script, Tsx, TypeScript};
    use reweave_lowering::{Cancelled, Version};
    use reweave_model::FileModel;
    use reweave_text::Interner;

    pub use crate::dialect::TYPESCRIPT as DIALECT;

    /// With the dot. The scripts of components are read as TypeScript, which holds JavaScript.
    pub const EXTENSIONS: &[&str] = &[".ts", ".tsx", ".mts", ".cts", ".vue", ".svelte"];

    fn has_jsx(path: &str) -> bool {
        path.rsplit_once('.')
            .is_some_and(|(_, ending)| ending == "tsx")
    }

    /// Reads one file. `path` is kept as it is given, with `/`, relative to the root of the program.
    pub fn lower_cancellable(
        path: &str,
        text: &str,
        names: &Interner,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<FileModel, Cancelled> {
        let lower = if has_jsx(path) {
            reweave_lowering::lower_cancellable::<Script<Tsx>>
        } else {
            reweave_lowering::lower_cancellable::<Script<TypeScript>>
        };
        lower(path, text, names, cancelled)
    }

    /// Reads a file, as path and text, from an earlier version of it: the same model as alone, in less time.
    pub fn lower_next(
        file: (&str, &str),
        earlier: Option<&Version>,
        names: &Interner,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<(FileModel, Option<Version>), Cancelled> {
        let lower = if has_jsx(file.0) {
            reweave_lowering::lower_next::<Script<Tsx>>
        } else {
            reweave_lowering::lower_next::<Script<TypeScript>>
        };
        lower(file, earlier, names, cancelled)
    }
}
