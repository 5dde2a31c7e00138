//! Statements.

use crate::decl;
use crate::expr::{self, expression};
use crate::grammar::{F, K};
use crate::kotlin::Lowerer;
use crate::ty::{self, ty};
use reweave_lowering::SyntaxId;
use reweave_model::{Kind, Node, Role};

pub fn block(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Block, role);
    for child in l.named(id) {
        statement(l, child, Role::None);
    }
    l.close();
}

/// A block or a single statement.
fn branch(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    if l.k(id) == K::Block {
        block(l, id, role);
    } else {
        statement(l, id, role);
    }
}

pub fn statement(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    match l.k(id) {
        K::PropertyDeclaration => local(l, id, role),
        K::FunctionDeclaration => {
            l.open(id, Kind::LocalCallable, role);
            decl::member(l, id);
            l.close();
        }
        K::ClassDeclaration | K::ObjectDeclaration => {
            l.open(id, Kind::LocalType, role);
            decl::member(l, id);
            l.close();
        }
        K::ForStatement => for_statement(l, id, role),
        K::WhileStatement => {
            l.open(id, Kind::While, role);
            condition(l, id);
            loop_body(l, id);
            l.close();
        }
        K::DoWhileStatement => {
            l.open(id, Kind::DoWhile, role);
            loop_body(l, id);
            condition(l, id);
            l.close();
        }
        K::IfExpression => if_statement(l, id, role),
        K::WhenExpression => when(l, id, Kind::Switch, role),
        K::TryExpression => try_statement(l, id, role),
        K::ReturnExpression => with_value(l, id, Kind::Return, role),
        K::ThrowExpression => with_value(l, id, Kind::Throw, role),
        K::Identifier if l.token(id) == "break" => l.bare(id, Kind::Break, role),
        K::Identifier if l.token(id) == "continue" => l.bare(id, Kind::Continue, role),
        K::Block => block(l, id, role),
        K::Error => l.leaf(id, Kind::Broken, role),
        K::Label | K::Annotation => {}
        _ => {
            l.open(id, Kind::ExprStmt, role);
            expression(l, id, Role::Value);
            l.close();
        }
    }
}

fn with_value(l: &mut Lowerer<'_>, id: SyntaxId, kind: Kind, role: Role) {
    l.open(id, kind, role);
    if let Some(value) = l.named(id).last() {
        expression(l, value, Role::Value);
    }
    l.close();
}

fn condition(l: &mut Lowerer<'_>, id: SyntaxId) {
    if let Some(condition) = l.in_field(id, F::Condition) {
        expression(l, condition, Role::Condition);
    }
}

fn loop_body(l: &mut Lowerer<'_>, id: SyntaxId) {
    let body = l
        .named(id)
        .filter(|&c| l.f(c) != F::Condition && l.k(c) != K::Label)
        .last();
    if let Some(body) = body {
        branch(l, body, Role::Body);
    }
}

fn local(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Local, role);
    let value = decl::value(l, id);
    if let Some(variables) = l.of_kind(id, K::MultiVariableDeclaration) {
        destructure(l, variables, value);
    } else if let Some(variable) = l.of_kind(id, K::VariableDeclaration) {
        declare(l, variable, value);
    }
    l.close();
}

/// One variable, its type before it as the model has it.
fn declare(l: &mut Lowerer<'_>, variable: SyntaxId, value: Option<SyntaxId>) {
    if let Some(declared) = ty::declared(l, variable) {
        ty(l, declared, Role::Type);
    }
    let name = l.of_kind(variable, K::Identifier);
    l.open_named(variable, Kind::VarDecl, Role::None, name);
    if let Some(value) = value {
        expression(l, value, Role::Init);
    }
    l.close();
}

