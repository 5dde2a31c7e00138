//! Expressions.

use crate::grammar::{F, K};
use crate::php::{Lowerer, dotted};
use crate::ty::named;
use crate::{class, decl, stmt};
use reweave_lowering::SyntaxId;
use reweave_model::{Kind, Node, Role};

#[expect(
    clippy::too_many_lines,
    reason = "a table: an arm for each kind of the grammar"
)]
pub fn expression(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    match l.k(id) {
        K::VariableName if l.token(id) == "$this" => l.bare(id, Kind::This, role),
        K::VariableName => {
            l.open_named(id, Kind::Name, role, variable(l, id));
            l.close();
        }
        K::Name | K::QualifiedName | K::RelativeName => path(l, id, Kind::Name, role),
        K::RelativeScope if l.token(id) == "parent" => l.bare(id, Kind::Super, role),
        K::RelativeScope => l.bare(id, Kind::This, role),
        K::Boolean => l.leaf(id, Kind::Bool, role),
        K::Null => l.leaf(id, Kind::Null, role),
        K::Integer | K::Float => l.leaf(id, Kind::Number, role),
        K::Str | K::Nowdoc => l.leaf(id, Kind::Str, role),
        K::EncapsedString | K::Heredoc => string(l, id, role),
        K::Assignment | K::ReferenceAssignment | K::AugmentedAssignment => assign(l, id, role),
        K::FunctionCall => call(l, id, F::Function, role),
        K::MemberCall | K::NullsafeCall => member_call(l, id, F::Object, role),
        K::ScopedCall => member_call(l, id, F::Scope, role),
        K::MemberAccess | K::NullsafeAccess => access(l, id, F::Object, role),
        K::ScopedProperty => access(l, id, F::Scope, role),
        K::ClassConstant => {
            l.open_named(id, Kind::FieldAccess, role, l.named(id).last());
            if let Some(scope) = l.named(id).next() {
                expression(l, scope, Role::Receiver);
            }
            l.close();
        }
        K::ObjectCreation => create(l, id, role),
        K::AnonymousFunction | K::ArrowFunction => lambda(l, id, role),
        K::ArrayCreation | K::ListLiteral => {
            l.open(id, Kind::ArrayInit, role);
            for element in l.named(id) {
                self::element(l, element);
            }
            l.close();
        }
        K::BinaryExpression => l.binary(id, l.in_field(id, F::Operator), role),
        K::UnaryExpression | K::ErrorSuppression | K::CloneExpression => {
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
        K::ConditionalExpression => conditional(l, id, role),
        K::CastExpression => {
            l.open(id, Kind::Cast, role);
            if let Some(wanted) = l.in_field(id, F::TypeField) {
                l.leaf(wanted, Kind::TypeName, Role::Type);
            }
            l.field(id, F::Value, Role::Operand);
            l.close();
        }
        K::SubscriptExpression => {
            l.open(id, Kind::Index, role);
            let mut role = Role::Receiver;
            for part in l.named(id) {
                expression(l, part, role);
                role = Role::Argument;
            }
            l.close();
        }
        K::Parenthesized => l.parts(id, Kind::Paren, role, Role::Operand),
        K::SequenceExpression => l.parts(id, Kind::Tuple, role, Role::Argument),
        K::MatchExpression => match_expression(l, id, role),
        K::ByRef => match l.named(id).next() {
            Some(inner) => expression(l, inner, role),
            None => l.other(id, role),
        },
        K::VariadicUnpacking => {
            l.open_named(id, Kind::Spread, role, l.kids(id).next());
            if let Some(inner) = l.named(id).next() {
                expression(l, inner, Role::Operand);
            }
            l.close();
        }
        _ => l.other(id, role),
    }
}

/// The name behind the `$`.
pub fn variable(l: &Lowerer<'_>, id: SyntaxId) -> Option<SyntaxId> {
    match l.k(id) {
        K::VariableName => l.of_kind(id, K::Name),
        K::ByRef => l.named(id).next().and_then(|v| variable(l, v)),
        _ => None,
    }
}

/// The variables that an assignment to `id` declares: one, or those of a list; none where anything else is assigned to.
pub fn assigned(l: &Lowerer<'_>, id: SyntaxId) -> Vec<SyntaxId> {
    match l.k(id) {
        K::VariableName if l.token(id) != "$this" && variable(l, id).is_some() => vec![id],
        K::ByRef => l.named(id).flat_map(|v| assigned(l, v)).collect(),
        K::ListLiteral | K::ArrayCreation | K::Pair | K::ArrayElement => {
            let parts = l.named(id).filter(|&p| l.k(p) != K::Str);
            let parts: Vec<Vec<SyntaxId>> = parts.map(|p| assigned(l, p)).collect();
            if parts.iter().any(Vec::is_empty) {
                return Vec::new();
            }
            parts.into_iter().flatten().collect()
        }
        _ => Vec::new(),
    }
}

/// A name as it is, or the last part of a path with the rest before it.
fn path(l: &mut Lowerer<'_>, id: SyntaxId, kind: Kind, role: Role) {
    let whole = l.names.text(dotted(l, id));
    let (before, name) = whole.rsplit_once('.').unwrap_or(("", whole));
    let (before, name) = (l.names.intern(before), l.names.intern(name));
    let start = l.span(id).end - l.names.text(name).len() as u32;
    let kind = if before.is_empty() {
        kind
    } else {
        Kind::FieldAccess
    };
    let node = l.open(id, kind, role);
    (node.sym, node.name_at) = (name, start);
    if !before.is_empty() {
        l.open(id, Kind::Name, Role::Receiver).sym = before;
        l.close();
    }
    l.close();
}

fn string(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let body = l.in_field(id, F::Value).unwrap_or(id);
    let inside: Vec<SyntaxId> = l
        .named(body)
        .filter(|&c| !matches!(l.k(c), K::StringContent | K::EscapeSequence))
        .filter(|&c| l.k(c) != K::Other)
        .collect();
    if inside.is_empty() {
        return l.leaf(id, Kind::Str, role);
    }
    l.open_named(id, Kind::Template, role, Some(id));
    for part in inside {
        expression(l, part, Role::Argument);
    }
    l.close();
}

fn assign(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let sign = l.kids(id).find(|&c| !l.syntax.node(c).is_named());
    l.open_named(id, Kind::Assign, role, sign);
    l.field(id, F::Left, Role::Target);
    l.field(id, F::Right, Role::Value);
    l.close();
}

pub fn arguments(l: &mut Lowerer<'_>, id: SyntaxId) {
    for argument in l.named(id) {
        let name = l.in_field(argument, F::NameField);
        let value = l.named(argument).last().filter(|&v| Some(v) != name);
        match (name, value) {
            (Some(name), Some(value)) => {
                l.open_named(argument, Kind::NamedArg, Role::Argument, Some(name));
                expression(l, value, Role::Value);
                l.close();
            }
            (_, Some(value)) if l.k(argument) == K::Argument => {
                expression(l, value, Role::Argument);
            }
            _ => expression(l, argument, Role::Argument),
        }
    }
}

fn given(l: &mut Lowerer<'_>, id: SyntaxId) {
    if let Some(list) = l.in_field(id, F::ArgumentsField) {
        arguments(l, list);
    }
}

fn call(l: &mut Lowerer<'_>, id: SyntaxId, field: F, role: Role) {
    let Some(callee) = l.in_field(id, field) else {
        return l.other(id, role);
    };
    if matches!(l.k(callee), K::Name | K::QualifiedName | K::RelativeName) {
        let whole = l.names.text(dotted(l, callee));
        let name = whole.rsplit('.').next().unwrap_or(whole);
        let start = l.span(callee).end - name.len() as u32;
        let sym = l.names.intern(name);
        let node = l.open(id, Kind::Call, role);
        (node.sym, node.name_at) = (sym, start);
    } else {
        l.open(id, Kind::Call, role);
        expression(l, callee, Role::Receiver);
    }
    given(l, id);
    l.close();
}

/// The name of a member: a plain one, a property's behind its `$`, or a value that says it.
fn member_name(l: &Lowerer<'_>, id: SyntaxId) -> Option<SyntaxId> {
    let name = l.in_field(id, F::NameField)?;
    match l.k(name) {
        K::VariableName => variable(l, name),
        _ => Some(name),
    }
}

fn member_call(l: &mut Lowerer<'_>, id: SyntaxId, object: F, role: Role) {
    l.open_named(id, Kind::Call, role, member_name(l, id));
    l.field(id, object, Role::Receiver);
    given(l, id);
    l.close();
}

fn access(l: &mut Lowerer<'_>, id: SyntaxId, object: F, role: Role) {
    l.open_named(id, Kind::FieldAccess, role, member_name(l, id));
    l.field(id, object, Role::Receiver);
    l.close();
}

fn create(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::New, role);
    for part in l.named(id) {
        match l.k(part) {
            K::Arguments => arguments(l, part),
            K::AnonymousClass => {
                if let Some(list) = l.of_kind(part, K::Arguments) {
                    arguments(l, list);
                }
                class::anonymous(l, part);
            }
            K::Name | K::QualifiedName | K::RelativeName => named(l, part, Role::Type, ""),
            _ => expression(l, part, Role::Receiver),
        }
    }
    l.close();
}

