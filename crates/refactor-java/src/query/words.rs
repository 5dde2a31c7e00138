//! What is a name in Java.

use crate::query::program::JavaProgram;
use reweave_refactor::BadInput;

const KEYWORDS: &[&str] = &[
    "_",
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "void",
    "volatile",
    "while",
];

/// Words that no type may have as its name.
const NO_TYPES: &[&str] = &["permits", "record", "sealed", "var", "yield"];

pub fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    let start = |c: char| c.is_alphabetic() || c == '_' || c == '$';
    chars.next().is_some_and(start)
        && chars.all(|c| start(c) || c.is_numeric())
        && !KEYWORDS.contains(&text)
}

/// A package that the platform has is its own: no program may put a class there.
pub fn free_package(program: &JavaProgram, to: &str) -> Result<(), BadInput> {
    let is_below = to == "java" || to.starts_with("java.");
    if is_below || program.world().is_platform_package(to) {
        return Err(BadInput::new(format!(
            "`{to}` belongs to the platform; give a package of your own"
        )));
    }
    Ok(())
}

/// A new name must be one, and another than the old.
pub fn valid_name(old: &str, new: &str, is_type: bool) -> Result<(), BadInput> {
    // A statement that begins with `yield` is no call.
    if !is_identifier(new) || new == "yield" || (is_type && NO_TYPES.contains(&new)) {
        return Err(BadInput::unclear(format!(
            "`{new}` is not a valid name in Java; give another"
        )));
    }
    if old == new {
        return Err(BadInput::new(format!(
            "`{new}` is its name already; give another"
        )));
    }
    Ok(())
}
