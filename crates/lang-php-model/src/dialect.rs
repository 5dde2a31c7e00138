//! What PHP has of its own.

use reweave_model::{ClosedTypes, Dialect, Facts, Operators, Spelling, Words};

pub static DIALECT: Dialect = Dialect {
    name: "PHP",
    facts: Facts {
        overloading: false,
        function_scope: true,
        redeclares: false,
        typed: false,
        inferred_types: false,
        created_types: true,
        names_hide: false,
        packages: true,
        override_annotation: Some("Override"),
        platform: &[],
        setter: "set",
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
    },
    words: Words {
        module: "__module__",
        untyped: "",
        untyped_param: "",
        param_types: true,
        return_types: true,
        attribute_visibility: true,
    },
    spelling: Spelling {
        in_: " as ",
        lambda: ["fn", " => "],
        list: ["[", "]"],
        annotation: ["#[", "]"],
        ..Spelling::C_LIKE
    },
};

const UNREPORTED: &[&str] = &[
    "Replace Generic With Diamond",
    "Add Thrown Exception Type",
    "Remove Thrown Exception Type",
    "Change Thrown Exception Type",
    "Move Annotation",
];
