//! Control flow of one function or of the code outside functions: what may run after what.

use crate::file::SourceFile;
use crate::grammar::Kind;
use crate::program::Program;
use reweave_syntax::NodeId;
use reweave_text::{FileId, Span};

/// A point of the flow: a piece of a statement that is evaluated as one.
#[derive(Clone, Debug)]
pub struct Point {
    /// The statement it belongs to.
    pub statement: NodeId,
    /// What is evaluated; the statement itself when it has no expression apart.
    pub part: NodeId,
}

pub type PointId = usize;

/// The flow graph of one body. Point 0 is the entry, 1 the exit.
pub struct Flow {
    pub points: Vec<Point>,
    pub edges: Vec<(PointId, PointId)>,
    /// Nested too deeply, or a `goto`: anything may follow anything.
    pub unknown: bool,
}

pub const ENTRY: PointId = 0;
pub const EXIT: PointId = 1;

/// Statements nested deeper than this are not followed.
const MAX_DEPTH: u32 = 200;

/// The flow of the body of the function, method or closure at `node`, or of a whole file.
pub fn flow(program: &Program, file: FileId, node: NodeId) -> Flow {
    let source = program.file(file);
    let entry = Point {
        statement: node,
        part: node,
    };
    let mut builder = Builder {
        source,
        flow: Flow {
            points: vec![entry.clone(), entry],
            edges: Vec::new(),
            unknown: false,
        },
        loops: Vec::new(),
        tries: Vec::new(),
    };
    let statements: Vec<NodeId> = match source.kind(node) {
        Kind::Program => source.named(node).collect(),
        Kind::ArrowFunction => {
            let body: Vec<NodeId> = source.field(node, |f| f.body).into_iter().collect();
            let end = body
                .iter()
                .fold(vec![ENTRY], |from, &b| builder.point(b, b, &from));
            builder.join(&end, EXIT);
            return builder.flow;
        }
        _ => source
            .field(node, |f| f.body)
            .into_iter()
            .flat_map(|b| source.named(b))
            .collect(),
    };
    let end = builder.block(&statements, vec![ENTRY], 0);
    builder.join(&end, EXIT);
    builder.flow
}

#[derive(Default)]
struct Loop {
    breaks: Vec<PointId>,
    continues: Vec<PointId>,
}

struct Builder<'a> {
    source: &'a SourceFile,
    flow: Flow,
    loops: Vec<Loop>,
    /// The first point made inside each `try` that is open.
    tries: Vec<PointId>,
}

