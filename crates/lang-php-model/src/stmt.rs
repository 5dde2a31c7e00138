//! Statements.

use crate::expr::{self, expression};
use crate::grammar::{F, K};
use crate::php::Lowerer;
use crate::ty::ty;
use crate::{class, decl};
use reweave_lowering::SyntaxId;
use reweave_model::{Kind, Node, Role};

pub fn block(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Block, role);
    if matches!(l.k(id), K::CompoundStatement | K::ColonBlock) {
        for child in l.named(id) {
            statement(l, child, Role::None);
        }
    } else {
        statement(l, id, Role::None);
    }
    l.close();
}

pub fn statement(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    match l.k(id) {
        K::CompoundStatement => block(l, id, role),
        K::ExpressionStatement => expression_statement(l, id, role),
        K::EchoStatement | K::UnsetStatement | K::ExitStatement | K::GlobalDeclaration => {
            word(l, id, role);
        }
        K::StaticDeclaration => {
            l.open(id, Kind::Local, role);
            for part in l.named(id) {
                let name = l.in_field(part, F::NameField);
                let name = name.and_then(|n| expr::variable(l, n));
                l.open_named(part, Kind::VarDecl, Role::None, name);
                l.field(part, F::Value, Role::Init);
                l.close();
            }
            l.close();
        }
        K::IfStatement => if_statement(l, id, role),
        K::WhileStatement => {
            l.open(id, Kind::While, role);
            condition(l, id);
            body(l, id);
            l.close();
        }
        K::DoStatement => {
            l.open(id, Kind::DoWhile, role);
            body(l, id);
            condition(l, id);
            l.close();
        }
        K::ForStatement => for_statement(l, id, role),
        K::ForeachStatement => foreach_statement(l, id, role),
        K::SwitchStatement => switch(l, id, role),
        K::TryStatement => try_statement(l, id, role),
        K::ReturnStatement => with_value(l, id, id, Kind::Return, role),
        K::BreakStatement => l.bare(id, Kind::Break, role),
        K::ContinueStatement => l.bare(id, Kind::Continue, role),
        K::EmptyStatement => l.bare(id, Kind::Empty, role),
        K::Error => l.leaf(id, Kind::Broken, role),
        K::PhpTag
        | K::Text
        | K::TextInterpolation
        | K::NamedLabel
        | K::UseDeclaration
        | K::DeclareStatement => {}
        K::FunctionDefinition => local(l, id, Kind::LocalCallable, role),
        K::ConstDeclaration => {}
        k if class::is_type(k) => local(l, id, Kind::LocalType, role),
        _ => l.expression_statement(id, id, role),
    }
}

/// A definition between the statements of a function; a member of the module is lowered as such.
fn local(l: &mut Lowerer<'_>, id: SyntaxId, kind: Kind, role: Role) {
    if l.own.hoists {
        return;
    }
    l.open(id, kind, role);
    decl::member(l, id);
    l.close();
}

fn with_value(l: &mut Lowerer<'_>, id: SyntaxId, of: SyntaxId, kind: Kind, role: Role) {
    l.open(id, kind, role);
    if let Some(value) = l.named(of).next() {
        expression(l, value, Role::Value);
    }
    l.close();
}

/// `echo a, b;` and its like are calls of their word.
fn word(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::ExprStmt, role);
    l.open_named(id, Kind::Call, Role::Value, l.kids(id).next());
    for part in l.named(id) {
        if l.k(part) == K::SequenceExpression {
            for inner in l.named(part) {
                expression(l, inner, Role::Argument);
            }
        } else {
            expression(l, part, Role::Argument);
        }
    }
    l.close();
    l.close();
}

fn expression_statement(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let Some(only) = l.named(id).next() else {
        return l.bare(id, Kind::Empty, role);
    };
    match l.k(only) {
        K::ThrowExpression => with_value(l, id, only, Kind::Throw, role),
        K::Assignment | K::ReferenceAssignment => {
            let target = l.in_field(only, F::Left);
            let names = target.map_or_else(Vec::new, |t| expr::assigned(l, t));
            if names.is_empty() {
                l.expression_statement(id, only, role);
            } else {
                let value = l.in_field(only, F::Right);
                l.open(id, Kind::Local, role);
                declare(l, &names, value);
                l.close();
            }
        }
        _ => l.expression_statement(id, only, role),
    }
}

