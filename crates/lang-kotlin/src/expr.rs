//! Expressions.

use crate::decl;
use crate::grammar::{F, K};
use crate::kotlin::Lowerer;
use crate::stmt;
use crate::ty::{self, is_type, ty, type_arguments};
use reweave_lowering::{SyntaxId, What};
use reweave_model::{Kind, Modifiers, Role, TypeKind};

pub fn expression(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    match l.k(id) {
        K::Identifier => name(l, id, role),
        K::StringLiteral | K::MultilineStringLiteral => string(l, id, role),
        K::CharacterLiteral => l.leaf(id, Kind::Char, role),
        K::NumberLiteral | K::FloatLiteral => l.leaf(id, Kind::Number, role),
        K::NavigationExpression => navigation(l, id, role),
        K::CallExpression => call(l, id, role),
        K::IndexExpression => index(l, id, role),
        K::BinaryExpression => {
            binary(l, id, l.in_field(id, F::Operator), role);
        }
        K::InExpression | K::RangeExpression => {
            let operator = l.kids(id).find(|&c| !l.syntax.node(c).is_named());
            binary(l, id, operator, role);
        }
        K::InfixExpression => infix(l, id, role),
        K::Assignment => {
            l.open_named(id, Kind::Assign, role, l.in_field(id, F::Operator));
            l.field(id, F::Left, Role::Target);
            l.field(id, F::Right, Role::Value);
            l.close();
        }
        K::UnaryExpression => unary(l, id, role),
        K::IsExpression => {
            l.open(id, Kind::InstanceOf, role);
            l.field(id, F::Left, Role::Operand);
            if let Some(tested) = l.in_field(id, F::Right) {
                ty(l, tested, Role::Pattern);
            }
            l.close();
        }
        K::AsExpression => {
            l.open(id, Kind::Cast, role);
            if let Some(wanted) = l.in_field(id, F::Right) {
                ty(l, wanted, Role::Type);
            }
            l.field(id, F::Left, Role::Operand);
            l.close();
        }
        K::SpreadExpression => l.parts(id, Kind::Spread, role, Role::Operand),
        K::ParenthesizedExpression => l.parts(id, Kind::Paren, role, Role::Operand),
        K::CollectionLiteral => l.parts(id, Kind::ArrayInit, role, Role::Argument),
        K::ThisExpression => l.bare(id, Kind::This, role),
        K::SuperExpression => l.bare(id, Kind::Super, role),
        K::IfExpression => conditional(l, id, role),
        K::WhenExpression => stmt::when(l, id, Kind::SwitchExpr, role),
        K::TryExpression => stmt::try_statement(l, id, role),
        K::LambdaLiteral => lambda(l, id, role),
        K::AnnotatedLambda => match l.of_kind(id, K::LambdaLiteral) {
            Some(inner) => lambda(l, inner, role),
            None => l.other(id, role),
        },
        K::AnonymousFunction => anonymous_function(l, id, role),
        K::ObjectLiteral => object_literal(l, id, role),
        K::CallableReference => callable_reference(l, id, role),
        K::AnnotatedExpression | K::LabeledExpression => match l.named(id).last() {
            Some(inner) => expression(l, inner, role),
            None => l.other(id, role),
        },
        k if is_type(k) => ty(l, id, role),
        _ => l.other(id, role),
    }
}

fn name(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let kind = match l.token(id) {
        "true" | "false" => Kind::Bool,
        "null" => Kind::Null,
        _ => Kind::Name,
    };
    l.leaf(id, kind, role);
}

fn string(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let inside: Vec<SyntaxId> = l
        .named(id)
        .filter(|&c| l.k(c) == K::Interpolation)
        .collect();
    if inside.is_empty() {
        return l.leaf(id, Kind::Str, role);
    }
    l.open_named(id, Kind::Template, role, Some(id));
    for part in inside {
        if let Some(value) = l.named(part).next() {
            expression(l, value, Role::Argument);
        }
    }
    l.close();
}

fn binary(l: &mut Lowerer<'_>, id: SyntaxId, operator: Option<SyntaxId>, role: Role) {
    l.open_named(id, Kind::Binary, role, operator);
    for operand in l.named(id) {
        expression(l, operand, Role::Operand);
    }
    l.close();
}

