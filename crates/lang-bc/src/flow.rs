//! Control flow and def-use of one procedure: a function, or the statements outside all functions.

use crate::ast::{Ast, ExprId, Function, Stmt, StmtId, StmtKind};
use crate::effects::{Event, Hidden};
use crate::program::{FunctionId, Group, Program, Var};
use reweave_text::{FileId, Interner, Sources, Span};

/// A place where control can be: a statement, a condition, the entry or the exit.
pub struct Point {
    /// The token that stands for it; `None` for entry and exit outside functions.
    pub at: Option<(FileId, Span)>,
    pub events: Vec<Action>,
    pub next: Vec<usize>,
}

/// A use or a definition, calls resolved to what they do to the caller's variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Action {
    pub var: Var,
    pub kind: ActionKind,
    pub at: (FileId, Span),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ActionKind {
    Use,
    /// Nothing of the old value is left.
    Set,
    /// The old value may be left.
    MaySet,
}

/// The points of a procedure; [`Graph::ENTRY`] is the first.
pub struct Graph {
    pub points: Vec<Point>,
    pub exit: usize,
}

impl Graph {
    pub const ENTRY: usize = 0;
}

/// What is needed to read a procedure.
pub struct Reader<'a> {
    pub program: &'a Program,
    pub group: &'a Group,
    pub sources: &'a Sources,
    pub names: &'a Interner,
}

struct Loop {
    breaks: Vec<usize>,
    continues: Vec<usize>,
}

struct Builder<'a, 'r> {
    reader: &'r Reader<'a>,
    ast: &'a Ast,
    file: FileId,
    hidden: Hidden,
    points: Vec<Point>,
    loops: Vec<Loop>,
    leaving: Vec<usize>,
    /// The input line may end early with an error, and the next one runs: what it sets may be left unset.
    line_may_fail: bool,
}

impl Reader<'_> {
    /// The graph of a procedure whose statements come from one or more files.
    fn graph(
        &self,
        statements: &[(FileId, StmtId, bool)],
        entry: Option<(FileId, Span)>,
        exit: Option<(FileId, Span)>,
    ) -> Graph {
        let first = self.group.files[0];
        let mut builder = Builder {
            reader: self,
            ast: self.program.ast(first),
            file: first,
            hidden: Hidden::new(self.names),
            points: Vec::new(),
            loops: Vec::new(),
            leaving: Vec::new(),
            line_may_fail: false,
        };
        let mut open = vec![builder.point(entry, &[], Vec::new())];
        for &(file, stmt, line_may_fail) in statements {
            builder.file = file;
            builder.line_may_fail = line_may_fail;
            builder.ast = self.program.ast(file);
            open = builder.statement(stmt, open);
        }
        open.append(&mut builder.leaving);
        let exit = builder.point(exit, &open, Vec::new());
        Graph {
            points: builder.points,
            exit,
        }
    }

    /// The graph of a function.
    pub fn function_graph(&self, id: FunctionId) -> Graph {
        let (file, _) = self.group.functions[id];
        let function = self.program.function(self.group, id);
        let body: Vec<_> = function.body.iter().map(|s| (file, *s, false)).collect();
        let entry = Some((file, function.name.span));
        let mut graph = self.graph(&body, entry, Some((file, function.close)));
        alias(&mut graph, function);
        graph
    }

    /// The graph of the statements outside all functions.
    pub fn main_graph(&self) -> Graph {
        let main = self.group.main_statements(self.program);
        let hidden = Hidden::new(self.names);
        let mut statements = Vec::with_capacity(main.len());
        for line in main.chunk_by(|a, b| (a.0, a.2) == (b.0, b.2)) {
            let may_fail = line.iter().any(|&(file, stmt, _)| {
                let ((), events) =
                    self.group
                        .events(self.program, self.sources, self.names, file, |e| {
                            e.all(stmt);
                        });
                self.group.summary(&events, hidden).may_fail
            });
            statements.extend(line.iter().map(|&(file, stmt, _)| (file, stmt, may_fail)));
        }
        self.graph(&statements, None, None)
    }
}

/// An array that came by reference may be any array but the function's own: setting one may set the other.
fn alias(graph: &mut Graph, function: &Function) {
    let references: Vec<Var> = function
        .params
        .iter()
        .filter(|p| p.is_reference)
        .map(Var::of)
        .collect();
    if references.is_empty() {
        return;
    }
    let is_own = |v: &Var| {
        function
            .decls()
            .any(|d| Var::of(d) == *v && !d.is_reference)
    };
    let mut foreign: Vec<Var> = references.clone();
    for action in graph.points.iter().flat_map(|p| &p.events) {
        if action.var.is_array && !is_own(&action.var) && !foreign.contains(&action.var) {
            foreign.push(action.var);
        }
    }
    for point in &mut graph.points {
        let mut events = Vec::with_capacity(point.events.len());
        for action in &point.events {
            events.push(*action);
            if action.kind == ActionKind::Use || !foreign.contains(&action.var) {
                continue;
            }
            let is_reference = references.contains(&action.var);
            let others = if is_reference { &foreign } else { &references };
            for &var in others.iter().filter(|v| **v != action.var) {
                events.push(Action {
                    var,
                    kind: ActionKind::MaySet,
                    at: action.at,
                });
            }
        }
        point.events = events;
    }
}