impl Builder<'_> {
    fn join(&mut self, from: &[PointId], to: PointId) {
        for &f in from {
            self.flow.edges.push((f, to));
        }
    }

    /// A new point behind `from`; gives the way on.
    fn point(&mut self, statement: NodeId, part: NodeId, from: &[PointId]) -> Vec<PointId> {
        let id = self.flow.points.len();
        self.flow.points.push(Point { statement, part });
        self.join(from, id);
        vec![id]
    }

    fn block(&mut self, statements: &[NodeId], mut from: Vec<PointId>, depth: u32) -> Vec<PointId> {
        for &statement in statements {
            from = self.statement(statement, from, depth + 1);
        }
        from
    }

    fn body(&mut self, id: Option<NodeId>, from: Vec<PointId>, depth: u32) -> Vec<PointId> {
        match id {
            Some(id) => self.statement(id, from, depth + 1),
            None => from,
        }
    }

    fn statement(&mut self, id: NodeId, from: Vec<PointId>, depth: u32) -> Vec<PointId> {
        if depth > MAX_DEPTH {
            self.flow.unknown = true;
            return from;
        }
        let source = self.source;
        match source.kind(id) {
            Kind::CompoundStatement | Kind::ColonBlock => {
                let inner: Vec<NodeId> = source.named(id).collect();
                self.block(&inner, from, depth)
            }
            Kind::NamespaceDefinition | Kind::Declare => {
                let inner = source.child(id, Kind::CompoundStatement);
                self.body(inner, from, depth)
            }
            Kind::If => self.if_statement(id, &from, depth),
            Kind::While | Kind::Do | Kind::For | Kind::Foreach => {
                self.loop_statement(id, &from, depth)
            }
            Kind::Switch => self.switch(id, &from, depth),
            Kind::Try => self.try_statement(id, from, depth),
            Kind::Break | Kind::Continue => self.jump(id, &from),
            Kind::Return | Kind::Exit => {
                let end = self.point(id, id, &from);
                self.join(&end, EXIT);
                Vec::new()
            }
            Kind::Goto | Kind::NamedLabel => {
                self.flow.unknown = true;
                self.point(id, id, &from)
            }
            Kind::FunctionDefinition
            | Kind::ClassDeclaration
            | Kind::InterfaceDeclaration
            | Kind::TraitDeclaration
            | Kind::EnumDeclaration
            | Kind::UseStatement
            | Kind::EmptyStatement
            | Kind::PhpTag
            | Kind::Text
            | Kind::Comment => from,
            _ => {
                let end = self.point(id, id, &from);
                let thrown = source.first_named(id).map(|e| source.unwrap_parens(e));
                if thrown.is_some_and(|e| source.kind(e) == Kind::Throw) {
                    self.join(&end, EXIT);
                    return Vec::new();
                }
                end
            }
        }
    }

    fn if_statement(&mut self, id: NodeId, from: &[PointId], depth: u32) -> Vec<PointId> {
        let source = self.source;
        let condition = source.field(id, |f| f.condition).unwrap_or(id);
        let mut tested = self.point(id, condition, from);
        let mut out = self.body(source.field(id, |f| f.body), tested.clone(), depth);
        let mut has_else = false;
        for clause in source.named(id).collect::<Vec<_>>() {
            match source.kind(clause) {
                Kind::ElseIfClause => {
                    let condition = source.field(clause, |f| f.condition).unwrap_or(clause);
                    tested = self.point(clause, condition, &tested);
                    out.extend(self.body(source.field(clause, |f| f.body), tested.clone(), depth));
                }
                Kind::ElseClause => {
                    has_else = true;
                    out.extend(self.body(source.field(clause, |f| f.body), tested.clone(), depth));
                }
                _ => {}
            }
        }
        if !has_else {
            out.extend(tested);
        }
        out
    }

    fn loop_statement(&mut self, id: NodeId, from: &[PointId], depth: u32) -> Vec<PointId> {
        let source = self.source;
        let body = source.field(id, |f| f.body);
        self.loops.push(Loop::default());
        let out = match source.kind(id) {
            Kind::Do => {
                let first = self.flow.points.len();
                let ends = self.loop_body(body, from.to_vec(), depth);
                let condition = source.field(id, |f| f.condition).unwrap_or(id);
                let tested = self.point(id, condition, &ends);
                if first < tested[0] {
                    self.join(&tested, first);
                }
                tested
            }
            Kind::For => {
                let init = source.field(id, |f| f.initialize);
                let start = init.map_or_else(|| from.to_vec(), |i| self.point(id, i, from));
                let condition = source.field(id, |f| f.condition);
                let tested = self.point(id, condition.unwrap_or(id), &start);
                let mut ends = self.loop_body(body, tested.clone(), depth);
                if let Some(update) = source.field(id, |f| f.update) {
                    ends = self.point(id, update, &ends);
                }
                self.join(&ends, tested[0]);
                tested
            }
            Kind::Foreach => {
                let parts: Vec<NodeId> = source.named(id).filter(|&p| Some(p) != body).collect();
                let subject = parts.first().copied().unwrap_or(id);
                let start = self.point(id, subject, from);
                let bound = self.point(id, parts.get(1).copied().unwrap_or(id), &start);
                let ends = self.loop_body(body, bound.clone(), depth);
                self.join(&ends, bound[0]);
                let mut out = start;
                out.extend(ends);
                out
            }
            _ => {
                let condition = source.field(id, |f| f.condition).unwrap_or(id);
                let tested = self.point(id, condition, from);
                let ends = self.loop_body(body, tested.clone(), depth);
                self.join(&ends, tested[0]);
                tested
            }
        };
        self.end_loop(out)
    }

    /// A loop's body, left at its end or by `continue`.
    fn loop_body(&mut self, body: Option<NodeId>, from: Vec<PointId>, depth: u32) -> Vec<PointId> {
        let mut ends = self.body(body, from, depth);
        if let Some(inside) = self.loops.last() {
            ends.extend(&inside.continues);
        }
        ends
    }

    fn end_loop(&mut self, mut out: Vec<PointId>) -> Vec<PointId> {
        if let Some(done) = self.loops.pop() {
            out.extend(done.breaks);
        }
        out
    }

    fn switch(&mut self, id: NodeId, from: &[PointId], depth: u32) -> Vec<PointId> {
        let source = self.source;
        let condition = source.field(id, |f| f.condition).unwrap_or(id);
        let mut tested = self.point(id, condition, from);
        self.loops.push(Loop::default());
        let mut falling: Vec<PointId> = Vec::new();
        let mut default = None;
        let block = source.child(id, Kind::SwitchBlock);
        for case in block
            .into_iter()
            .flat_map(|b| source.named(b))
            .collect::<Vec<_>>()
        {
            let value = source.field(case, |f| f.value);
            let inner: Vec<NodeId> = source.named(case).filter(|&s| Some(s) != value).collect();
            let mut start = falling;
            if let Some(value) = value {
                tested = self.point(case, value, &tested);
                start.extend(&tested);
            } else {
                // All cases are tested before the default is taken; that any of them may lead to it is near enough.
                start.extend(&tested);
                default = Some(self.flow.points.len());
            }
            falling = self.block(&inner, start, depth);
        }
        match default {
            Some(first) if first < self.flow.points.len() => self.join(&tested, first),
            _ => falling.extend(&tested),
        }
        if let Some(inner) = self.loops.last_mut() {
            falling.append(&mut inner.continues);
        }
        self.end_loop(falling)
    }

    fn try_statement(&mut self, id: NodeId, from: Vec<PointId>, depth: u32) -> Vec<PointId> {
        let source = self.source;
        let first = self.flow.points.len();
        self.tries.push(first);
        let before = from.clone();
        let mut out = self.body(source.field(id, |f| f.body), from, depth);
        self.tries.pop();
        let mut thrown: Vec<PointId> = (first..self.flow.points.len()).collect();
        thrown.extend(before);
        let clauses: Vec<NodeId> = source.named(id).collect();
        for &clause in clauses
            .iter()
            .filter(|&&c| source.kind(c) == Kind::CatchClause)
        {
            let bound = match source.field(clause, |f| f.name) {
                Some(name) => self.point(clause, name, &thrown),
                None => self.point(clause, clause, &thrown),
            };
            out.extend(self.body(source.field(clause, |f| f.body), bound, depth));
        }
        if let Some(&clause) = clauses
            .iter()
            .find(|&&c| source.kind(c) == Kind::FinallyClause)
        {
            let mut all: Vec<PointId> = (first..self.flow.points.len()).collect();
            all.extend(thrown);
            all.extend(&out);
            all.sort_unstable();
            all.dedup();
            out = self.body(source.field(clause, |f| f.body), all, depth);
            self.join(&out, EXIT);
        }
        out
    }

    fn jump(&mut self, id: NodeId, from: &[PointId]) -> Vec<PointId> {
        let source = self.source;
        let levels = source
            .first_named(id)
            .map_or(1, |n| source.text(n).parse().unwrap_or(1_usize));
        let at = self.point(id, id, from);
        let target = self.loops.len().checked_sub(levels.max(1));
        if let Some(target) = target.and_then(|t| self.loops.get_mut(t)) {
            if source.kind(id) == Kind::Break {
                target.breaks.extend(at);
            } else {
                target.continues.extend(at);
            }
        } else {
            self.flow.unknown = true;
        }
        Vec::new()
    }
}

/// The token that stands for a statement in edges: its first.
pub fn first_token(source: &SourceFile, statement: NodeId) -> Span {
    let end = source.tree.subtree_end(statement);
    let mut at = statement;
    while NodeId(at.0 + 1) < end && source.parent(NodeId(at.0 + 1)) == Some(at) {
        at = NodeId(at.0 + 1);
    }
    source.span(at)
}
