//! Expressions.

use crate::grammar::{F, K};
use crate::script::{Flavour, Lowerer};
use crate::{decl, hoist, object, params, stmt, types};
use reweave_lowering::{SyntaxId, What};
use reweave_model::{Kind, Modifiers, Role};

pub fn expression<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    match l.k(id) {
        K::Identifier | K::Shorthand => name(l, id, role),
        K::This => l.bare(id, Kind::This, role),
        K::Super => l.bare(id, Kind::Super, role),
        K::Number => l.leaf(id, Kind::Number, role),
        K::Str | K::Regex => l.leaf(id, Kind::Str, role),
        K::True | K::False => l.leaf(id, Kind::Bool, role),
        K::Null | K::Undefined => l.leaf(id, Kind::Null, role),
        K::TemplateString => template(l, id, role),
        K::Object => object::object(l, id, role),
        K::Array => list(l, id, Kind::ArrayInit, role),
        K::SequenceExpression => list(l, id, Kind::Tuple, role),
        _ if hoist::is_named_expression(l, id) => named_function(l, id, role),
        K::FunctionExpression | K::GeneratorFunction | K::ArrowFunction => lambda(l, id, role),
        K::Class => stmt::class_expression(l, id, role),
        K::ParenthesizedExpression => wrapped(l, id, Kind::Paren, role),
        K::AwaitExpression => wrapped(l, id, Kind::Await, role),
        K::SpreadElement => {
            let dots = l.kids(id).next();
            l.open_named(id, Kind::Spread, role, dots);
            for inner in l.named(id) {
                expression(l, inner, Role::Operand);
            }
            l.close();
        }
        K::MemberExpression => member(l, id, role),
        K::SubscriptExpression => {
            l.open(id, Kind::Index, role);
            field(l, id, F::ObjectField, Role::Receiver);
            field(l, id, F::Index, Role::Argument);
            l.close();
        }
        K::CallExpression => call(l, id, role),
        K::NewExpression => {
            l.open(id, Kind::New, role);
            if let Some(created) = l.in_field(id, F::Constructor) {
                types::type_name(l, created, Role::Type);
            }
            arguments(l, id);
            l.close();
        }
        K::BinaryExpression => {
            l.open_named(id, Kind::Binary, role, l.in_field(id, F::Operator));
            field(l, id, F::Left, Role::Operand);
            field(l, id, F::Right, Role::Operand);
            l.close();
        }
        K::UnaryExpression => {
            l.open_named(id, Kind::Unary, role, l.in_field(id, F::Operator));
            field(l, id, F::Argument, Role::Operand);
            l.close();
        }
        K::UpdateExpression => update(l, id, role),
        K::AssignmentExpression => assign(l, id, role),
        K::AugmentedAssignment => {
            l.open_named(id, Kind::Assign, role, l.in_field(id, F::Operator));
            field(l, id, F::Left, Role::Target);
            field(l, id, F::Right, Role::Value);
            l.close();
        }
        K::TernaryExpression => {
            l.open(id, Kind::Conditional, role);
            field(l, id, F::Condition, Role::Condition);
            field(l, id, F::Consequence, Role::Then);
            field(l, id, F::Alternative, Role::Else);
            l.close();
        }
        K::AsExpression | K::SatisfiesExpression | K::TypeAssertion => cast(l, id, role),
        // `x!` has the value of `x`.
        K::NonNullExpression => {
            if let Some(inner) = l.named(id).next() {
                expression(l, inner, role);
            }
        }
        _ => other(l, id, role),
    }
}

/// A variable that holds `this` is another name for it.
fn name<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    if l.own.this_names.contains(&l.symbol(id)) {
        l.bare(id, Kind::This, role);
    } else {
        l.leaf(id, Kind::Name, role);
    }
}

fn field<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, field: F, role: Role) {
    if let Some(child) = l.in_field(id, field) {
        expression(l, child, role);
    }
}

fn wrapped<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, kind: Kind, role: Role) {
    l.open(id, kind, role);
    for child in l.named(id) {
        expression(l, child, Role::Operand);
    }
    l.close();
}

fn list<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, kind: Kind, role: Role) {
    l.open(id, kind, role);
    for child in l.named(id) {
        expression(l, child, Role::Argument);
    }
    l.close();
}

/// JSX, patterns, `yield` and whatever has no kind of its own: its first token, and the parts.
fn other<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    if l.named(id).next().is_none() {
        return l.leaf(id, Kind::OtherExpr, role);
    }
    let word = l.kids(id).next().filter(|&w| !l.syntax.node(w).is_named());
    l.open_named(id, Kind::OtherExpr, role, word);
    for child in l.named(id) {
        expression(l, child, Role::Argument);
    }
    l.close();
}

