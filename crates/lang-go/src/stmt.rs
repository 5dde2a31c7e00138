//! Statements.

use crate::decl;
use crate::expr::expression;
use crate::go::Lowerer;
use crate::grammar::{F, K};
use crate::ty::{is_type, ty};
use reweave_lowering::SyntaxId;
use reweave_model::{Kind, Node, Role};

pub fn block(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Block, role);
    statements(l, id, Role::None);
    l.close();
}

fn statements(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    for child in l.named(id) {
        if l.k(child) == K::StatementList {
            for inner in l.named(child) {
                statement(l, inner, role);
            }
        } else if l.k(id) == K::Block {
            statement(l, child, role);
        }
    }
}

pub fn statement(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    match l.k(id) {
        K::Block => block(l, id, role),
        K::ExpressionStatement => match l.named(id).next() {
            Some(value) => l.expression_statement(id, value, role),
            None => l.bare(id, Kind::Empty, role),
        },
        K::ShortVarDeclaration => short_declaration(l, id, role),
        K::VarDeclaration | K::ConstDeclaration => {
            for spec in decl::specs(l, id) {
                variables(l, spec, role);
            }
        }
        K::TypeDeclaration => {
            for spec in l.named(id) {
                l.open(spec, Kind::LocalType, role);
                decl::type_spec(l, spec);
                l.close();
            }
        }
        K::AssignmentStatement
        | K::IncStatement
        | K::DecStatement
        | K::SendStatement
        | K::ReceiveStatement => l.expression_statement(id, id, role),
        K::IfStatement => with_initial(l, id, role, if_statement),
        K::ForStatement => for_statement(l, id, role),
        K::ExpressionSwitch | K::TypeSwitch => with_initial(l, id, role, switch),
        K::SelectStatement => switch(l, id, role),
        K::ReturnStatement => {
            l.open(id, Kind::Return, role);
            if let Some(values) = l.named(id).next() {
                expression(l, values, Role::Value);
            }
            l.close();
        }
        K::BreakStatement => jump(l, id, Kind::Break, role),
        K::ContinueStatement => jump(l, id, Kind::Continue, role),
        K::LabeledStatement => {
            l.open_named(id, Kind::Labeled, role, l.in_field(id, F::Label));
            for body in l.named(id).skip(1) {
                statement(l, body, Role::Body);
            }
            l.close();
        }
        K::GoStatement | K::DeferStatement => prefixed(l, id, role),
        K::EmptyStatement => l.bare(id, Kind::Empty, role),
        K::Error => l.leaf(id, Kind::Broken, role),
        _ => l.expression_statement(id, id, role),
    }
}

fn jump(l: &mut Lowerer<'_>, id: SyntaxId, kind: Kind, role: Role) {
    l.open_named(id, kind, role, l.of_kind(id, K::LabelName));
    l.close();
}

/// `go f()` and `defer f()`.
fn prefixed(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let word = l.kids(id).next();
    l.open(id, Kind::ExprStmt, role);
    l.open_named(id, Kind::Unary, Role::Value, word);
    if let Some(call) = l.named(id).next() {
        expression(l, call, Role::Operand);
    }
    l.close();
    l.close();
}

/// `var x, y T = a, b` in a function.
fn variables(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let all = decl::named_values(l, id);
    l.open(id, Kind::Local, role);
    if let Some(declared) = l.in_field(id, F::TypeField) {
        ty(l, declared, Role::Type);
    }
    for (name, value) in all {
        variable(l, name, value);
    }
    l.close();
}

fn variable(l: &mut Lowerer<'_>, name: SyntaxId, value: Option<SyntaxId>) {
    l.open_named(name, Kind::VarDecl, Role::None, Some(name));
    if let Some(value) = value {
        expression(l, value, Role::Init);
    }
    l.close();
}

/// `_` takes a value and declares nothing.
fn is_blank(l: &Lowerer<'_>, name: SyntaxId) -> bool {
    l.token(name) == "_"
}

fn list(l: &Lowerer<'_>, id: SyntaxId, field: F) -> Vec<SyntaxId> {
    let list = l.in_field(id, field);
    list.into_iter().flat_map(|v| l.named(v)).collect()
}

