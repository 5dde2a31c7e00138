//! Expressions.

use crate::decl;
use crate::grammar::{F, K};
use crate::pattern::pattern;
use crate::rust::Lowerer;
use crate::ty::{is_type, ty, type_arguments};
use crate::{stmt, tokens};
use reweave_lowering::SyntaxId;
use reweave_model::{Kind, Role};

#[expect(
    clippy::too_many_lines,
    reason = "a table: an arm for each kind of the grammar"
)]
pub fn expression(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    match l.k(id) {
        K::Identifier => l.leaf(id, Kind::Name, role),
        K::SelfWord => l.bare(id, Kind::This, role),
        K::StringLiteral | K::RawString => l.leaf(id, Kind::Str, role),
        K::CharLiteral => l.leaf(id, Kind::Char, role),
        K::BooleanLiteral => l.leaf(id, Kind::Bool, role),
        K::IntegerLiteral | K::FloatLiteral => l.leaf(id, Kind::Number, role),
        K::ScopedIdentifier => path(l, id, Kind::FieldAccess, role),
        K::FieldExpression => {
            l.open_named(id, Kind::FieldAccess, role, l.in_field(id, F::FieldName));
            l.field(id, F::Value, Role::Receiver);
            l.close();
        }
        K::CallExpression => call(l, id, role),
        K::MacroInvocation => tokens::macro_call(l, id, role),
        K::StructExpression => create(l, id, role),
        K::Closure => closure(l, id, role),
        K::AwaitExpression => l.parts(id, Kind::Await, role, Role::Operand),
        K::TryExpression | K::UnaryExpression => {
            let sign = l.kids(id).find(|&c| !l.syntax.node(c).is_named());
            unary(l, id, sign, role);
        }
        K::ReferenceExpression => {
            let word = l.of_kind(id, K::MutableSpecifier);
            let sym = l.names.intern(word.map_or("&", |_| "&mut"));
            l.open(id, Kind::Unary, role).sym = sym;
            l.field(id, F::Value, Role::Operand);
            l.close();
        }
        K::BinaryExpression => l.binary(id, l.in_field(id, F::Operator), role),
        K::LetChain | K::RangeExpression => {
            let sign = l.kids(id).find(|&c| !l.syntax.node(c).is_named());
            l.binary(id, sign, role);
        }
        K::LetCondition => {
            l.open(id, Kind::InstanceOf, role);
            l.field(id, F::Value, Role::Operand);
            if let Some(compared) = l.in_field(id, F::Pattern) {
                pattern(l, compared, Role::Pattern);
            }
            l.close();
        }
        K::Assignment | K::CompoundAssignment => {
            let sign = l.kids(id).find(|&c| !l.syntax.node(c).is_named());
            l.open_named(id, Kind::Assign, role, sign);
            l.field(id, F::Left, Role::Target);
            l.field(id, F::Right, Role::Value);
            l.close();
        }
        K::TypeCast => {
            l.open(id, Kind::Cast, role);
            if let Some(wanted) = l.in_field(id, F::TypeField) {
                ty(l, wanted, Role::Type);
            }
            l.field(id, F::Value, Role::Operand);
            l.close();
        }
        K::IndexExpression => {
            l.open(id, Kind::Index, role);
            let mut role = Role::Receiver;
            for part in l.named(id) {
                expression(l, part, role);
                role = Role::Argument;
            }
            l.close();
        }
        K::TupleExpression | K::UnitExpression => l.parts(id, Kind::Tuple, role, Role::Argument),
        K::ArrayExpression => l.parts(id, Kind::ArrayInit, role, Role::Argument),
        K::Parenthesized => l.parts(id, Kind::Paren, role, Role::Operand),
        K::IfExpression => conditional(l, id, role),
        K::MatchExpression => stmt::matches(l, id, Kind::SwitchExpr, role),
        K::AsyncBlock => {
            l.open(id, Kind::Lambda, role);
            if let Some(inner) = l.of_kind(id, K::Block) {
                stmt::block(l, inner, Role::Body);
            }
            l.close();
        }
        K::UnsafeBlock | K::ConstBlock | K::TryBlock => match l.of_kind(id, K::Block) {
            Some(inner) => block(l, inner, role),
            None => l.other(id, role),
        },
        K::Block => block(l, id, role),
        K::WhileExpression
        | K::LoopExpression
        | K::ForExpression
        | K::ReturnExpression
        | K::BreakExpression
        | K::ContinueExpression => stmt::statement(l, id, role),
        K::AttributeItem => {}
        k if is_type(k) => ty(l, id, role),
        _ => l.other(id, role),
    }
}

fn unary(l: &mut Lowerer<'_>, id: SyntaxId, sign: Option<SyntaxId>, role: Role) {
    l.open_named(id, Kind::Unary, role, sign);
    if let Some(operand) = l.named(id).next() {
        expression(l, operand, Role::Operand);
    }
    l.close();
}

