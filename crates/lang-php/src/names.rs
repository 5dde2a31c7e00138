//! Namespaces, `use` lists and what a written name stands for.

use crate::entity::EntityId;
use crate::grammar::Kind;
use reweave_text::Part;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Whether a node is a name, qualified or not.
pub fn is_name(kind: Kind) -> bool {
    matches!(kind, Kind::Name | Kind::QualifiedName | Kind::RelativeName)
}

/// The three kinds of names that `use` imports apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NameKind {
    Class,
    Function,
    Constant,
}

#[derive(Clone, Debug)]
pub struct Import {
    /// The full name as written, without a leading backslash.
    pub target: Arc<str>,
    /// The entity of `as NAME`, where there is one.
    pub alias: Option<EntityId>,
    pub offset: u32,
}

/// A `namespace` and the code under it.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// As written; empty for the global namespace.
    pub namespace: Arc<str>,
    pub imports: FxHashMap<(NameKind, String), Vec<Import>>,
}

impl Block {
    pub fn import(&mut self, kind: NameKind, name: &str, import: Import) {
        let entry = self.imports.entry((kind, import_key(kind, name)));
        entry.or_default().push(import);
    }

    /// What `name` was imported as: the last import above `offset`, or else the first below.
    pub fn imported(&self, kind: NameKind, name: &str, offset: u32) -> Option<&Import> {
        let all = self.imports.get(&(kind, import_key(kind, name)))?;
        all.iter().rfind(|i| i.offset < offset).or(all.first())
    }

    /// The full name of something declared here.
    pub fn qualify(&self, name: &str) -> String {
        if self.namespace.is_empty() {
            name.to_owned()
        } else {
            format!("{}\\{name}", self.namespace)
        }
    }

    /// The full names that `written` may stand for, the first that is declared first.
    pub fn candidates(&self, kind: NameKind, written: &str, offset: u32) -> Vec<String> {
        if let Some(full) = written.strip_prefix('\\') {
            return vec![full.to_owned()];
        }
        if written.len() > 10 && written.part(..10).eq_ignore_ascii_case("namespace\\") {
            return vec![self.qualify(written.part(10..))];
        }
        if let Some((first, rest)) = written.split_once('\\') {
            return vec![match self.imported(NameKind::Class, first, offset) {
                Some(import) => format!("{}\\{rest}", import.target),
                None => self.qualify(written),
            }];
        }
        if let Some(import) = self.imported(kind, written, offset) {
            return vec![import.target.to_string()];
        }
        let here = self.qualify(written);
        if kind == NameKind::Class || self.namespace.is_empty() {
            vec![here]
        } else {
            vec![here, written.to_owned()]
        }
    }
}

fn import_key(kind: NameKind, name: &str) -> String {
    match kind {
        NameKind::Constant => name.to_owned(),
        NameKind::Class | NameKind::Function => name.to_ascii_lowercase(),
    }
}

/// The name as php compares it: of a constant only the namespace in lower case.
pub fn key(kind: NameKind, full: &str) -> String {
    match (kind, full.rsplit_once('\\')) {
        (NameKind::Constant, Some((namespace, name))) => {
            format!("{}\\{name}", namespace.to_ascii_lowercase())
        }
        (NameKind::Constant, None) => full.to_owned(),
        _ => full.to_ascii_lowercase(),
    }
}

/// Names that may not be declared as a class (php's own list).
const RESERVED_CLASSES: &[&str] = &[
    "self", "static", "parent", "int", "float", "bool", "string", "true", "false", "null", "void",
    "iterable", "object", "mixed", "never",
];

const KEYWORDS: &[&str] = &[
    "__halt_compiler",
    "abstract",
    "and",
    "array",
    "as",
    "break",
    "callable",
    "case",
    "catch",
    "class",
    "clone",
    "const",
    "continue",
    "declare",
    "default",
    "die",
    "do",
    "echo",
    "else",
    "elseif",
    "empty",
    "enddeclare",
    "endfor",
    "endforeach",
    "endif",
    "endswitch",
    "endwhile",
    "eval",
    "exit",
    "extends",
    "final",
    "finally",
    "fn",
    "for",
    "foreach",
    "function",
    "global",
    "goto",
    "if",
    "implements",
    "include",
    "include_once",
    "instanceof",
    "insteadof",
    "interface",
    "isset",
    "list",
    "match",
    "namespace",
    "new",
    "or",
    "print",
    "private",
    "protected",
    "public",
    "readonly",
    "require",
    "require_once",
    "return",
    "static",
    "switch",
    "throw",
    "trait",
    "try",
    "unset",
    "use",
    "var",
    "while",
    "xor",
    "yield",
    "__class__",
    "__dir__",
    "__file__",
    "__function__",
    "__line__",
    "__method__",
    "__namespace__",
    "__trait__",
];

pub fn is_keyword(name: &str) -> bool {
    KEYWORDS.contains(&name.to_ascii_lowercase().as_str())
}

pub fn is_reserved_class(name: &str) -> bool {
    is_keyword(name) || RESERVED_CLASSES.contains(&name.to_ascii_lowercase().as_str())
}

/// Whether `name` is an identifier of php: letters, digits, underscores and bytes above 127.
pub fn is_identifier(name: &str) -> bool {
    let mut bytes = name.bytes();
    let letter = |b: u8| b == b'_' || b.is_ascii_alphabetic() || b >= 0x80;
    bytes.next().is_some_and(letter) && bytes.all(|b| letter(b) || b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_resolve_by_import_then_namespace() {
        let mut block = Block {
            namespace: "App\\Models".into(),
            ..Block::default()
        };
        let import = |target: &str| Import {
            target: target.into(),
            alias: None,
            offset: 0,
        };
        block.import(NameKind::Class, "Str", import("Lib\\Text\\Str"));
        let class = |name| block.candidates(NameKind::Class, name, 9);
        assert_eq!(class("str"), ["Lib\\Text\\Str"]);
        assert_eq!(class("Str\\Sub"), ["Lib\\Text\\Str\\Sub"]);
        assert_eq!(class("User"), ["App\\Models\\User"]);
        assert_eq!(class("\\User"), ["User"]);
        assert_eq!(class("namespace\\X"), ["App\\Models\\X"]);
        // The tenth byte of it lies inside a letter.
        assert_eq!(class("calculer_été"), ["App\\Models\\calculer_été"]);
        let function = block.candidates(NameKind::Function, "strlen", 9);
        assert_eq!(function, ["App\\Models\\strlen", "strlen"]);
    }

    #[test]
    fn identifiers() {
        assert!(
            is_identifier("_é1")
                && !is_identifier("1a")
                && !is_identifier("")
                && !is_identifier("a-b")
        );
        assert!(is_keyword("Class") && !is_keyword("self") && is_reserved_class("self"));
    }
}
