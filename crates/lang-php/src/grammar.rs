//! The grammar's kinds and fields as Rust names.

use reweave_syntax::Grammar;
use std::sync::OnceLock;

macro_rules! kinds {
    ($($variant:ident = $name:literal),* $(,)?) => {
        /// A kind of node that the analysis asks for; every other one is [`Kind::Other`].
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Kind { $($variant,)* Error, Other }

        const KINDS: &[(&str, Kind)] = &[$(($name, Kind::$variant)),*];
    };
}

kinds! {
    AbstractModifier = "abstract_modifier",
    AnonymousClass = "anonymous_class",
    AnonymousFunction = "anonymous_function",
    Argument = "argument",
    Arguments = "arguments",
    ArrayCreation = "array_creation_expression",
    ArrayElement = "array_element_initializer",
    ArrowFunction = "arrow_function",
    Assignment = "assignment_expression",
    Attribute = "attribute",
    AttributeList = "attribute_list",
    AugmentedAssignment = "augmented_assignment_expression",
    BaseClause = "base_clause",
    Binary = "binary_expression",
    Boolean = "boolean",
    BottomType = "bottom_type",
    Break = "break_statement",
    ByRef = "by_ref",
    Case = "case_statement",
    Cast = "cast_expression",
    CatchClause = "catch_clause",
    ClassConstantAccess = "class_constant_access_expression",
    ClassDeclaration = "class_declaration",
    ClassInterfaceClause = "class_interface_clause",
    Clone = "clone_expression",
    ClosureUse = "anonymous_function_use_clause",
    ColonBlock = "colon_block",
    Comment = "comment",
    CompoundStatement = "compound_statement",
    Conditional = "conditional_expression",
    ConstDeclaration = "const_declaration",
    ConstElement = "const_element",
    Continue = "continue_statement",
    DeclarationList = "declaration_list",
    Declare = "declare_statement",
    Default = "default_statement",
    DisjunctiveType = "disjunctive_normal_form_type",
    Do = "do_statement",
    DynamicVariable = "dynamic_variable_name",
    Echo = "echo_statement",
    ElseClause = "else_clause",
    ElseIfClause = "else_if_clause",
    EmptyStatement = "empty_statement",
    EncapsedString = "encapsed_string",
    EnumCase = "enum_case",
    EnumDeclaration = "enum_declaration",
    EnumDeclarationList = "enum_declaration_list",
    ErrorSuppression = "error_suppression_expression",
    EscapeSequence = "escape_sequence",
    Exit = "exit_statement",
    ExpressionStatement = "expression_statement",
    FinalModifier = "final_modifier",
    FinallyClause = "finally_clause",
    Float = "float",
    For = "for_statement",
    Foreach = "foreach_statement",
    FormalParameters = "formal_parameters",
    FunctionCall = "function_call_expression",
    FunctionDefinition = "function_definition",
    FunctionStatic = "function_static_declaration",
    GlobalDeclaration = "global_declaration",
    Goto = "goto_statement",
    Heredoc = "heredoc",
    HeredocBody = "heredoc_body",
    If = "if_statement",
    Include = "include_expression",
    IncludeOnce = "include_once_expression",
    Integer = "integer",
    InterfaceDeclaration = "interface_declaration",
    IntersectionType = "intersection_type",
    ListLiteral = "list_literal",
    Match = "match_expression",
    MatchArm = "match_conditional_expression",
    MatchBlock = "match_block",
    MatchConditions = "match_condition_list",
    MatchDefault = "match_default_expression",
    MemberAccess = "member_access_expression",
    MemberCall = "member_call_expression",
    MethodDeclaration = "method_declaration",
    Name = "name",
    NamedLabel = "named_label_statement",
    NamedType = "named_type",
    NamespaceDefinition = "namespace_definition",
    NamespaceName = "namespace_name",
    Nowdoc = "nowdoc",
    NowdocString = "nowdoc_string",
    Null = "null",
    NullsafeMemberAccess = "nullsafe_member_access_expression",
    NullsafeMemberCall = "nullsafe_member_call_expression",
    ObjectCreation = "object_creation_expression",
    OptionalType = "optional_type",
    Pair = "pair",
    Parenthesized = "parenthesized_expression",
    PhpEndTag = "php_end_tag",
    PhpTag = "php_tag",
    PrimitiveType = "primitive_type",
    Print = "print_intrinsic",
    Program = "program",
    PropertyDeclaration = "property_declaration",
    PropertyElement = "property_element",
    PropertyHook = "property_hook",
    PromotedParameter = "property_promotion_parameter",
    QualifiedName = "qualified_name",
    ReadonlyModifier = "readonly_modifier",
    ReferenceAssignment = "reference_assignment_expression",
    ReferenceModifier = "reference_modifier",
    RelativeName = "relative_name",
    RelativeScope = "relative_scope",
    Require = "require_expression",
    RequireOnce = "require_once_expression",
    Return = "return_statement",
    ScopedCall = "scoped_call_expression",
    ScopedPropertyAccess = "scoped_property_access_expression",
    Sequence = "sequence_expression",
    ShellCommand = "shell_command_expression",
    SimpleParameter = "simple_parameter",
    StaticModifier = "static_modifier",
    StaticVariable = "static_variable_declaration",
    String = "string",
    StringContent = "string_content",
    Subscript = "subscript_expression",
    Switch = "switch_statement",
    SwitchBlock = "switch_block",
    Text = "text",
    TextInterpolation = "text_interpolation",
    Throw = "throw_expression",
    TraitDeclaration = "trait_declaration",
    Try = "try_statement",
    TypeList = "type_list",
    Unary = "unary_op_expression",
    UnionType = "union_type",
    Unset = "unset_statement",
    Update = "update_expression",
    UseAs = "use_as_clause",
    UseClause = "namespace_use_clause",
    UseDeclaration = "use_declaration",
    UseGroup = "namespace_use_group",
    UseInsteadOf = "use_instead_of_clause",
    UseList = "use_list",
    UseStatement = "namespace_use_declaration",
    VarModifier = "var_modifier",
    Variable = "variable_name",
    VariadicParameter = "variadic_parameter",
    VariadicPlaceholder = "variadic_placeholder",
    VariadicUnpacking = "variadic_unpacking",
    VisibilityModifier = "visibility_modifier",
    While = "while_statement",
    Yield = "yield_expression",
}