/// `a::b::c`: the last name of what the others name.
fn path(l: &mut Lowerer<'_>, id: SyntaxId, kind: Kind, role: Role) {
    l.open_named(id, kind, role, l.in_field(id, F::Name));
    receiver_path(l, id);
    l.close();
}

/// What stands before the last `::`; the type itself is the object at hand.
fn receiver_path(l: &mut Lowerer<'_>, id: SyntaxId) {
    let Some(before) = l.in_field(id, F::Path) else {
        return;
    };
    if l.token(before) == "Self" {
        l.bare(before, Kind::This, Role::Receiver);
    } else {
        expression(l, before, Role::Receiver);
    }
}

fn call(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let Some(mut callee) = l.in_field(id, F::Function) else {
        return l.other(id, role);
    };
    let types = l.in_field(callee, F::TypeArguments);
    if l.k(callee) == K::GenericFunction
        && let Some(inner) = l.in_field(callee, F::Function)
    {
        callee = inner;
    }
    let name = match l.k(callee) {
        K::Identifier => Some(callee),
        K::FieldExpression => l.in_field(callee, F::FieldName),
        K::ScopedIdentifier => l.in_field(callee, F::Name),
        _ => None,
    };
    l.open_named(id, Kind::Call, role, name);
    match l.k(callee) {
        K::Identifier => {}
        K::FieldExpression => l.field(callee, F::Value, Role::Receiver),
        K::ScopedIdentifier => receiver_path(l, callee),
        _ => expression(l, callee, Role::Receiver),
    }
    if let Some(types) = types {
        type_arguments(l, types);
    }
    if let Some(arguments) = l.in_field(id, F::ArgumentsField) {
        for argument in l.named(arguments) {
            expression(l, argument, Role::Argument);
        }
    }
    l.close();
}

/// `T { a: 1, b, ..rest }` creates a T.
fn create(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::New, role);
    if let Some(created) = l.in_field(id, F::Name) {
        ty(l, created, Role::Type);
    }
    let body = l.in_field(id, F::Body);
    let parts: Vec<SyntaxId> = body.into_iter().flat_map(|b| l.named(b)).collect();
    for part in parts {
        match l.k(part) {
            K::FieldInitializer => {
                let name = l.in_field(part, F::FieldName);
                l.open_named(part, Kind::NamedArg, Role::Argument, name);
                l.field(part, F::Value, Role::Value);
                l.close();
            }
            K::ShorthandInitializer => {
                let name = l.of_kind(part, K::Identifier);
                l.open_named(part, Kind::NamedArg, Role::Argument, name);
                if let Some(name) = name {
                    expression(l, name, Role::Value);
                }
                l.close();
            }
            K::BaseInitializer => {
                l.open_named(part, Kind::Spread, Role::Argument, l.kids(part).next());
                if let Some(inner) = l.named(part).next() {
                    expression(l, inner, Role::Operand);
                }
                l.close();
            }
            _ => {}
        }
    }
    l.close();
}

fn closure(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Lambda, role);
    if let Some(list) = l.in_field(id, F::ParametersField) {
        decl::parameters(l, list);
    }
    if let Some(body) = l.in_field(id, F::Body) {
        if l.k(body) == K::Block {
            stmt::block(l, body, Role::Body);
        } else {
            expression(l, body, Role::Body);
        }
    }
    l.close();
}

/// The only thing in a block, where that is a value.
fn only_value(l: &Lowerer<'_>, block: SyntaxId) -> Option<SyntaxId> {
    let mut inside = l.named(block);
    let only = inside.next().filter(|&v| stmt::is_value(l.k(v)))?;
    inside.next().is_none().then_some(only)
}

/// A block in the place of a value: what it holds where that is but a value.
fn block(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    match only_value(l, id) {
        Some(value) => expression(l, value, role),
        None => stmt::block(l, id, role),
    }
}

/// An `if` whose branches are values; one with statements is a statement, wherever it stands.
fn conditional(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    if !is_choice(l, id) {
        return stmt::if_expression(l, id, role);
    }
    l.open(id, Kind::Conditional, role);
    l.field(id, F::Condition, Role::Condition);
    let then = l.in_field(id, F::Consequence);
    if let Some(value) = then.and_then(|t| only_value(l, t)) {
        expression(l, value, Role::Then);
    }
    let otherwise = l.in_field(id, F::Alternative);
    if let Some(inner) = otherwise.and_then(|e| l.named(e).next()) {
        let value = only_value(l, inner).unwrap_or(inner);
        expression(l, value, Role::Else);
    }
    l.close();
}

fn is_choice(l: &Lowerer<'_>, mut id: SyntaxId) -> bool {
    loop {
        let then = l.in_field(id, F::Consequence);
        if then.and_then(|t| only_value(l, t)).is_none() {
            return false;
        }
        let otherwise = l.in_field(id, F::Alternative);
        let Some(inner) = otherwise.and_then(|e| l.named(e).next()) else {
            return false;
        };
        if l.k(inner) != K::IfExpression {
            return only_value(l, inner).is_some();
        }
        id = inner;
    }
}
