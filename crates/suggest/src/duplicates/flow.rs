//! What flows into and out of statements of a body: what a method made of them would take and give.

use crate::code::{Body, Code, Word};
use reweave_model::{Kind, Role};
use reweave_text::Span;
use rustc_hash::FxHashSet;

/// Statements of one block, in the body that they stand in.
pub struct Cut<'a> {
    pub body: &'a Body,
    pub statements: &'a [Code],
}

/// What a method made of statements would take and give.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// Variables from outside, in the order of their use.
    pub inputs: Vec<u32>,
    /// Variables that are used afterwards.
    pub outputs: Vec<u32>,
    /// Whether every way through ends with leaving the method.
    pub returns: bool,
    /// Whether some `return` gives a value.
    pub returns_value: bool,
}

impl Cut<'_> {
    fn declared(&self) -> FxHashSet<u32> {
        let declares =
            |c: &&Code| matches!(c.kind, Kind::VarDecl | Kind::Param | Kind::TypePattern);
        let nodes = self.statements.iter().flat_map(Code::walk).filter(declares);
        nodes.filter_map(|c| number(c.word)).collect()
    }

    fn assigned(&self) -> FxHashSet<u32> {
        let nodes = self.statements.iter().flat_map(Code::walk);
        nodes
            .filter_map(|c| match c.kind {
                Kind::Assign => c.kid(Role::Target).and_then(|t| number(t.word)),
                Kind::Update => c.kids.first().and_then(|t| number(t.word)),
                _ => None,
            })
            .collect()
    }

    /// Whether a name is declared or assigned among the statements.
    pub fn writes(&self, word: Word) -> bool {
        let nodes = self.statements.iter().flat_map(Code::walk);
        nodes.into_iter().any(|c| match c.kind {
            Kind::VarDecl | Kind::Param | Kind::TypePattern => c.word == word,
            Kind::Assign => c.kid(Role::Target).is_some_and(|t| t.word == word),
            Kind::Update => c.kids.first().is_some_and(|t| t.word == word),
            _ => false,
        })
    }

    /// What flows through; `None` when control leaves in more than one way, so that no method could hold the statements.
    pub fn flow(&self) -> Option<Flow> {
        let nodes = || self.statements.iter().flat_map(Code::walk);
        if self.statements.iter().any(|s| jumps_out(s, false, false)) {
            return None;
        }
        let declared = self.declared();
        let assigned = self.assigned();
        let mut flow = Flow::default();
        for variable in nodes()
            .filter(|c| c.kind == Kind::Name)
            .filter_map(|c| number(c.word))
        {
            if !declared.contains(&variable) && !flow.inputs.contains(&variable) {
                flow.inputs.push(variable);
            }
        }
        let returns: Vec<&Code> = self.statements.iter().flat_map(own_returns).collect();
        flow.returns_value = returns.iter().any(|r| !r.kids.is_empty());
        let leaves = self.statements.last().is_some_and(leaves_always);
        flow.returns = leaves || self.ends_body() && !returns.is_empty() && !flow.returns_value;
        if !returns.is_empty() && !flow.returns {
            return None;
        }
        let written = declared.union(&assigned);
        for &variable in written {
            if self.is_used_after(variable, declared.contains(&variable)) {
                flow.outputs.push(variable);
            }
        }
        flow.outputs.sort_unstable();
        Some(flow)
    }

    /// Whether nothing of the method follows, so that `return` without a value only ends the statements.
    fn ends_body(&self) -> bool {
        let last = |all: &[Code]| all.last().map(|s| s.place);
        let end = last(self.statements);
        end.is_some() && end == last(&self.body.block.kids)
    }

    /// The text that the statements take.
    pub fn span(&self) -> Span {
        let mut nodes = self.statements.iter().flat_map(Code::walk);
        let first = nodes.next().map_or(Span::at(0), |c| c.place.span);
        nodes
            .filter(|c| c.place.file == self.body.file)
            .fold(first, |all, c| {
                let span = c.place.span;
                Span::new(all.start.min(span.start), all.end.max(span.end))
            })
    }

    fn is_used_after(&self, variable: u32, is_own: bool) -> bool {
        let span = self.span();
        let in_loop = self.body.block.walk().any(|c| {
            matches!(
                c.kind,
                Kind::While | Kind::DoWhile | Kind::For | Kind::ForEach
            ) && c.place.span.contains(span)
                && c.place.span != span
        });
        self.body.block.walk().any(|c| {
            let named = c.kind == Kind::Name && c.word == Word::Variable(variable);
            let outside = !span.contains(c.place.span);
            named && outside && (is_own || in_loop || c.place.span.start >= span.end)
        })
    }
}

fn number(word: Word) -> Option<u32> {
    match word {
        Word::Variable(n) => Some(n),
        _ => None,
    }
}

/// Whether some `break`, `continue` or `yield` leads out of the statement.
fn jumps_out(code: &Code, in_loop: bool, in_switch: bool) -> bool {
    match code.kind {
        Kind::Break => code.word != Word::None || !(in_loop || in_switch),
        Kind::Continue => code.word != Word::None || !in_loop,
        Kind::Yield | Kind::ConstructorCall => true,
        Kind::Lambda | Kind::Type | Kind::SwitchExpr => false,
        kind => {
            let is_loop = matches!(
                kind,
                Kind::While | Kind::DoWhile | Kind::For | Kind::ForEach
            );
            let kids = code.kids.iter();
            kids.into_iter()
                .any(|k| jumps_out(k, in_loop || is_loop, in_switch || kind == Kind::Switch))
        }
    }
}

/// The returns of the method itself, not of lambdas and classes in it.
fn own_returns(code: &Code) -> Vec<&Code> {
    match code.kind {
        Kind::Return => vec![code],
        Kind::Lambda | Kind::Type => Vec::new(),
        _ => code.kids.iter().flat_map(own_returns).collect(),
    }
}

/// Whether control never comes to what follows.
pub fn leaves_always(code: &Code) -> bool {
    match code.kind {
        Kind::Return | Kind::Throw => true,
        Kind::Block => code.kids.last().is_some_and(leaves_always),
        Kind::If => {
            let of = |role| code.kid(role).is_some_and(leaves_always);
            of(Role::Then) && of(Role::Else)
        }
        Kind::Synchronized => code.kid(Role::Body).is_some_and(leaves_always),
        Kind::Try => {
            let blocks = code.kids.iter();
            let mut blocks = blocks.filter(|k| matches!(k.kind, Kind::Block | Kind::Catch));
            let ends = |k: &Code| match k.kind {
                Kind::Catch => k
                    .kids
                    .iter()
                    .any(|b| b.kind == Kind::Block && leaves_always(b)),
                _ => leaves_always(k),
            };
            blocks.all(ends)
        }
        _ => false,
    }
}
