//! The form in which copies are compared: what Java says in several ways reads the same in it. Every node keeps the place where
//! it was written, so that whatever is found can be pointed at.

use crate::code::{Body, Code, Place, Word};
use crate::normal::{Context, for_each_loops};
use reweave_model::{Kind, Role};
use reweave_text::{Interner, Span};
use rustc_hash::FxHashMap;

/// Loops that only go over the elements name them; other counting loops become `while`; the conditional operator becomes a
/// branch; `>` asks `<` the other way round; temporaries stand for their values where that changes nothing.
pub fn normal_form(body: Body, context: &Context<'_>, is_aside: &dyn Fn(&Code) -> bool) -> Body {
    let mut body = body;
    body.block = body.block.rebuild(&mut |code| match code.kind {
        Kind::Block => Code {
            kids: counting_loops(code.kids),
            ..code
        },
        _ => code,
    });
    let mut body = for_each_loops(body, context);
    let names = context.names;
    body.block = body.block.rebuild(&mut |code| match code.kind {
        Kind::Binary => less_first(code, names),
        Kind::Block => Code {
            kids: statements(code.kids),
            ..code
        },
        _ => code,
    });
    inline_temporaries(&mut body.block, is_aside);
    body
}

/// `a > b` as `b < a`, `a >= b` as `b <= a`.
fn less_first(mut code: Code, names: &Interner) -> Code {
    let Word::Text(operator) = code.word else {
        return code;
    };
    let turned = match names.text(operator) {
        ">" => "<",
        ">=" => "<=",
        _ => return code,
    };
    if code.kids.len() == 2 {
        code.word = Word::Text(names.intern(turned));
        code.kids.swap(0, 1);
    }
    code
}

/// The statements of one block, each in the form that has the fewest special cases.
fn statements(old: Vec<Code>) -> Vec<Code> {
    let mut new = Vec::with_capacity(old.len());
    for statement in old {
        match statement.kind {
            Kind::For if is_plain_for(&statement) => unroll_head(statement, &mut new),
            Kind::Return => new.push(branch_of_return(statement)),
            Kind::Local => branch_of_local(statement, &mut new),
            Kind::Assign => new.push(branch_of_assignment(statement)),
            _ => new.push(statement),
        }
    }
    join_last_return(&mut new);
    new
}

/// `T i = a; while (c) { …; i++; }` as a `for`, where the variable is used nowhere else.
fn counting_loops(old: Vec<Code>) -> Vec<Code> {
    let mut new: Vec<Code> = Vec::with_capacity(old.len());
    let mut rest = old.into_iter().peekable();
    while let Some(statement) = rest.next() {
        let counter = new
            .last()
            .and_then(declared)
            .filter(|&v| steps(&statement, v) && !rest.clone().any(|later| mentions(&later, v)));
        match (counter, counter.and_then(|_| new.pop())) {
            (Some(_), Some(declaration)) => new.push(as_for(declaration, statement)),
            _ => new.push(statement),
        }
    }
    new
}

