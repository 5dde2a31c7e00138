//! The names of the Java grammar as small enums: looked up once, then one array access a node.

use reweave_syntax::Grammar;
use std::sync::LazyLock;

pub(crate) struct Java {
    pub grammar: Grammar,
    kinds: Vec<K>,
    fields: Vec<F>,
}

pub(crate) static JAVA: LazyLock<Java> = LazyLock::new(|| {
    let grammar = Grammar::new(tree_sitter_java::LANGUAGE);
    let kinds = (0..grammar.kind_count() as u16)
        .map(|kind| K::of(grammar.kind_name(kind), grammar.kind_is_named(kind)))
        .collect();
    let mut fields = vec![F::None; 1];
    for &(name, field) in F::ALL {
        let id = usize::from(grammar.field(name));
        if id >= fields.len() {
            fields.resize(id + 1, F::None);
        }
        fields[id] = field;
    }
    fields[0] = F::None;
    Java {
        grammar,
        kinds,
        fields,
    }
});

impl Java {
    pub fn kind(&self, kind: u16) -> K {
        self.kinds
            .get(usize::from(kind))
            .copied()
            .unwrap_or(K::Error)
    }

    pub fn field(&self, field: u16) -> F {
        self.fields
            .get(usize::from(field))
            .copied()
            .unwrap_or(F::None)
    }
}

macro_rules! kinds {
    ($($variant:ident $name:literal,)* ; $($token:ident $text:literal,)*) => {
        /// The kinds of nodes that lowering tells apart. Tokens that say nothing beyond their parent's kind are `Token`.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum K {
            /// What the grammar could not read.
            Error,
            Token,
            /// A named node that this version of the grammar has and lowering does not know.
            Other,
            $($variant,)*
            $($token,)*
        }

        impl K {
            fn of(name: &str, named: bool) -> Self {
                match (named, name) {
                    $((true, $name) => Self::$variant,)*
                    $((false, $text) => Self::$token,)*
                    (true, _) => Self::Other,
                    (false, _) => Self::Token,
                }
            }
        }
    };
}

