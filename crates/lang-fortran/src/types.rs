//! The types of entities and expressions, as far as names need them: which components `a%b` can mean.

use crate::ast::{BaseType, ExprId, ExprKind, FileAst, Ident, Literal};
use crate::program::Program;
use crate::table::{EntityId, EntityKind, ScopeId, TypeRef};
use reweave_text::{FileId, Interner, Span, Symbol};

/// How far a chain of interfaces, extensions or results is followed: programs with cycles must not hang us.
const MAX_CHAIN: usize = 50;

/// A type without its parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    Integer,
    Real,
    Double,
    Complex,
    Logical,
    Character,
    Derived(EntityId),
    /// Polymorphic without bound, or not known.
    Unknown,
}

impl Program {
    /// The declared type of an entity, through aliases, interfaces and results.
    pub fn type_of(&self, entity: EntityId) -> Option<TypeRef> {
        let mut at = entity;
        for _ in 0..MAX_CHAIN {
            let e = self.entity(at);
            if e.ty.is_some() {
                return e.ty;
            }
            let next = match e.kind {
                EntityKind::Alias => e.target,
                _ if e.result.is_some() => e.result,
                _ if e.interface.is_some() => e
                    .interface
                    .and_then(|i| self.lookup(self.outside(e.scope), i.name)),
                EntityKind::Binding | EntityKind::Generic => {
                    e.parts.first().and_then(|p| self.part(at, *p))
                }
                _ => e.link,
            };
            match next.filter(|&n| n != at) {
                Some(next) => at = next,
                None => return None,
            }
        }
        None
    }

    /// The scope around a type, where the names of its bindings' procedures are looked up.
    fn outside(&self, scope: ScopeId) -> ScopeId {
        let s = self.scope(scope);
        if s.kind == crate::table::ScopeKind::Type {
            s.parent.unwrap_or(scope)
        } else {
            scope
        }
    }

    /// What a part of a generic or binding means: another binding of the type, or a procedure around it.
    pub fn part(&self, whole: EntityId, part: Ident) -> Option<EntityId> {
        let e = self.entity(whole);
        let in_type = self.scope(e.scope).kind == crate::table::ScopeKind::Type;
        if in_type {
            let owner = self.scope(e.scope).owner;
            let member = owner.and_then(|o| self.member(o, part.name));
            if let Some(member) =
                member.filter(|&m| m != whole && self.entity(m).kind == EntityKind::Binding)
            {
                return Some(member);
            }
        }
        self.lookup(self.outside(e.scope), part.name)
            .filter(|&found| found != whole)
    }

    /// The procedure that a call by this entity runs, where it is one: through bindings and aliases, not generics.
    pub fn procedure_of(&self, entity: EntityId) -> Option<EntityId> {
        let mut at = self.seen(entity);
        for _ in 0..MAX_CHAIN {
            let e = self.entity(at);
            let next = match e.kind {
                EntityKind::Procedure if e.body.is_none() && e.interface.is_some() => e
                    .interface
                    .and_then(|i| self.lookup(self.outside(e.scope), i.name)),
                EntityKind::Procedure => return Some(at),
                EntityKind::Variable | EntityKind::Component if e.interface.is_some() => e
                    .interface
                    .and_then(|i| self.lookup(self.outside(e.scope), i.name)),
                EntityKind::Binding => match (e.interface, e.parts.as_slice()) {
                    (_, [one]) => self.part(at, *one),
                    (Some(i), []) => self.lookup(self.outside(e.scope), i.name),
                    _ => None,
                },
                _ => None,
            };
            match next {
                Some(next) if next != at => at = self.seen(next),
                _ => return None,
            }
        }
        None
    }

    /// The derived type that a written type means.
    pub fn derived(&self, ty: TypeRef) -> Option<EntityId> {
        match ty.base {
            BaseType::Type(name) | BaseType::Class(name) => {
                let found = self.real(self.lookup(ty.scope, name.name)?);
                (self.entity(found).kind == EntityKind::Type).then_some(found)
            }
            _ => None,
        }
    }

