//! One grammar, with its kinds and fields by name.

use tree_sitter::Language;

/// A tree-sitter language. Kinds and fields are small numbers; look them up once by name and keep them.
pub struct Grammar {
    pub(crate) language: Language,
    /// By kind: see [`Shape`].
    shapes: Vec<Shape>,
}

/// What a kind says of its nodes before one looks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Named,
    /// A token that a field may name, such as an operator.
    Token,
    /// A bracket, comma or dot: no child, no field.
    Mark,
}

impl Grammar {
    pub fn new(language: impl Into<Language>) -> Self {
        let language = language.into();
        let shape = |kind| match language.node_kind_for_id(kind) {
            _ if language.node_kind_is_named(kind) => Shape::Named,
            Some("(" | ")" | "[" | "]" | "{" | "}" | "," | ".") => Shape::Mark,
            _ => Shape::Token,
        };
        let kinds = 0..language.node_kind_count() as u16;
        Self {
            shapes: kinds.map(shape).collect(),
            language,
        }
    }

    /// Errors, which no grammar lists, are named.
    pub(crate) fn shape(&self, kind: u16) -> Shape {
        let shape = self.shapes.get(usize::from(kind));
        shape.copied().unwrap_or(Shape::Named)
    }

    /// The number of the kind called `name`; `named` is false for tokens such as `"+"`. 0 where there is none: the
    /// grammar's end of file, which no tree contains.
    pub fn kind(&self, name: &str, named: bool) -> u16 {
        self.language.id_for_node_kind(name, named)
    }

    pub fn kind_name(&self, kind: u16) -> &str {
        self.language.node_kind_for_id(kind).unwrap_or("ERROR")
    }

    pub fn kind_count(&self) -> usize {
        self.language.node_kind_count()
    }

    /// Whether the kind is named in the grammar, not a mere token.
    pub fn kind_is_named(&self, kind: u16) -> bool {
        self.language.node_kind_is_named(kind)
    }

    /// The number of the field called `name`; 0, which no node has, where there is none.
    pub fn field(&self, name: &str) -> u16 {
        self.language.field_id_for_name(name).map_or(0, Into::into)
    }
}
