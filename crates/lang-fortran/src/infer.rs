//! The type of a scalar expression, as it could be declared; nothing where there is doubt.

use crate::ast::{Arg, BaseType, ExprId, ExprKind, FileAst, Literal};
use crate::program::Program;
use crate::table::{EntityId, EntityKind, Flags, ScopeId, TypeRef};
use reweave_text::{FileId, Interner, Sources};

/// Where an expression stands, and all that is needed to read it.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub program: &'a Program,
    pub sources: &'a Sources,
    pub names: &'a Interner,
    pub ast: &'a FileAst,
    pub file: FileId,
    pub scope: ScopeId,
}

/// A scalar's type: the text of a declaration, and what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scalar {
    pub text: String,
    pub base: BaseType,
}

impl Scalar {
    fn new(text: &str, base: BaseType) -> Self {
        Self {
            text: text.to_owned(),
            base,
        }
    }

    fn integer() -> Self {
        Self::new("integer", BaseType::Integer)
    }

    fn logical() -> Self {
        Self::new("logical", BaseType::Logical)
    }

    fn character() -> Self {
        Self::new("character(len=:), allocatable", BaseType::Character)
    }

    fn is_number(&self) -> bool {
        matches!(
            self.base,
            BaseType::Integer | BaseType::Real | BaseType::DoublePrecision | BaseType::Complex
        )
    }

    /// Numbers by how they take over in a sum.
    fn rank(&self) -> u8 {
        match self.base {
            BaseType::Integer => 0,
            BaseType::Real => 1,
            BaseType::DoublePrecision => 2,
            _ => 3,
        }
    }
}