/// The one variable that a statement declares.
fn declared(local: &Code) -> Option<u32> {
    match (local.kind, &local.kids[..]) {
        (Kind::Local, [variable]) if !variable.kids.is_empty() => match variable.word {
            Word::Variable(v) => Some(v),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a `while` asks about a variable and ends with its update.
fn steps(code: &Code, variable: u32) -> bool {
    let asks = |c: &Code| c.role == Role::Condition && mentions(c, variable);
    let updates = |s: &Code| match s.kind {
        Kind::Update => mentions(s, variable),
        Kind::Assign => s.kid(Role::Target).is_some_and(|t| mentions(t, variable)),
        _ => false,
    };
    code.kind == Kind::While
        && code.kids.iter().any(asks)
        && code.count(Kind::Continue) == 0
        && code
            .kid(Role::Body)
            .and_then(|b| b.kids.last())
            .is_some_and(updates)
}

fn as_for(declaration: Code, mut code: Code) -> Code {
    let body = code.kids.iter_mut().find(|k| k.role == Role::Body);
    let update = body.and_then(|b| b.kids.pop());
    let place = Place {
        span: Span::new(declaration.place.span.start, code.place.span.end),
        ..code.place
    };
    let update = update.map(|u| u.with_role(Role::Update));
    let (body, mut kids): (Vec<Code>, Vec<Code>) =
        code.kids.into_iter().partition(|k| k.role == Role::Body);
    kids.insert(0, declaration.with_role(Role::Init));
    kids.extend(update);
    kids.extend(body);
    Code {
        kind: Kind::For,
        place,
        kids,
        ..code
    }
}

/// A `for` whose body has no `continue`, which would skip the update of a `while`.
fn is_plain_for(code: &Code) -> bool {
    code.kid(Role::Body)
        .is_some_and(|b| b.kind == Kind::Block && b.count(Kind::Continue) == 0)
}

fn unroll_head(code: Code, out: &mut Vec<Code>) {
    let (mut updates, mut kids) = (Vec::new(), Vec::new());
    for kid in code.kids {
        match kid.role {
            Role::Init => out.push(kid.with_role(Role::None)),
            Role::Update => updates.push(kid.with_role(Role::None)),
            _ => kids.push(kid),
        }
    }
    if let Some(body) = kids.iter_mut().find(|k| k.role == Role::Body) {
        body.kids.append(&mut updates);
    }
    out.push(Code {
        kind: Kind::While,
        kids,
        ..code
    });
}

/// `return c ? a : b;` as a branch with two returns.
fn branch_of_return(mut code: Code) -> Code {
    match code.kids.pop() {
        Some(value) if value.kind == Kind::Conditional => {
            let shell = code.clone();
            branch(&value, shell.place, &|v| Code {
                kids: vec![v],
                ..shell.clone()
            })
        }
        value => {
            code.kids.extend(value);
            code
        }
    }
}

/// `T x = c ? a : b;` as a declaration without a value and a branch that assigns.
fn branch_of_local(mut code: Code, out: &mut Vec<Code>) {
    let value = match &code.kids[..] {
        [variable] => variable.kids.first(),
        _ => None,
    };
    let Some(value) = value.filter(|v| v.kind == Kind::Conditional).cloned() else {
        out.push(code);
        return;
    };
    let word = code.kids[0].word;
    let (place, whole) = (code.kids[0].place, code.place);
    code.kids[0].kids.clear();
    let name = Code {
        kind: Kind::Name,
        role: Role::Target,
        word,
        place,
        kids: Vec::new(),
    };
    out.push(code);
    out.push(branch(&value, whole, &|v| Code {
        kind: Kind::Assign,
        role: Role::None,
        word: Word::None,
        place: v.place,
        kids: vec![name.clone(), v.with_role(Role::Value)],
    }));
}

/// `x = c ? a : b;` as a branch that assigns.
fn branch_of_assignment(code: Code) -> Code {
    let (Some(target), Some(value)) = (code.kid(Role::Target), code.kid(Role::Value)) else {
        return code;
    };
    if value.kind != Kind::Conditional || target.kind != Kind::Name {
        return code;
    }
    branch(value, code.place, &|v| Code {
        kids: vec![target.clone(), v.with_role(Role::Value)],
        ..code.clone()
    })
}

fn branch(conditional: &Code, whole: Place, statement: &dyn Fn(Code) -> Code) -> Code {
    let side = |role| {
        let value = conditional.kid(role).cloned();
        value.map(|v| Code {
            kind: Kind::Block,
            role,
            word: Word::None,
            place: v.place,
            kids: vec![statement(v.with_role(Role::Value)).with_role(Role::None)],
        })
    };
    let condition = conditional.kid(Role::Condition).cloned();
    Code {
        kind: Kind::If,
        role: Role::None,
        word: Word::None,
        place: whole,
        kids: condition
            .into_iter()
            .chain(side(Role::Then))
            .chain(side(Role::Else))
            .collect(),
    }
}

/// `if (c) return a; return b;` as a branch with two sides.
fn join_last_return(statements: &mut Vec<Code>) {
    let fits = match &statements[..] {
        [.., branch, last] => {
            last.kind == Kind::Return
                && branch.kind == Kind::If
                && branch.kid(Role::Else).is_none()
                && branch
                    .kid(Role::Then)
                    .and_then(|t| t.kids.last())
                    .is_some_and(|s| s.kind == Kind::Return)
        }
        _ => false,
    };
    if !fits {
        return;
    }
    let Some(last) = statements.pop() else { return };
    if let Some(branch) = statements.last_mut() {
        branch.kids.push(Code {
            kind: Kind::Block,
            role: Role::Else,
            word: Word::None,
            place: last.place,
            kids: vec![last],
        });
    }
}

/// How a variable is used in the body.
#[derive(Default)]
struct Uses {
    reads: u32,
    writes: u32,
}

/// Temporaries whose value may stand where they are used: once, in the statement after the declarations, or anywhere when the
/// value has no effects and nothing repeats it.
fn inline_temporaries(block: &mut Code, is_aside: &dyn Fn(&Code) -> bool) {
    let mut uses: FxHashMap<u32, Uses> = FxHashMap::default();
    for code in block.walk() {
        match (code.kind, code.word) {
            (Kind::Name, Word::Variable(v)) => {
                let of = uses.entry(v).or_default();
                if code.role == Role::Target {
                    of.writes += 1;
                }
                of.reads += 1;
            }
            (Kind::Update, _) => {
                if let Some(Word::Variable(v)) = code.kids.first().map(|k| k.word) {
                    uses.entry(v).or_default().writes += 1;
                }
            }
            _ => {}
        }
    }
    in_blocks(block, &uses, is_aside);
}

fn in_blocks(code: &mut Code, uses: &FxHashMap<u32, Uses>, is_aside: &dyn Fn(&Code) -> bool) {
    if code.kind == Kind::Block {
        let mut at = code.kids.len();
        while at > 0 {
            at -= 1;
            let Some((variable, value)) = temporary(&code.kids[at], uses) else {
                continue;
            };
            let after = &code.kids[at + 1..];
            let may_move = used_next(after, variable, is_aside)
                || !value.has_effects() && is_fixed(value, uses);
            if !may_move || after.iter().any(|s| is_repeated(s, variable, false)) {
                continue;
            }
            let value = value.clone();
            for later in &mut code.kids[at + 1..] {
                replace(later, variable, &value);
            }
            code.kids.remove(at);
        }
    }
    for kid in &mut code.kids {
        in_blocks(kid, uses, is_aside);
    }
}

/// The variable and the value of a declaration that is read once and never assigned.
fn temporary<'a>(local: &'a Code, uses: &FxHashMap<u32, Uses>) -> Option<(u32, &'a Code)> {
    let [declared] = &local.kids[..] else {
        return None;
    };
    if local.kind != Kind::Local || local.role != Role::None {
        return None;
    }
    let (Word::Variable(variable), Some(value)) = (declared.word, declared.kids.first()) else {
        return None;
    };
    let used = uses.get(&variable)?;
    let is_array = value.kind == Kind::ArrayInit;
    (used.reads == 1 && used.writes == 0 && !is_array).then_some((variable, value))
}

/// Whether none of the variables in a value is ever assigned.
fn is_fixed(value: &Code, uses: &FxHashMap<u32, Uses>) -> bool {
    value.walk().all(|c| match c.word {
        Word::Variable(v) => uses.get(&v).is_none_or(|u| u.writes == 0),
        Word::Free(_) => false,
        _ => c.kind != Kind::FieldAccess && c.kind != Kind::Index,
    })
}

/// Declarations, and what only tells, may come before the use.
fn used_next(after: &[Code], variable: u32, is_aside: &dyn Fn(&Code) -> bool) -> bool {
    for statement in after {
        if mentions(statement, variable) {
            return true;
        }
        if statement.kind != Kind::Local && !is_aside(statement) {
            return false;
        }
    }
    false
}

fn mentions(code: &Code, variable: u32) -> bool {
    code.walk()
        .any(|n| n.kind == Kind::Name && n.word == Word::Variable(variable))
}

/// Whether a use stands where it runs more often than the declaration did, or later: in a loop, a lambda or a class body.
fn is_repeated(code: &Code, variable: u32, inside: bool) -> bool {
    if code.kind == Kind::Name {
        return inside && code.word == Word::Variable(variable);
    }
    let body_of_loop = matches!(code.kind, Kind::While | Kind::DoWhile | Kind::For);
    let later = matches!(code.kind, Kind::Lambda | Kind::Type);
    code.kids.iter().any(|k| {
        let inside =
            inside || body_of_loop || later || code.kind == Kind::ForEach && k.role == Role::Body;
        is_repeated(k, variable, inside)
    })
}

fn replace(code: &mut Code, variable: u32, value: &Code) {
    if code.kind == Kind::Name && code.word == Word::Variable(variable) {
        *code = value.clone().with_role(code.role);
        return;
    }
    for kid in &mut code.kids {
        replace(kid, variable, value);
    }
}
