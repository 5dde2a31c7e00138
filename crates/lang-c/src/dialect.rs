//! What C and C++ have of their own.

use reweave_model::{ClosedTypes, Dialect, Facts, Operators, Spelling, Words};

pub static C: Dialect = Dialect {
    name: "C",
    facts: facts(false),
    words: WORDS,
    spelling: SPELLING,
};

pub static CPP: Dialect = Dialect {
    name: "C++",
    facts: facts(true),
    words: WORDS,
    spelling: SPELLING,
};

const fn facts(overloading: bool) -> Facts {
    Facts {
        overloading,
        function_scope: false,
        redeclares: false,
        typed: true,
        inferred_types: true,
        created_types: false,
        names_hide: false,
        packages: false,
        override_annotation: None,
        platform: &["std."],
        setter: "set",
        operators: Operators {
            not: &["!", "not"],
            logic: &[("&&", "||"), ("and", "or")],
            opposites: &[("==", "!="), ("<", ">="), (">", "<=")],
        },
        closed_types: ClosedTypes {
            numbers: &[
                "char", "short", "int", "long", "float", "double", "unsigned", "size_t", "int8_t",
                "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t",
            ],
            string: "char",
            above_string: &["void", "string", "string_view"],
            boolean: "bool",
            above_boolean: &["int"],
            character: "char",
            number: "int",
            class: "",
            inferred: "auto",
        },
        unreported: UNREPORTED,
    }
}

const WORDS: Words = Words {
    module: "",
    untyped: "Inferred",
    untyped_param: "",
    param_types: true,
    return_types: true,
    attribute_visibility: false,
};

const SPELLING: Spelling = Spelling {
    lambda: ["[]", " "],
    annotation: ["[[", "]]"],
    sign_first: false,
    ..Spelling::C_LIKE
};

/// A file is a module: its move is that of the module. Who may see a member is written in its class, and its definition may stand
/// elsewhere.
const UNREPORTED: &[&str] = &[
    "Rename Package",
    "Move Package",
    "Split Package",
    "Merge Package",
    "Move Source Folder",
    "Replace Generic With Diamond",
    "Change Method Access Modifier",
    "Add Method Modifier",
    "Remove Method Modifier",
];
