//! Statements.

use crate::decl;
use crate::declarator::declared;
use crate::expr::expression;
use crate::family::{Flavour, Lowerer};
use crate::grammar::{F, K};
use crate::ty;
use reweave_lowering::SyntaxId;
use reweave_model::{Kind, Node, Role};

/// The body of a function; what a constructor initializes is assigned first.
pub fn body<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, first: Option<SyntaxId>) {
    l.open(id, Kind::Block, Role::Body);
    let given: Vec<SyntaxId> = first.into_iter().flat_map(|f| l.named(f)).collect();
    for one in given {
        initializer(l, one);
    }
    if l.k(id) == K::CompoundStatement {
        statements(l, id);
    } else {
        statement(l, id, Role::None);
    }
    l.close();
}

/// `name(value)` before the body of a constructor.
fn initializer<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    if l.k(id) != K::FieldInitializer {
        return;
    }
    let mut parts = l.named(id);
    let (Some(name), values) = (parts.next(), parts.next()) else {
        return;
    };
    drop(parts);
    l.open(id, Kind::ExprStmt, Role::None);
    let sign = l.names.intern("=");
    l.open(id, Kind::Assign, Role::Value).sym = sign;
    l.open_named(name, Kind::FieldAccess, Role::Target, Some(name));
    l.bare(name, Kind::This, Role::Receiver);
    l.close();
    if let Some(values) = values {
        let all: Vec<SyntaxId> = l.named(values).collect();
        if let [only] = all[..] {
            expression(l, only, Role::Value);
        } else {
            l.parts(values, Kind::ArrayInit, Role::Value, Role::Argument);
        }
    }
    l.close();
    l.close();
}

pub fn block<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Block, role);
    if l.k(id) == K::CompoundStatement {
        statements(l, id);
    } else {
        statement(l, id, Role::None);
    }
    l.close();
}

fn statements<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    for child in l.named(id) {
        statement(l, child, Role::None);
    }
}

pub fn statement<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    match l.k(id) {
        K::CompoundStatement => block(l, id, role),
        K::ExpressionStatement => match l.named(id).next() {
            Some(value) => l.expression_statement(id, value, role),
            None => l.bare(id, Kind::Empty, role),
        },
        K::Declaration => local(l, id, role),
        K::TypeDefinition => decl::local_type(l, id, role),
        K::IfStatement => with_initial(l, id, role, if_statement),
        K::SwitchStatement => with_initial(l, id, role, switch),
        K::WhileStatement => with_initial(l, id, role, while_statement),
        K::DoStatement => {
            l.open(id, Kind::DoWhile, role);
            loop_body(l, id);
            condition(l, id);
            l.close();
        }
        K::ForStatement => for_statement(l, id, role),
        K::ForRange => for_range(l, id, role),
        K::ReturnStatement | K::CoReturn => with_value(l, id, Kind::Return, role),
        K::CoYield => with_value(l, id, Kind::Yield, role),
        K::ThrowStatement => with_value(l, id, Kind::Throw, role),
        K::BreakStatement => l.bare(id, Kind::Break, role),
        K::ContinueStatement => l.bare(id, Kind::Continue, role),
        K::LabeledStatement => {
            l.open_named(id, Kind::Labeled, role, l.in_field(id, F::Label));
            for inner in l.named(id).skip(1) {
                statement(l, inner, Role::Body);
            }
            l.close();
        }
        K::TryStatement => try_statement(l, id, role),
        // A case that stands in no switch of its own: torn by a condition of the preprocessor.
        K::CaseStatement => case(l, id),
        K::PreprocIf
        | K::PreprocIfdef
        | K::PreprocElse
        | K::PreprocElif
        | K::PreprocElifdef
        | K::AttributedStatement => {
            for inner in l.named(id) {
                if !matches!(l.f(inner), F::Condition | F::Name) {
                    statement(l, inner, role);
                }
            }
        }
        K::PreprocDef
        | K::PreprocFunctionDef
        | K::PreprocInclude
        | K::PreprocCall
        | K::UsingDeclaration
        | K::AliasDeclaration
        | K::StaticAssert
        | K::AttributeDeclaration => {}
        K::GotoStatement => {
            l.open(id, Kind::ExprStmt, role);
            l.leaf(id, Kind::OtherExpr, Role::Value);
            l.close();
        }
        K::Error => l.leaf(id, Kind::Broken, role),
        _ => l.expression_statement(id, id, role),
    }
}

fn with_value<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, kind: Kind, role: Role) {
    l.open(id, kind, role);
    if let Some(value) = l.named(id).next() {
        expression(l, value, Role::Value);
    }
    l.close();
}

/// Variables; of one alone the signs of its declarator are a part of the type.
pub fn local<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    decl::local_type(l, id, role);
    let declarators = l.all_in_field(id, F::Declarator);
    if declarators.is_empty() {
        return;
    }
    let alone = declarators.len() == 1;
    let signs = if alone {
        declared(l, declarators[0]).1
    } else {
        String::new()
    };
    l.open(id, Kind::Local, role);
    ty::of_declaration(l, id, &signs, Role::Type);
    let own = l.in_field(id, F::Value);
    for declarator in declarators {
        let (what, _) = declared(l, declarator);
        let Some(name) = what.name else { continue };
        let value = what.value.or(own);
        if l.k(name) == K::StructuredBinding {
            bindings(l, name, value);
        } else {
            variable(l, declarator, name, value);
        }
    }
    l.close();
}

