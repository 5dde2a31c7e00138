//! Expressions.

use crate::decl;
use crate::go::Lowerer;
use crate::grammar::{F, K};
use crate::stmt;
use crate::ty::{is_type, ty, type_arguments};
use reweave_lowering::SyntaxId;
use reweave_model::{Kind, Role};

pub fn expression(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    match l.k(id) {
        K::Identifier => name(l, id, role),
        K::True | K::False => l.leaf(id, Kind::Bool, role),
        K::Nil => l.leaf(id, Kind::Null, role),
        K::InterpretedString | K::RawString => l.leaf(id, Kind::Str, role),
        K::Rune => l.leaf(id, Kind::Char, role),
        K::Int | K::Float | K::Imaginary => l.leaf(id, Kind::Number, role),
        K::SelectorExpression => {
            l.open_named(id, Kind::FieldAccess, role, l.in_field(id, F::FieldName));
            l.field(id, F::Operand, Role::Receiver);
            l.close();
        }
        K::CallExpression => call(l, id, role),
        K::CompositeLiteral => composite(l, id, role),
        K::LiteralValue => elements(l, id, Kind::ArrayInit, role, true),
        K::FuncLiteral => {
            l.open(id, Kind::Lambda, role);
            if let Some(list) = l.in_field(id, F::Parameters) {
                decl::parameters(l, list);
            }
            if let Some(body) = l.in_field(id, F::Body) {
                stmt::block(l, body, Role::Body);
            }
            l.close();
        }
        K::IndexExpression => {
            l.open(id, Kind::Index, role);
            l.field(id, F::Operand, Role::Receiver);
            l.field(id, F::Index, Role::Argument);
            l.close();
        }
        K::SliceExpression => slice(l, id, role),
        K::TypeAssertion | K::TypeConversion => {
            l.open(id, Kind::Cast, role);
            if let Some(wanted) = l.in_field(id, F::TypeField) {
                ty(l, wanted, Role::Type);
            }
            l.field(id, F::Operand, Role::Operand);
            l.close();
        }
        K::Parenthesized => l.parts(id, Kind::Paren, role, Role::Operand),
        K::UnaryExpression => {
            l.open_named(id, Kind::Unary, role, l.in_field(id, F::Operator));
            l.field(id, F::Operand, Role::Operand);
            l.close();
        }
        K::BinaryExpression => l.binary(id, l.in_field(id, F::Operator), role),
        K::ExpressionList => list(l, id, role),
        K::AssignmentStatement => {
            l.open_named(id, Kind::Assign, role, l.in_field(id, F::Operator));
            l.field(id, F::Left, Role::Target);
            l.field(id, F::Right, Role::Value);
            l.close();
        }
        K::IncStatement | K::DecStatement => match l.kids(id).last() {
            Some(sign) => l.update(id, sign, role),
            None => l.other(id, role),
        },
        K::SendStatement => {
            let sign = l.kids(id).find(|&c| !l.syntax.node(c).is_named());
            l.binary(id, sign, role);
        }
        K::ReceiveStatement => receive(l, id, role),
        K::LiteralElement => match l.named(id).next() {
            Some(inner) => expression(l, inner, role),
            None => l.other(id, role),
        },
        K::VariadicArgument => {
            l.open_named(id, Kind::Spread, role, l.kids(id).last());
            if let Some(inner) = l.named(id).next() {
                expression(l, inner, Role::Operand);
            }
            l.close();
        }
        k if is_type(k) => ty(l, id, role),
        _ => l.other(id, role),
    }
}

fn name(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let sym = l.symbol(id);
    if l.own.receiver == Some(sym) {
        return l.bare(id, Kind::This, role);
    }
    let kind = match l.token(id) {
        "true" | "false" => Kind::Bool,
        "nil" => Kind::Null,
        _ => Kind::Name,
    };
    l.leaf(id, kind, role);
}

/// Several values side by side; one alone is itself.
fn list(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let all: Vec<SyntaxId> = l.named(id).collect();
    if let [only] = all[..] {
        return expression(l, only, role);
    }
    l.parts(id, Kind::Tuple, role, Role::Argument);
}

/// `v, ok = <-c`, or the `<-c` alone.
fn receive(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let Some(left) = l.in_field(id, F::Left) else {
        return l.field(id, F::Right, role);
    };
    let sign = l.kids(id).find(|&c| !l.syntax.node(c).is_named());
    l.open_named(id, Kind::Assign, role, sign);
    expression(l, left, Role::Target);
    l.field(id, F::Right, Role::Value);
    l.close();
}

fn call(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let Some(callee) = l.in_field(id, F::Function) else {
        return l.other(id, role);
    };
    let (name, receiver) = match l.k(callee) {
        K::Identifier => (Some(callee), None),
        K::SelectorExpression => (
            l.in_field(callee, F::FieldName),
            l.in_field(callee, F::Operand),
        ),
        _ => (None, Some(callee)),
    };
    l.open_named(id, Kind::Call, role, name);
    if let Some(receiver) = receiver {
        expression(l, receiver, Role::Receiver);
    }
    if let Some(types) = l.in_field(id, F::TypeArgumentsField) {
        type_arguments(l, types);
    }
    if let Some(arguments) = l.in_field(id, F::Arguments) {
        for argument in l.named(arguments) {
            expression(l, argument, Role::Argument);
        }
    }
    l.close();
}

/// `T{a: 1}` creates a T; the keys of a map are values, those of a struct the names of its fields.
fn composite(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::New, role);
    let created = l.in_field(id, F::TypeField);
    if let Some(created) = created {
        ty(l, created, Role::Type);
    }
    let by_name = created.is_some_and(|c| {
        matches!(
            l.k(c),
            K::TypeIdentifier | K::QualifiedType | K::GenericType | K::StructType
        )
    });
    if let Some(body) = l.in_field(id, F::Body) {
        for element in l.named(body) {
            self::element(l, element, by_name);
        }
    }
    l.close();
}

fn elements(l: &mut Lowerer<'_>, id: SyntaxId, kind: Kind, role: Role, by_name: bool) {
    l.open(id, kind, role);
    for element in l.named(id) {
        self::element(l, element, by_name);
    }
    l.close();
}

fn element(l: &mut Lowerer<'_>, id: SyntaxId, by_name: bool) {
    if l.k(id) != K::KeyedElement {
        return expression(l, id, Role::Argument);
    }
    let key = l.in_field(id, F::Key);
    let name = key.and_then(|k| l.of_kind(k, K::Identifier));
    if let Some(name) = name.filter(|_| by_name) {
        l.open_named(id, Kind::NamedArg, Role::Argument, Some(name));
        l.field(id, F::Value, Role::Value);
    } else {
        l.open(id, Kind::Pair, Role::Argument);
        l.field(id, F::Key, Role::Operand);
        l.field(id, F::Value, Role::Operand);
    }
    l.close();
}

fn slice(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Index, role);
    l.field(id, F::Operand, Role::Receiver);
    l.open(id, Kind::Slice, Role::Argument);
    l.field(id, F::Start, Role::Init);
    l.field(id, F::End, Role::Condition);
    l.field(id, F::Capacity, Role::Update);
    l.close();
    l.close();
}
