//! The names of a grammar as small enums: looked up once, then one array access a node.

use reweave_syntax::Grammar;

/// The kinds of nodes that a lowering tells apart.
pub trait KindName: Copy + PartialEq {
    /// What the grammar could not read.
    const ERROR: Self;

    fn of(name: &str, named: bool) -> Self;
}

/// The fields of nodes that a lowering asks for.
pub trait FieldName: Copy + PartialEq + 'static {
    const NONE: Self;
    const ALL: &'static [(&'static str, Self)];
}

/// A grammar with its kinds and fields by small enums.
pub struct NamedGrammar<K, F> {
    pub grammar: Grammar,
    kinds: Vec<K>,
    fields: Vec<F>,
}

impl<K: KindName, F: FieldName> NamedGrammar<K, F> {
    pub fn new(grammar: Grammar) -> Self {
        let kinds = (0..grammar.kind_count() as u16)
            .map(|kind| K::of(grammar.kind_name(kind), grammar.kind_is_named(kind)))
            .collect();
        let mut fields = vec![F::NONE; 1];
        for &(name, field) in F::ALL {
            let id = usize::from(grammar.field(name));
            if id >= fields.len() {
                fields.resize(id + 1, F::NONE);
            }
            fields[id] = field;
        }
        fields[0] = F::NONE;
        Self {
            grammar,
            kinds,
            fields,
        }
    }

    pub fn kind(&self, kind: u16) -> K {
        self.kinds
            .get(usize::from(kind))
            .copied()
            .unwrap_or(K::ERROR)
    }

    pub fn field(&self, field: u16) -> F {
        self.fields
            .get(usize::from(field))
            .copied()
            .unwrap_or(F::NONE)
    }
}

/// Makes the enums `K` and `F` of a grammar: `kinds { Variant "name", … } tokens { Variant "text", … } fields { Variant
/// "name", … }`. Tokens that no name was given are `K::Token`, named kinds `K::Other`.
#[macro_export]
macro_rules! grammar_names {
    (kinds { $($variant:ident $name:literal,)* } tokens { $($token:ident $text:literal,)* }
     fields { $($field:ident $field_name:literal,)* }) => {
        /// The kinds of nodes that lowering tells apart.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum K {
            /// What the grammar could not read.
            Error,
            Token,
            Other,
            $($variant,)*
            $($token,)*
        }

        impl $crate::KindName for K {
            const ERROR: Self = Self::Error;

            fn of(name: &str, named: bool) -> Self {
                match (named, name) {
                    $((true, $name) => Self::$variant,)*
                    $((false, $text) => Self::$token,)*
                    (true, _) => Self::Other,
                    (false, _) => Self::Token,
                }
            }
        }

        /// The fields of nodes that lowering asks for.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum F {
            None,
            $($field,)*
        }

        impl $crate::FieldName for F {
            const NONE: Self = Self::None;
            const ALL: &'static [(&'static str, Self)] = &[$(($field_name, Self::$field),)*];
        }
    };
}
