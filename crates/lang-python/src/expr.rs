//! Expressions, targets and types.

use crate::grammar::{F, K};
use crate::names::visibility;
use crate::python::Lowerer;
use reweave_lowering::{SyntaxId, What};
use reweave_model::{Kind, Node, Role};

pub fn expression(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    match l.k(id) {
        K::Identifier => name(l, id, role),
        K::Attribute => attribute(l, id, role),
        K::Call => call(l, id, role),
        K::Subscript => subscript(l, id, role),
        K::Slice => slice(l, id, role),
        K::BinaryOperator | K::BooleanOperator => {
            l.open_named(id, Kind::Binary, role, l.in_field(id, F::Operator));
            l.field(id, F::Left, Role::Operand);
            l.field(id, F::Right, Role::Operand);
            l.close();
        }
        K::ComparisonOperator => comparison(l, id, role),
        K::NotOperator | K::UnaryOperator => {
            let operator = l.kids(id).next();
            l.open_named(id, Kind::Unary, role, operator);
            l.field(id, F::Argument, Role::Operand);
            l.close();
        }
        K::ConditionalExpression => conditional(l, id, role),
        K::Lambda => lambda(l, id, role),
        K::Assignment => assign(l, id, role),
        K::AugmentedAssignment => {
            l.open_named(id, Kind::Assign, role, l.in_field(id, F::Operator));
            l.field(id, F::Left, Role::Target);
            l.field(id, F::Right, Role::Value);
            l.close();
        }
        K::NamedExpression => named_expression(l, id, role),
        K::Await => l.parts(id, Kind::Await, role, Role::Operand),
        K::ParenthesizedExpression => l.parts(id, Kind::Paren, role, Role::Operand),
        K::ListSplat | K::DictionarySplat | K::ListSplatPattern | K::DictionarySplatPattern => {
            let star = l.kids(id).next();
            l.open_named(id, Kind::Spread, role, star);
            if let Some(inner) = l.named(id).next() {
                expression(l, inner, Role::Operand);
            }
            l.close();
        }
        K::List | K::ListPattern => list(l, id, Kind::ArrayInit, role),
        K::Tuple | K::TuplePattern | K::PatternList | K::ExpressionList => {
            list(l, id, Kind::Tuple, role);
        }
        K::Set | K::Dictionary => {
            let sym = l.names.intern("{");
            list_of(l, id, Kind::ArrayInit, role, Some(sym));
        }
        K::Pair => {
            l.open(id, Kind::Pair, role);
            l.field(id, F::Key, Role::Operand);
            l.field(id, F::Value, Role::Operand);
            l.close();
        }
        K::ListComprehension
        | K::SetComprehension
        | K::DictionaryComprehension
        | K::GeneratorExpression => comprehension(l, id, role),
        K::KeywordArgument => {
            l.open_named(id, Kind::NamedArg, role, l.in_field(id, F::Name));
            l.field(id, F::Value, Role::Value);
            l.close();
        }
        K::Str => string(l, id, role),
        K::ConcatenatedString => l.leaf(id, Kind::Str, role),
        K::Integer | K::Float => l.leaf(id, Kind::Number, role),
        K::True | K::False => l.leaf(id, Kind::Bool, role),
        K::None => l.leaf(id, Kind::Null, role),
        K::Type => annotated_type(l, id, role),
        _ => l.other(id, role),
    }
}

fn name(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let sym = l.symbol(id);
    if !sym.is_empty() && l.own.receivers.last() == Some(&sym) {
        l.bare(id, Kind::This, role);
    } else {
        l.leaf(id, Kind::Name, role);
    }
}

fn attribute(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let name = l.in_field(id, F::AttributeName);
    l.open_named(id, Kind::FieldAccess, role, name);
    l.field(id, F::Object, Role::Receiver);
    l.close();
}

fn call(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let Some(function) = l.in_field(id, F::Function) else {
        return l.other(id, role);
    };
    let (name, receiver) = match l.k(function) {
        K::Identifier => (Some(function), None),
        K::Attribute => (
            l.in_field(function, F::AttributeName),
            l.in_field(function, F::Object),
        ),
        _ => (None, Some(function)),
    };
    let called = name.map_or("", |n| l.token(n));
    if called == "super" && receiver.is_none() {
        return l.bare(id, Kind::Super, role);
    }
    let creates = names_type(called);
    if creates {
        l.open(id, Kind::New, role).name_at = l.span(function).start;
        type_name(l, function, Role::Type);
    } else {
        l.open_named(id, Kind::Call, role, name);
        if let Some(receiver) = receiver {
            expression(l, receiver, Role::Receiver);
        }
    }
    match l.in_field(id, F::Arguments) {
        Some(list) if l.k(list) == K::ArgumentList => {
            for argument in l.named(list) {
                expression(l, argument, Role::Argument);
            }
        }
        Some(generator) => expression(l, generator, Role::Argument),
        None => {}
    }
    l.close();
}

