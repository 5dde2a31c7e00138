//! What a node is, and what it is to its parent.

/// The kinds of nodes. Which children a kind has, and in which [`Role`]s, stands beside it; `sym` is the node's own
/// name, operator or literal text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Kind {
    // Declarations
    /// The whole file: Package?, Import*, Type*
    Unit,
    /// sym: the dotted name; Annotation*
    Package,
    /// sym: the dotted name without `.*`
    Import,
    /// sym: name (empty when anonymous); Annotation*, TypeParam*, types as Superclass/Interface/Permits, members as
    /// Member. A record's components are Params.
    Type,
    /// sym: name; Annotation*, bounds as Bound
    TypeParam,
    /// One declarator of a field, sym: name; Annotation*, its type as Type (shared text, lowered once per declarator),
    /// value as Init
    Field,
    /// sym: name; Annotation*, arguments as Argument, body Type as Body
    EnumConstant,
    /// sym: name; Annotation*, TypeParam*, return type as Type, Param*, exceptions as Throws, default value of an
    /// annotation element as Init, Block as Body
    Callable,
    /// A parameter of a callable, lambda, catch clause or record, sym: name, flags: modifiers and VARARGS; Annotation*,
    /// type as Type (none for an
    /// inferred lambda parameter)
    Param,
    /// A static or instance initialiser block, flags: its modifiers; Block as Body
    Initializer,
    /// sym: name; arguments as Argument (`name = value` is an Assign)
    Annotation,
    /// `module`, `requires`, … : sym: the text of the directive
    Directive,

    // Composite statements
    Block,
    /// Condition; Then; Else
    If,
    /// Condition; Body
    While,
    /// Body; Condition
    DoWhile,
    /// Init*, Condition, Update*, Body
    For,
    /// VarDecl-like Local as Init, Condition is what is iterated over, Body
    ForEach,
    /// Condition is the selector; Case*
    Switch,
    /// One group of labels: Label* (expressions, patterns; none for a plain default), Guard, statements as Body.
    /// flags: DEFAULT, ARROW
    Case,
    /// Resource* (Local or expression), Block as Body, Catch*, Finally
    Try,
    /// Param (type a UnionType for multi-catch), Block as Body
    Catch,
    /// Block as Body
    Finally,
    /// Condition is the monitor, Block as Body
    Synchronized,
    /// sym: label; Body
    Labeled,
    /// What is there while its body runs: Resource* (Local or expression), Block as Body
    Using,

    // Leaf statements
    /// Expression as Value
    ExprStmt,
    /// A local declaration: Annotation*, type as Type, VarDecl*; flags: its modifiers
    Local,
    /// sym: name; Init; flags: extra dimensions count. Parent: Local or a resource/for header Local
    VarDecl,
    /// A local class, interface, enum or record: Type as Member
    LocalType,
    Return,
    Throw,
    /// sym: label
    Break,
    /// sym: label
    Continue,
    /// Condition, message as Value
    Assert,
    Yield,
    Empty,
    /// `this(…)` or `super(…)`, sym: `this` or `super`; Receiver, Argument*
    ConstructorCall,
    /// A function in the body of another: Callable as Member
    LocalCallable,
    /// What the grammar could not read
    Broken,

    // Expressions
    /// sym: the simple name
    Name,
    /// sym: the field's name; Receiver
    FieldAccess,
    /// sym: the method's name; Receiver?, TypeArgument*, Argument*
    Call,
    /// Type, Receiver? (`outer.new Inner()`), Argument*, anonymous Type as Body
    New,
    /// Type (the element type), dimensions as Argument, ArrayInit as Init; flags: number of dimensions
    NewArray,
    /// Argument*
    ArrayInit,
    /// Receiver; Argument
    Index,
    /// Param*; Body (a Block or an expression)
    Lambda,
    /// sym: name (`new` for constructors); Receiver (expression or type), TypeArgument*
    MethodRef,
    /// sym: operator; Operand
    Unary,
    /// `i++` and `++i`, sym: `x++`, `++x`, `x--` or `--x`; Operand
    Update,
    /// sym: operator; Operand, Operand
    Binary,
    /// sym: operator; Target, Value
    Assign,
    /// Condition, Then, Else
    Conditional,
    /// Operand; Type or pattern as Pattern
    InstanceOf,
    /// Type (several for an intersection), Operand
    Cast,
    /// Operand
    Paren,
    /// `this`; the outer type as Qualifier in `Outer.this`
    This,
    /// `super` as a receiver; the outer type as Qualifier in `Outer.super`
    Super,
    /// Type as Type
    ClassLiteral,
    /// sym: the text
    Number,
    /// sym: the text with quotes; text blocks too
    Str,
    Char,
    Bool,
    Null,
    /// `switch` in the place of an expression; same children as Switch
    SwitchExpr,
    /// `Type name`: sym: name; Type (none where `_` stands alone). The name `_` binds nothing
    TypePattern,
    /// Type; nested patterns as Operand
    RecordPattern,
    /// A value made of others by a loop in one expression, sym: the bracket that it begins with; the element as Value,
    /// then Local as Init, what is iterated over as Condition and Guard* for each loop
    Comprehension,
    /// An argument by its parameter's name, sym: the name; Value
    NamedArg,
    /// A value whose elements are given one by one, sym: the operator; Operand
    Spread,
    /// Values side by side, with brackets or without; Argument*
    Tuple,
    /// A key and its value; Operand, Operand
    Pair,
    /// Part of a sequence: bounds and step as Init, Condition, Update
    Slice,
    /// A text with expressions in it, sym: its first token; the expressions as Argument
    Template,
    /// Waits for a value; Operand
    Await,
    /// Several names for the parts of one value; VarDecl*
    Destructure,
    /// `yield`-less template, string interpolation and whatever a language has beyond these; sym: its first token
    OtherExpr,

    // Types
    /// sym: simple name; TypeSign?, Qualifier?, TypeArgument*, Annotation*
    TypeName,
    /// sym: `int`, `void`, …; Annotation*
    Primitive,
    /// Type (the element)
    ArrayType,
    /// sym: `extends`, `super` or empty; Annotation*, Bound?
    Wildcard,
    /// `A | B`; Type*
    UnionType,
    /// `A & B`; Type*
    IntersectionType,
    /// `var` (sym says so), or a diamond's missing arguments
    InferredType,
    /// Of a function: parameters as TypeArgument, receiver as Qualifier, result as Type
    FunctionType,
    /// A type that has no value, too; Type
    NullableType,
    /// What makes a pointer, reference or list of the type that it stands in, sym: the signs as written, `*` or `[]&mut `
    TypeSign,
}