kinds! {
    Program "program",
    PackageDeclaration "package_declaration",
    ImportDeclaration "import_declaration",
    ModuleDeclaration "module_declaration",
    ModuleBody "module_body",
    RequiresDirective "requires_module_directive",
    ExportsDirective "exports_module_directive",
    OpensDirective "opens_module_directive",
    UsesDirective "uses_module_directive",
    ProvidesDirective "provides_module_directive",
    Asterisk "asterisk",
    ScopedIdentifier "scoped_identifier",
    ClassDeclaration "class_declaration",
    RecordDeclaration "record_declaration",
    InterfaceDeclaration "interface_declaration",
    AnnotationTypeDeclaration "annotation_type_declaration",
    EnumDeclaration "enum_declaration",
    Modifiers "modifiers",
    MarkerAnnotation "marker_annotation",
    Annotation "annotation",
    AnnotationArgumentList "annotation_argument_list",
    ElementValuePair "element_value_pair",
    ElementValueArrayInitializer "element_value_array_initializer",
    TypeParameters "type_parameters",
    TypeParameter "type_parameter",
    TypeBound "type_bound",
    Superclass "superclass",
    SuperInterfaces "super_interfaces",
    ExtendsInterfaces "extends_interfaces",
    Permits "permits",
    TypeList "type_list",
    ClassBody "class_body",
    InterfaceBody "interface_body",
    AnnotationTypeBody "annotation_type_body",
    EnumBody "enum_body",
    EnumBodyDeclarations "enum_body_declarations",
    EnumConstant "enum_constant",
    FieldDeclaration "field_declaration",
    ConstantDeclaration "constant_declaration",
    VariableDeclarator "variable_declarator",
    StaticInitializer "static_initializer",
    MethodDeclaration "method_declaration",
    ConstructorDeclaration "constructor_declaration",
    CompactConstructorDeclaration "compact_constructor_declaration",
    AnnotationTypeElementDeclaration "annotation_type_element_declaration",
    FormalParameters "formal_parameters",
    FormalParameter "formal_parameter",
    SpreadParameter "spread_parameter",
    ReceiverParameter "receiver_parameter",
    InferredParameters "inferred_parameters",
    Throws "throws",
    ConstructorBody "constructor_body",
    ExplicitConstructorInvocation "explicit_constructor_invocation",
    Block "block",
    ExpressionStatement "expression_statement",
    LabeledStatement "labeled_statement",
    IfStatement "if_statement",
    WhileStatement "while_statement",
    DoStatement "do_statement",
    ForStatement "for_statement",
    EnhancedForStatement "enhanced_for_statement",
    AssertStatement "assert_statement",
    BreakStatement "break_statement",
    ContinueStatement "continue_statement",
    ReturnStatement "return_statement",
    YieldStatement "yield_statement",
    ThrowStatement "throw_statement",
    SynchronizedStatement "synchronized_statement",
    LocalVariableDeclaration "local_variable_declaration",
    TryStatement "try_statement",
    TryWithResourcesStatement "try_with_resources_statement",
    ResourceSpecification "resource_specification",
    Resource "resource",
    CatchClause "catch_clause",
    CatchFormalParameter "catch_formal_parameter",
    CatchType "catch_type",
    FinallyClause "finally_clause",
    SwitchExpression "switch_expression",
    SwitchBlock "switch_block",
    SwitchBlockStatementGroup "switch_block_statement_group",
    SwitchRule "switch_rule",
    SwitchLabel "switch_label",
    Guard "guard",
    Pattern "pattern",
    TypePattern "type_pattern",
    RecordPattern "record_pattern",
    RecordPatternBody "record_pattern_body",
    RecordPatternComponent "record_pattern_component",
    UnderscorePattern "underscore_pattern",
    AssignmentExpression "assignment_expression",
    BinaryExpression "binary_expression",
    InstanceofExpression "instanceof_expression",
    LambdaExpression "lambda_expression",
    TernaryExpression "ternary_expression",
    UpdateExpression "update_expression",
    UnaryExpression "unary_expression",
    CastExpression "cast_expression",
    ParenthesizedExpression "parenthesized_expression",
    ObjectCreationExpression "object_creation_expression",
    FieldAccess "field_access",
    ArrayAccess "array_access",
    MethodInvocation "method_invocation",
    MethodReference "method_reference",
    ArrayCreationExpression "array_creation_expression",
    DimensionsExpr "dimensions_expr",
    TemplateExpression "template_expression",
    ClassLiteral "class_literal",
    ArgumentList "argument_list",
    ArrayInitializer "array_initializer",
    This "this",
    Super "super",
    Identifier "identifier",
    DecimalInteger "decimal_integer_literal",
    HexInteger "hex_integer_literal",
    OctalInteger "octal_integer_literal",
    BinaryInteger "binary_integer_literal",
    DecimalFloat "decimal_floating_point_literal",
    HexFloat "hex_floating_point_literal",
    True "true",
    False "false",
    Character "character_literal",
    Str "string_literal",
    Null "null_literal",
    TypeIdentifier "type_identifier",
    ScopedTypeIdentifier "scoped_type_identifier",
    GenericType "generic_type",
    TypeArguments "type_arguments",
    Wildcard "wildcard",
    ArrayType "array_type",
    AnnotatedType "annotated_type",
    Dimensions "dimensions",
    IntegralType "integral_type",
    FloatingPointType "floating_point_type",
    BooleanType "boolean_type",
    VoidType "void_type",
    ;
    Semicolon ";",
    Bracket "[",
    New "new",
    Static "static",
    Default "default",
    Extends "extends",
    Public "public",
    Protected "protected",
    Private "private",
    Abstract "abstract",
    Final "final",
    Strictfp "strictfp",
    Synchronized "synchronized",
    Native "native",
    Transient "transient",
    Volatile "volatile",
    Sealed "sealed",
    NonSealed "non-sealed",
    Increment "++",
    Decrement "--",
}

macro_rules! fields {
    ($($variant:ident $name:literal,)*) => {
        /// The fields that lowering asks for.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum F { None, $($variant,)* }

        impl F {
            const ALL: &'static [(&'static str, Self)] = &[$(($name, Self::$variant),)*];
        }
    };
}

fields! {
    Alternative "alternative",
    Array "array",
    Body "body",
    Condition "condition",
    Consequence "consequence",
    Constructor "constructor",
    Dimensions "dimensions",
    Field "field",
    Index "index",
    Init "init",
    Left "left",
    Name "name",
    Object "object",
    Operand "operand",
    Operator "operator",
    Parameters "parameters",
    Pattern "pattern",
    Right "right",
    Type "type",
    Update "update",
    Value "value",
}
