//! Statements.

use crate::expr::{self, expression};
use crate::grammar::{F, K};
use crate::script::{Flavour, Lowerer};
use crate::{class, decl, hoist, params, types};
use reweave_lowering::{SyntaxId, What};
use reweave_model::{Kind, Modifiers, Node, Role};

pub fn block<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Block, role);
    if l.k(id) == K::StatementBlock {
        for child in l.named(id) {
            statement(l, child, Role::None);
        }
    } else {
        statement(l, id, Role::None);
    }
    l.close();
}

pub fn statement<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    match l.k(id) {
        K::ExpressionStatement => expression_statement(l, id, role),
        K::VariableDeclaration | K::LexicalDeclaration => declaration(l, id, role),
        K::ExportStatement => exported(l, id, role),
        K::StatementBlock => block(l, id, role),
        K::IfStatement => if_statement(l, id, role),
        K::ForStatement => for_statement(l, id, role),
        K::ForInStatement => for_in_statement(l, id, role),
        K::WhileStatement | K::DoStatement | K::WithStatement => while_statement(l, id, role),
        K::SwitchStatement => switch_statement(l, id, role),
        K::TryStatement => try_statement(l, id, role),
        K::ReturnStatement => with_value(l, id, Kind::Return, role),
        K::ThrowStatement => with_value(l, id, Kind::Throw, role),
        K::BreakStatement => jump(l, id, Kind::Break, role),
        K::ContinueStatement => jump(l, id, Kind::Continue, role),
        K::LabeledStatement => {
            l.open_named(id, Kind::Labeled, role, l.in_field(id, F::Label));
            if let Some(body) = l.in_field(id, F::Body) {
                statement(l, body, Role::Body);
            }
            l.close();
        }
        K::EmptyStatement | K::DebuggerStatement => l.bare(id, Kind::Empty, role),
        K::FunctionDeclaration | K::GeneratorFunctionDeclaration => {
            local(l, id, Kind::LocalCallable, role);
        }
        K::ClassDeclaration | K::AbstractClassDeclaration | K::EnumDeclaration => {
            local(l, id, Kind::LocalType, role);
        }
        // Imports and declarations of types do nothing that could be moved or extracted.
        K::ImportStatement
        | K::InterfaceDeclaration
        | K::TypeAliasDeclaration
        | K::Namespace
        | K::ModuleDeclaration
        | K::AmbientDeclaration
        | K::FunctionSignature => {}
        K::Error => l.leaf(id, Kind::Broken, role),
        _ => {
            l.open(id, Kind::ExprStmt, role);
            expression(l, id, Role::Value);
            l.close();
        }
    }
}

fn jump<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, kind: Kind, role: Role) {
    l.open_named(id, kind, role, l.in_field(id, F::Label));
    l.close();
}

/// A definition between the statements of a function; a member of the module is lowered as such.
fn local<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, kind: Kind, role: Role) {
    if l.own.hoisted.contains(&id) {
        return;
    }
    l.open(id, kind, role);
    decl::member(l, id);
    l.close();
}

/// `export` before a statement changes nothing about what it does.
fn exported<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    if let Some(declared) = l.in_field(id, F::Declaration) {
        return statement(l, declared, role);
    }
    if let Some(value) = l.in_field(id, F::Value) {
        l.open(id, Kind::ExprStmt, role);
        expression(l, value, Role::Value);
        l.close();
    }
}

fn expression_statement<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    let Some(only) = l.named(id).next() else {
        return l.bare(id, Kind::Empty, role);
    };
    // A namespace is an expression to the grammar; directives such as "use strict" do nothing.
    if l.own.hoisted.contains(&only) || matches!(l.k(only), K::Namespace | K::Str) {
        return;
    }
    l.open(id, Kind::ExprStmt, role);
    expression(l, only, Role::Value);
    l.close();
}

/// `const a = 1, b = 2`, without the functions that are members of the module or local.
fn declaration<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    let all = l.named(id).filter(|&d| l.k(d) == K::VariableDeclarator);
    let (defined, plain): (Vec<SyntaxId>, Vec<SyntaxId>) =
        all.partition(|&d| hoist::holds_definition(l, d));
    for definition in defined {
        let value = l.in_field(definition, F::Value);
        let kind = match value.map(|v| l.k(v)) {
            Some(K::Class) => Kind::LocalType,
            _ => Kind::LocalCallable,
        };
        local(l, definition, kind, role);
    }
    if plain.is_empty() {
        return;
    }
    l.open(id, Kind::Local, role);
    for declarator in plain {
        variables(l, id, declarator);
    }
    l.close();
}

/// The variables of one declarator; of a pattern the last one has the value, which is all of theirs.
fn variables<G: Flavour>(l: &mut Lowerer<'_, G>, whole: SyntaxId, declarator: SyntaxId) {
    let Some(pattern) = l.in_field(declarator, F::Name) else {
        return;
    };
    let names = params::bound(l, pattern);
    let value = l.in_field(declarator, F::Value);
    let modifiers = decl::declared_visibility(l, whole);
    for (i, &name) in names.iter().enumerate() {
        l.open_named(declarator, Kind::VarDecl, Role::None, Some(name));
        if l.own.in_module_body {
            let span = l.span(whole);
            l.meet(What::Field, modifiers.with(Modifiers::STATIC), span);
        }
        if let Some(ty) = l.in_field(declarator, F::TypeField) {
            types::annotated(l, ty, Role::Type);
        }
        if i + 1 == names.len()
            && let Some(value) = value
        {
            expression(l, value, Role::Init);
        }
        l.close();
    }
}

