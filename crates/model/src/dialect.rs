//! What one language has of its own, as plain data: core code reads these fields and never asks which language it is.

/// The facts, words and spelling of a language. Each language's crate has one, and every tree refers to its own.
#[derive(Debug)]
pub struct Dialect {
    /// For people: `Java`.
    pub name: &'static str,
    pub facts: Facts,
    pub words: Words,
    pub spelling: Spelling,
}

/// What detection asks about a language.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one independent property of a language"
)]
pub struct Facts {
    /// Several callables of one type may have one name.
    pub overloading: bool,
    /// A variable lives to the end of its callable, wherever it is first assigned.
    pub function_scope: bool,
    /// A name may be declared again in the block of its first declaration, and is the same variable.
    pub redeclares: bool,
    /// Types are part of what is written: a type that is missing on one side says something.
    pub typed: bool,
    /// A variable without a type has one all the same, which its value says.
    pub inferred_types: bool,
    /// A variable without a type shows the type of the object that is created as its value.
    pub created_types: bool,
    /// The name of a member says who may see it.
    pub names_hide: bool,
    /// Folders are packages: types move between packages, and packages are renamed.
    pub packages: bool,
    /// The annotation by which a method says that a supertype asks for it.
    pub override_annotation: Option<&'static str>,
    /// What the qualified names of the platform's own types begin with: none of them lies in a source folder.
    pub platform: &'static [&'static str],
    /// What the name of a method begins with that only sets an attribute.
    pub setter: &'static str,
    pub operators: Operators,
    /// The types whose values no other type takes.
    pub closed_types: ClosedTypes,
    /// Whether the variables of a module are spoken of as variables of its code, too, and not only as its attributes.
    pub module_variables: bool,
    /// The names of the types of refactorings that are not reported in this language, in groups: what they are about has
    /// another meaning there, or none.
    pub unreported: &'static [&'static [&'static str]],
}

impl Facts {
    /// Whether findings of this type say something in the language.
    pub fn reports(&self, name: &str) -> bool {
        !self.unreported.iter().any(|group| group.contains(&name))
    }
}

/// How conditions are written.
#[derive(Debug)]
pub struct Operators {
    pub not: &'static [&'static str],
    /// Pairs of which one is the other by De Morgan's laws: conjunction and disjunction.
    pub logic: &'static [(&'static str, &'static str)],
    /// Pairs of which each is true where the other is false.
    pub opposites: &'static [(&'static str, &'static str)],
}

impl Operators {
    /// Whether the operator joins conditions.
    pub fn is_logic(&self, op: &str) -> bool {
        self.logic.iter().any(|&(a, b)| a == op || b == op)
    }

    pub fn is_not(&self, op: &str) -> bool {
        self.not.contains(&op)
    }

    /// What is true where `op` is false, its operands negated where it joins conditions.
    pub fn opposite(&self, op: &str) -> Option<&'static str> {
        let mut all = self.logic.iter().chain(self.opposites);
        all.find_map(|&(a, b)| match op {
            op if op == a => Some(b),
            op if op == b => Some(a),
            _ => None,
        })
    }
}

/// The types of literals, and which of them are which.
#[derive(Debug)]
pub struct ClosedTypes {
    pub numbers: &'static [&'static str],
    pub string: &'static str,
    /// What else takes a string.
    pub above_string: &'static [&'static str],
    pub boolean: &'static str,
    /// What else takes a truth value.
    pub above_boolean: &'static [&'static str],
    pub character: &'static str,
    pub number: &'static str,
    /// The type of a class literal.
    pub class: &'static str,
    /// The word that stands where a type is inferred.
    pub inferred: &'static str,
}