impl Context<'_> {
    /// The type of a scalar expression; `None` for arrays and whatever is not certain.
    pub fn scalar(&self, id: ExprId) -> Option<Scalar> {
        match &self.ast.expr(id).kind {
            ExprKind::Literal(literal, kind) => self.literal(*literal, *kind),
            ExprKind::Paren(inner) => self.scalar(*inner),
            ExprKind::Name(name) => {
                let entity = self.program.lookup(self.scope, name.name)?;
                self.variable(entity, 0)
            }
            ExprKind::Apply(base, args) => self.apply(*base, args),
            ExprKind::Member(base, name) => {
                let ty = self
                    .program
                    .expr_type(self.ast, self.file, self.scope, *base)?;
                self.is_scalar_object(*base).then_some(())?;
                let member = self.program.member(self.program.derived(ty)?, name.name)?;
                (self.program.entity(member).kind == EntityKind::Component).then_some(())?;
                self.variable(member, 0)
            }
            ExprKind::Unary(op, operand) => {
                let inner = self.scalar(*operand)?;
                match self.names.text(op.text) {
                    ".not." if inner.base == BaseType::Logical => Some(inner),
                    "+" | "-" if inner.is_number() => Some(inner),
                    _ => None,
                }
            }
            ExprKind::Binary(op, left, right) => {
                // A program's own operator may give anything.
                if self.program.lookup(self.scope, op.text).is_some() {
                    return None;
                }
                let (a, b) = (self.scalar(*left)?, self.scalar(*right)?);
                binary(self.names.text(op.text), a, b)
            }
            _ => None,
        }
    }

    fn literal(&self, literal: Literal, kind: Option<ExprId>) -> Option<Scalar> {
        let suffix = match kind {
            Some(kind) => {
                if let ExprKind::Name(name) = self.ast.expr(kind).kind {
                    self.program.lookup(self.scope, name.name)?;
                }
                format!(
                    "({})",
                    self.ast.expr(kind).span.text(self.sources.text(self.file))
                )
            }
            None => String::new(),
        };
        Some(match literal {
            Literal::Integer => Scalar::new(&format!("integer{suffix}"), BaseType::Integer),
            Literal::Real => Scalar::new(&format!("real{suffix}"), BaseType::Real),
            Literal::Double => Scalar::new("double precision", BaseType::DoublePrecision),
            Literal::Logical => Scalar::new(&format!("logical{suffix}"), BaseType::Logical),
            Literal::Character if kind.is_none() => Scalar::character(),
            _ => return None,
        })
    }

    /// The declared type of a variable, component or function result of this rank.
    pub fn variable(&self, entity: EntityId, rank: u8) -> Option<Scalar> {
        let real = self.program.real(entity);
        let e = self.program.entity(real);
        if e.rank != rank
            || !matches!(
                e.kind,
                EntityKind::Variable | EntityKind::Component | EntityKind::Procedure
            )
        {
            return None;
        }
        if e.kind == EntityKind::Component && e.interface.is_some()
            || e.kind == EntityKind::Variable && e.flags.has(Flags::UNRULY)
        {
            return None;
        }
        if let Some(ty) = self
            .program
            .type_here(self.scope, entity)
            .or_else(|| self.program.type_of(real))
        {
            self.declared(ty, real)
        } else {
            let word = self.program.implicit_word(self.sources, self.names, real)?;
            let text = word.trim_start_matches("implicit ").to_owned();
            let base = match text.as_str() {
                "integer" => BaseType::Integer,
                "real" => BaseType::Real,
                _ => return None,
            };
            Some(Scalar { text, base })
        }
    }

    fn declared(&self, ty: TypeRef, entity: EntityId) -> Option<Scalar> {
        let text = ty.span.text(self.sources.text(ty.file));
        match ty.base {
            BaseType::Character => {
                // A kind of its own would have to be written again.
                let plain = !text.to_ascii_lowercase().contains("kind") && !text.contains(',');
                plain.then(Scalar::character)
            }
            BaseType::Integer
            | BaseType::Real
            | BaseType::DoublePrecision
            | BaseType::Complex
            | BaseType::Logical => {
                // Every name in the type must mean the same here.
                let same = self.program.within(ty.file, ty.span).all(|o| {
                    let name = self.program.entity(o.entity).name;
                    let there = self.program.real(o.entity);
                    self.program
                        .lookup(self.scope, name)
                        .map(|e| self.program.real(e))
                        == Some(there)
                });
                let of_type = self.program.entity(entity).scope;
                let parametrised = self.program.scope(of_type).kind
                    == crate::table::ScopeKind::Type
                    && self
                        .program
                        .within(ty.file, ty.span)
                        .any(|o| self.program.entity(o.entity).scope == of_type);
                (same && !parametrised && !text.contains('\n')).then(|| Scalar {
                    text: text.trim().to_owned(),
                    base: ty.base,
                })
            }
            _ => None,
        }
    }

    /// Whether every step of `a%b(i)%c` is a scalar.
    fn is_scalar_object(&self, id: ExprId) -> bool {
        match &self.ast.expr(id).kind {
            ExprKind::Name(name) => self
                .program
                .lookup(self.scope, name.name)
                .is_some_and(|e| self.program.entity(self.program.real(e)).rank == 0),
            ExprKind::Member(base, name) => {
                let member = self
                    .program
                    .expr_type(self.ast, self.file, self.scope, *base)
                    .and_then(|t| self.program.derived(t))
                    .and_then(|t| self.program.member(t, name.name));
                self.is_scalar_object(*base)
                    && member.is_some_and(|m| self.program.entity(m).rank == 0)
            }
            ExprKind::Apply(base, args) => {
                let whole = match &self.ast.expr(*base).kind {
                    ExprKind::Name(name) => self.program.lookup(self.scope, name.name),
                    _ => None,
                };
                whole.is_some_and(|e| {
                    let e = self.program.entity(self.program.real(e));
                    e.kind == EntityKind::Variable && usize::from(e.rank) == args.len()
                }) && args.iter().all(|a| self.is_subscript(a))
            }
            _ => false,
        }
    }

    fn is_subscript(&self, arg: &Arg) -> bool {
        arg.keyword.is_none()
            && self
                .scalar(arg.value)
                .is_some_and(|s| s.base == BaseType::Integer)
    }

    /// An element of an array, or a function of scalars.
    fn apply(&self, base: ExprId, args: &[Arg]) -> Option<Scalar> {
        let ExprKind::Name(name) = self.ast.expr(base).kind else {
            // `a%b(i)`
            if let ExprKind::Member(object, member) = &self.ast.expr(base).kind {
                let ty = self
                    .program
                    .expr_type(self.ast, self.file, self.scope, *object)?;
                let member = self
                    .program
                    .member(self.program.derived(ty)?, member.name)?;
                let element = self.program.entity(member).kind == EntityKind::Component
                    && self.is_scalar_object(*object)
                    && args.iter().all(|a| self.is_subscript(a));
                return if element {
                    self.variable(member, args.len() as u8)
                } else {
                    None
                };
            }
            return None;
        };
        let Some(entity) = self.program.lookup(self.scope, name.name) else {
            return self.intrinsic(self.names.text(name.name), args);
        };
        let e = self.program.entity(self.program.real(entity));
        match e.kind {
            EntityKind::Variable if args.iter().all(|a| self.is_subscript(a)) => {
                self.variable(entity, args.len() as u8)
            }
            EntityKind::Procedure if e.parts.is_empty() => {
                let result = e.result.unwrap_or(self.program.real(entity));
                let flags = self.program.entity(result).flags;
                let scalars = !e.flags.has(Flags::ELEMENTAL)
                    || args.iter().all(|a| self.scalar(a.value).is_some());
                if flags.has(Flags::POINTER) || flags.has(Flags::ALLOCATABLE) || !scalars {
                    return None;
                }
                self.variable(result, 0)
            }
            EntityKind::Intrinsic if !e.flags.has(Flags::OF_LANGUAGE) => {
                self.intrinsic(self.names.text(name.name), args)
            }
            _ => None,
        }
    }

    fn intrinsic(&self, name: &str, args: &[Arg]) -> Option<Scalar> {
        let one = |i: usize| {
            args.get(i)
                .filter(|a| a.keyword.is_none())
                .and_then(|a| self.scalar(a.value))
        };
        match (name, args.len()) {
            ("size", 1 | 2) if args.iter().all(|a| a.keyword.is_none()) => Some(Scalar::integer()),
            ("len" | "len_trim" | "ichar" | "iachar", 1) => Some(Scalar::integer()),
            ("index" | "scan" | "verify", 2) if one(0).is_some() && one(1).is_some() => {
                Some(Scalar::integer())
            }
            ("int" | "nint" | "floor" | "ceiling", 1) if one(0).is_some_and(|s| s.is_number()) => {
                Some(Scalar::integer())
            }
            ("real", 1) if one(0).is_some_and(|s| s.base == BaseType::Integer) => {
                Some(Scalar::new("real", BaseType::Real))
            }
            (
                "sqrt" | "sin" | "cos" | "tan" | "exp" | "log" | "log10" | "asin" | "acos" | "atan"
                | "sinh" | "cosh" | "tanh",
                1,
            ) => one(0).filter(|s| matches!(s.base, BaseType::Real | BaseType::DoublePrecision)),
            ("abs", 1) => one(0).filter(|s| {
                matches!(
                    s.base,
                    BaseType::Integer | BaseType::Real | BaseType::DoublePrecision
                )
            }),
            ("mod" | "modulo" | "max" | "min" | "sign", 2) => {
                one(0).filter(|a| Some(a) == one(1).as_ref() && a.is_number())
            }
            ("trim", 1) if one(0).is_some() => Some(Scalar::character()),
            _ => None,
        }
    }
}

/// The type of an operation of the language.
fn binary(op: &str, a: Scalar, b: Scalar) -> Option<Scalar> {
    match op {
        "==" | "/=" | "<" | ">" | "<=" | ">=" | ".eq." | ".ne." | ".lt." | ".le." | ".gt."
        | ".ge." => {
            let comparable =
                a.is_number() && b.is_number() || a.base == b.base && a.base == BaseType::Character;
            comparable.then(Scalar::logical)
        }
        ".and." | ".or." | ".eqv." | ".neqv." => {
            (a == b && a.base == BaseType::Logical).then_some(a)
        }
        "//" => {
            (a.base == BaseType::Character && b.base == BaseType::Character).then(Scalar::character)
        }
        "+" | "-" | "*" | "/" | "**" => {
            if !a.is_number() || !b.is_number() {
                return None;
            }
            if a == b {
                return Some(a);
            }
            // An integer gives way to a real; two kinds of one type are left alone.
            match (a.rank(), b.rank()) {
                (0, 1..) => Some(b),
                (1.., 0) => Some(a),
                _ => None,
            }
        }
        _ => None,
    }
}