/// Types are called like no function: in words that begin with capitals (PEP 8). A word all in capitals is a constant.
fn names_type(name: &str) -> bool {
    let bare = name.trim_start_matches('_');
    bare.starts_with(char::is_uppercase) && bare.contains(char::is_lowercase)
}

fn subscript(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Index, role);
    l.field(id, F::Value, Role::Receiver);
    let indices: Vec<SyntaxId> = l
        .named(id)
        .filter(|&c| l.f(c) == F::SubscriptField)
        .collect();
    if let [only] = indices[..] {
        expression(l, only, Role::Argument);
    } else {
        l.open(id, Kind::Tuple, Role::Argument);
        for index in indices {
            expression(l, index, Role::Argument);
        }
        l.close();
    }
    l.close();
}

/// `a[from:to:step]`, where each may be missing.
fn slice(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Slice, role);
    let roles = [Role::Init, Role::Condition, Role::Update];
    let mut colons = 0;
    for part in l.kids(id) {
        if l.syntax.node(part).is_named() {
            expression(l, part, roles[colons.min(2)]);
        } else {
            colons += 1;
        }
    }
    l.close();
}

/// `a < b`; of a chain the operators stand together.
fn comparison(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let operators: Vec<&str> = l
        .kids(id)
        .filter(|&c| !l.syntax.node(c).is_named())
        .map(|c| l.token(c))
        .collect();
    let sym = l.names.intern(&operators.join(" "));
    let at = l.kids(id).find(|&c| !l.syntax.node(c).is_named());
    let at = at.map_or(l.span(id).start, |o| l.span(o).start);
    let node = l.open(id, Kind::Binary, role);
    (node.sym, node.name_at) = (sym, at);
    for operand in l.named(id) {
        expression(l, operand, Role::Operand);
    }
    l.close();
}

/// `value if condition else other`
fn conditional(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let parts: Vec<SyntaxId> = l.named(id).collect();
    let [then, condition, otherwise] = parts[..] else {
        return l.other(id, role);
    };
    l.open(id, Kind::Conditional, role);
    expression(l, condition, Role::Condition);
    expression(l, then, Role::Then);
    expression(l, otherwise, Role::Else);
    l.close();
}

fn lambda(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Lambda, role);
    if let Some(parameters) = l.in_field(id, F::Parameters) {
        for one in l.named(parameters) {
            parameter(l, one);
        }
    }
    l.field(id, F::Body, Role::Body);
    l.close();
}

/// An assignment whose targets are not all names of their own; `a = b = c` gives its value on.
fn assign(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let sym = l.names.intern("=");
    l.open(id, Kind::Assign, role).sym = sym;
    if let Some(left) = l.in_field(id, F::Left) {
        target(l, left, Role::Target);
    }
    l.field(id, F::Right, Role::Value);
    l.close();
}

/// What is assigned to: an attribute of the object itself is declared by it.
fn target(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let own = l.k(id) == K::Attribute
        && l.in_field(id, F::Object).is_some_and(|o| {
            l.k(o) == K::Identifier && l.own.receivers.last() == Some(&l.symbol(o))
        });
    match l.k(id) {
        K::Attribute if own => {
            let name = l.in_field(id, F::AttributeName);
            let modifiers = visibility(name.map_or("", |n| l.token(n)));
            let span = l.span(id);
            l.open_named(id, Kind::FieldAccess, role, name);
            l.meet(What::Field, modifiers, span);
            l.field(id, F::Object, Role::Receiver);
            l.close();
        }
        K::Tuple | K::TuplePattern | K::PatternList | K::List | K::ListPattern => {
            l.open(id, Kind::Tuple, role);
            for part in l.named(id) {
                target(l, part, Role::Argument);
            }
            l.close();
        }
        _ => expression(l, id, role),
    }
}

/// The names that a target binds, where it is made of names alone.
pub fn target_names(l: &Lowerer<'_>, id: SyntaxId) -> Vec<SyntaxId> {
    let mut names = Vec::new();
    let mut open = vec![id];
    while let Some(next) = open.pop() {
        match l.k(next) {
            K::Identifier => names.push(next),
            K::Attribute | K::Subscript | K::Call => return Vec::new(),
            _ => {
                let first = open.len();
                open.extend(l.named(next));
                open[first..].reverse();
            }
        }
    }
    names
}

