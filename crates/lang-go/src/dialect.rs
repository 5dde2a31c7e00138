//! What Go has of its own.

use reweave_model::{ClosedTypes, Dialect, Facts, Operators, Spelling, Words};

pub static DIALECT: Dialect = Dialect {
    name: "Go",
    facts: Facts {
        overloading: false,
        function_scope: false,
        redeclares: true,
        typed: true,
        inferred_types: true,
        created_types: false,
        names_hide: true,
        packages: true,
        override_annotation: None,
        platform: &[],
        setter: "Set",
        operators: Operators {
            not: &["!"],
            logic: &[("&&", "||")],
            opposites: &[("==", "!="), ("<", ">="), (">", "<=")],
        },
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
const UNREPORTED: &[&str] = &[
    "Change Method Access Modifier",
    "Change Attribute Access Modifier",
    "Change Class Access Modifier",
    "Replace Generic With Diamond",
];
