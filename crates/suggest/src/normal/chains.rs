//! Normal form for calls on a variable that is there for nothing else.

use super::Context;
use crate::code::{Body, Code, Word};
use crate::inline::is_assigned;
use reweave_model::{Kind, Role};

/// Variables that only stand for a chain: declared with a value, then called on in the statements that follow, then used once
/// at most.
pub fn chain_temps(block: &Code) -> Vec<Word> {
    let mut all = Vec::new();
    for code in block.walk().filter(|c| c.kind == Kind::Block) {
        for at in 0..code.kids.len() {
            if let Some((variable, _)) = chain_at(block, &code.kids, at) {
                all.push(variable);
            }
        }
    }
    all
}

/// Chains in the place of such variables, everywhere.
pub fn chained(mut body: Body, _: &Context<'_>) -> Body {
    let whole = body.block.clone();
    body.block = body.block.rebuild(&mut |mut code| {
        if code.kind == Kind::Block {
            let mut at = 0;
            while at < code.kids.len() {
                if let Some((variable, calls)) = chain_at(&whole, &code.kids, at) {
                    join(&mut code.kids, at, variable, calls);
                }
                at += 1;
            }
        }
        code
    });
    body
}

/// The variable that the statement at `at` declares, and how many calls on it follow.
fn chain_at(whole: &Code, statements: &[Code], at: usize) -> Option<(Word, usize)> {
    let local = statements.get(at).filter(|s| s.kind == Kind::Local)?;
    let [declared] = &local.kids[..] else {
        return None;
    };
    let (Word::Variable(number), [_]) = (declared.word, &declared.kids[..]) else {
        return None;
    };
    let variable = declared.word;
    let uses = |code: &Code| {
        let names = code.walk().filter(|c| c.kind == Kind::Name);
        names.filter(|c| c.word == variable).count()
    };
    let calls = statements[at + 1..]
        .iter()
        .take_while(|s| is_call_on(s, variable) && uses(s) == 1)
        .count();
    let rest = uses(whole).checked_sub(calls)?;
    let used_next = statements.get(at + 1 + calls).map_or(0, uses);
    let alone = rest == 0 && calls > 1 || rest == 1 && used_next == 1 && calls > 0;
    (alone && !is_assigned(whole, number)).then_some((variable, calls))
}

/// `variable.m(…);`
fn is_call_on(statement: &Code, variable: Word) -> bool {
    statement.kind == Kind::Call
        && statement
            .kid(Role::Receiver)
            .is_some_and(|r| r.kind == Kind::Name && r.word == variable)
}

fn join(statements: &mut Vec<Code>, at: usize, variable: Word, calls: usize) {
    let mut run = statements.drain(at..=at + calls);
    let value = run.next().and_then(|mut l| l.kids.pop()?.kids.pop());
    let Some(mut chain) = value else { return };
    for mut call in run {
        for kid in call.kids.iter_mut().filter(|k| k.role == Role::Receiver) {
            *kid = chain.clone().with_role(Role::Receiver);
        }
        chain = call;
    }
    // What follows uses the variable once, or nothing does.
    let next = statements.get_mut(at);
    let used = next.filter(|s| s.walk().any(|c| c.kind == Kind::Name && c.word == variable));
    if let Some(next) = used {
        let put = next.clone().rebuild(&mut |code| {
            if code.kind == Kind::Name && code.word == variable {
                chain.clone().with_role(code.role)
            } else {
                code
            }
        });
        *next = put;
    } else {
        statements.insert(at, chain.with_role(Role::None));
    }
}