fn template<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    let parts: Vec<SyntaxId> = l
        .named(id)
        .filter(|&c| l.k(c) == K::TemplateSubstitution)
        .collect();
    if parts.is_empty() {
        return l.leaf(id, Kind::Str, role);
    }
    l.open_named(id, Kind::Template, role, Some(id));
    for part in parts {
        if let Some(value) = l.named(part).next() {
            expression(l, value, Role::Argument);
        }
    }
    l.close();
}

fn member<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    l.open_named(id, Kind::FieldAccess, role, l.in_field(id, F::Property));
    field(l, id, F::ObjectField, Role::Receiver);
    l.close();
}

fn call<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    let Some(function) = l.in_field(id, F::Function) else {
        return other(l, id, role);
    };
    let (name, receiver) = match l.k(function) {
        K::MemberExpression => (
            l.in_field(function, F::Property),
            l.in_field(function, F::ObjectField),
        ),
        K::Identifier | K::Super => (Some(function), None),
        _ => (None, Some(function)),
    };
    l.open_named(id, Kind::Call, role, name);
    if let Some(receiver) = receiver {
        expression(l, receiver, Role::Receiver);
    }
    arguments(l, id);
    l.close();
}

/// The arguments of a call; a tagged template is one of its own.
pub fn arguments<G: Flavour>(l: &mut Lowerer<'_, G>, call: SyntaxId) {
    let Some(list) = l.in_field(call, F::Arguments) else {
        return;
    };
    if l.k(list) == K::TemplateString {
        return expression(l, list, Role::Argument);
    }
    for argument in l.named(list) {
        expression(l, argument, Role::Argument);
    }
}

/// `i++` and `--i`: the side of the operator is where it stands.
fn update<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    let (operator, operand) = (l.in_field(id, F::Operator), l.in_field(id, F::Argument));
    let start = |part: Option<SyntaxId>| part.map_or(0, |p| l.span(p).start);
    let is_prefix = start(operator) < start(operand);
    let word = match (operator.map(|o| l.token(o)), is_prefix) {
        (Some("--"), true) => "--x",
        (Some("--"), false) => "x--",
        (_, true) => "++x",
        (_, false) => "x++",
    };
    let sym = l.names.intern(word);
    l.open(id, Kind::Update, role).sym = sym;
    field(l, id, F::Argument, Role::Operand);
    l.close();
}

fn assign<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    let sym = l.names.intern("=");
    l.open(id, Kind::Assign, role).sym = sym;
    if let Some(target) = l.in_field(id, F::Left) {
        assigned(l, target);
    }
    if !l.own.hoisted.contains(&id) {
        field(l, id, F::Right, Role::Value);
    }
    l.close();
}

/// What is assigned to: a property of the object itself is declared by it.
fn assigned<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    let is_own = l.own.this_is_class
        && l.k(id) == K::MemberExpression
        && l.in_field(id, F::ObjectField)
            .is_some_and(|o| l.k(o) == K::This);
    if !is_own {
        return expression(l, id, Role::Target);
    }
    let name = l.in_field(id, F::Property);
    let is_private = name.is_some_and(|n| l.k(n) == K::PrivatePropertyIdentifier);
    let modifiers = if is_private {
        Modifiers::PRIVATE
    } else {
        Modifiers::PUBLIC
    };
    let span = l.span(id);
    l.open_named(id, Kind::FieldAccess, Role::Target, name);
    l.meet(What::Field, modifiers, span);
    field(l, id, F::ObjectField, Role::Receiver);
    l.close();
}

fn cast<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    let mut parts: Vec<SyntaxId> = l.named(id).collect();
    if l.k(id) == K::TypeAssertion {
        parts.reverse();
    }
    let Some((&operand, types)) = parts.split_first() else {
        return l.leaf(id, Kind::OtherExpr, role);
    };
    l.open(id, Kind::Cast, role);
    for &ty in types {
        types::type_name(l, ty, Role::Type);
    }
    expression(l, operand, Role::Operand);
    l.close();
}

/// A function with a name: a member of the module, for which the name stands, or local to the function around.
fn named_function<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    if l.own.hoisted.contains(&id) {
        if let Some(name) = l.in_field(id, F::Name) {
            l.leaf(name, Kind::Name, role);
        }
        return;
    }
    let sym = l.names.intern("function");
    l.open(id, Kind::OtherExpr, role).sym = sym;
    decl::member(l, id);
    l.close();
}

/// A function without a name of its own.
pub fn lambda<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Lambda, role);
    params::params(l, id);
    let this = l.own.this_is_class;
    l.own.this_is_class = this && l.k(id) == K::ArrowFunction;
    let in_body = l.own.in_module_body;
    l.own.in_module_body = false;
    if let Some(body) = l.in_field(id, F::Body) {
        stmt::lambda_body(l, body);
    }
    (l.own.this_is_class, l.own.in_module_body) = (this, in_body);
    l.close();
}
