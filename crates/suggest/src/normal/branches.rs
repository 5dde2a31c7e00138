//! Normal forms for conditionals.

use super::{Context, leaves};
use crate::code::{Body, Code, Word};
use reweave_model::{Kind, Role};

/// Pairs of operators of which each says the contrary of the other; the first is the normal one.
const CONTRARY: &[(&str, &str)] = &[("==", "!="), ("<", ">="), (">", "<=")];

/// Conditionals with two branches ask the positive question.
pub fn reversed(mut body: Body, context: &Context<'_>) -> Body {
    body.block = body.block.rebuild(&mut |code| positive(code, context));
    body
}

fn positive(mut code: Code, context: &Context<'_>) -> Code {
    let two = matches!(code.kind, Kind::If | Kind::Conditional) && code.kid(Role::Else).is_some();
    if !two {
        return code;
    }
    let Some(at) = code.kids.iter().position(|k| k.role == Role::Condition) else {
        return code;
    };
    let Some(contrary) = as_positive(&code.kids[at], context) else {
        return code;
    };
    code.kids[at] = contrary;
    let (mut then, mut other) = (None, None);
    let mut kids = Vec::with_capacity(code.kids.len());
    for kid in code.kids {
        match kid.role {
            Role::Then => then = Some(kid.with_role(Role::Else)),
            Role::Else => other = Some(kid.with_role(Role::Then)),
            _ => kids.push(kid),
        }
    }
    kids.extend(other);
    kids.extend(then);
    code.kids = kids;
    code
}

/// Whether the question is asked in the negative.
pub fn is_negative(condition: &Code, context: &Context<'_>) -> bool {
    as_positive(condition, context).is_some()
}

/// The contrary of a negative question.
fn as_positive(condition: &Code, context: &Context<'_>) -> Option<Code> {
    match condition.kind {
        Kind::Unary if context.text(condition.word) == "!" => {
            let inner = condition.kids.first()?.clone();
            Some(inner.with_role(condition.role))
        }
        Kind::Binary => {
            let text = context.text(condition.word);
            let (normal, _) = CONTRARY.iter().find(|(_, other)| *other == text)?;
            let mut contrary = condition.clone();
            contrary.word = context.word(normal);
            Some(contrary)
        }
        _ => None,
    }
}

/// Neighbouring conditionals with one result are one, and so are nested ones with nothing else between.
pub fn consolidated(mut body: Body, context: &Context<'_>) -> Body {
    let and = context.word("&&");
    let or = context.word("||");
    body.block = body.block.rebuild(&mut |mut code| {
        if code.kind == Kind::If {
            return joined_with_inner(code, and);
        }
        if code.kind != Kind::Block {
            return code;
        }
        let mut kids: Vec<Code> = Vec::with_capacity(code.kids.len());
        for statement in code.kids {
            match kids.last_mut() {
                Some(before) if have_one_result(before, &statement) => {
                    join(before, &statement, or);
                }
                _ => kids.push(statement),
            }
        }
        code.kids = kids;
        code
    });
    body
}

/// `if (a) { if (b) … }` as `if (a && b) …`.
fn joined_with_inner(code: Code, and: Word) -> Code {
    let only = |c: &Code| c.kind == Kind::If && c.kid(Role::Else).is_none();
    let inner = code.kid(Role::Then).and_then(|then| match &then.kids[..] {
        [inner] if only(inner) => Some(inner.clone()),
        _ => None,
    });
    match inner {
        Some(inner) if only(&code) => {
            let mut out = code;
            join(&mut out, &inner, and);
            let then = inner.kids.into_iter().find(|k| k.role == Role::Then);
            out.kids.retain(|k| k.role != Role::Then);
            out.kids.extend(then);
            out
        }
        _ => code,
    }
}

/// The second's condition joins the first's; chains grow to the left, as they are read.
fn join(first: &mut Code, second: &Code, operator: Word) {
    let Some(condition) = second.kid(Role::Condition) else {
        return;
    };
    let Some(at) = first.kids.iter().position(|k| k.role == Role::Condition) else {
        return;
    };
    let left = first.kids[at].clone();
    let place = left.place;
    let mut joined = left.with_role(Role::Operand);
    for part in parts(condition, operator) {
        joined = Code {
            kind: Kind::Binary,
            role: Role::Operand,
            word: operator,
            place,
            kids: vec![joined, part.with_role(Role::Operand)],
        };
    }
    first.kids[at] = joined.with_role(Role::Condition);
}

