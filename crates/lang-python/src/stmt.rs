//! Statements.

use crate::decl;
use crate::expr::{self, expression};
use crate::grammar::{F, K};
use crate::names::visibility;
use crate::python::Lowerer;
use reweave_lowering::{SyntaxId, What};
use reweave_model::{Kind, Role};

pub fn block(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Block, role);
    if l.k(id) == K::Block {
        for child in l.named(id) {
            statement(l, child, Role::None);
        }
    } else {
        statement(l, id, Role::None);
    }
    l.close();
}

pub fn statement(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.own.declares &= l.k(id) == K::ExpressionStatement;
    match l.k(id) {
        K::ExpressionStatement => expression_statement(l, id, role),
        K::IfStatement | K::ElifClause => if_statement(l, id, role),
        K::ForStatement => for_statement(l, id, role),
        K::WhileStatement => {
            l.open(id, Kind::While, role);
            condition(l, id, F::Condition);
            body_and_else(l, id);
            l.close();
        }
        K::TryStatement => try_statement(l, id, role),
        K::WithStatement => with_statement(l, id, role),
        K::MatchStatement => match_statement(l, id, role),
        K::ReturnStatement => with_value(l, id, Kind::Return, role),
        K::RaiseStatement => with_value(l, id, Kind::Throw, role),
        K::DeleteStatement | K::PrintStatement | K::ExecStatement => called(l, id, role),
        K::AssertStatement => {
            l.open(id, Kind::Assert, role);
            let mut role = Role::Condition;
            for part in l.named(id) {
                expression(l, part, role);
                role = Role::Value;
            }
            l.close();
        }
        K::BreakStatement => l.bare(id, Kind::Break, role),
        K::ContinueStatement => l.bare(id, Kind::Continue, role),
        K::PassStatement => l.bare(id, Kind::Empty, role),
        K::Block => block(l, id, role),
        K::FunctionDefinition | K::ClassDefinition | K::DecoratedDefinition => {
            local_definition(l, id, role);
        }
        // Imports and declarations of scope do nothing that could be moved or extracted.
        K::ImportStatement
        | K::ImportFromStatement
        | K::FutureImportStatement
        | K::GlobalStatement
        | K::NonlocalStatement => {}
        K::Error => l.leaf(id, Kind::Broken, role),
        _ => {
            l.open(id, Kind::ExprStmt, role);
            expression(l, id, Role::Value);
            l.close();
        }
    }
}

/// A definition between the statements of a function; those of modules and classes are lowered as their members.
fn local_definition(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    if l.own.hoists {
        return;
    }
    let definition = l.in_field(id, F::Definition).unwrap_or(id);
    let kind = match l.k(definition) {
        K::ClassDefinition => Kind::LocalType,
        _ => Kind::LocalCallable,
    };
    l.open(id, kind, role);
    decl::member(l, id);
    l.close();
}

fn condition(l: &mut Lowerer<'_>, id: SyntaxId, field: F) {
    if let Some(condition) = l.in_field(id, field) {
        expression(l, condition, Role::Condition);
    }
}

fn with_value(l: &mut Lowerer<'_>, id: SyntaxId, kind: Kind, role: Role) {
    l.open(id, kind, role);
    if let Some(value) = l.named(id).next() {
        expression(l, value, Role::Value);
    }
    l.close();
}

/// `del x`, `print x`: calls of their word.
fn called(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let word = l.kids(id).next();
    l.open(id, Kind::ExprStmt, role);
    l.open_named(id, Kind::Call, Role::Value, word);
    for part in l.named(id) {
        expression(l, part, Role::Argument);
    }
    l.close();
    l.close();
}

fn if_statement(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::If, role);
    condition(l, id, F::Condition);
    if let Some(then) = l.in_field(id, F::Consequence) {
        block(l, then, Role::Then);
    }
    let clauses: Vec<SyntaxId> = l
        .named(id)
        .filter(|&c| matches!(l.k(c), K::ElifClause | K::ElseClause))
        .collect();
    else_of(l, id, &clauses);
    l.close();
}

/// `elif` is an `if` in the `else` of the one before.
fn else_of(l: &mut Lowerer<'_>, whole: SyntaxId, clauses: &[SyntaxId]) {
    let Some((&first, rest)) = clauses.split_first() else {
        return;
    };
    if l.k(first) == K::ElseClause {
        if let Some(body) = l.in_field(first, F::Body) {
            block(l, body, Role::Else);
        }
        return;
    }
    let span = reweave_text::Span::new(l.span(first).start, l.span(whole).end);
    l.open_at(span, Kind::If, Role::Else);
    condition(l, first, F::Condition);
    if let Some(then) = l.in_field(first, F::Consequence) {
        block(l, then, Role::Then);
    }
    else_of(l, whole, rest);
    l.close();
}

fn body_and_else(l: &mut Lowerer<'_>, id: SyntaxId) {
    if let Some(body) = l.in_field(id, F::Body) {
        block(l, body, Role::Body);
    }
    let otherwise = l.of_kind(id, K::ElseClause);
    if let Some(body) = otherwise.and_then(|e| l.in_field(e, F::Body)) {
        block(l, body, Role::Else);
    }
}

fn for_statement(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::ForEach, role);
    if let Some(left) = l.in_field(id, F::Left) {
        expr::loop_variables(l, left);
    }
    condition(l, id, F::Right);
    body_and_else(l, id);
    l.close();
}

