//! What a file says, statement by statement: plain data, expressions in one arena.
//!
//! Fortran is a language of statements; constructs nest by their first and last statements. The list is flat, and
//! what lies inside what is found by the structure pass.

use crate::form::Form;
use reweave_text::{Span, Symbol};

/// A name where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ident {
    /// In lower case: Fortran does not tell letters apart.
    pub name: Symbol,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ExprId(pub u32);

#[derive(Clone, Debug)]
pub struct Expr {
    pub span: Span,
    pub kind: ExprKind,
    /// The most expressions on a way down from here: `a + b + c` nests to the left, as deep as it is long.
    pub(crate) height: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Literal {
    Integer,
    Real,
    Double,
    Logical,
    Character,
    Boz,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Literal(Literal, Option<ExprId>),
    Complex(ExprId, ExprId),
    Name(Ident),
    /// `a%b`
    Member(ExprId, Ident),
    /// `f(x)`, `a(i, 1:n)`, `t(x=1)`: which of them it is, names decide.
    Apply(ExprId, Vec<Arg>),
    /// `a[1]`
    CoIndex(ExprId, Vec<Arg>),
    Paren(ExprId),
    /// The operator as written, in lower case: `+`, `.and.`, `.plus.`.
    Unary(Operator, ExprId),
    Binary(Operator, ExprId, ExprId),
    /// `[t :: 1, 2]` or `(/ 1, 2 /)`
    Array(Option<Box<TypeSpec>>, Vec<ExprId>),
    /// `(a(i), i = 1, n)`
    ImpliedDo(Box<ImpliedDo>),
    /// `1:n:2`, each part optional.
    Range([Option<ExprId>; 3]),
    /// `*` or `..` or `:` where a value could stand.
    Star,
    /// `*10` as an actual argument.
    AltReturn(LabelRef),
    /// `3 * 0.0` in a DATA list.
    Repeat(ExprId, ExprId),
    /// `(c ? a : b)`
    Conditional(ExprId, ExprId, ExprId),
}

impl ExprKind {
    /// The expressions directly in it, but for those of a type.
    pub(crate) fn parts(&self) -> Vec<ExprId> {
        let values = |args: &[Arg]| args.iter().map(|a| a.value).collect::<Vec<_>>();
        match self {
            Self::Name(_) | Self::Star | Self::AltReturn(_) => Vec::new(),
            Self::Literal(_, kind) => kind.iter().copied().collect(),
            Self::Member(e, _) | Self::Paren(e) | Self::Unary(_, e) => vec![*e],
            Self::Complex(a, b) | Self::Binary(_, a, b) | Self::Repeat(a, b) => vec![*a, *b],
            Self::Apply(base, args) | Self::CoIndex(base, args) => {
                let mut all = values(args);
                all.push(*base);
                all
            }
            Self::Array(_, items) => items.clone(),
            Self::ImpliedDo(implied) => [implied.items.as_slice(), &implied.bounds].concat(),
            Self::Range(ends) => ends.iter().flatten().copied().collect(),
            Self::Conditional(a, b, c) => vec![*a, *b, *c],
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operator {
    pub text: Symbol,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct ImpliedDo {
    pub items: Vec<ExprId>,
    pub ty: Option<TypeSpec>,
    pub variable: Ident,
    pub bounds: Vec<ExprId>,
}

#[derive(Clone, Copy, Debug)]
pub struct Arg {
    pub keyword: Option<Ident>,
    pub value: ExprId,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LabelRef {
    pub value: u32,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BaseType {
    Integer,
    Real,
    DoublePrecision,
    Complex,
    DoubleComplex,
    Logical,
    Character,
    /// `type(t)`
    Type(Ident),
    /// `class(t)`
    Class(Ident),
    /// `class(*)` or `type(*)`
    Unlimited,
    /// `typeof(x)` and what later standards add.
    Other,
}

/// A type as written, `integer(kind=8)`, `character(len=*)`, `type(t(k))`.
#[derive(Clone, Debug)]
pub struct TypeSpec {
    pub base: BaseType,
    /// Kind, length or type parameters.
    pub args: Vec<Arg>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Attribute {
    /// The keyword: `dimension`, `intent(in)`, `pointer`, …
    pub name: Symbol,
    /// The expressions in its parentheses; the words of INTENT are part of the keyword.
    pub args: Vec<ExprId>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct EntityDecl {
    pub name: Ident,
    pub dims: Vec<ExprId>,
    pub char_len: Option<ExprId>,
    pub init: Option<ExprId>,
    /// Whether `=>` gives the initial value.
    pub pointer_init: bool,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct GenericSpec {
    pub kind: GenericKind,
    pub ident: Ident,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GenericKind {
    Name,
    /// `operator(+)`, `operator(.plus.)`: the ident is the operator.
    Operator,
    Assignment,
    /// `read(formatted)` and its like.
    Io,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProcedureKind {
    Subroutine,
    Function,
}

/// `recursive integer function f(a, *) result(r) bind(c)`
#[derive(Clone, Debug)]
pub struct ProcedureHeader {
    pub kind: ProcedureKind,
    pub name: Ident,
    pub ty: Option<TypeSpec>,
    /// `pure`, `module`, `recursive`, …
    pub prefixes: Vec<Symbol>,
    /// `None` for an alternate return `*`.
    pub args: Vec<Option<Ident>>,
    /// From `(` to `)`, where there are parentheses.
    pub arg_list: Option<Span>,
    pub result: Option<Ident>,
    pub bind: Option<Bind>,
}

#[derive(Clone, Debug)]
pub struct Bind {
    pub span: Span,
    pub name: Option<ExprId>,
}

#[derive(Clone, Debug)]
pub enum UseItem {
    Name(Ident),
    /// `local => original`
    Rename(Ident, Ident),
    /// `operator(+)`, `assignment(=)`
    Generic(GenericSpec),
    /// `operator(.local.) => operator(.original.)`
    RenameOperator(Ident, Ident),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndOf {
    /// A bare END.
    Unit,
    Program,
    Module,
    Submodule,
    BlockData,
    Subroutine,
    Function,
    Procedure,
    Interface,
    Type,
    Enum,
    If,
    Do,
    Select,
    Where,
    Forall,
    Associate,
    Block,
    Critical,
    Team,
}

#[derive(Clone, Debug)]
pub struct Forall {
    pub ty: Option<TypeSpec>,
    pub indices: Vec<(Ident, Vec<ExprId>)>,
    pub mask: Option<ExprId>,
    /// `local(x)`, `shared(x)` of DO CONCURRENT.
    pub locality: Vec<Ident>,
}

#[derive(Clone, Debug)]
pub enum DoControl {
    Forever,
    While(ExprId),
    Count {
        variable: ExprId,
        bounds: Vec<ExprId>,
    },
    Concurrent(Forall),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelectKind {
    Case,
    Type,
    Rank,
}

#[derive(Clone, Debug)]
pub enum Guard {
    Default,
    Values(Vec<ExprId>),
    TypeIs(TypeSpec),
    ClassIs(TypeSpec),
}

/// `name => selector`, or only a selector.
#[derive(Clone, Copy, Debug)]
pub struct Association {
    pub name: Option<Ident>,
    pub selector: ExprId,
}

/// A statement of input or output: which one, its control list, its items.
#[derive(Clone, Debug)]
pub struct Io {
    pub verb: Symbol,
    /// No parentheses: the one control item is the format, `read 10, x`, or the unit, `rewind 5`.
    pub bare: bool,
    pub control: Vec<Arg>,
    pub items: Vec<ExprId>,
}

#[derive(Clone, Debug)]
pub struct Stmt {
    /// From the first to the last token, label and construct name left out.
    pub span: Span,
    pub label: Option<LabelRef>,
    pub construct: Option<Ident>,
    pub kind: StmtKind,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    Program(Ident),
    Module(Ident),
    Submodule {
        ancestor: Ident,
        parent: Option<Ident>,
        name: Ident,
    },
    BlockData(Option<Ident>),
    Procedure(Box<ProcedureHeader>),
    /// `module procedure a, b`: in an interface a list, elsewhere the start of a body.
    ModuleProcedure(Vec<Ident>),
    Entry(Box<ProcedureHeader>),
    Contains,
    End(EndOf, Option<Ident>),
    Interface {
        is_abstract: bool,
        spec: Option<GenericSpec>,
    },
    EndInterface(Option<GenericSpec>),
    TypeDef {
        name: Ident,
        attributes: Vec<Attribute>,
        extends: Option<Ident>,
        params: Vec<Ident>,
    },
    Enum,
    Enumerator(Vec<EntityDecl>),
    /// `procedure(iface), pointer :: p => null()`, `procedure :: bound => implementation`, `procedure a, b`.
    ProcedureDecl(Box<ProcedureDecl>),
    GenericBinding {
        attributes: Vec<Attribute>,
        spec: GenericSpec,
        targets: Vec<Ident>,
    },
    Final(Vec<Ident>),
    Sequence,
    Declaration(Box<Declaration>),
    /// `save`, `dimension a(3)`, `intent(in) :: x`, `private :: y`, …
    Attribute {
        attribute: Attribute,
        entities: Vec<EntityDecl>,
        commons: Vec<Ident>,
        generics: Vec<GenericSpec>,
    },
    Parameter(Vec<(Ident, ExprId)>),
    Data(Vec<(Vec<ExprId>, Vec<ExprId>)>),
    Common(Vec<(Option<Ident>, Vec<EntityDecl>)>),
    Equivalence(Vec<Vec<ExprId>>),
    Namelist(Vec<(Ident, Vec<Ident>)>),
    /// `None` is IMPLICIT NONE.
    Implicit(Option<Vec<ImplicitRule>>),
    Use {
        module: Ident,
        intrinsic: Option<bool>,
        only: bool,
        items: Vec<UseItem>,
    },
    Import {
        names: Vec<Ident>,
        none: bool,
    },
    Include(Span),
    Format,
    Assignment(ExprId, ExprId),
    PointerAssignment(ExprId, ExprId),
    Call(ExprId),
    /// `if (c) statement`
    If(ExprId, Box<Stmt>),
    IfThen(ExprId),
    ElseIf(ExprId, Option<Ident>),
    Else(Option<Ident>),
    ArithmeticIf(ExprId, [LabelRef; 3]),
    Do {
        end_label: Option<LabelRef>,
        control: DoControl,
    },
    Select {
        kind: SelectKind,
        on: Association,
    },
    Case(Guard, Option<Ident>),
    Where(ExprId, Option<Box<Stmt>>),
    ElseWhere(Option<ExprId>, Option<Ident>),
    Forall(Forall, Option<Box<Stmt>>),
    Associate(Vec<Association>),
    Block,
    Critical(Vec<Arg>),
    ChangeTeam(Vec<ExprId>),
    Exit(Option<Ident>),
    Cycle(Option<Ident>),
    Goto(LabelRef),
    ComputedGoto(Vec<LabelRef>, ExprId),
    AssignedGoto(Ident, Vec<LabelRef>),
    Assign(LabelRef, Ident),
    Continue,
    Return(Option<ExprId>),
    Stop {
        code: Option<ExprId>,
        quiet: Option<ExprId>,
    },
    Pause(Option<ExprId>),
    Allocate {
        ty: Option<TypeSpec>,
        args: Vec<Arg>,
    },
    Deallocate(Vec<Arg>),
    Nullify(Vec<ExprId>),
    Io(Io),
    /// `sync all`, `event post(x)`, `lock(l)`, …
    Image(Vec<Arg>),
    /// Not understood: the tokens are kept as names so that nothing that could be one is lost.
    Unknown(Vec<Ident>),
}

#[derive(Clone, Debug)]
pub struct Declaration {
    pub ty: TypeSpec,
    pub attributes: Vec<Attribute>,
    pub entities: Vec<EntityDecl>,
    pub colons: bool,
}

#[derive(Clone, Debug)]
pub struct ProcedureDecl {
    pub interface: Option<Ident>,
    pub ty: Option<TypeSpec>,
    pub attributes: Vec<Attribute>,
    /// The name and what it is bound to or starts with.
    pub items: Vec<(Ident, Option<ExprId>)>,
}

#[derive(Clone, Debug)]
pub struct ImplicitRule {
    pub ty: TypeSpec,
    /// Inclusive ranges of letters, in lower case.
    pub letters: Vec<(u8, u8)>,
}

/// One file, read.
#[derive(Clone, Debug)]
pub struct FileAst {
    pub form: Form,
    pub stmts: Vec<Stmt>,
    pub exprs: Vec<Expr>,
    pub comments: Vec<Span>,
    pub directives: Vec<Span>,
    /// Statements that were not understood, with what was missing.
    pub problems: Vec<Problem>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub span: Span,
    pub message: String,
}

impl FileAst {
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }
}