fn destructure(l: &mut Lowerer<'_>, variables: SyntaxId, value: Option<SyntaxId>) {
    let all: Vec<SyntaxId> = l.named(variables).collect();
    for (i, &variable) in all.iter().enumerate() {
        let name = l.of_kind(variable, K::Identifier);
        l.open_named(variable, Kind::VarDecl, Role::None, name);
        if let Some(value) = value.filter(|_| i + 1 == all.len()) {
            expression(l, value, Role::Init);
        }
        l.close();
    }
}

fn for_statement(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::ForEach, role);
    let mut parts = l
        .named(id)
        .filter(|&c| !matches!(l.k(c), K::Label | K::Annotation))
        .collect::<Vec<_>>()
        .into_iter();
    if let Some(variable) = parts.next() {
        l.open(variable, Kind::Local, Role::Init);
        if l.k(variable) == K::MultiVariableDeclaration {
            destructure(l, variable, None);
        } else {
            declare(l, variable, None);
        }
        l.close();
    }
    if let Some(over) = parts.next() {
        expression(l, over, Role::Condition);
    }
    if let Some(body) = parts.next() {
        branch(l, body, Role::Body);
    }
    l.close();
}

/// The branches of an `if`: what stands before `else`, and behind it.
pub fn branches(l: &Lowerer<'_>, id: SyntaxId) -> [Option<SyntaxId>; 2] {
    let mut out = [None, None];
    let mut at = 0;
    for child in l.kids(id) {
        if l.k(child) == K::Else {
            at = 1;
        } else if l.syntax.node(child).is_named() && l.f(child) != F::Condition {
            out[at] = Some(child);
        }
    }
    out
}

fn if_statement(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::If, role);
    condition(l, id);
    let [then, otherwise] = branches(l, id);
    if let Some(then) = then {
        branch(l, then, Role::Then);
    }
    if let Some(otherwise) = otherwise {
        branch(l, otherwise, Role::Else);
    }
    l.close();
}

pub fn when(l: &mut Lowerer<'_>, id: SyntaxId, kind: Kind, role: Role) {
    l.open(id, kind, role);
    let subject = l.of_kind(id, K::WhenSubject);
    if let Some(value) = subject.and_then(|s| l.named(s).last()) {
        expression(l, value, Role::Condition);
    }
    for entry in l.named(id) {
        if l.k(entry) == K::WhenEntry {
            when_entry(l, entry);
        }
    }
    l.close();
}

fn when_entry(l: &mut Lowerer<'_>, id: SyntaxId) {
    let default = l.of_kind(id, K::Else).is_some();
    let node = l.open(id, Kind::Case, Role::None);
    node.flags = Node::ARROW | if default { Node::DEFAULT } else { 0 };
    let parts: Vec<SyntaxId> = l.named(id).collect();
    let Some((&last, labels)) = parts.split_last() else {
        return l.close();
    };
    for &label in labels {
        match l.k(label) {
            K::TypeTest => match ty::declared(l, label) {
                Some(tested) => ty(l, tested, Role::Label),
                None => l.leaf(label, Kind::OtherExpr, Role::Label),
            },
            _ => expression(l, label, Role::Label),
        }
    }
    branch(l, last, Role::Body);
    l.close();
}

pub fn try_statement(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Try, role);
    for part in l.named(id) {
        match l.k(part) {
            K::Block => block(l, part, Role::Body),
            K::CatchBlock => {
                l.open(part, Kind::Catch, Role::None);
                let name = l.of_kind(part, K::Identifier);
                l.open_named(name.unwrap_or(part), Kind::Param, Role::Param, name);
                if let Some(caught) = ty::declared(l, part) {
                    ty(l, caught, Role::Type);
                }
                l.close();
                if let Some(body) = l.of_kind(part, K::Block) {
                    block(l, body, Role::Body);
                }
                l.close();
            }
            K::FinallyBlock => {
                l.open(part, Kind::Finally, Role::None);
                if let Some(body) = l.of_kind(part, K::Block) {
                    block(l, body, Role::Body);
                }
                l.close();
            }
            _ => expr::expression(l, part, Role::None),
        }
    }
    l.close();
}