/// The variables of a declaration that is open; the last one has the value, which is all of theirs.
pub fn declare(l: &mut Lowerer<'_>, names: &[SyntaxId], value: Option<SyntaxId>) {
    for (i, &name) in names.iter().enumerate() {
        l.open_named(name, Kind::VarDecl, Role::None, Some(name));
        if i + 1 == names.len()
            && let Some(value) = value
        {
            expression(l, value, Role::Init);
        }
        l.close();
    }
}

/// What a loop declares.
pub fn loop_variables(l: &mut Lowerer<'_>, left: SyntaxId) {
    let names = target_names(l, left);
    if names.is_empty() {
        return expression(l, left, Role::Target);
    }
    l.open(left, Kind::Local, Role::Init);
    declare(l, &names, None);
    l.close();
}

fn named_expression(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let sym = l.names.intern(":=");
    l.open(id, Kind::Assign, role).sym = sym;
    l.field(id, F::Name, Role::Target);
    l.field(id, F::Value, Role::Value);
    l.close();
}

fn list(l: &mut Lowerer<'_>, id: SyntaxId, kind: Kind, role: Role) {
    list_of(l, id, kind, role, None);
}

fn list_of(
    l: &mut Lowerer<'_>,
    id: SyntaxId,
    kind: Kind,
    role: Role,
    sym: Option<reweave_text::Symbol>,
) {
    let node = l.open(id, kind, role);
    if let Some(sym) = sym {
        node.sym = sym;
    }
    for child in l.named(id) {
        expression(l, child, Role::Argument);
    }
    l.close();
}

fn comprehension(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let open = l.kids(id).next();
    l.open_named(id, Kind::Comprehension, role, open);
    if let Some(body) = l.in_field(id, F::Body) {
        expression(l, body, Role::Value);
    }
    for clause in l.named(id) {
        match l.k(clause) {
            K::ForInClause => {
                if let Some(left) = l.in_field(clause, F::Left) {
                    loop_variables(l, left);
                }
                l.field(clause, F::Right, Role::Condition);
            }
            K::IfClause => {
                if let Some(test) = l.named(clause).next() {
                    expression(l, test, Role::Guard);
                }
            }
            _ => {}
        }
    }
    l.close();
}

/// A string with expressions in it has them as parts.
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

/// A parameter of a function or lambda.
pub fn parameter(l: &mut Lowerer<'_>, id: SyntaxId) {
    let (name, ty, default) = match l.k(id) {
        K::Identifier | K::ListSplatPattern | K::DictionarySplatPattern => (Some(id), None, None),
        K::TypedParameter => (l.named(id).next(), l.in_field(id, F::TypeField), None),
        K::DefaultParameter | K::TypedDefaultParameter => (
            l.in_field(id, F::Name),
            l.in_field(id, F::TypeField),
            l.in_field(id, F::Value),
        ),
        // Python 2 unpacks parameters; `*` and `/` alone are none.
        K::TuplePattern => {
            for inner in l.named(id) {
                parameter(l, inner);
            }
            return;
        }
        _ => return,
    };
    let splat = |n: &SyntaxId| matches!(l.k(*n), K::ListSplatPattern | K::DictionarySplatPattern);
    let varargs = name.as_ref().is_some_and(splat);
    let name = match name {
        Some(n) if varargs => l.named(n).next(),
        name => name,
    };
    let node = l.open_named(id, Kind::Param, Role::Param, name);
    if varargs {
        node.flags = Node::VARARGS;
    }
    if let Some(ty) = ty {
        annotated_type(l, ty, Role::Type);
    }
    if let Some(default) = default {
        expression(l, default, Role::Init);
    }
    l.close();
}

/// The type behind a `:` or `->`.
pub fn annotated_type(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let inner = match l.k(id) {
        K::Type => l.named(id).next().unwrap_or(id),
        _ => id,
    };
    type_name(l, inner, role);
}

/// A type as it is written; a dotted one is qualified.
pub fn type_name(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    if l.k(id) == K::Attribute {
        let name = l.in_field(id, F::AttributeName);
        l.open_named(id, Kind::TypeName, role, name);
        if let Some(object) = l.in_field(id, F::Object) {
            type_name(l, object, Role::Qualifier);
        }
        l.close();
        return;
    }
    let sym = l.squeezed(id);
    l.open(id, Kind::TypeName, role).sym = sym;
    l.close();
}