/// Of several names the last has the value, which is all of theirs.
fn declare(l: &mut Lowerer<'_>, names: &[SyntaxId], value: Option<SyntaxId>) {
    for (i, &name) in names.iter().enumerate() {
        let plain = expr::variable(l, name);
        l.open_named(name, Kind::VarDecl, Role::None, plain);
        if let Some(value) = value.filter(|_| i + 1 == names.len()) {
            expression(l, value, Role::Init);
        }
        l.close();
    }
}

/// The condition without its brackets.
fn condition(l: &mut Lowerer<'_>, id: SyntaxId) {
    let condition = l.in_field(id, F::Condition);
    let inner = condition.and_then(|c| match l.k(c) {
        K::Parenthesized => l.named(c).next(),
        _ => Some(c),
    });
    if let Some(inner) = inner {
        expression(l, inner, Role::Condition);
    }
}

fn body(l: &mut Lowerer<'_>, id: SyntaxId) {
    if let Some(body) = l.in_field(id, F::Body) {
        block(l, body, Role::Body);
    }
}

/// An `elseif` is an `if` in the place of the `else`.
fn if_statement(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let others = l.all_in_field(id, F::Alternative);
    branch(l, id, role);
    let mut open = 1;
    for other in others {
        if l.k(other) == K::ElseIfClause {
            branch(l, other, Role::Else);
            open += 1;
        } else if let Some(body) = l.in_field(other, F::Body) {
            if l.k(body) == K::IfStatement {
                if_statement(l, body, Role::Else);
            } else {
                block(l, body, Role::Else);
            }
        }
    }
    for _ in 0..open {
        l.close();
    }
}

fn branch(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::If, role);
    condition(l, id);
    if let Some(then) = l.in_field(id, F::Body) {
        block(l, then, Role::Then);
    }
}

fn for_statement(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::For, role);
    for (field, role) in [
        (F::Initialize, Role::Init),
        (F::Condition, Role::Condition),
        (F::Update, Role::Update),
    ] {
        let Some(part) = l.in_field(id, field) else {
            continue;
        };
        let target = l.in_field(part, F::Left);
        let names = target.map_or_else(Vec::new, |t| expr::assigned(l, t));
        if role == Role::Init && l.k(part) == K::Assignment && !names.is_empty() {
            let value = l.in_field(part, F::Right);
            l.open(part, Kind::Local, role);
            declare(l, &names, value);
            l.close();
        } else {
            expression(l, part, role);
        }
    }
    let bodies = l.all_in_field(id, F::Body);
    if let [only] = bodies[..] {
        block(l, only, Role::Body);
    } else {
        l.open(id, Kind::Block, Role::Body);
        for part in bodies {
            statement(l, part, Role::None);
        }
        l.close();
    }
    l.close();
}

/// `foreach ($all as $key => $value)`
fn foreach_statement(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::ForEach, role);
    let mut parts = l.named(id).filter(|&c| l.f(c) != F::Body);
    let (over, target) = (parts.next(), parts.next());
    drop(parts);
    if let Some(target) = target {
        let names = expr::assigned(l, target);
        l.open(target, Kind::Local, Role::Init);
        declare(l, &names, None);
        l.close();
    }
    if let Some(over) = over {
        expression(l, over, Role::Condition);
    }
    body(l, id);
    l.close();
}

fn switch(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Switch, role);
    condition(l, id);
    let body = l.in_field(id, F::Body);
    let cases: Vec<SyntaxId> = body.into_iter().flat_map(|b| l.named(b)).collect();
    for case in cases {
        let default = l.k(case) == K::DefaultStatement;
        let node = l.open(case, Kind::Case, Role::None);
        node.flags = if default { Node::DEFAULT } else { 0 };
        for part in l.named(case) {
            if l.f(part) == F::Value {
                expression(l, part, Role::Label);
            } else {
                statement(l, part, Role::Body);
            }
        }
        l.close();
    }
    l.close();
}

fn try_statement(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Try, role);
    body(l, id);
    for part in l.named(id) {
        match l.k(part) {
            K::CatchClause => {
                l.open(part, Kind::Catch, Role::None);
                let name = l.in_field(part, F::NameField);
                let name = name.and_then(|n| expr::variable(l, n));
                l.open_named(name.unwrap_or(part), Kind::Param, Role::Param, name);
                if let Some(caught) = l.in_field(part, F::TypeField) {
                    ty(l, caught, Role::Type);
                }
                l.close();
                body(l, part);
                l.close();
            }
            K::FinallyClause => {
                l.open(part, Kind::Finally, Role::None);
                body(l, part);
                l.close();
            }
            _ => {}
        }
    }
    l.close();
}
