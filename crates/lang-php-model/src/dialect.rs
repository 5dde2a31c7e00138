//! What PHP has of its own.

use reweave_model::{ClosedTypes, Dialect, Facts, Operators, Spelling, Words, unreported};

pub static DIALECT: Dialect = Dialect {
    name: "PHP",
    facts: Facts {
        function_scope: true,
        typed: false,
        inferred_types: false,
        created_types: true,
        packages: true,
        override_annotation: Some("Override"),
        operators: Operators {
            not: &["!"],
            logic: &[("&&", "||"), ("and", "or")],
            opposites: &[("===", "!=="), ("==", "!="), ("<", ">="), (">", "<=")],
        },
        closed_types: ClosedTypes {
            numbers: &["int", "float"],
            string: "string",
            above_string: &["mixed", "Stringable"],
            boolean: "bool",
            above_boolean: &["mixed"],
            character: "string",
            number: "int",
            class: "string",
            inferred: "",
        },
        unreported: UNREPORTED,
        ..Facts::COMMON
    },
    words: Words {
        module: "__module__",
        untyped: "",
        attribute_visibility: true,
        ..Words::TYPED
    },
    spelling: Spelling {
        in_: " as ",
        lambda: ["fn", " => "],
        list: ["[", "]"],
        annotation: ["#[", "]"],
        ..Spelling::C_LIKE
    },
};

const UNREPORTED: &[&[&str]] = &[
    unreported::EXCEPTIONS,
    unreported::DIAMOND,
    &["Move Annotation"],
];