    /// The type that a derived type extends.
    pub fn parent_type(&self, ty: EntityId) -> Option<EntityId> {
        let body = self.entity(ty).body?;
        let name = self.scope(body).extends?;
        let found = self.real(self.lookup(self.scope(body).parent?, name.name)?);
        (found != ty && self.entity(found).kind == EntityKind::Type).then_some(found)
    }

    /// The component or binding of a type or of what it extends; the parent itself is a component, too.
    pub fn member(&self, ty: EntityId, name: Symbol) -> Option<EntityId> {
        let mut at = ty;
        for _ in 0..MAX_CHAIN {
            let body = self.entity(at).body?;
            if let Some(&found) = self.scope(body).names.get(&name) {
                return Some(found);
            }
            let parent = self.parent_type(at)?;
            if self.scope(body).extends.is_some_and(|e| e.name == name) {
                return Some(parent);
            }
            at = parent;
        }
        None
    }

    /// The type a name has in a scope: SELECT TYPE may narrow it.
    pub fn type_here(&self, scope: ScopeId, entity: EntityId) -> Option<TypeRef> {
        let mut at = Some(scope);
        while let Some(id) = at {
            let s = self.scope(id);
            if let Some((narrowed, ty)) = s.retyped
                && narrowed == entity
            {
                return Some(ty);
            }
            at = s.parent.filter(|_| !s.kind.is_unit());
        }
        self.type_of(entity)
    }

    /// The declared type behind an expression; `None` for what no declaration names.
    pub fn expr_type(
        &self,
        ast: &FileAst,
        file: FileId,
        scope: ScopeId,
        id: ExprId,
    ) -> Option<TypeRef> {
        let mut at = id;
        // Down to the base, then up through the components.
        let mut members = Vec::new();
        loop {
            match &ast.expr(at).kind {
                ExprKind::Paren(inner)
                | ExprKind::Apply(inner, _)
                | ExprKind::CoIndex(inner, _) => at = *inner,
                ExprKind::Member(base, name) => {
                    members.push(*name);
                    at = *base;
                }
                _ => break,
            }
        }
        // The type that a name itself is, as it stands in a constructor.
        let named = |of: EntityId, span: Span| TypeRef {
            base: BaseType::Type(Ident {
                name: self.entity(of).name,
                span,
            }),
            file,
            span,
            scope: self.entity(of).scope,
        };
        let mut ty = match &ast.expr(at).kind {
            ExprKind::Name(name) => {
                let found = self.lookup(scope, name.name)?;
                let real = self.real(found);
                if self.entity(real).kind == EntityKind::Type {
                    Some(named(real, name.span))
                } else {
                    self.type_here(scope, found)
                }
            }
            ExprKind::Array(Some(ty), _) => Some(TypeRef {
                base: ty.base,
                file,
                span: ty.span,
                scope,
            }),
            ExprKind::Array(None, items) => items
                .first()
                .and_then(|&i| self.expr_type(ast, file, scope, i)),
            ExprKind::Binary(op, left, _) | ExprKind::Unary(op, left) => {
                // A defined operator gives what its first procedure gives; for an intrinsic one the operand's type
                // tells at least which components there are.
                self.lookup(scope, op.text)
                    .and_then(|g| self.type_of(g))
                    .or_else(|| {
                        if members.is_empty() {
                            None
                        } else {
                            self.expr_type(ast, file, scope, *left)
                        }
                    })
            }
            _ => None,
        }?;
        for name in members.iter().rev() {
            let member = self.member(self.derived(ty)?, name.name)?;
            ty = if self.entity(member).kind == EntityKind::Type {
                named(member, name.span)
            } else {
                self.type_of(self.procedure_of(member).unwrap_or(member))?
            };
        }
        Some(ty)
    }