impl<'a> Builder<'a, '_> {
    fn point(
        &mut self,
        at: Option<(FileId, Span)>,
        before: &[usize],
        events: Vec<Action>,
    ) -> usize {
        let new = self.points.len();
        self.points.push(Point {
            at,
            events,
            next: Vec::new(),
        });
        for &p in before {
            self.points[p].next.push(new);
        }
        new
    }

    fn at(&mut self, head: Span, before: &[usize], events: Vec<Action>) -> usize {
        self.point(Some((self.file, head)), before, events)
    }

    /// Adds a statement after the points in `before`; gives the points from which control goes on.
    fn statement(&mut self, id: StmtId, before: Vec<usize>) -> Vec<usize> {
        let ast: &'a Ast = self.ast;
        let stmt = ast.stmt(id);
        match &stmt.kind {
            StmtKind::Block(list) => list.iter().fold(before, |open, s| self.statement(*s, open)),
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                let events = self.read(|e| e.expression(*condition));
                let test = self.at(stmt.head, &before, events);
                let mut open = self.statement(*then, vec![test]);
                match otherwise {
                    Some(other) => open.extend(self.statement(*other, vec![test])),
                    None => open.push(test),
                }
                open
            }
            StmtKind::While { condition, body } => {
                let events = self.read(|e| e.expression(*condition));
                let test = self.at(stmt.head, &before, events);
                let (end, mut inner) = self.loop_body(*body, test);
                inner.continues.extend(end);
                self.link(&inner.continues, test);
                inner.breaks.push(test);
                inner.breaks
            }
            StmtKind::For {
                init,
                condition,
                update,
                body,
            } => {
                let open = match init {
                    Some(init) => vec![self.part(*init, &before)],
                    None => before,
                };
                let events = self.read(|e| {
                    if let Some(condition) = condition {
                        e.expression(*condition);
                    }
                });
                let test = self.at(stmt.head, &open, events);
                let (end, mut inner) = self.loop_body(*body, test);
                inner.continues.extend(end);
                match update {
                    Some(update) => {
                        let again = self.part(*update, &inner.continues);
                        self.link(&[again], test);
                    }
                    None => self.link(&inner.continues, test),
                }
                if condition.is_some() {
                    inner.breaks.push(test);
                }
                inner.breaks
            }
            _ => self.simple(stmt, &before),
        }
    }

    /// A statement that holds no others.
    fn simple(&mut self, stmt: &Stmt, before: &[usize]) -> Vec<usize> {
        let kind = &stmt.kind;
        let events = self.read(|e| match kind {
            StmtKind::Expr(expr) => e.statement_expression(*expr, stmt.head),
            StmtKind::Print(list) => {
                for expr in list {
                    e.expression(*expr);
                    e.printed(stmt.head);
                }
            }
            StmtKind::Return(Some(expr)) => e.expression(*expr),
            _ => {}
        });
        let here = self.at(stmt.head, before, events);
        match kind {
            StmtKind::Break => self.loops.last_mut().map(|l| l.breaks.push(here)),
            StmtKind::Continue => self.loops.last_mut().map(|l| l.continues.push(here)),
            StmtKind::Return(_) => {
                self.leaving.push(here);
                Some(())
            }
            StmtKind::Halt | StmtKind::Quit => Some(()),
            _ => return vec![here],
        };
        Vec::new()
    }

    /// The first or last part of a `for`, which stands for itself by its first token.
    fn part(&mut self, id: ExprId, before: &[usize]) -> usize {
        let start = self.ast.expr(id).span.start;
        let events = self.read(|e| e.expression(id));
        self.at(Span::new(start, start + 1), before, events)
    }

    fn loop_body(&mut self, body: StmtId, test: usize) -> (Vec<usize>, Loop) {
        self.loops.push(Loop {
            breaks: Vec::new(),
            continues: Vec::new(),
        });
        let end = self.statement(body, vec![test]);
        let inner = self.loops.pop().expect("it was pushed above");
        (end, inner)
    }

    fn link(&mut self, from: &[usize], to: usize) {
        for &p in from {
            self.points[p].next.push(to);
        }
    }

    fn read(&self, read: impl FnOnce(&mut crate::effects::Events<'_>)) -> Vec<Action> {
        let r = self.reader;
        let ((), events) = r
            .group
            .events(r.program, r.sources, r.names, self.file, read);
        let mut actions = Vec::new();
        for (event, span) in events {
            let at = (self.file, span);
            let mut push = |var, kind| actions.push(Action { var, kind, at });
            match event {
                Event::Use(var) => push(var, ActionKind::Use),
                Event::Def(var, true) if !self.line_may_fail => push(var, ActionKind::Set),
                Event::Def(var, _) => push(var, ActionKind::MaySet),
                Event::Call(symbol) => {
                    let effects = r.group.call(symbol, self.hidden);
                    let sorted = |set: &rustc_hash::FxHashSet<Var>| {
                        let mut list: Vec<Var> = set.iter().copied().collect();
                        list.sort_unstable_by_key(|v| (v.symbol.index(), v.is_array));
                        list
                    };
                    for var in sorted(&effects.uses) {
                        push(var, ActionKind::Use);
                    }
                    for var in sorted(&effects.defs) {
                        push(var, ActionKind::MaySet);
                    }
                }
                Event::Acts | Event::MayFail => {}
            }
        }
        actions
    }
}
