//! What Python has of its own.

use reweave_model::{
    ClosedTypes, Conditional, Dialect, Facts, Operators, Spelling, Words, unreported,
};

pub static DIALECT: Dialect = Dialect {
    name: "Python",
    facts: Facts {
        function_scope: true,
        typed: false,
        inferred_types: false,
        created_types: true,
        names_hide: true,
        // A file is a package of its own: its move is that of its module.
        override_annotation: Some("override"),
        operators: Operators {
            not: &["not"],
            logic: &[("and", "or")],
            opposites: &[
                ("==", "!="),
                ("<", ">="),
                (">", "<="),
                ("is", "is not"),
                ("in", "not in"),
            ],
        },
        closed_types: ClosedTypes {
            numbers: &["int", "float", "complex"],
            string: "str",
            above_string: &["object", "Any"],
            boolean: "bool",
            above_boolean: &["int", "object", "Any"],
            character: "str",
            number: "int",
            class: "type",
            inferred: "",
        },
        unreported: UNREPORTED,
        ..Facts::COMMON
    },
    words: Words {
        module: "__module__",
        untyped: "",
        param_types: false,
        return_types: false,
        undeclared_result: Some(["None", "Object"]),
        ..Words::TYPED
    },
    spelling: Spelling {
        this: "self",
        super_: "super()",
        end: "",
        in_: " in ",
        new: "",
        block: ["", ""],
        type_first: false,
        conditional: Conditional::ValueFirst,
        lambda: ["lambda ", ": "],
        lambda_brackets: ["", ""],
        list: ["[", "]"],
        type_arguments: ["<", ">"],
        annotation: ["@", ""],
        sign_first: true,
    },
};

/// A name says in Python who may see what it names, so that a change of visibility is a rename, and told of methods alone; only
/// methods are declared with a modifier, `@staticmethod`; and a file is a package.
const UNREPORTED: &[&[&str]] = &[
    unreported::PACKAGES,
    unreported::EXCEPTIONS,
    unreported::VARIABLE_MODIFIERS,
    unreported::VARIABLE_ANNOTATIONS,
    unreported::DIAMOND,
    &[
        "Change Attribute Access Modifier",
        "Change Class Access Modifier",
        "Add Attribute Modifier",
        "Remove Attribute Modifier",
        "Add Class Modifier",
        "Remove Class Modifier",
        "Add Attribute Annotation",
        "Remove Attribute Annotation",
        "Modify Attribute Annotation",
        "Add Parameter Annotation",
        "Remove Parameter Annotation",
        "Modify Parameter Annotation",
        "Change Type Declaration Kind",
        "Replace Anonymous With Lambda",
        "Replace Anonymous With Class",
    ],
];
