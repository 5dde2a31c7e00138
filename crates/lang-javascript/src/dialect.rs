//! What JavaScript and TypeScript have of their own.

use reweave_model::{ClosedTypes, Conditional, Dialect, Facts, Operators, Spelling, Words};

pub static JAVASCRIPT: Dialect = Dialect {
    name: "JavaScript",
    facts: facts(false, UNREPORTED),
    words: Words {
        module: "",
        untyped: "Inferred",
        untyped_param: "",
        param_types: false,
        return_types: false,
        attribute_visibility: false,
    },
    spelling: SPELLING,
};

pub static TYPESCRIPT: Dialect = Dialect {
    name: "TypeScript",
    facts: facts(true, UNREPORTED_TYPED),
    words: Words {
        module: "",
        untyped: "Inferred",
        untyped_param: "",
        param_types: true,
        return_types: true,
        attribute_visibility: false,
    },
    spelling: SPELLING,
};

const fn facts(typed: bool, unreported: &'static [&'static str]) -> Facts {
    Facts {
        overloading: false,
        function_scope: false,
        redeclares: false,
        typed,
        created_types: false,
        // A file is a module: its move is that of the module.
        packages: false,
        override_annotation: None,
        platform: &[],
        setter: "set",
        names_hide: false,
        inferred_types: typed,
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
    }
}

const SPELLING: Spelling = Spelling {
    this: "this",
    super_: "super",
    end: ";",
    in_: " of ",
    new: "new ",
    block: ["{", "}"],
    type_first: false,
    conditional: Conditional::Question,
    lambda: ["", " => "],
    lambda_brackets: ["(", ")"],
    list: ["[", "]"],
    type_arguments: ["<", ">"],
    annotation: ["@", ""],
    sign_first: true,
};

/// Nothing declares types, exceptions or packages, and what a module exports is no modifier.
const UNREPORTED: &[&str] = &[
    "Change Variable Type",
    "Change Parameter Type",
    "Change Return Type",
    "Change Attribute Type",
    "Change Class Access Modifier",
    "Change Type Declaration Kind",
    "Extract Interface",
    "Add Variable Modifier",
    "Remove Variable Modifier",
    "Add Parameter Modifier",
    "Remove Parameter Modifier",
    "Add Variable Annotation",
    "Remove Variable Annotation",
    "Modify Variable Annotation",
    "Move Annotation",
    "Add Thrown Exception Type",
    "Remove Thrown Exception Type",
    "Change Thrown Exception Type",
    "Rename Package",
    "Move Package",
    "Split Package",
    "Merge Package",
    "Move Source Folder",
    "Replace Generic With Diamond",
];

const UNREPORTED_TYPED: &[&str] = &[
    "Add Variable Modifier",
    "Remove Variable Modifier",
    "Add Parameter Modifier",
    "Remove Parameter Modifier",
    "Add Variable Annotation",
    "Remove Variable Annotation",
    "Modify Variable Annotation",
    "Move Annotation",
    "Add Thrown Exception Type",
    "Remove Thrown Exception Type",
    "Change Thrown Exception Type",
    "Rename Package",
    "Move Package",
    "Split Package",
    "Merge Package",
    "Move Source Folder",
    "Replace Generic With Diamond",
];
