//! Expressions.

use crate::decl;
use crate::declarator::split;
use crate::family::{Flavour, Lowerer};
use crate::grammar::{F, K};
use crate::stmt;
use crate::ty::{is_type, ty, type_arguments};
use reweave_lowering::SyntaxId;
use reweave_model::{Kind, Role};

#[expect(
    clippy::too_many_lines,
    reason = "a table: an arm for each kind of the grammar"
)]
pub fn expression<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    match l.k(id) {
        K::Identifier | K::FieldIdentifier => l.leaf(id, Kind::Name, role),
        K::This => l.bare(id, Kind::This, role),
        K::StringLiteral | K::RawString | K::Concatenated => l.leaf(id, Kind::Str, role),
        K::CharLiteral => l.leaf(id, Kind::Char, role),
        K::NumberLiteral | K::UserLiteral => l.leaf(id, Kind::Number, role),
        K::True | K::False => l.leaf(id, Kind::Bool, role),
        K::Null => l.leaf(id, Kind::Null, role),
        K::QualifiedIdentifier => path(l, id, role),
        K::TemplateFunction => {
            l.open_named(id, Kind::Name, role, l.in_field(id, F::Name));
            l.close();
        }
        K::FieldExpression => {
            let name = l.in_field(id, F::FieldName).map(|n| split(l, n).0);
            l.open_named(id, Kind::FieldAccess, role, name);
            l.field(id, F::Argument, Role::Receiver);
            l.close();
        }
        K::CallExpression => call(l, id, role),
        K::NewExpression => {
            l.open(id, Kind::New, role);
            if let Some(created) = l.in_field(id, F::TypeField) {
                ty(l, created, Role::Type);
            }
            arguments(l, id);
            l.close();
        }
        K::CompoundLiteral => {
            l.open(id, Kind::New, role);
            if let Some(created) = l.in_field(id, F::TypeField) {
                ty(l, created, Role::Type);
            }
            if let Some(list) = l.in_field(id, F::Value) {
                elements(l, list);
            }
            l.close();
        }
        K::CastExpression => {
            l.open(id, Kind::Cast, role);
            if let Some(wanted) = l.in_field(id, F::TypeField) {
                ty(l, wanted, Role::Type);
            }
            l.field(id, F::Value, Role::Operand);
            l.close();
        }
        K::PointerExpression | K::UnaryExpression | K::DeleteExpression => {
            l.open_named(id, Kind::Unary, role, l.kids(id).next());
            if let Some(operand) = l.named(id).last() {
                expression(l, operand, Role::Operand);
            }
            l.close();
        }
        K::UpdateExpression => match l.in_field(id, F::Operator) {
            Some(sign) => l.update(id, sign, role),
            None => l.other(id, role),
        },
        K::BinaryExpression => l.binary(id, l.in_field(id, F::Operator), role),
        K::CommaExpression => {
            let sign = l.kids(id).find(|&c| !l.syntax.node(c).is_named());
            l.binary(id, sign, role);
        }
        K::AssignmentExpression => {
            l.open_named(id, Kind::Assign, role, l.in_field(id, F::Operator));
            l.field(id, F::Left, Role::Target);
            l.field(id, F::Right, Role::Value);
            l.close();
        }
        K::ConditionalExpression => {
            l.open(id, Kind::Conditional, role);
            l.field(id, F::Condition, Role::Condition);
            l.field(id, F::Consequence, Role::Then);
            l.field(id, F::Alternative, Role::Else);
            l.close();
        }
        K::SubscriptExpression => {
            l.open(id, Kind::Index, role);
            l.field(id, F::Argument, Role::Receiver);
            l.field(id, F::Index, Role::Argument);
            if let Some(indices) = l.in_field(id, F::Indices) {
                for index in l.named(indices) {
                    expression(l, index, Role::Argument);
                }
            }
            l.close();
        }
        K::SizeofExpression => {
            l.open_named(id, Kind::Call, role, l.kids(id).next());
            for part in l.named(id) {
                expression(l, part, Role::Argument);
            }
            l.close();
        }
        K::InitializerList => {
            l.open(id, Kind::ArrayInit, role);
            elements(l, id);
            l.close();
        }
        K::Parenthesized => l.parts(id, Kind::Paren, role, Role::Operand),
        K::LambdaExpression => lambda(l, id, role),
        K::CoAwait => {
            l.open(id, Kind::Await, role);
            l.field(id, F::Argument, Role::Operand);
            l.close();
        }
        K::PackExpansion => {
            l.open_named(id, Kind::Spread, role, l.kids(id).last());
            if let Some(inner) = l.named(id).next() {
                expression(l, inner, Role::Operand);
            }
            l.close();
        }
        K::CompoundStatement => stmt::block(l, id, role),
        K::Declaration => stmt::local(l, id, role),
        k if is_type(k) => ty(l, id, role),
        _ => l.other(id, role),
    }
}

/// `a::b::c`: the last name of what the others name.
fn path<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    let (name, scope) = split(l, id);
    l.open_named(id, Kind::FieldAccess, role, Some(name));
    scope_as_receiver(l, id, &scope);
    l.close();
}

fn scope_as_receiver<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, scope: &str) {
    if !scope.is_empty() {
        let sym = l.names.intern(scope);
        l.open(id, Kind::Name, Role::Receiver).sym = sym;
        l.close();
    }
}

fn arguments<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    if let Some(list) = l.in_field(id, F::Arguments) {
        elements(l, list);
    }
}

/// Values, some of them by the names of fields.
fn elements<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    for element in l.named(id) {
        if l.k(element) != K::InitializerPair {
            expression(l, element, Role::Argument);
            continue;
        }
        let designator = l.in_field(element, F::Designator);
        let name = designator.and_then(|d| match l.k(d) {
            K::FieldDesignator => l.named(d).next(),
            _ => Some(d),
        });
        l.open_named(element, Kind::NamedArg, Role::Argument, name);
        l.field(element, F::Value, Role::Value);
        l.close();
    }
}

fn call<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    let Some(callee) = l.in_field(id, F::Function) else {
        return l.other(id, role);
    };
    let kind = l.k(callee);
    let named = match kind {
        K::FieldExpression => l.in_field(callee, F::FieldName),
        K::Identifier | K::QualifiedIdentifier | K::TemplateFunction | K::PrimitiveType => {
            Some(callee)
        }
        _ => None,
    };
    let split_name = named.map(|n| split(l, n));
    l.open_named(id, Kind::Call, role, split_name.as_ref().map(|n| n.0));
    match (kind, split_name) {
        (K::FieldExpression, _) => l.field(callee, F::Argument, Role::Receiver),
        (K::QualifiedIdentifier, Some((_, scope))) => scope_as_receiver(l, callee, &scope),
        (_, None) => expression(l, callee, Role::Receiver),
        _ => {}
    }
    if let Some(types) = named.and_then(|n| l.in_field(n, F::Arguments)) {
        type_arguments(l, types);
    }
    arguments(l, id);
    l.close();
}

fn lambda<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Lambda, role);
    let declarator = l.in_field(id, F::Declarator);
    if let Some(list) = declarator.and_then(|d| l.in_field(d, F::Parameters)) {
        decl::parameters(l, list);
    }
    if let Some(body) = l.in_field(id, F::Body) {
        stmt::block(l, body, Role::Body);
    }
    l.close();
}