/// `a to b`: the name between the two is the operator.
fn infix(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let all: Vec<SyntaxId> = l.named(id).collect();
    let [left, operator, right] = all[..] else {
        return l.other(id, role);
    };
    l.open_named(id, Kind::Binary, role, Some(operator));
    expression(l, left, Role::Operand);
    expression(l, right, Role::Operand);
    l.close();
}

fn unary(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let operator = l.in_field(id, F::Operator);
    let prefix = operator == l.kids(id).next();
    let sign = operator.map_or("", |o| l.token(o));
    if prefix && !matches!(sign, "++" | "--") {
        l.open_named(id, Kind::Unary, role, operator);
    } else {
        let form = if prefix {
            format!("{sign}x")
        } else {
            format!("x{sign}")
        };
        let sym = l.names.intern(&form);
        let at = operator.map_or(l.span(id).start, |o| l.span(o).start);
        let node = l.open(id, Kind::Update, role);
        (node.sym, node.name_at) = (sym, at);
    }
    l.field(id, F::Argument, Role::Operand);
    l.close();
}

fn navigation(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let name = l.named(id).last();
    let kind = if l.of_kind(id, K::Colons).is_some() {
        Kind::MethodRef
    } else {
        Kind::FieldAccess
    };
    l.open_named(id, kind, role, name);
    if let Some(object) = l.named(id).next().filter(|&o| Some(o) != name) {
        expression(l, object, Role::Receiver);
    }
    l.close();
}

/// Types are called like no function: their names begin with capitals, as the conventions of the language say.
fn names_type(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

fn call(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let Some(callee) = l.named(id).next() else {
        return l.other(id, role);
    };
    let (name, receiver) = match l.k(callee) {
        K::Identifier => (Some(callee), None),
        K::NavigationExpression => (l.named(callee).last(), l.named(callee).next()),
        _ => (None, Some(callee)),
    };
    let called = name.map_or("", |n| l.token(n));
    let creates =
        receiver.is_none() && names_type(called) && l.of_kind(id, K::ValueArguments).is_some();
    if let Some(name) = name.filter(|_| creates) {
        l.open(id, Kind::New, role).name_at = l.span(name).start;
        l.open_named(name, Kind::TypeName, Role::Type, Some(name));
        if let Some(list) = l.of_kind(id, K::TypeArguments) {
            type_arguments(l, list);
        }
        l.close();
    } else {
        l.open_named(id, Kind::Call, role, name);
        if let Some(receiver) = receiver {
            expression(l, receiver, Role::Receiver);
        }
        if let Some(list) = l.of_kind(id, K::TypeArguments) {
            type_arguments(l, list);
        }
    }
    for part in l.named(id) {
        match l.k(part) {
            K::ValueArguments => arguments(l, part),
            K::AnnotatedLambda => expression(l, part, Role::Argument),
            _ => {}
        }
    }
    l.close();
}

pub fn arguments(l: &mut Lowerer<'_>, id: SyntaxId) {
    for argument in l.named(id) {
        let Some(value) = l.named(argument).last() else {
            continue;
        };
        let star = l.of_kind(argument, K::Star);
        if l.of_kind(argument, K::Equals).is_some() {
            let name = l.named(argument).next();
            l.open_named(argument, Kind::NamedArg, Role::Argument, name);
            expression(l, value, Role::Value);
            l.close();
        } else if star.is_some() {
            l.open_named(argument, Kind::Spread, Role::Argument, star);
            expression(l, value, Role::Operand);
            l.close();
        } else {
            expression(l, value, Role::Argument);
        }
    }
}

fn index(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Index, role);
    let mut role = Role::Receiver;
    for part in l.named(id) {
        expression(l, part, role);
        role = Role::Argument;
    }
    l.close();
}