fn lambda(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Lambda, role);
    decl::signature(l, id);
    if let Some(body) = l.in_field(id, F::Body) {
        if l.k(body) == K::CompoundStatement {
            stmt::block(l, body, Role::Body);
        } else {
            expression(l, body, Role::Body);
        }
    }
    l.close();
}

/// `key => value` or a value.
fn element(l: &mut Lowerer<'_>, id: SyntaxId) {
    if l.of_kind(id, K::Arrow).is_some() {
        l.parts(id, Kind::Pair, Role::Argument, Role::Operand);
    } else if l.k(id) == K::ArrayElement
        && let Some(value) = l.named(id).next()
    {
        expression(l, value, Role::Argument);
    } else {
        expression(l, id, Role::Argument);
    }
}

/// `a ?: b` has no value between the signs.
fn conditional(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Conditional, role);
    l.field(id, F::Condition, Role::Condition);
    l.field(id, F::Body, Role::Then);
    l.field(id, F::Alternative, Role::Else);
    l.close();
}

fn match_expression(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::SwitchExpr, role);
    let condition = l.in_field(id, F::Condition);
    if let Some(value) = condition.and_then(|c| l.named(c).next()) {
        expression(l, value, Role::Condition);
    }
    let body = l.in_field(id, F::Body);
    let arms: Vec<SyntaxId> = body.into_iter().flat_map(|b| l.named(b)).collect();
    for arm in arms {
        let default = l.k(arm) == K::MatchDefault;
        let node = l.open(arm, Kind::Case, Role::None);
        node.flags = Node::ARROW | if default { Node::DEFAULT } else { 0 };
        if let Some(labels) = l.in_field(arm, F::ConditionalExpressions) {
            for label in l.named(labels) {
                expression(l, label, Role::Label);
            }
        }
        if let Some(value) = l.in_field(arm, F::ReturnExpression) {
            l.expression_statement(value, value, Role::Body);
        }
        l.close();
    }
    l.close();
}
