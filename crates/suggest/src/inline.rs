//! Inlining carried out on the code itself: the few candidates that vectors leave are compared as they would read.

use crate::code::{Body, Code, Word};
use reweave_model::{Kind, NodeId, Role};

/// Who stands behind a call of the code that is rewritten: its file and node.
pub trait Callees {
    fn callee(&self, file: u32, call: NodeId) -> Option<&Body>;
}

/// The body with every call that `callees` knows replaced by what it calls. Calls inside inlined code are replaced too, so deep.
pub fn inline(body: &Body, callees: &dyn Callees, depth: u8) -> Body {
    let mut out = body.clone();
    let mut inliner = Inliner {
        callees,
        variables: out.variables,
        depth,
    };
    out.block = inliner.block(out.block);
    out.variables = inliner.variables;
    out
}

struct Inliner<'a> {
    callees: &'a dyn Callees,
    variables: u32,
    depth: u8,
}

impl Inliner<'_> {
    fn callee(&self, code: &Code) -> Option<&Body> {
        if self.depth == 0 || code.kind != Kind::Call {
            return None;
        }
        self.callees.callee(code.place.file, code.place.node)
    }

    fn block(&mut self, mut block: Code) -> Code {
        let statements = std::mem::take(&mut block.kids);
        for statement in statements {
            self.statement(statement, &mut block.kids);
        }
        block
    }

    fn statement(&mut self, statement: Code, out: &mut Vec<Code>) {
        match statement.kind {
            Kind::Return => {
                if let Some(call) = statement.kids.first()
                    && self.callee(call).is_some()
                {
                    // The callee's returns are the caller's.
                    let (statements, _) = self.body_of(call.clone(), out);
                    out.extend(statements);
                    return;
                }
            }
            Kind::Local | Kind::Assign => {
                if let Some((variable, call)) = stored(&statement)
                    && let Some(callee) = self.callee(call)
                    && !leaves_early(callee)
                    && let Some(result) = result_variable(callee)
                {
                    let at = self.variables + result;
                    let (mut statements, _) = self.body_of(call.clone(), out);
                    statements.pop();
                    // The callee's result is the variable from the start.
                    for s in &mut statements {
                        rename(s, at, variable);
                    }
                    out.extend(statements);
                    return;
                }
            }
            _ => {}
        }
        let mut before = Vec::new();
        let code = self.expression(statement, &mut before);
        out.append(&mut before);
        if code.kind != Kind::Empty {
            out.push(code);
        }
    }

    /// Replaces the calls in an expression, or in the head of a statement; what must run first goes to `before`.
    fn expression(&mut self, mut code: Code, before: &mut Vec<Code>) -> Code {
        if code.kind == Kind::Block {
            return self.block(code);
        }
        let looped = matches!(code.kind, Kind::While | Kind::For | Kind::DoWhile);
        let mut kids = Vec::with_capacity(code.kids.len());
        for kid in std::mem::take(&mut code.kids) {
            if looped && kid.role == Role::Condition {
                // What runs before each round has no place to stand; only an expression can replace the call.
                let mut inside = Vec::new();
                let new = self.expression(kid.clone(), &mut inside);
                kids.push(if inside.is_empty() { new } else { kid });
            } else {
                kids.push(self.expression(kid, before));
            }
        }
        code.kids = kids;
        // A value has no place for a way out from the middle of the callee.
        if self.callee(&code).is_none_or(leaves_early) {
            return code;
        }
        let role = code.role;
        let call = code.clone();
        let (mut statements, result) = self.body_of(call, before);
        match result {
            Some(value) => {
                statements.pop();
                before.extend(statements);
                value.with_role(role)
            }
            None if role != Role::None && role != Role::Value => code,
            None => {
                before.extend(statements);
                code.kind = Kind::Empty;
                code.kids.clear();
                code
            }
        }
    }

    /// The statements of the callee with the arguments in the place of its parameters, and the value that its last
    /// statement returns.
    fn body_of(&mut self, call: Code, before: &mut Vec<Code>) -> (Vec<Code>, Option<Code>) {
        let Some(callee) = self.callee(&call) else {
            return (Vec::new(), None);
        };
        let first = self.variables;
        let params = callee.params.clone();
        let assigned: Vec<bool> = params
            .iter()
            .map(|&p| is_assigned(&callee.block, p))
            .collect();
        let mut block = callee.block.clone();
        self.variables += callee.variables;
        let place = call.place;
        let arguments: Vec<Code> = call
            .kids
            .into_iter()
            .filter(|k| k.role == Role::Argument)
            .collect();
        let mut replaced: Vec<(u32, Code)> = Vec::new();
        for ((param, assigned), argument) in params.iter().zip(assigned).zip(arguments) {
            // A variable that is passed is one with the parameter, whatever is assigned to it.
            if assigned && !matches!(argument.word, Word::Variable(_)) {
                before.push(Code {
                    kind: Kind::Local,
                    role: Role::None,
                    word: Word::None,
                    place,
                    kids: vec![Code {
                        kind: Kind::VarDecl,
                        role: Role::None,
                        word: Word::Variable(first + param),
                        place,
                        kids: vec![argument.with_role(Role::Init)],
                    }],
                });
            } else {
                replaced.push((first + param, argument));
            }
        }
        block = block.rebuild(&mut |mut code| {
            if let Word::Variable(v) = code.word {
                code.word = Word::Variable(first + v);
                if code.kind == Kind::Name
                    && let Some((_, argument)) = replaced.iter().find(|(p, _)| *p == first + v)
                {
                    return argument.clone().with_role(code.role);
                }
            }
            code
        });
        self.depth -= 1;
        let block = self.block(block);
        self.depth += 1;
        let statements = block.kids;
        let result = statements
            .last()
            .filter(|s| s.kind == Kind::Return)
            .and_then(|s| s.kids.first())
            .cloned();
        (statements, result)
    }
}

