//! The tree of one file: arenas of statements and expressions, every piece with its span.

use reweave_text::{Span, Symbol};

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ExprId(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct StmtId(pub u32);

/// A name where it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name {
    pub symbol: Symbol,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
    /// The most expressions on a way down from here: `a + b + c` nests to the left, as deep as it is long.
    pub(crate) height: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExprKind {
    Number,
    /// A variable, or one of `scale`, `ibase`, `obase`, `last` (also written `.`), `history`.
    Variable(Name),
    Element(Name, ExprId),
    /// `a[]` as an argument.
    WholeArray(Name),
    Call(Name, Vec<ExprId>),
    Builtin(Builtin, Option<ExprId>),
    Negate(ExprId),
    Not(ExprId),
    /// The span is the operator's.
    Binary(Operator, Span, ExprId, ExprId),
    /// `=` without, `+=` with an operator.
    Assign(Option<Operator>, Span, ExprId, ExprId),
    /// `++` and `--`; before or after.
    Step {
        target: ExprId,
        is_prefix: bool,
    },
    Paren(ExprId),
}

impl ExprKind {
    /// See [`Ast::parts`].
    pub(crate) fn parts(&self) -> Vec<ExprId> {
        match self {
            Self::Number | Self::Variable(_) | Self::WholeArray(_) => Vec::new(),
            Self::Element(_, e)
            | Self::Negate(e)
            | Self::Not(e)
            | Self::Paren(e)
            | Self::Step { target: e, .. } => vec![*e],
            Self::Call(_, args) => args.clone(),
            Self::Builtin(_, arg) => arg.iter().copied().collect(),
            Self::Binary(_, _, l, r) | Self::Assign(_, _, l, r) => vec![*l, *r],
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Builtin {
    Length,
    Sqrt,
    Scale,
    Read,
    Random,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Power,
    Compare,
    And,
    Or,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
    /// Its first token, which stands for it in the program's edges.
    pub head: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StmtKind {
    Expr(ExprId),
    /// A string that prints itself.
    Text,
    Print(Vec<ExprId>),
    Block(Vec<StmtId>),
    If {
        condition: ExprId,
        then: StmtId,
        otherwise: Option<StmtId>,
    },
    While {
        condition: ExprId,
        body: StmtId,
    },
    For {
        init: Option<ExprId>,
        condition: Option<ExprId>,
        update: Option<ExprId>,
        body: StmtId,
    },
    Break,
    Continue,
    Return(Option<ExprId>),
    /// Ends bc when it is read, not when it is run.
    Quit,
    Halt,
    /// `limits` and `warranty`.
    Notice,
}

/// A parameter or an auto variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decl {
    pub name: Name,
    pub is_array: bool,
    pub is_reference: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    pub name: Name,
    pub is_void: bool,
    pub params: Vec<Decl>,
    pub autos: Vec<Decl>,
    pub body: Vec<StmtId>,
    pub span: Span,
    pub open: Span,
    pub close: Span,
    /// Where further parameters and autos would go: after the last of each, if there is one.
    pub last_auto: Option<Span>,
}

impl Function {
    /// Parameters and autos.
    pub fn decls(&self) -> impl Iterator<Item = &Decl> {
        self.params.iter().chain(&self.autos)
    }

    pub fn declares(&self, symbol: Symbol, is_array: bool) -> Option<&Decl> {
        self.decls()
            .find(|d| d.name.symbol == symbol && d.is_array == is_array)
    }
}

/// What stands at the top of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    /// A statement, and the number of the input line that it is part of: bc reads a whole line, runs it, and drops the rest
    /// of it when an error occurs.
    Stmt(StmtId, u32),
    Function(u32),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    pub message: String,
    pub span: Span,
}

#[derive(Clone, Debug, Default)]
pub struct Ast {
    pub exprs: Vec<Expr>,
    pub stmts: Vec<Stmt>,
    pub functions: Vec<Function>,
    pub items: Vec<Item>,
    pub errors: Vec<SyntaxError>,
}

impl Ast {
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }

    pub fn stmt(&self, id: StmtId) -> &Stmt {
        &self.stmts[id.0 as usize]
    }

    /// The expression inside any number of parentheses.
    pub fn bare(&self, mut id: ExprId) -> ExprId {
        while let ExprKind::Paren(inner) = self.expr(id).kind {
            id = inner;
        }
        id
    }

    /// The direct parts of an expression, in the order in which they are evaluated.
    pub fn parts(&self, id: ExprId) -> Vec<ExprId> {
        self.expr(id).kind.parts()
    }

    /// An expression and everything in it.
    pub fn within(&self, id: ExprId) -> Vec<ExprId> {
        let mut all = Vec::new();
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            all.push(id);
            open.extend(self.parts(id).into_iter().rev());
        }
        all
    }

    /// The statements directly in a statement.
    pub fn children(&self, id: StmtId) -> Vec<StmtId> {
        match &self.stmt(id).kind {
            StmtKind::Block(list) => list.clone(),
            StmtKind::If {
                then, otherwise, ..
            } => [Some(*then), *otherwise].into_iter().flatten().collect(),
            StmtKind::While { body, .. } | StmtKind::For { body, .. } => vec![*body],
            _ => Vec::new(),
        }
    }

    /// The expressions directly in a statement, in the order in which they are written.
    pub fn expressions(&self, id: StmtId) -> Vec<ExprId> {
        match &self.stmt(id).kind {
            StmtKind::Expr(e) => vec![*e],
            StmtKind::Print(list) => list.clone(),
            StmtKind::If { condition, .. } | StmtKind::While { condition, .. } => vec![*condition],
            StmtKind::For {
                init,
                condition,
                update,
                ..
            } => [*init, *condition, *update].into_iter().flatten().collect(),
            StmtKind::Return(e) => e.iter().copied().collect(),
            _ => Vec::new(),
        }
    }
}