impl Kind {
    /// A statement that holds other statements.
    pub const fn is_composite(self) -> bool {
        (self as u8) >= (Self::Block as u8) && (self as u8) <= (Self::Using as u8)
    }

    pub const fn is_leaf_statement(self) -> bool {
        (self as u8) >= (Self::ExprStmt as u8)
            && (self as u8) <= (Self::Broken as u8)
            && !matches!(self, Self::VarDecl)
    }

    pub const fn is_statement(self) -> bool {
        self.is_composite() || self.is_leaf_statement()
    }

    pub const fn is_expression(self) -> bool {
        (self as u8) >= (Self::Name as u8) && (self as u8) <= (Self::OtherExpr as u8)
    }

    pub const fn is_type(self) -> bool {
        (self as u8) >= (Self::TypeName as u8)
    }

    pub const fn is_literal(self) -> bool {
        matches!(
            self,
            Self::Number | Self::Str | Self::Char | Self::Bool | Self::Null | Self::ClassLiteral
        )
    }

    pub const fn is_declaration(self) -> bool {
        (self as u8) <= (Self::Directive as u8)
    }
}

/// What a node is to its parent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Role {
    None,
    Member,
    Superclass,
    Interface,
    Permits,
    Bound,
    Type,
    TypeArgument,
    Qualifier,
    Annotation,
    TypeParam,
    Param,
    Throws,
    Init,
    Body,
    Condition,
    Then,
    Else,
    Update,
    Label,
    Guard,
    Resource,
    Value,
    Receiver,
    Argument,
    Operand,
    Target,
    Pattern,
}
