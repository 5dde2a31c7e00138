//! Normal forms for temporary variables.

use super::Context;
use crate::code::{Body, Code, Word};
use crate::inline::is_assigned;
use reweave_model::{Kind, Role};

/// A variable that is declared with a value, never assigned again, and used.
pub struct Temp<'a> {
    pub variable: u32,
    pub value: &'a Code,
    pub uses: usize,
}

/// The temporaries of a body, in order.
pub fn temps(block: &Code) -> Vec<Temp<'_>> {
    let mut all = Vec::new();
    for local in block.walk().filter(|c| c.kind == Kind::Local) {
        let [declared] = &local.kids[..] else {
            continue;
        };
        let (Word::Variable(variable), Some(value)) = (declared.word, declared.kids.first()) else {
            continue;
        };
        let uses = block
            .walk()
            .filter(|c| c.kind == Kind::Name && c.word == declared.word)
            .count();
        let fixed = uses > 0 && !is_assigned(block, variable);
        let repeatable = uses == 1
            || !value.walk().any(|c| {
                matches!(
                    c.kind,
                    Kind::New
                        | Kind::NewArray
                        | Kind::Assign
                        | Kind::Update
                        | Kind::Lambda
                        | Kind::OtherExpr
                )
            });
        if local.role == Role::None && fixed && repeatable && (uses > 1 || is_near(block, local)) {
            all.push(Temp {
                variable,
                value,
                uses,
            });
        }
    }
    all
}

/// Whether nothing but declarations stands between a declaration and the statement that uses it, so that its value can move
/// there; a value without calls can move anyway.
fn is_near(block: &Code, local: &Code) -> bool {
    let [declared] = &local.kids[..] else {
        return false;
    };
    if !declared.kids.iter().any(Code::has_effects) {
        return true;
    }
    let around = block.walk().find(|c| {
        let mut kids = c.kids.iter();
        kids.any(|k| k.kind == Kind::Local && k.kids.first().map(|v| v.word) == Some(declared.word))
    });
    let after = around.into_iter().flat_map(|b| {
        let kids = b.kids.iter();
        let mut kids = kids.skip_while(|k| k.kids.first().map(|v| v.word) != Some(declared.word));
        kids.next();
        kids
    });
    let uses = |c: &Code| {
        c.walk()
            .any(|n| n.kind == Kind::Name && n.word == declared.word)
    };
    for statement in after {
        if uses(statement) {
            return true;
        }
        if statement.kind != Kind::Local {
            return false;
        }
    }
    false
}

/// All temporaries inlined: their values stand where they were used.
pub fn inlined_temps(mut body: Body, _: &Context<'_>) -> Body {
    // Each round takes one away; the values of others may hold it.
    for _ in 0..MOST_TEMPS {
        let Some((variable, value)) = temps(&body.block)
            .first()
            .map(|t| (t.variable, t.value.clone()))
        else {
            break;
        };
        if body.block.size() > LARGEST {
            break;
        }
        body.block = body.block.rebuild(&mut |mut code| {
            if code.kind == Kind::Name && code.word == Word::Variable(variable) {
                return value.clone().with_role(code.role);
            }
            if code.kind == Kind::Block || code.kind == Kind::Case {
                code.kids.retain(|s| {
                    s.kind != Kind::Local
                        || s.kids.first().map(|v| v.word) != Some(Word::Variable(variable))
                });
            }
            code
        });
    }
    body
}

const MOST_TEMPS: usize = 60;
/// Values inside values could double with every round.
const LARGEST: usize = 20_000;

/// Declarations without a value are gone: the first assignment declares.
pub fn declared_late(mut body: Body, _: &Context<'_>) -> Body {
    body.block = body.block.rebuild(&mut |mut code| {
        if code.kind == Kind::Block {
            code.kids.retain(|s| !is_bare(s));
        }
        code
    });
    body
}

/// `T x;`
pub fn is_bare(statement: &Code) -> bool {
    statement.kind == Kind::Local
        && statement.role == Role::None
        && statement.kids.iter().all(|v| v.kids.is_empty())
}

/// A variable that is assigned anew, beside its declaration and without its own old value, is another one from there on.
pub fn split_temps(mut body: Body, _: &Context<'_>) -> Body {
    let mut variables = body.variables;
    body.block = body.block.rebuild(&mut |mut code| {
        if code.kind != Kind::Block {
            return code;
        }
        let mut declared: Vec<Word> = Vec::new();
        for at in 0..code.kids.len() {
            let statement = &code.kids[at];
            if statement.kind == Kind::Local
                && let [variable] = &statement.kids[..]
                && !variable.kids.is_empty()
            {
                declared.push(variable.word);
            }
            let Some(old) = reassigned(statement).filter(|w| declared.contains(w)) else {
                continue;
            };
            let new = Word::Variable(variables);
            variables += 1;
            for later in &mut code.kids[at..] {
                rename(later, old, new);
            }
            declared.push(new);
        }
        code
    });
    body.variables = variables;
    body
}

/// The variable of `x = e` where `e` does not use it.
pub fn reassigned(statement: &Code) -> Option<Word> {
    if statement.kind != Kind::Assign || statement.word != Word::None {
        return None;
    }
    let target = statement.kid(Role::Target)?;
    let value = statement.kid(Role::Value)?;
    let own = value.walk().any(|c| c.word == target.word);
    (matches!(target.word, Word::Variable(_)) && !own).then_some(target.word)
}

fn rename(code: &mut Code, from: Word, to: Word) {
    if code.word == from {
        code.word = to;
    }
    for kid in &mut code.kids {
        rename(kid, from, to);
    }
}
