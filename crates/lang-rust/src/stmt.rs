//! Statements: expressions that stand for themselves, and declarations.

use crate::decl;
use crate::expr::expression;
use crate::grammar::{F, K};
use crate::pattern;
use crate::rust::Lowerer;
use crate::ty::ty;
use reweave_lowering::SyntaxId;
use reweave_model::{Kind, Modifiers, Node, Role};

/// The body of a function: the value of its last expression is what it returns.
pub fn body(l: &mut Lowerer<'_>, id: SyntaxId) {
    l.open(id, Kind::Block, Role::Body);
    let last = l.named(id).last();
    for child in statements_of(l, id) {
        if Some(child.0) == last && is_value(l.k(child.0)) {
            l.open(child.0, Kind::Return, Role::None);
            expression(l, child.0, Role::Value);
            l.close();
        } else {
            self::child(l, child, Role::None);
        }
    }
    l.close();
}

pub fn block(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Block, role);
    for child in statements_of(l, id) {
        self::child(l, child, Role::None);
    }
    l.close();
}

/// The statements of a block, each with the attributes before it.
fn statements_of(l: &Lowerer<'_>, id: SyntaxId) -> Vec<(SyntaxId, Vec<SyntaxId>)> {
    let mut attributes = Vec::new();
    let mut out = Vec::new();
    for child in l.named(id) {
        match l.k(child) {
            K::AttributeItem | K::InnerAttribute => attributes.push(child),
            K::Label => {}
            _ => out.push((child, std::mem::take(&mut attributes))),
        }
    }
    out
}

fn child(l: &mut Lowerer<'_>, (id, attributes): (SyntaxId, Vec<SyntaxId>), role: Role) {
    let kind = match l.k(id) {
        K::FunctionItem => Kind::LocalCallable,
        K::StructItem | K::EnumItem | K::UnionItem | K::TraitItem | K::ImplItem | K::ModItem => {
            Kind::LocalType
        }
        K::ConstItem | K::StaticItem => return constant(l, id, role),
        K::UseDeclaration | K::TypeItem | K::MacroDefinition | K::ForeignMod => return,
        _ => return statement(l, id, role),
    };
    l.open(id, kind, role);
    decl::item(l, id, &attributes, Modifiers::NONE);
    l.close();
}

/// Whether it is a value and no statement that happens to have one.
pub fn is_value(k: K) -> bool {
    !matches!(
        k,
        K::LetDeclaration
            | K::ExpressionStatement
            | K::EmptyStatement
            | K::IfExpression
            | K::MatchExpression
            | K::WhileExpression
            | K::LoopExpression
            | K::ForExpression
            | K::Block
            | K::UnsafeBlock
            | K::ReturnExpression
            | K::BreakExpression
            | K::ContinueExpression
            | K::FunctionItem
            | K::StructItem
            | K::EnumItem
            | K::UnionItem
            | K::TraitItem
            | K::ImplItem
            | K::ModItem
            | K::ConstItem
            | K::StaticItem
            | K::UseDeclaration
            | K::TypeItem
            | K::MacroDefinition
            | K::ForeignMod
            | K::AttributeItem
            | K::Error
    )
}

pub fn statement(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    match l.k(id) {
        K::ExpressionStatement => match l.named(id).next() {
            Some(inner) if is_value(l.k(inner)) => l.expression_statement(id, inner, role),
            Some(inner) => statement(l, inner, role),
            None => l.bare(id, Kind::Empty, role),
        },
        K::LetDeclaration => let_declaration(l, id, role),
        K::EmptyStatement => l.bare(id, Kind::Empty, role),
        K::Block => labeled(l, id, role, block),
        K::UnsafeBlock => match l.of_kind(id, K::Block) {
            Some(inner) => block(l, inner, role),
            None => l.bare(id, Kind::Empty, role),
        },
        K::IfExpression => if_expression(l, id, role),
        K::MatchExpression => matches(l, id, Kind::Switch, role),
        K::WhileExpression | K::LoopExpression => labeled(l, id, role, while_expression),
        K::ForExpression => labeled(l, id, role, for_expression),
        K::ReturnExpression => {
            l.open(id, Kind::Return, role);
            if let Some(value) = l.named(id).next() {
                expression(l, value, Role::Value);
            }
            l.close();
        }
        K::BreakExpression => jump(l, id, Kind::Break, role),
        K::ContinueExpression => jump(l, id, Kind::Continue, role),
        K::Error => l.leaf(id, Kind::Broken, role),
        _ => l.expression_statement(id, id, role),
    }
}

