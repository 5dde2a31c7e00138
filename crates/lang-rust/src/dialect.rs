//! What Rust has of its own.

use reweave_model::{ClosedTypes, Conditional, Dialect, Facts, Spelling, Words, unreported};

pub static DIALECT: Dialect = Dialect {
    name: "Rust",
    facts: Facts {
        // A file is a module: its move is that of the module.
        platform: &["std.", "core.", "alloc."],
        setter: "set_",
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
        ..Facts::COMMON
    },
    words: Words {
        module: "__module__",
        ..Words::TYPED
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

const UNREPORTED: &[&[&str]] = &[unreported::PACKAGES, unreported::DIAMOND];
