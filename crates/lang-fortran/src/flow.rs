//! Control flow of each procedure: which statement may run after which.
//!
//! Statements nest by their first and last ones, so one pass with a stack finds every construct, and a second one draws
//! the edges. A statement is stood for by its first byte, so that edits inside it do not touch its node.

use crate::ast::{DoControl, EndOf, ExprKind, FileAst, Guard, Ident, Stmt, StmtKind};
use crate::program::Program;
use crate::table::{ScopeId, StmtId};
use crate::values;
use reweave_preserve::{EdgeKind, Model, Node};
use reweave_text::{Interner, Span};
use rustc_hash::FxHashMap;

/// The executable part of one procedure or main program, and its edges.
pub struct Flow {
    pub scope: ScopeId,
    pub stmts: Vec<StmtId>,
    /// Indices into `stmts`; one past the end is the exit.
    pub next: Vec<Vec<u32>>,
    /// For each statement that opens a construct, the index of the one that closes it.
    pub ends: FxHashMap<u32, u32>,
}

pub(crate) fn edges(program: &Program, names: &Interner, model: &mut Model) {
    let start = Node::Outside(names.intern("start of the program"));
    let exit = Node::Outside(names.intern("end of the procedure"));
    for flow in flows(program) {
        let Some(&first) = flow.stmts.first() else {
            continue;
        };
        // A main program without a header begins with nothing that could stand for its beginning.
        let entry = match program.scope(flow.scope).first {
            Some(header) if program.has_header(flow.scope) => node(program, header),
            _ => start,
        };
        model.add(entry, EdgeKind::CONTROL, node(program, first));
        for (i, nexts) in flow.next.iter().enumerate() {
            let from = node(program, flow.stmts[i]);
            for &next in nexts {
                let to = flow
                    .stmts
                    .get(next as usize)
                    .map_or(exit, |&s| node(program, s));
                model.add(from, EdgeKind::CONTROL, to);
            }
        }
        values::edges(program, &flow, entry, model);
    }
}

/// What stands for a statement.
pub fn node(program: &Program, stmt: StmtId) -> Node {
    let start = program.stmt(stmt).span.start;
    Node::text(program.placed(stmt).file, Span::new(start, start + 1))
}

/// The flow of every procedure and main program.
pub fn flows(program: &Program) -> Vec<Flow> {
    let mut by_unit: FxHashMap<ScopeId, Vec<StmtId>> = FxHashMap::default();
    let mut units = Vec::new();
    for i in 0..program.stmts.len() {
        let id = StmtId(i as u32);
        let kind = &program.stmt(id).kind;
        if !is_step(kind) || program.is_statement_function(id) {
            continue;
        }
        let unit = program.unit_scope(program.placed(id).scope);
        by_unit
            .entry(unit)
            .or_insert_with(|| {
                units.push(unit);
                Vec::new()
            })
            .push(id);
    }
    units
        .into_iter()
        .map(|unit| Builder::new(program, unit, by_unit.remove(&unit).unwrap_or_default()).flow())
        .collect()
}

/// Whether control passes through a statement.
fn is_step(kind: &StmtKind) -> bool {
    match kind {
        StmtKind::End(of, _) => !matches!(
            of,
            EndOf::Type
                | EndOf::Enum
                | EndOf::Interface
                | EndOf::Module
                | EndOf::Submodule
                | EndOf::BlockData
                | EndOf::Unit
                | EndOf::Program
                | EndOf::Subroutine
                | EndOf::Function
                | EndOf::Procedure
        ),
        StmtKind::Program(_)
        | StmtKind::Module(_)
        | StmtKind::Submodule { .. }
        | StmtKind::BlockData(_)
        | StmtKind::Contains
        | StmtKind::Enum
        | StmtKind::Sequence => false,
        StmtKind::Entry(_) => true,
        kind => !crate::refer::is_specification(kind),
    }
}