fn short_declaration(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let (names, values) = (list(l, id, F::Left), list(l, id, F::Right));
    let one_each = names.len() == values.len();
    let names: Vec<SyntaxId> = if one_each {
        names
    } else {
        names.into_iter().filter(|&n| !is_blank(l, n)).collect()
    };
    l.open(id, Kind::Local, role);
    for (name, value) in decl::pair_up(names, &values) {
        variable(l, name, value);
    }
    l.close();
}

/// What stands before the condition lives as long as the statement: a block of both.
fn with_initial(
    l: &mut Lowerer<'_>,
    id: SyntaxId,
    role: Role,
    lower: fn(&mut Lowerer<'_>, SyntaxId, Role),
) {
    let Some(initial) = l.in_field(id, F::Initializer) else {
        return lower(l, id, role);
    };
    l.open(id, Kind::Block, role);
    statement(l, initial, Role::None);
    lower(l, id, Role::None);
    l.close();
}

fn if_statement(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::If, role);
    l.field(id, F::Condition, Role::Condition);
    if let Some(then) = l.in_field(id, F::Consequence) {
        block(l, then, Role::Then);
    }
    if let Some(otherwise) = l.in_field(id, F::Alternative) {
        statement(l, otherwise, Role::Else);
    }
    l.close();
}

fn for_statement(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let body = l.in_field(id, F::Body);
    let head = l.named(id).find(|&c| Some(c) != body);
    match head.map(|h| (h, l.k(h))) {
        Some((head, K::ForClause)) => {
            l.open(id, Kind::For, role);
            if let Some(initial) = l.in_field(head, F::Initializer) {
                header(l, initial, Role::Init);
            }
            l.field(head, F::Condition, Role::Condition);
            if let Some(update) = l.in_field(head, F::Update) {
                expression(l, update, Role::Update);
            }
        }
        Some((head, K::RangeClause)) => {
            l.open(id, Kind::ForEach, role);
            range(l, head);
        }
        _ => {
            l.open(id, Kind::While, role);
            if let Some(condition) = head {
                expression(l, condition, Role::Condition);
            }
        }
    }
    if let Some(body) = body {
        block(l, body, Role::Body);
    }
    l.close();
}

/// A declaration or an expression before the condition of a loop.
fn header(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    if l.k(id) == K::ShortVarDeclaration {
        short_declaration(l, id, role);
    } else {
        expression(l, id, role);
    }
}

fn range(l: &mut Lowerer<'_>, id: SyntaxId) {
    let names: Vec<SyntaxId> = list(l, id, F::Left);
    let names: Vec<SyntaxId> = names.into_iter().filter(|&n| !is_blank(l, n)).collect();
    l.open(id, Kind::Local, Role::Init);
    for name in names {
        variable(l, name, None);
    }
    l.close();
    l.field(id, F::Right, Role::Condition);
}

fn switch(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Switch, role);
    let alias = list(l, id, F::Alias);
    for name in &alias {
        l.open(*name, Kind::Local, Role::Init);
        variable(l, *name, None);
        l.close();
    }
    l.field(id, F::Value, Role::Condition);
    for part in l.named(id) {
        if matches!(
            l.k(part),
            K::ExpressionCase | K::TypeCase | K::CommunicationCase | K::DefaultCase
        ) {
            case(l, part);
        }
    }
    l.close();
}

fn case(l: &mut Lowerer<'_>, id: SyntaxId) {
    let node = l.open(id, Kind::Case, Role::None);
    node.flags = 0;
    if l.k(id) == K::DefaultCase {
        l.out.node_mut(l.out.current()).flags = Node::DEFAULT;
    }
    if l.k(id) == K::ExpressionCase {
        for label in list(l, id, F::Value) {
            expression(l, label, Role::Label);
        }
    }
    if l.k(id) == K::TypeCase {
        for label in l.all_in_field(id, F::TypeField) {
            if is_type(l.k(label)) {
                ty(l, label, Role::Label);
            }
        }
    }
    if let Some(communication) = l.in_field(id, F::Communication) {
        communicate(l, communication);
    }
    statements(l, id, Role::Body);
    l.close();
}

/// What a case of `select` waits for is the first of its statements.
fn communicate(l: &mut Lowerer<'_>, id: SyntaxId) {
    let declares = l.kids(id).any(|c| l.token(c) == ":=");
    if l.k(id) == K::ReceiveStatement && declares {
        short_declaration(l, id, Role::Body);
    } else {
        statement(l, id, Role::Body);
    }
}