/// An `if` whose branches are values; one with blocks for branches is a statement, wherever it stands.
fn conditional(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let plain = |b: Option<SyntaxId>| b.is_some_and(|b| l.k(b) != K::Block);
    let [then, otherwise] = stmt::branches(l, id);
    if !plain(then) || !plain(otherwise) {
        return stmt::statement(l, id, role);
    }
    l.open(id, Kind::Conditional, role);
    l.field(id, F::Condition, Role::Condition);
    if let Some(then) = then {
        expression(l, then, Role::Then);
    }
    if let Some(otherwise) = otherwise {
        expression(l, otherwise, Role::Else);
    }
    l.close();
}

/// One expression is what the lambda gives; several statements are its body.
fn lambda(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Lambda, role);
    let parameters = l.of_kind(id, K::LambdaParameters);
    for one in parameters
        .into_iter()
        .flat_map(|p| l.named(p))
        .collect::<Vec<_>>()
    {
        lambda_parameter(l, one);
    }
    let statements: Vec<SyntaxId> = l
        .named(id)
        .filter(|&c| l.k(c) != K::LambdaParameters)
        .collect();
    match statements[..] {
        [only] if is_value(l.k(only)) => expression(l, only, Role::Body),
        _ => {
            l.open(id, Kind::Block, Role::Body);
            for statement in statements {
                stmt::statement(l, statement, Role::None);
            }
            l.close();
        }
    }
    l.close();
}

fn is_value(k: K) -> bool {
    !matches!(
        k,
        K::PropertyDeclaration
            | K::FunctionDeclaration
            | K::ClassDeclaration
            | K::Assignment
            | K::ForStatement
            | K::WhileStatement
            | K::DoWhileStatement
            | K::IfExpression
            | K::WhenExpression
            | K::TryExpression
            | K::ReturnExpression
            | K::ThrowExpression
            | K::Error
    )
}

fn lambda_parameter(l: &mut Lowerer<'_>, id: SyntaxId) {
    if l.k(id) == K::MultiVariableDeclaration {
        for inner in l.named(id) {
            lambda_parameter(l, inner);
        }
        return;
    }
    let name = l.of_kind(id, K::Identifier);
    l.open_named(id, Kind::Param, Role::Param, name);
    if let Some(declared) = ty::declared(l, id) {
        ty(l, declared, Role::Type);
    }
    l.close();
}

fn anonymous_function(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Lambda, role);
    if let Some(list) = l.of_kind(id, K::FunctionValueParameters) {
        decl::parameters(l, list);
    }
    if let Some(code) = l.of_kind(id, K::FunctionBody) {
        decl::body(l, code);
    }
    l.close();
}

/// `object : T { … }` is an instance of a type without a name.
fn object_literal(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::New, role);
    let specifiers = l.of_kind(id, K::DelegationSpecifiers);
    let first = specifiers.and_then(|s| l.named(s).next());
    let first = first.and_then(|s| l.named(s).next());
    if let Some(first) = first {
        let named = if l.k(first) == K::ConstructorInvocation {
            ty::declared(l, first).unwrap_or(first)
        } else {
            first
        };
        ty(l, named, Role::Type);
        if let Some(list) = l.of_kind(first, K::ValueArguments) {
            arguments(l, list);
        }
    }
    if let Some(body) = l.of_kind(id, K::ClassBody) {
        l.open(body, Kind::Type, Role::Body);
        let span = l.span(body);
        l.meet(What::Type(TypeKind::Anonymous), Modifiers::NONE, span);
        if let Some(specifiers) = specifiers {
            decl::supertypes(l, specifiers);
        }
        decl::members(l, body);
        l.close();
    }
    l.close();
}

/// The body of an enum entry.
pub fn anonymous(l: &mut Lowerer<'_>, body: SyntaxId) {
    l.open(body, Kind::Type, Role::Body);
    let span = l.span(body);
    l.meet(What::Type(TypeKind::Anonymous), Modifiers::NONE, span);
    decl::members(l, body);
    l.close();
}

fn callable_reference(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let name = l.of_kind(id, K::Identifier);
    if name.is_none() {
        l.open(id, Kind::ClassLiteral, role);
        if let Some(of) = ty::declared(l, id) {
            ty(l, of, Role::Type);
        }
        return l.close();
    }
    l.open_named(id, Kind::MethodRef, role, name);
    if let Some(of) = ty::declared(l, id) {
        ty(l, of, Role::Receiver);
    }
    l.close();
}