macro_rules! fields {
    ($($field:ident),* $(,)?) => {
        /// The numbers of the grammar's fields.
        #[derive(Clone, Copy, Debug)]
        pub struct Fields { $(pub $field: u16),* }

        fn fields(grammar: &Grammar) -> Fields {
            Fields { $($field: grammar.field(stringify!($field).trim_start_matches("r#"))),* }
        }
    };
}

fields! {
    alias, alternative, argument, arguments, attributes, body, condition, default_value, function, initialize, left,
    name, object, operator, parameters, prefix, reference_modifier, return_type, right, scope, static_modifier, r#type,
    update, value, visibility,
}

/// The grammar, loaded once.
pub struct Php {
    pub grammar: Grammar,
    pub fields: Fields,
    kinds: Vec<Kind>,
}

impl Php {
    pub fn get() -> &'static Self {
        static PHP: OnceLock<Php> = OnceLock::new();
        PHP.get_or_init(|| {
            let grammar = Grammar::new(tree_sitter_php::LANGUAGE_PHP);
            let mut kinds = vec![Kind::Other; grammar.kind_count()];
            for &(name, kind) in KINDS {
                kinds[grammar.kind(name, true) as usize] = kind;
            }
            Self {
                fields: fields(&grammar),
                grammar,
                kinds,
            }
        })
    }

    /// The number 65535 is tree-sitter's for text that it could not read.
    pub fn kind(&self, raw: u16) -> Kind {
        let known = self.kinds.get(raw as usize).copied();
        known.unwrap_or(Kind::Error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grammar_has_every_name_we_ask_for() {
        let php = Php::get();
        for (name, _) in KINDS {
            assert_ne!(php.grammar.kind(name, true), 0, "{name}");
        }
        assert_ne!(php.fields.r#type, 0);
        assert_ne!(php.fields.static_modifier, 0);
    }
}
