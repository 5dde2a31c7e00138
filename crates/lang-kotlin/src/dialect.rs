//! What Kotlin has of its own.

use reweave_model::{ClosedTypes, Conditional, Dialect, Facts, Operators, Spelling, Words};

pub static DIALECT: Dialect = Dialect {
    name: "Kotlin",
    facts: Facts {
        overloading: true,
        packages: true,
        platform: &["java.", "kotlin."],
        operators: Operators {
            not: &["!"],
            logic: &[("&&", "||")],
            opposites: &[
                ("==", "!="),
                ("===", "!=="),
                ("<", ">="),
                (">", "<="),
                ("in", "!in"),
            ],
        },
        closed_types: ClosedTypes {
            numbers: &["Byte", "Short", "Int", "Long", "Float", "Double"],
            string: "String",
            above_string: &["CharSequence", "Any", "Comparable"],
            boolean: "Boolean",
            above_boolean: &["Any"],
            character: "Char",
            number: "Int",
            class: "KClass",
            inferred: "",
        },
        ..Facts::COMMON
    },
    words: Words {
        module: "module",
        anonymous_in_place: false,
        untyped_param: "Inferred",
        attribute_visibility: true,
        ..Words::TYPED
    },
    spelling: Spelling {
        new: "",
        end: "",
        in_: " in ",
        type_first: false,
        conditional: Conditional::If,
        lambda: ["{ ", " -> "],
        lambda_brackets: ["", ""],
        list: ["[", "]"],
        ..Spelling::C_LIKE
    },
};