/// Whether a method returns from elsewhere than its end.
fn leaves_early(callee: &Body) -> bool {
    let last = callee.block.kids.last().map(|s| s.kind);
    let at_end = usize::from(last == Some(Kind::Return));
    callee.block.count(Kind::Return) > at_end
}

/// `x` and the call of `T x = m()` and `x = m()`.
fn stored(statement: &Code) -> Option<(u32, &Code)> {
    let (word, value) = match statement.kind {
        Kind::Local => {
            let variable = statement.kids.first()?;
            (variable.word, variable.kids.first()?)
        }
        Kind::Assign => (
            statement.kid(Role::Target)?.word,
            statement.kid(Role::Value)?,
        ),
        _ => return None,
    };
    match word {
        Word::Variable(v) if value.kind == Kind::Call => Some((v, value)),
        _ => None,
    }
}

/// The variable of its own that a method returns at its end.
fn result_variable(callee: &Body) -> Option<u32> {
    let last = callee
        .block
        .kids
        .last()
        .filter(|s| s.kind == Kind::Return)?;
    match last.kids.first()? {
        Code {
            kind: Kind::Name,
            word: Word::Variable(v),
            ..
        } if !callee.params.contains(v) => Some(*v),
        _ => None,
    }
}

fn rename(code: &mut Code, from: u32, to: u32) {
    if code.word == Word::Variable(from) {
        code.word = Word::Variable(to);
    }
    for kid in &mut code.kids {
        rename(kid, from, to);
    }
}

/// Whether a variable gets a value after its declaration.
pub fn is_assigned(code: &Code, variable: u32) -> bool {
    code.walk().any(|c| {
        let target = match c.kind {
            Kind::Assign => c.kid(Role::Target),
            Kind::Update => c.kids.first(),
            _ => None,
        };
        target.is_some_and(|t| t.word == Word::Variable(variable))
    })
}
