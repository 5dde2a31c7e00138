//! What Rust has of its own.

use reweave_model::{ClosedTypes, Conditional, Dialect, Facts, Operators, Spelling, Words};

pub static DIALECT: Dialect = Dialect {
    name: "Rust",
    facts: Facts {
        overloading: false,
        function_scope: false,
        redeclares: false,
        typed: true,
        inferred_types: true,
        created_types: false,
        names_hide: false,
        // A file is a module: its move is that of the module.
        packages: false,
        override_annotation: None,
        platform: &["std.", "core.", "alloc."],
        setter: "set_",
        operators: Operators {
            not: &["!"],
            logic: &[("&&", "||")],
            opposites: &[("==", "!="), ("<", ">="), (">", "<=")],
        },
        closed_types: ClosedTypes {
            numbers: &[
                "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128",
                "isize", "f32", "f64",
            ],
            string: "str",
            above_string: &["AsRef", "Into"],
            boolean: "bool",
            above_boolean: &[],
            character: "char",
            number: "i32",
            class: "",
            inferred: "",
        },
        unreported: UNREPORTED,
    },
    words: Words {
        module: "__module__",
        untyped: "Inferred",
        untyped_param: "",
        param_types: true,
        return_types: true,
        attribute_visibility: false,
    },
    spelling: Spelling {
        this: "self",
        in_: " in ",
        new: "",
        type_first: false,
        conditional: Conditional::If,
        lambda: ["", " "],
        lambda_brackets: ["|", "|"],
        list: ["[", "]"],
        annotation: ["#[", "]"],
        ..Spelling::C_LIKE
    },
};

const UNREPORTED: &[&str] = &[
    "Rename Package",
    "Move Package",
    "Split Package",
    "Merge Package",
    "Move Source Folder",
    "Replace Generic With Diamond",
];