/// The operands of a chain of one operator.
fn parts(code: &Code, operator: Word) -> Vec<Code> {
    if code.kind == Kind::Binary && code.word == operator {
        code.kids.iter().flat_map(|k| parts(k, operator)).collect()
    } else {
        vec![code.clone()]
    }
}

/// Two conditionals that do the same and then leave.
pub fn have_one_result(a: &Code, b: &Code) -> bool {
    let plain = |c: &Code| c.kind == Kind::If && c.kid(Role::Else).is_none();
    plain(a)
        && plain(b)
        && match (a.kid(Role::Then), b.kid(Role::Then)) {
            (Some(x), Some(y)) => leaves(x) && x.same(y),
            _ => false,
        }
}

/// What both branches end with stands once after the conditional, and what they begin with once before it.
pub fn shared_parts(mut body: Body, _: &Context<'_>) -> Body {
    body.block = body.block.rebuild(&mut |mut code| {
        if code.kind != Kind::Block {
            return code;
        }
        let mut kids = Vec::with_capacity(code.kids.len());
        for mut statement in code.kids {
            let mut after = Vec::new();
            while let Some(shared) = shared_end(&statement) {
                for branch in &mut statement.kids {
                    if branch.kind == Kind::Block {
                        branch.kids.pop();
                    }
                }
                after.push(shared);
            }
            // A branch that is left with nothing is no branch.
            let nothing = |role| {
                statement
                    .kid(role)
                    .is_some_and(|b| b.kind == Kind::Block && b.kids.is_empty())
            };
            if !after.is_empty() && nothing(Role::Else) {
                statement.kids.retain(|k| k.role != Role::Else);
            }
            kids.push(statement);
            kids.extend(after.into_iter().rev());
        }
        code.kids = kids;
        code
    });
    body
}

/// The statement with which both branches of a conditional end.
pub fn shared_end(statement: &Code) -> Option<Code> {
    if statement.kind != Kind::If {
        return None;
    }
    let then = statement.kid(Role::Then)?.kids.last()?;
    let other = statement.kid(Role::Else)?.kids.last()?;
    then.same(other).then(|| then.clone())
}

/// A branch that leaves needs no `else`: what follows it stands beside it.
pub fn guarded(mut body: Body, context: &Context<'_>) -> Body {
    let body_block = body.block.rebuild(&mut |mut code| {
        if code.kind != Kind::Block {
            return code;
        }
        let mut kids = Vec::with_capacity(code.kids.len());
        for mut statement in code.kids {
            if statement.kind == Kind::If && statement.kid(Role::Else).is_some() {
                let leaves_else = statement.kid(Role::Else).is_some_and(leaves);
                let leaves_then = statement.kid(Role::Then).is_some_and(leaves);
                if leaves_else && !leaves_then {
                    statement = swapped(statement, context);
                }
                if leaves_then || leaves_else {
                    let other = statement.kids.pop().map(|k| k.kids).unwrap_or_default();
                    kids.push(statement);
                    kids.extend(other);
                    continue;
                }
            }
            kids.push(statement);
        }
        code.kids = kids;
        code
    });
    body.block = body_block;
    body
}

/// The same conditional, asked the other way round.
fn swapped(mut statement: Code, context: &Context<'_>) -> Code {
    let mut kids: Vec<Code> = Vec::with_capacity(3);
    let (mut then, mut other) = (None, None);
    for kid in statement.kids {
        match kid.role {
            Role::Condition => kids.push(contrary(kid, context)),
            Role::Then => then = Some(kid.with_role(Role::Else)),
            Role::Else => other = Some(kid.with_role(Role::Then)),
            _ => kids.push(kid),
        }
    }
    kids.extend(other);
    kids.extend(then);
    statement.kids = kids;
    statement
}

fn contrary(condition: Code, context: &Context<'_>) -> Code {
    if let Some(positive) = as_positive(&condition, context) {
        return positive;
    }
    let text = context.text(condition.word);
    if condition.kind == Kind::Binary
        && let Some((_, other)) = CONTRARY.iter().find(|(normal, _)| *normal == text)
    {
        let mut negative = condition;
        negative.word = context.word(other);
        return negative;
    }
    Code {
        kind: Kind::Unary,
        role: condition.role,
        word: context.word("!"),
        place: condition.place,
        kids: vec![condition.with_role(Role::Operand)],
    }
}
