//! What JavaScript and TypeScript have of their own.

use reweave_model::{ClosedTypes, Dialect, Facts, Operators, Spelling, Words, unreported};

pub static JAVASCRIPT: Dialect = Dialect {
    name: "JavaScript",
    facts: facts(false, UNREPORTED),
    words: Words {
        module_itself: "__module__",
        param_types: false,
        return_types: false,
        ..Words::TYPED
    },
    spelling: SPELLING,
};

pub static TYPESCRIPT: Dialect = Dialect {
    name: "TypeScript",
    facts: facts(true, UNREPORTED_TYPED),
    words: Words {
        module_itself: "__module__",
        ..Words::TYPED
    },
    spelling: SPELLING,
};

const fn facts(typed: bool, unreported: &'static [&'static [&'static str]]) -> Facts {
    Facts {
        typed,
        inferred_types: typed,
        module_variables: true,
        operators: Operators {
            not: &["!"],
            logic: &[("&&", "||")],
            opposites: &[("===", "!=="), ("==", "!="), ("<", ">="), (">", "<=")],
        },
        closed_types: ClosedTypes {
            numbers: &["number", "bigint"],
            string: "string",
            above_string: &["any", "unknown"],
            boolean: "boolean",
            above_boolean: &["any", "unknown"],
            character: "string",
            number: "number",
            class: "Function",
            inferred: "",
        },
        unreported,
        ..Facts::COMMON
    }
}

const SPELLING: Spelling = Spelling {
    in_: " of ",
    type_first: false,
    lambda: ["", " => "],
    list: ["[", "]"],
    ..Spelling::C_LIKE
};

/// Nothing declares types, exceptions or packages, and what a module exports is no modifier.
const UNREPORTED: &[&[&str]] = &[
    unreported::PACKAGES,
    unreported::EXCEPTIONS,
    unreported::VARIABLE_MODIFIERS,
    unreported::VARIABLE_ANNOTATIONS,
    unreported::DIAMOND,
    &[
        "Change Variable Type",
        "Change Parameter Type",
        "Change Return Type",
        "Change Attribute Type",
        "Change Class Access Modifier",
        "Change Type Declaration Kind",
        "Extract Interface",
    ],
];

const UNREPORTED_TYPED: &[&[&str]] = &[
    unreported::PACKAGES,
    unreported::EXCEPTIONS,
    unreported::VARIABLE_MODIFIERS,
    unreported::VARIABLE_ANNOTATIONS,
    unreported::DIAMOND,
];