fn variable<G: Flavour>(
    l: &mut Lowerer<'_, G>,
    id: SyntaxId,
    name: SyntaxId,
    value: Option<SyntaxId>,
) {
    l.open_named(id, Kind::VarDecl, Role::None, Some(name));
    if let Some(value) = value {
        if l.k(value) == K::ArgumentList {
            l.parts(value, Kind::ArrayInit, Role::Init, Role::Argument);
        } else {
            expression(l, value, Role::Init);
        }
    }
    l.close();
}

/// `auto [a, b] = f();`: the last has the value, which is all of theirs.
fn bindings<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, value: Option<SyntaxId>) {
    let names: Vec<SyntaxId> = l.named(id).collect();
    for (i, &name) in names.iter().enumerate() {
        let value = value.filter(|_| i + 1 == names.len());
        variable(l, name, name, value);
    }
}

/// The condition without its brackets and what stands before it.
fn condition_of<G: Flavour>(l: &Lowerer<'_, G>, id: SyntaxId) -> Option<SyntaxId> {
    let condition = l.in_field(id, F::Condition)?;
    match l.k(condition) {
        K::ConditionClause => l.in_field(condition, F::Value),
        K::Parenthesized => l.named(condition).next(),
        _ => Some(condition),
    }
}

/// What is declared there has the value that is asked for.
fn condition<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    let Some(value) = condition_of(l, id) else {
        return;
    };
    if l.k(value) == K::Declaration {
        let declarator = l.in_field(value, F::Declarator);
        if let Some(name) = declarator.and_then(|d| declared(l, d).0.name) {
            expression(l, name, Role::Condition);
        }
    } else {
        expression(l, value, Role::Condition);
    }
}

/// What a condition declares lives as long as the statement: a block of both.
fn with_initial<G: Flavour>(
    l: &mut Lowerer<'_, G>,
    id: SyntaxId,
    role: Role,
    lower: fn(&mut Lowerer<'_, G>, SyntaxId, Role),
) {
    let clause = l.in_field(id, F::Condition);
    let initial = clause.and_then(|c| l.in_field(c, F::Initializer));
    let initial = initial.and_then(|i| l.named(i).next());
    let declares = condition_of(l, id).filter(|&c| l.k(c) == K::Declaration);
    if initial.is_none() && declares.is_none() {
        return lower(l, id, role);
    }
    l.open(id, Kind::Block, role);
    for first in [initial, declares].into_iter().flatten() {
        statement(l, first, Role::None);
    }
    lower(l, id, Role::None);
    l.close();
}

fn if_statement<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    l.open(id, Kind::If, role);
    condition(l, id);
    if let Some(then) = l.in_field(id, F::Consequence) {
        block(l, then, Role::Then);
    }
    let otherwise = l.in_field(id, F::Alternative);
    let inner = otherwise.and_then(|e| match l.k(e) {
        K::ElseClause => l.named(e).next(),
        _ => Some(e),
    });
    if let Some(inner) = inner {
        if l.k(inner) == K::IfStatement {
            with_initial(l, inner, Role::Else, if_statement);
        } else {
            block(l, inner, Role::Else);
        }
    }
    l.close();
}

fn while_statement<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    l.open(id, Kind::While, role);
    condition(l, id);
    loop_body(l, id);
    l.close();
}

fn loop_body<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    if let Some(body) = l.in_field(id, F::Body) {
        block(l, body, Role::Body);
    }
}

fn for_statement<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    l.open(id, Kind::For, role);
    if let Some(initial) = l.in_field(id, F::Initializer) {
        match l.k(initial) {
            K::Declaration => local(l, initial, Role::Init),
            _ => expression(l, initial, Role::Init),
        }
    }
    condition(l, id);
    l.field(id, F::Update, Role::Update);
    loop_body(l, id);
    l.close();
}

fn for_range<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    l.open(id, Kind::ForEach, role);
    if let Some(declarator) = l.in_field(id, F::Declarator) {
        let (what, signs) = declared(l, declarator);
        l.open(declarator, Kind::Local, Role::Init);
        ty::of_declaration(l, id, &signs, Role::Type);
        match what.name {
            Some(name) if l.k(name) == K::StructuredBinding => bindings(l, name, None),
            Some(name) => variable(l, declarator, name, None),
            None => {}
        }
        l.close();
    }
    l.field(id, F::Right, Role::Condition);
    loop_body(l, id);
    l.close();
}

fn switch<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Switch, role);
    condition(l, id);
    let body = l.in_field(id, F::Body);
    let parts: Vec<SyntaxId> = body.into_iter().flat_map(|b| l.named(b)).collect();
    for part in parts {
        statement(l, part, Role::None);
    }
    l.close();
}

fn case<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    let default = l.of_kind(id, K::Default).is_some();
    let node = l.open(id, Kind::Case, Role::None);
    node.flags = if default { Node::DEFAULT } else { 0 };
    for part in l.named(id) {
        if l.f(part) == F::Value {
            expression(l, part, Role::Label);
        } else {
            statement(l, part, Role::Body);
        }
    }
    l.close();
}

fn try_statement<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Try, role);
    loop_body(l, id);
    for part in l.named(id) {
        if l.k(part) != K::CatchClause {
            continue;
        }
        l.open(part, Kind::Catch, Role::None);
        if let Some(list) = l.in_field(part, F::Parameters) {
            decl::parameters(l, list);
        }
        loop_body(l, part);
        l.close();
    }
    l.close();
}
