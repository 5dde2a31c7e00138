//! What C and C++ have of their own.

use reweave_model::{ClosedTypes, Dialect, Facts, Operators, Spelling, Words, unreported};

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
        platform: &["std."],
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
        ..Facts::COMMON
    }
}

const WORDS: Words = Words::TYPED;

const SPELLING: Spelling = Spelling {
    lambda: ["[]", " "],
    annotation: ["[[", "]]"],
    sign_first: false,
    ..Spelling::C_LIKE
};

/// A file is a module: its move is that of the module. Who may see a member is written in its class, and its definition may stand
/// elsewhere.
const UNREPORTED: &[&[&str]] = &[
    unreported::PACKAGES,
    unreported::DIAMOND,
    &[
        "Change Method Access Modifier",
        "Add Method Modifier",
        "Remove Method Modifier",
    ],
];
