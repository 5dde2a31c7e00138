//! What the walk keeps, and the file as a whole.

use crate::dialect::DIALECT;
use crate::grammar::{F, K, RUST};
use crate::{decl, expr, mask};
use reweave_lowering::{Language, walks};
use reweave_text::Symbol;

pub(crate) type Lowerer<'a> = reweave_lowering::Lowerer<'a, Rust>;

/// Nothing: what a node means in Rust, its own text says.
pub(crate) struct Rust;

impl Language for Rust {
    walks!(&RUST, &DIALECT, decl::unit, expr::expression);

    fn new(_path: &str, _text: &str) -> Self {
        Self
    }

    fn package(l: &Lowerer<'_>) -> Symbol {
        l.names.intern(&module_of(l.path))
    }

    fn mask(_path: &str, text: &str) -> Option<String> {
        mask::items(text)
    }
}

/// The crate's name, which is that of its folder, and the path below its `src`: `crates/a-b/src/c/mod.rs` is `a_b.c`.
pub fn module_of(path: &str) -> String {
    let parts: Vec<&str> = path.split('/').collect();
    let Some((file, folders)) = parts.split_last() else {
        return String::new();
    };
    let source = folders.iter().rposition(|f| *f == "src");
    let mut names: Vec<String> = Vec::new();
    let name = |part: &str| part.replace(['-', '.'], "_");
    match source {
        Some(at) => {
            names.extend(at.checked_sub(1).map(|i| name(folders[i])));
            names.extend(folders[at + 1..].iter().map(|f| name(f)));
        }
        None => names.extend(folders.iter().map(|f| name(f))),
    }
    let stem = file.strip_suffix(".rs").unwrap_or(file);
    if !matches!(stem, "lib" | "main" | "mod") {
        names.push(name(stem));
    }
    names.join(".")
}

/// The crate of a file: where `crate::` begins.
pub fn crate_of(path: &str) -> String {
    match path.rsplit_once("/src/") {
        Some((before, _)) => module_of(&format!("{before}/src/lib.rs")),
        None => String::new(),
    }
}