fn jump(l: &mut Lowerer<'_>, id: SyntaxId, kind: Kind, role: Role) {
    l.open_named(id, kind, role, l.of_kind(id, K::Label));
    for value in l
        .named(id)
        .filter(|&c| l.k(c) != K::Label)
        .take(1)
        .collect::<Vec<_>>()
    {
        expression(l, value, Role::Value);
    }
    l.close();
}

fn labeled(
    l: &mut Lowerer<'_>,
    id: SyntaxId,
    role: Role,
    lower: fn(&mut Lowerer<'_>, SyntaxId, Role),
) {
    let Some(label) = l.of_kind(id, K::Label) else {
        return lower(l, id, role);
    };
    l.open_named(id, Kind::Labeled, role, Some(label));
    lower(l, id, Role::Body);
    l.close();
}

fn constant(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Local, role);
    if let Some(declared) = l.in_field(id, F::TypeField) {
        ty(l, declared, Role::Type);
    }
    l.open_named(id, Kind::VarDecl, Role::None, l.in_field(id, F::Name));
    l.field(id, F::Value, Role::Init);
    l.close();
    l.close();
}

/// Of the names of a pattern the last has the value, which is all of theirs. What runs where the pattern does not fit is a block
/// behind the declaration.
fn let_declaration(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let bound = l.in_field(id, F::Pattern);
    let names = bound.map_or_else(Vec::new, |p| pattern::bound(l, p));
    let value = l.in_field(id, F::Value);
    if names.is_empty() {
        // `let _ = f();`
        match value {
            Some(value) => l.expression_statement(id, value, role),
            None => l.bare(id, Kind::Empty, role),
        }
    } else {
        l.open(id, Kind::Local, role);
        if let Some(declared) = l.in_field(id, F::TypeField) {
            ty(l, declared, Role::Type);
        }
        declare(l, &names, value);
        l.close();
    }
    if let Some(otherwise) = l.in_field(id, F::Alternative) {
        block(l, otherwise, role);
    }
}

fn declare(l: &mut Lowerer<'_>, names: &[SyntaxId], value: Option<SyntaxId>) {
    for (i, &name) in names.iter().enumerate() {
        l.open_named(name, Kind::VarDecl, Role::None, Some(name));
        if let Some(value) = value.filter(|_| i + 1 == names.len()) {
            expression(l, value, Role::Init);
        }
        l.close();
    }
}

pub fn if_expression(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::If, role);
    l.field(id, F::Condition, Role::Condition);
    if let Some(then) = l.in_field(id, F::Consequence) {
        block(l, then, Role::Then);
    }
    let otherwise = l.in_field(id, F::Alternative);
    if let Some(inner) = otherwise.and_then(|e| l.named(e).next()) {
        if l.k(inner) == K::IfExpression {
            if_expression(l, inner, Role::Else);
        } else {
            block(l, inner, Role::Else);
        }
    }
    l.close();
}

fn while_expression(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::While, role);
    l.field(id, F::Condition, Role::Condition);
    if let Some(body) = l.in_field(id, F::Body) {
        block(l, body, Role::Body);
    }
    l.close();
}

fn for_expression(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::ForEach, role);
    if let Some(bound) = l.in_field(id, F::Pattern) {
        let names = pattern::bound(l, bound);
        l.open(bound, Kind::Local, Role::Init);
        declare(l, &names, None);
        l.close();
    }
    l.field(id, F::Value, Role::Condition);
    if let Some(body) = l.in_field(id, F::Body) {
        block(l, body, Role::Body);
    }
    l.close();
}

pub fn matches(l: &mut Lowerer<'_>, id: SyntaxId, kind: Kind, role: Role) {
    l.open(id, kind, role);
    l.field(id, F::Value, Role::Condition);
    let body = l.in_field(id, F::Body);
    let arms: Vec<SyntaxId> = body.into_iter().flat_map(|b| l.named(b)).collect();
    for arm in arms {
        if l.k(arm) == K::MatchArm {
            self::arm(l, arm);
        }
    }
    l.close();
}

fn arm(l: &mut Lowerer<'_>, id: SyntaxId) {
    let compared = l.in_field(id, F::Pattern);
    let guard = compared.and_then(|p| l.in_field(p, F::Condition));
    let default = compared.is_some_and(|p| l.token(p) == "_");
    let node = l.open(id, Kind::Case, Role::None);
    node.flags = Node::ARROW | if default { Node::DEFAULT } else { 0 };
    if let Some(compared) = compared.filter(|_| !default) {
        pattern::pattern(l, compared, Role::Label);
    }
    if let Some(guard) = guard {
        expression(l, guard, Role::Guard);
    }
    if let Some(value) = l.in_field(id, F::Value) {
        statement(l, value, Role::Body);
    }
    l.close();
}
