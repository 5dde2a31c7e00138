//! What Go has of its own.

use reweave_model::{ClosedTypes, Dialect, Facts, Spelling, Words, unreported};

pub static DIALECT: Dialect = Dialect {
    name: "Go",
    facts: Facts {
        redeclares: true,
        names_hide: true,
        packages: true,
        setter: "Set",
        closed_types: ClosedTypes {
            numbers: &[
                "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32",
                "uint64", "uintptr", "float32", "float64", "byte", "rune",
            ],
            string: "string",
            above_string: &["any"],
            boolean: "bool",
            above_boolean: &["any"],
            character: "rune",
            number: "int",
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
        end: "",
        in_: " := range ",
        new: "",
        type_first: false,
        lambda: ["func", " "],
        type_arguments: ["[", "]"],
        ..Spelling::C_LIKE
    },
};

/// A name says by its first letter who may see it: another visibility is another name.
const UNREPORTED: &[&[&str]] = &[unreported::VISIBILITY, unreported::DIAMOND];