/// What descriptions of refactorings say and leave out.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one independent wording"
)]
pub struct Words {
    /// The name of the type that stands for a file's own members.
    pub module: &'static str,
    /// What stands for the type of a variable without one; where that is empty, the variable's name stands alone.
    pub untyped: &'static str,
    /// The same for the parameters of a signature.
    pub untyped_param: &'static str,
    /// The types of parameters in signatures.
    pub param_types: bool,
    pub return_types: bool,
    /// The visibility before an attribute's name.
    pub attribute_visibility: bool,
    /// What stands for the result of a function that declares none: where it returns nothing, and where it returns a value.
    pub undeclared_result: Option<[&'static str; 2]>,
    /// What is added to the name of a module that has none of its own where the module itself is spoken of.
    pub module_itself: &'static str,
    /// Whether the name of an anonymous type says which variables, calls and creations it stands in.
    pub anonymous_in_place: bool,
}

/// How code is printed, where that differs between languages.
#[derive(Debug)]
pub struct Spelling {
    pub this: &'static str,
    pub super_: &'static str,
    /// Behind a statement.
    pub end: &'static str,
    /// Between the variable and what a loop iterates over.
    pub in_: &'static str,
    /// Before the type that is created.
    pub new: &'static str,
    /// Around the statements of a block.
    pub block: [&'static str; 2],
    /// Between a parameter's or variable's type and name where the type stands first; none where it stands last.
    pub type_first: bool,
    /// Before, between and behind the condition and the values of a conditional expression, and whether the condition
    /// stands first.
    pub conditional: Conditional,
    /// Before the parameters of a lambda, and before its body.
    pub lambda: [&'static str; 2],
    /// Around the parameters of a lambda; a single bare one stands without them.
    pub lambda_brackets: [&'static str; 2],
    /// Around a list of values.
    pub list: [&'static str; 2],
    /// Around the arguments of a type.
    pub type_arguments: [&'static str; 2],
    /// Around an annotation.
    pub annotation: [&'static str; 2],
    /// Whether the signs of pointers, references and lists stand before the type.
    pub sign_first: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conditional {
    /// `c ? a : b`
    Question,
    /// `a if c else b`
    ValueFirst,
    /// `if(c) a else b`
    If,
}

impl Dialect {
    /// What Java says and writes.
    pub const JAVA: Self = Self {
        name: "Java",
        facts: Facts {
            overloading: true,
            inferred_types: false,
            packages: true,
            override_annotation: Some("Override"),
            platform: &["java."],
            closed_types: ClosedTypes {
                numbers: &["byte", "short", "int", "long", "float", "double", "char"],
                string: "String",
                above_string: &["CharSequence", "Object", "Comparable", "Serializable"],
                boolean: "boolean",
                above_boolean: &["Boolean", "Object"],
                character: "char",
                number: "int",
                class: "Class",
                inferred: "var",
            },
            unreported: &[],
            ..Facts::COMMON
        },
        words: Words {
            // As RefactoringMiner words the parameter of a lambda.
            untyped: "null",
            attribute_visibility: true,
            ..Words::TYPED
        },
        spelling: Spelling::C_LIKE,
    };
}

impl Facts {
    /// What most languages have in common: types that may be left to be inferred, files that are modules, conditions as in C.
    pub const COMMON: Self = Self {
        overloading: false,
        function_scope: false,
        redeclares: false,
        typed: true,
        inferred_types: true,
        created_types: false,
        names_hide: false,
        packages: false,
        override_annotation: None,
        platform: &[],
        setter: "set",
        module_variables: false,
        operators: Operators {
            not: &["!"],
            logic: &[("&&", "||")],
            opposites: &[("==", "!="), ("<", ">="), (">", "<=")],
        },
        closed_types: ClosedTypes {
            numbers: &["int", "float"],
            string: "string",
            above_string: &[],
            boolean: "bool",
            above_boolean: &[],
            character: "char",
            number: "int",
            class: "",
            inferred: "",
        },
        unreported: &[unreported::DIAMOND],
    };
}

impl Words {
    /// Of a language with declared types, whose modules have no name of their own.
    pub const TYPED: Self = Self {
        module: "",
        untyped: "Inferred",
        untyped_param: "",
        param_types: true,
        return_types: true,
        attribute_visibility: false,
        undeclared_result: None,
        module_itself: "",
        anonymous_in_place: true,
    };
}

/// Types of refactorings that have no meaning in some languages.
pub mod unreported {
    /// A file is a module: its move is that of the module.
    pub const PACKAGES: &[&str] = &[
        "Rename Package",
        "Move Package",
        "Split Package",
        "Merge Package",
        "Move Source Folder",
    ];
    pub const EXCEPTIONS: &[&str] = &[
        "Add Thrown Exception Type",
        "Remove Thrown Exception Type",
        "Change Thrown Exception Type",
    ];
    pub const VARIABLE_MODIFIERS: &[&str] = &[
        "Add Variable Modifier",
        "Remove Variable Modifier",
        "Add Parameter Modifier",
        "Remove Parameter Modifier",
    ];
    pub const VARIABLE_ANNOTATIONS: &[&str] = &[
        "Add Variable Annotation",
        "Remove Variable Annotation",
        "Modify Variable Annotation",
        "Move Annotation",
    ];
    pub const VISIBILITY: &[&str] = &[
        "Change Method Access Modifier",
        "Change Attribute Access Modifier",
        "Change Class Access Modifier",
    ];
    pub const DIAMOND: &[&str] = &["Replace Generic With Diamond"];
}

impl Spelling {
    /// Java's, and that of its relatives.
    pub const C_LIKE: Self = Self {
        this: "this",
        super_: "super",
        end: ";",
        in_: ": ",
        new: "new ",
        block: ["{", "}"],
        type_first: true,
        conditional: Conditional::Question,
        lambda: ["", " -> "],
        lambda_brackets: ["(", ")"],
        list: ["{", "}"],
        type_arguments: ["<", ">"],
        annotation: ["@", ""],
        sign_first: true,
    };
}

/// The dialect of a tree of which none was given.
pub(crate) static JAVA: Dialect = Dialect::JAVA;