    pub fn plain_type(&self, ty: TypeRef) -> Type {
        match ty.base {
            BaseType::Integer => Type::Integer,
            BaseType::Real => Type::Real,
            BaseType::DoublePrecision => Type::Double,
            BaseType::Complex | BaseType::DoubleComplex => Type::Complex,
            BaseType::Logical => Type::Logical,
            BaseType::Character => Type::Character,
            BaseType::Type(_) | BaseType::Class(_) => {
                self.derived(ty).map_or(Type::Unknown, Type::Derived)
            }
            BaseType::Unlimited | BaseType::Other => Type::Unknown,
        }
    }

    /// The type that a letter gives in a scope.
    pub fn implicit_type(&self, names: &Interner, scope: ScopeId, name: Symbol) -> Option<TypeRef> {
        let letter = names.text(name).bytes().next()?;
        let mut at = Some(scope);
        while let Some(id) = at {
            let s = self.scope(id);
            if let Some(rule) = s
                .implicit
                .rules
                .iter()
                .find(|r| (r.0..=r.1).contains(&letter))
            {
                return Some(rule.2);
            }
            if s.implicit.none.is_some() || s.is_interface {
                return None;
            }
            at = s.parent;
        }
        None
    }

    /// Whether IMPLICIT NONE holds in a scope.
    pub fn is_implicit_none(&self, scope: ScopeId) -> bool {
        let mut at = Some(scope);
        while let Some(id) = at {
            let s = self.scope(id);
            if s.implicit.none.is_some() {
                return true;
            }
            if s.is_interface || !s.implicit.rules.is_empty() {
                return false;
            }
            at = s.parent;
        }
        false
    }

    /// The type of an entity, its first letter's where none is declared.
    pub fn effective_type(&self, names: &Interner, entity: EntityId) -> Type {
        let real = self.real(entity);
        if let Some(ty) = self.type_of(real) {
            return self.plain_type(ty);
        }
        let e = self.entity(real);
        if !matches!(e.kind, EntityKind::Variable | EntityKind::Procedure) {
            return Type::Unknown;
        }
        let scope = e.body.unwrap_or(e.scope);
        if let Some(ty) = self.implicit_type(names, scope, e.name) {
            return self.plain_type(ty);
        }
        match names.text(e.name).bytes().next() {
            Some(b'i'..=b'n') => Type::Integer,
            _ => Type::Real,
        }
    }

    /// The type and rank of an expression, where both are certain enough to choose among procedures by them.
    pub fn shape(
        &self,
        names: &Interner,
        ast: &FileAst,
        file: FileId,
        scope: ScopeId,
        id: ExprId,
    ) -> (Type, Option<u8>) {
        match &ast.expr(id).kind {
            ExprKind::Literal(literal, _) => {
                let ty = match literal {
                    Literal::Integer => Type::Integer,
                    Literal::Real | Literal::Double => Type::Real,
                    Literal::Logical => Type::Logical,
                    Literal::Character => Type::Character,
                    Literal::Boz => Type::Unknown,
                };
                (ty, Some(0))
            }
            ExprKind::Complex(..) => (Type::Complex, Some(0)),
            ExprKind::Name(name) => match self.lookup(scope, name.name) {
                Some(found) => {
                    let ty = self.type_here(scope, found).map(|t| self.plain_type(t));
                    (
                        ty.unwrap_or_else(|| self.effective_type(names, found)),
                        Some(self.entity(self.real(found)).rank),
                    )
                }
                None => (Type::Unknown, None),
            },
            ExprKind::Paren(inner) => self.shape(names, ast, file, scope, *inner),
            ExprKind::Array(_, items) => {
                let first = items.first().map_or((Type::Unknown, None), |&i| {
                    self.shape(names, ast, file, scope, i)
                });
                (first.0, Some(1))
            }
            _ => (
                self.expr_type(ast, file, scope, id)
                    .map_or(Type::Unknown, |t| self.plain_type(t)),
                None,
            ),
        }
    }
}