fn try_statement(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Try, role);
    if let Some(body) = l.in_field(id, F::Body) {
        block(l, body, Role::Body);
    }
    for clause in l.named(id) {
        match l.k(clause) {
            K::ExceptClause | K::ExceptGroupClause => except(l, clause),
            K::ElseClause => {
                if let Some(body) = l.in_field(clause, F::Body) {
                    block(l, body, Role::Else);
                }
            }
            K::FinallyClause => {
                l.open(clause, Kind::Finally, Role::None);
                if let Some(body) = l.of_kind(clause, K::Block) {
                    block(l, body, Role::Body);
                }
                l.close();
            }
            _ => {}
        }
    }
    l.close();
}

/// `except (A, B) as e:`; one without a name has its types alone.
fn except(l: &mut Lowerer<'_>, id: SyntaxId) {
    l.open(id, Kind::Catch, Role::None);
    let mut parts: Vec<SyntaxId> = l.named(id).collect();
    let body = parts.pop_if(|p| l.k(*p) == K::Block);
    if let Some(&caught) = parts.first() {
        let (ty, name) = if l.k(caught) == K::AsPattern {
            let mut inside = l.named(caught);
            (inside.next().unwrap_or(caught), inside.next())
        } else {
            // `except A, e` of Python 2.
            (caught, parts.get(1).copied())
        };
        match name {
            Some(name) => {
                l.open_named(caught, Kind::Param, Role::Param, Some(name));
                caught_types(l, ty, Role::Type);
                l.close();
            }
            None => caught_types(l, ty, Role::Condition),
        }
    }
    if let Some(body) = body {
        block(l, body, Role::Body);
    }
    l.close();
}

fn caught_types(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    if l.k(id) != K::Tuple {
        return expr::type_name(l, id, role);
    }
    l.open(id, Kind::UnionType, role);
    for ty in l.named(id) {
        expr::type_name(l, ty, Role::Type);
    }
    l.close();
}

fn with_statement(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Using, role);
    if let Some(clause) = l.of_kind(id, K::WithClause) {
        for item in l.named(clause) {
            let value = l.in_field(item, F::Value).unwrap_or(item);
            if l.k(value) != K::AsPattern {
                expression(l, value, Role::Resource);
                continue;
            }
            let mut parts = l.named(value);
            let (given, target) = (parts.next(), parts.next());
            l.open(value, Kind::Local, Role::Resource);
            if let Some(target) = target {
                let names = expr::target_names(l, target);
                expr::declare(l, &names, given);
            }
            l.close();
        }
    }
    if let Some(body) = l.in_field(id, F::Body) {
        block(l, body, Role::Body);
    }
    l.close();
}

fn match_statement(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::Switch, role);
    condition(l, id, F::Subject);
    let cases = l.in_field(id, F::Body);
    let cases: Vec<SyntaxId> = cases.into_iter().flat_map(|c| l.named(c)).collect();
    for case in cases {
        if l.k(case) != K::CaseClause {
            continue;
        }
        l.open(case, Kind::Case, Role::None);
        for part in l.named(case) {
            match l.k(part) {
                K::Block => block(l, part, Role::Body),
                K::IfClause => {
                    if let Some(guard) = l.named(part).next() {
                        expression(l, guard, Role::Guard);
                    }
                }
                _ => expression(l, part, Role::Label),
            }
        }
        l.close();
    }
    l.close();
}

fn expression_statement(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let parts: Vec<SyntaxId> = l.named(id).collect();
    let [only] = parts[..] else {
        // `f(), g()`: a tuple that nobody keeps.
        l.open(id, Kind::ExprStmt, role);
        l.open(id, Kind::Tuple, Role::Value);
        for part in parts {
            expression(l, part, Role::Argument);
        }
        l.close();
        l.close();
        return;
    };
    match l.k(only) {
        // Documentation.
        K::Str | K::ConcatenatedString => {}
        K::Assignment => assignment(l, id, only, role),
        _ => {
            l.open(id, Kind::ExprStmt, role);
            expression(l, only, Role::Value);
            l.close();
        }
    }
}

/// An assignment to names declares them, whether for the first time or not: equal code stays equal wherever it stands.
fn assignment(l: &mut Lowerer<'_>, id: SyntaxId, assignment: SyntaxId, role: Role) {
    let left = l.in_field(assignment, F::Left);
    let names = left.map_or_else(Vec::new, |left| expr::target_names(l, left));
    let is_outer = |sym| l.own.outer_names.last().is_some_and(|o| o.contains(&sym));
    let local = !names.is_empty() && !names.iter().any(|&n| is_outer(l.symbol(n)));
    if !local {
        l.open(id, Kind::ExprStmt, role);
        expression(l, assignment, Role::Value);
        l.close();
        return;
    }
    l.open(id, Kind::Local, role);
    if let Some(ty) = l.in_field(assignment, F::TypeField) {
        expr::annotated_type(l, ty, Role::Type);
    }
    let value = l.in_field(assignment, F::Right);
    let is_field = l.own.declares;
    for (i, &name) in names.iter().enumerate() {
        l.open_named(name, Kind::VarDecl, Role::None, Some(name));
        // `__all__` and its like are for the interpreter.
        if is_field && !l.token(name).starts_with("__") {
            let modifiers = visibility(l.token(name));
            let span = l.span(id);
            l.meet(What::Field, modifiers, span);
        }
        if i + 1 == names.len()
            && let Some(value) = value
        {
            expression(l, value, Role::Init);
        }
        l.close();
    }
    l.close();
}
