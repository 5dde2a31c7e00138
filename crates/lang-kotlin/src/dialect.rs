//! What Kotlin has of its own.

use reweave_model::{ClosedTypes, Conditional, Dialect, Facts, Operators, Spelling, Words};

pub static DIALECT: Dialect = Dialect {
    name: "Kotlin",
    facts: Facts {
        overloading: true,
        function_scope: false,
        redeclares: false,
        typed: true,
        inferred_types: true,
        created_types: false,
        names_hide: false,
        packages: true,
        override_annotation: None,
        platform: &["java.", "kotlin."],
        setter: "set",
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
        unreported: &["Replace Generic With Diamond"],
    },
    words: Words {
        module: "module",
        untyped: "Inferred",
        untyped_param: "Inferred",
        param_types: true,
        return_types: true,
        attribute_visibility: true,
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
