//! Normal form for loops over all elements: by iterator or by number, each reads as the loop that names the elements.

use super::Context;
use crate::code::{Body, Code, Word};
use reweave_model::{Kind, Role};

/// Loops over all elements name them.
pub fn for_each_loops(mut body: Body, context: &Context<'_>) -> Body {
    let mut variables = body.variables;
    let whole = body.block.clone();
    body.block = body.block.rebuild(&mut |mut code| {
        if code.kind != Kind::Block {
            return code;
        }
        let mut kids: Vec<Code> = Vec::with_capacity(code.kids.len());
        for statement in code.kids {
            let by_number = Walk::by_number(&statement, context);
            let by_iterator = Walk::by_iterator(&statement, kids.last(), &whole, context);
            let walk = by_number.or(by_iterator);
            if statement.kind == Kind::While && walk.is_some() {
                kids.pop();
            }
            kids.push(match walk {
                Some(walk) => walk.named(&statement, Word::Variable(variables)),
                None => statement,
            });
            variables += 1;
        }
        code.kids = kids;
        code
    });
    body.variables = variables;
    body
}

/// How many loops of a body go by iterator or by number though they want the elements only.
pub fn unnamed_walks(block: &Code, context: &Context<'_>) -> usize {
    let blocks = block.walk().filter(|c| c.kind == Kind::Block);
    blocks
        .map(|b| {
            let walks = |i: usize| {
                let before = i.checked_sub(1).map(|j| &b.kids[j]);
                Walk::by_number(&b.kids[i], context).is_some()
                    || Walk::by_iterator(&b.kids[i], before, block, context).is_some()
            };
            (0..b.kids.len()).filter(|&i| walks(i)).count()
        })
        .sum()
}

/// A loop over all elements of something.
struct Walk {
    over: Code,
    /// What stands for the element in the body.
    element: Code,
}

impl Walk {
    /// `for (int i = 0; i < a.length; i++)` with nothing but `a[i]` of `i` in the body, and the same of a list.
    fn by_number(code: &Code, context: &Context<'_>) -> Option<Self> {
        let (number, first) = declared(code.kid(Role::Init).filter(|_| code.kind == Kind::For)?)?;
        let step = code.kid(Role::Update)?;
        let Code { kind, kids, .. } = code.kid(Role::Condition)?;
        let below = *kind == Kind::Binary
            && context.text(code.kid(Role::Condition)?.word) == "<"
            && kids.first()?.word == number;
        let counts = step.kind == Kind::Update && step.kids.first()?.word == number;
        let zero = first.kind == Kind::Number && context.text(first.word) == "0";
        if !(below && counts && zero) {
            return None;
        }
        let end = kids.get(1)?;
        let over = end.kid(Role::Receiver).filter(|r| is_steady(r))?;
        let is_element = |c: &Code| match end.kind {
            Kind::FieldAccess => {
                c.kind == Kind::Index && c.kids.first().is_some_and(|a| a.same(over))
            }
            Kind::Call => {
                c.kind == Kind::Call
                    && context.text(c.word) == "get"
                    && c.kid(Role::Receiver).is_some_and(|r| r.same(over))
                    && c.kids.len() == 2
            }
            _ => false,
        };
        let sized = match end.kind {
            Kind::FieldAccess => context.text(end.word) == "length",
            _ => context.text(end.word) == "size" && end.kids.len() == 1,
        };
        let body = code.kid(Role::Body)?;
        let element = body
            .walk()
            .find(|c| is_element(c) && c.kids.get(1).is_some_and(|i| i.word == number))?;
        let in_elements = body.walk().filter(|c| c.same(element)).count();
        let alone = uses(body, number) == in_elements;
        let set = body.walk().any(|c| {
            let target = match c.kind {
                Kind::Assign => c.kid(Role::Target),
                Kind::Update => c.kids.first(),
                _ => None,
            };
            target.is_some_and(|t| t.same(element) || t.same(over))
        });
        (sized && alone && !set).then(|| Self {
            over: over.clone(),
            element: element.clone(),
        })
    }

    /// `for (Iterator i = c.iterator(); i.hasNext();)` or the same with `while`, with one `i.next()` in the body.
    fn by_iterator(
        code: &Code,
        before: Option<&Code>,
        whole: &Code,
        context: &Context<'_>,
    ) -> Option<Self> {
        let local = match code.kind {
            Kind::For if code.kid(Role::Update).is_none() => code.kid(Role::Init)?,
            Kind::While => before?,
            _ => return None,
        };
        let (iterator, start) = declared(local)?;
        let asks = |c: &Code, name: &str| {
            c.kind == Kind::Call
                && context.text(c.word) == name
                && c.kids.len() == 1
                && c.kid(Role::Receiver).is_some_and(|r| r.word == iterator)
        };
        let over = start.kid(Role::Receiver)?;
        let starts = start.kind == Kind::Call
            && context.text(start.word) == "iterator"
            && start.kids.len() == 1;
        let goes_on = asks(code.kid(Role::Condition)?, "hasNext");
        let body = code.kid(Role::Body)?;
        let next = body.walk().find(|c| asks(c, "next"))?;
        let alone = uses(whole, iterator) == 2;
        (starts && goes_on && alone).then(|| Self {
            over: over.clone(),
            element: next.clone(),
        })
    }

    /// The loop with a name for the element: that of a variable which the body starts with, or a new one.
    fn named(self, code: &Code, new: Word) -> Code {
        let Some(body) = code.kid(Role::Body) else {
            return code.clone();
        };
        let mut body = body.clone();
        let first = body.kids.first().and_then(declared);
        let first = first.filter(|(_, value)| without_cast(value).same(&self.element));
        let name = first.map_or(new, |(variable, _)| variable);
        if first.is_some() {
            body.kids.remove(0);
        }
        let element = &self.element;
        body = body.rebuild(&mut |mut c| {
            if c.same(element) {
                c.kind = Kind::Name;
                c.word = name;
                c.kids.clear();
            }
            // A variable of its own needs no cast.
            let inner = without_cast(&c);
            if name == new && inner.kind == Kind::Name && inner.word == name {
                return inner.clone().with_role(c.role);
            }
            c
        });
        let place = code.place;
        let leaf = |kind, role, word, kids| Code {
            kind,
            role,
            word,
            place,
            kids,
        };
        let variable = leaf(Kind::VarDecl, Role::None, name, Vec::new());
        let local = leaf(Kind::Local, Role::Init, Word::None, vec![variable]);
        let over = self.over.with_role(Role::Condition);
        leaf(
            Kind::ForEach,
            code.role,
            Word::None,
            vec![local, body, over],
        )
    }
}

/// The variable of `T x = e` and `e`.
fn declared(local: &Code) -> Option<(Word, &Code)> {
    match &local.kids[..] {
        [declared] if local.kind == Kind::Local => Some((declared.word, declared.kids.first()?)),
        _ => None,
    }
}

fn without_cast(code: &Code) -> &Code {
    match &code.kids[..] {
        [ty, inner] if code.kind == Kind::Cast && ty.kind.is_type() => inner,
        _ => code,
    }
}

/// A name or a field of one: the same in every round.
fn is_steady(code: &Code) -> bool {
    match code.kind {
        Kind::Name => true,
        Kind::FieldAccess => code.kid(Role::Receiver).is_some_and(is_steady),
        _ => false,
    }
}

fn uses(code: &Code, variable: Word) -> usize {
    let names = code.walk().filter(|c| c.kind == Kind::Name);
    names.filter(|c| c.word == variable).count()
}