/// The condition without its brackets.
pub fn condition<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, field: F) {
    let Some(mut condition) = l.in_field(id, field) else {
        return;
    };
    if matches!(
        l.k(condition),
        K::ParenthesizedExpression | K::ExpressionStatement
    ) && let Some(inner) = l.named(condition).next()
    {
        condition = inner;
    }
    if l.k(condition) != K::EmptyStatement {
        expression(l, condition, Role::Condition);
    }
}

fn with_value<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, kind: Kind, role: Role) {
    l.open(id, kind, role);
    if let Some(value) = l.named(id).next() {
        expression(l, value, Role::Value);
    }
    l.close();
}

fn if_statement<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    l.open(id, Kind::If, role);
    condition(l, id, F::Condition);
    if let Some(then) = l.in_field(id, F::Consequence) {
        block(l, then, Role::Then);
    }
    let otherwise = l.in_field(id, F::Alternative);
    if let Some(body) = otherwise.and_then(|e| l.named(e).next()) {
        if l.k(body) == K::IfStatement {
            if_statement(l, body, Role::Else);
        } else {
            block(l, body, Role::Else);
        }
    }
    l.close();
}

fn while_statement<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    let kind = match l.k(id) {
        K::DoStatement => Kind::DoWhile,
        K::WithStatement => Kind::Synchronized,
        _ => Kind::While,
    };
    let given = if kind == Kind::Synchronized {
        F::ObjectField
    } else {
        F::Condition
    };
    l.open(id, kind, role);
    if kind != Kind::DoWhile {
        condition(l, id, given);
    }
    if let Some(body) = l.in_field(id, F::Body) {
        block(l, body, Role::Body);
    }
    if kind == Kind::DoWhile {
        condition(l, id, given);
    }
    l.close();
}

fn for_statement<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    l.open(id, Kind::For, role);
    if let Some(initial) = l.in_field(id, F::Initializer) {
        match l.k(initial) {
            K::VariableDeclaration | K::LexicalDeclaration => {
                declaration(l, initial, Role::Init);
            }
            K::EmptyStatement => {}
            K::ExpressionStatement => {
                if let Some(inner) = l.named(initial).next() {
                    expression(l, inner, Role::Init);
                }
            }
            _ => expression(l, initial, Role::Init),
        }
    }
    condition(l, id, F::Condition);
    if let Some(update) = l.in_field(id, F::Increment) {
        expression(l, update, Role::Update);
    }
    if let Some(body) = l.in_field(id, F::Body) {
        block(l, body, Role::Body);
    }
    l.close();
}

/// `for (const x of xs)` and `for (x in xs)`.
fn for_in_statement<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    l.open(id, Kind::ForEach, role);
    if let Some(left) = l.in_field(id, F::Left) {
        let names = params::bound(l, left);
        if names.is_empty() {
            expression(l, left, Role::Target);
        } else {
            l.open(left, Kind::Local, Role::Init);
            for name in names {
                l.open_named(name, Kind::VarDecl, Role::None, Some(name));
                l.close();
            }
            l.close();
        }
    }
    if let Some(right) = l.in_field(id, F::Right) {
        expression(l, right, Role::Condition);
    }
    if let Some(body) = l.in_field(id, F::Body) {
        block(l, body, Role::Body);
    }
    l.close();
}

fn switch_statement<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Switch, role);
    condition(l, id, F::Value);
    let body = l.in_field(id, F::Body);
    let cases: Vec<SyntaxId> = body.into_iter().flat_map(|b| l.named(b)).collect();
    for case in cases {
        let is_default = l.k(case) == K::SwitchDefault;
        let node = l.open(case, Kind::Case, Role::None);
        node.flags = if is_default { Node::DEFAULT } else { 0 };
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

fn try_statement<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Try, role);
    if let Some(body) = l.in_field(id, F::Body) {
        block(l, body, Role::Body);
    }
    if let Some(handler) = l.in_field(id, F::Handler) {
        l.open(handler, Kind::Catch, Role::None);
        if let Some(caught) = l.in_field(handler, F::Parameter) {
            let sym = l.squeezed(caught);
            l.open(caught, Kind::Param, Role::Param).sym = sym;
            l.close();
        }
        if let Some(body) = l.in_field(handler, F::Body) {
            block(l, body, Role::Body);
        }
        l.close();
    }
    if let Some(last) = l.in_field(id, F::Finalizer) {
        l.open(last, Kind::Finally, Role::None);
        if let Some(body) = l.in_field(last, F::Body) {
            block(l, body, Role::Body);
        }
        l.close();
    }
    l.close();
}

/// A class in the place of an expression.
pub fn class_expression<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    l.open(id, Kind::New, role);
    l.open(id, Kind::Type, Role::Body);
    let span = l.span(id);
    let kind = reweave_model::TypeKind::Anonymous;
    l.meet(What::Type(kind), Modifiers::NONE, span);
    if let Some(body) = l.in_field(id, F::Body) {
        class::class_body(l, body);
    }
    l.close();
    l.close();
}

/// The statements or the expression that a function without a name is.
pub fn lambda_body<G: Flavour>(l: &mut Lowerer<'_, G>, body: SyntaxId) {
    if l.k(body) == K::StatementBlock {
        block(l, body, Role::Body);
    } else {
        expr::expression(l, body, Role::Body);
    }
}