/// A construct: where it opens, its further branches, where it closes.
#[derive(Clone, Debug)]
struct Construct {
    open: u32,
    branches: Vec<u32>,
    end: u32,
    name: Option<Ident>,
    /// The construct around it.
    parent: Option<usize>,
}

struct Builder<'a> {
    program: &'a Program,
    scope: ScopeId,
    stmts: Vec<StmtId>,
    constructs: Vec<Construct>,
    /// The construct that a statement opens, goes on with or closes.
    of: FxHashMap<u32, usize>,
    /// The innermost construct around a statement.
    around: Vec<Option<usize>>,
    labels: FxHashMap<u32, u32>,
    /// The constructs that end at a statement.
    ending: FxHashMap<u32, Vec<usize>>,
}

impl<'a> Builder<'a> {
    fn new(program: &'a Program, scope: ScopeId, stmts: Vec<StmtId>) -> Self {
        Self {
            program,
            scope,
            stmts,
            constructs: Vec::new(),
            of: FxHashMap::default(),
            around: Vec::new(),
            labels: FxHashMap::default(),
            ending: FxHashMap::default(),
        }
    }

    fn stmt(&self, i: u32) -> &'a Stmt {
        self.program.stmt(self.stmts[i as usize])
    }

    fn flow(mut self) -> Flow {
        self.nest();
        // What nothing closes ends nowhere.
        let exit = self.stmts.len() as u32;
        let closed = |c: &(usize, &Construct)| c.1.end < exit;
        for (c, construct) in self.constructs.iter().enumerate().filter(closed) {
            self.ending.entry(construct.end).or_default().push(c);
        }
        let next = (0..self.stmts.len() as u32)
            .map(|i| self.after(i))
            .collect();
        let ends = self.constructs.iter().map(|c| (c.open, c.end)).collect();
        Flow {
            scope: self.scope,
            stmts: self.stmts,
            next,
            ends,
        }
    }

    /// Finds the constructs.
    fn nest(&mut self) {
        let mut open: Vec<(usize, Option<u32>)> = Vec::new();
        for i in 0..self.stmts.len() as u32 {
            let stmt = self.stmt(i);
            if let Some(label) = stmt.label {
                self.labels.insert(label.value, i);
            }
            match &stmt.kind {
                StmtKind::End(..) => {
                    self.around.push(open.last().map(|o| o.0));
                    if let Some((construct, _)) = open.pop() {
                        self.constructs[construct].end = i;
                        self.of.insert(i, construct);
                    }
                }
                StmtKind::ElseIf(..)
                | StmtKind::Else(_)
                | StmtKind::Case(..)
                | StmtKind::ElseWhere(..) => {
                    self.around.push(open.last().map(|o| o.0));
                    if let Some(&(construct, _)) = open.last() {
                        self.constructs[construct].branches.push(i);
                        self.of.insert(i, construct);
                    }
                }
                kind => {
                    self.around.push(open.last().map(|o| o.0));
                    if let Some(end_label) = opens(kind) {
                        let construct = self.constructs.len();
                        let end = self.stmts.len() as u32;
                        let name = stmt.construct;
                        let parent = open.last().map(|o| o.0);
                        self.constructs.push(Construct {
                            open: i,
                            branches: Vec::new(),
                            end,
                            name,
                            parent,
                        });
                        self.of.insert(i, construct);
                        open.push((construct, end_label));
                    }
                }
            }
            // A labelled statement closes the DO loops that wait for it.
            if let Some(label) = stmt
                .label
                .filter(|_| !matches!(stmt.kind, StmtKind::Do { .. }))
            {
                while let Some(&(construct, Some(end))) = open.last() {
                    if end != label.value {
                        break;
                    }
                    self.constructs[construct].end = i;
                    open.pop();
                }
            }
        }
    }

    /// The statements that may come after one.
    fn after(&self, i: u32) -> Vec<u32> {
        let stmt = self.stmt(i);
        let mut out = self.after_kind(i, &stmt.kind);
        out.sort_unstable();
        out.dedup();
        out
    }

    fn label(&self, label: u32) -> u32 {
        self.labels
            .get(&label)
            .copied()
            .unwrap_or(self.stmts.len() as u32)
    }

    /// Where control falls to at the end of a statement: the next one, the end of its IF or SELECT, back to its loop.
    fn fall(&self, i: u32) -> Vec<u32> {
        // A loop that ends at this very statement by its label goes round.
        // The innermost of them: leaving it is the loop's own edge.
        let innermost = self.loops_ending(i).max();
        if let Some(open) = innermost {
            return vec![open];
        }
        let next = i + 1;
        if (next as usize) < self.stmts.len() && self.is_branch(next) {
            return vec![self.constructs[self.of[&next]].end];
        }
        vec![next]
    }

    /// The DO statements of the loops that end at a statement.
    fn loops_ending(&self, end: u32) -> impl Iterator<Item = u32> {
        let all = self.ending.get(&end).into_iter().flatten();
        all.map(|&c| self.constructs[c].open)
            .filter(|&o| matches!(self.stmt(o).kind, StmtKind::Do { .. }))
    }

    fn is_branch(&self, i: u32) -> bool {
        matches!(
            self.stmt(i).kind,
            StmtKind::ElseIf(..) | StmtKind::Else(_) | StmtKind::Case(..)
        ) && self.of.contains_key(&i)
    }

    /// Past the end of a construct; past a shared terminal statement the next outer loop goes round.
    fn past(&self, construct: usize) -> u32 {
        let c = &self.constructs[construct];
        if let Some(outer) = self.loops_ending(c.end).filter(|&o| o < c.open).max() {
            return outer;
        }
        // What nothing closes ends where the unit does.
        let next = (c.end + 1).min(self.stmts.len() as u32);
        if (next as usize) < self.stmts.len() && self.is_branch(next) {
            self.constructs[self.of[&next]].end
        } else {
            next
        }
    }

    /// The construct that EXIT or CYCLE means.
    fn target(&self, i: u32, name: Option<Ident>) -> Option<usize> {
        let mut at = self.around[i as usize];
        while let Some(c) = at {
            let construct = &self.constructs[c];
            let is = match name {
                Some(name) => construct.name.is_some_and(|n| n.name == name.name),
                None => matches!(self.stmt(construct.open).kind, StmtKind::Do { .. }),
            };
            if is {
                return Some(c);
            }
            at = construct.parent;
        }
        None
    }

    fn after_kind(&self, i: u32, kind: &StmtKind) -> Vec<u32> {
        let exit = self.stmts.len() as u32;
        match kind {
            StmtKind::Goto(label) => vec![self.label(label.value)],
            StmtKind::ComputedGoto(labels, _) => labels
                .iter()
                .map(|l| self.label(l.value))
                .chain(self.fall(i))
                .collect(),
            StmtKind::AssignedGoto(_, labels) if labels.is_empty() => {
                let mut all: Vec<u32> = self.labels.values().copied().collect();
                all.sort_unstable();
                all
            }
            StmtKind::AssignedGoto(_, labels) => {
                labels.iter().map(|l| self.label(l.value)).collect()
            }
            StmtKind::ArithmeticIf(_, labels) => {
                labels.iter().map(|l| self.label(l.value)).collect()
            }
            StmtKind::Return(_) | StmtKind::Stop { .. } => vec![exit],
            StmtKind::If(_, inner) => {
                let mut out = self.after_kind(i, &inner.kind);
                out.extend(self.fall(i));
                out
            }
            StmtKind::Exit(name) => vec![self.target(i, *name).map_or(exit, |c| self.past(c))],
            StmtKind::Cycle(name) => match self.target(i, *name) {
                Some(c) => vec![self.constructs[c].open],
                None => vec![exit],
            },
            StmtKind::IfThen(_) | StmtKind::ElseIf(..) => {
                let mut out = vec![i + 1];
                if let Some(&c) = self.of.get(&i) {
                    let later = self.constructs[c].branches.iter().copied().find(|&b| b > i);
                    out.push(later.unwrap_or(self.constructs[c].end));
                }
                // An empty branch falls to the end.
                if (i as usize + 1) < self.stmts.len() && self.is_branch(i + 1) {
                    out[0] = self.constructs[self.of[&(i + 1)]].end;
                }
                out
            }
            StmtKind::Select { .. } => {
                let Some(&c) = self.of.get(&i) else {
                    return self.fall(i);
                };
                let construct = &self.constructs[c];
                let mut out = construct.branches.clone();
                let default = construct
                    .branches
                    .iter()
                    .any(|&b| matches!(self.stmt(b).kind, StmtKind::Case(Guard::Default, _)));
                if !default {
                    out.push(construct.end);
                }
                out
            }
            StmtKind::Do { control, .. } => {
                let mut out = vec![i + 1];
                if let Some(&c) = self.of.get(&i)
                    && !matches!(control, DoControl::Forever)
                {
                    out.push(self.past(c));
                }
                out
            }
            _ => {
                let mut out = self.fall(i);
                out.extend(self.jumps(i, kind));
                out
            }
        }
    }

    /// Labels in a statement's arguments: alternate returns, `err=`, `end=`.
    fn jumps(&self, i: u32, kind: &StmtKind) -> Vec<u32> {
        let file = self.program.placed(self.stmts[i as usize]).file;
        let Some(ast) = self.program.ast(file) else {
            return Vec::new();
        };
        match kind {
            StmtKind::Call(what) => match &ast.expr(*what).kind {
                ExprKind::Apply(_, args) => args
                    .iter()
                    .filter_map(|a| match ast.expr(a.value).kind {
                        ExprKind::AltReturn(label) => Some(self.label(label.value)),
                        _ => None,
                    })
                    .collect(),
                _ => Vec::new(),
            },
            StmtKind::Io(io) => self.io_jumps(ast, io, i),
            _ => Vec::new(),
        }
    }

    /// Any label that the resolver tied to the control list may be jumped to; formats are no steps and fall out.
    fn io_jumps(&self, ast: &FileAst, io: &crate::ast::Io, i: u32) -> Vec<u32> {
        let labelled = io.control.iter().filter(|a| {
            a.keyword.is_some()
                && matches!(
                    ast.expr(a.value).kind,
                    ExprKind::Literal(crate::ast::Literal::Integer, None)
                )
        });
        let id = self.stmts[i as usize];
        labelled
            .filter_map(|a| {
                let span = ast.expr(a.value).span;
                let file = self.program.placed(id).file;
                let label = self
                    .program
                    .at(file, span.start)
                    .first()
                    .map(|o| o.entity)?;
                let (_, decl) = self.program.entity(label).decl?;
                self.labels
                    .values()
                    .copied()
                    .find(|&s| self.stmt(s).label.is_some_and(|l| l.span == decl))
            })
            .collect()
    }
}

/// Whether a statement opens a construct; the label that closes it, if one does.
#[expect(
    clippy::option_option,
    reason = "whether it opens one, and whether a label closes it, are two questions"
)]
fn opens(kind: &StmtKind) -> Option<Option<u32>> {
    match kind {
        StmtKind::Do { end_label, .. } => Some(end_label.map(|l| l.value)),
        StmtKind::IfThen(_)
        | StmtKind::Where(_, None)
        | StmtKind::Forall(_, None)
        | StmtKind::Select { .. }
        | StmtKind::Associate(_)
        | StmtKind::Block
        | StmtKind::Critical(_)
        | StmtKind::ChangeTeam(_) => Some(None),
        _ => None,
    }
}
