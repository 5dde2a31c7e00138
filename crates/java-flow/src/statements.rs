//! Statements, in the order in which they run.

use crate::build::{Builder, FinallyBlock, Jumpable, Target};
use crate::graph::{Access, Graph, Place};
use reweave_java_names::TyData;
use reweave_java_names::truth;
use reweave_model::{Kind, Node, NodeId, Role};

impl Builder<'_, '_> {
    pub(crate) fn statement(&mut self, node: NodeId) {
        let tree = self.tree;
        match tree.kind(node) {
            Kind::If => self.if_(node),
            Kind::While | Kind::DoWhile | Kind::For | Kind::ForEach => self.loop_(node),
            Kind::Switch => self.switch(node),
            Kind::Try => self.try_(node),
            Kind::Synchronized => {
                let monitor = self.child(node, Role::Condition);
                if let Some(monitor) = monitor {
                    self.expression(monitor);
                }
                self.access(node, Access::write(Place::World), true);
                let body = self.child(node, Role::Body);
                if let Some(body) = body {
                    self.statement(body);
                }
                self.access(node, Access::write(Place::World), false);
            }
            Kind::Labeled => self.labeled(node),
            Kind::Return | Kind::Throw | Kind::Break | Kind::Continue | Kind::Yield => {
                self.leaving(node);
            }
            Kind::VarDecl => self.variable(node),
            Kind::Assert => {
                // Assertions are evaluated only where they are enabled (JLS 14.10).
                let arms = self.fork(node, 2);
                self.open = vec![arms[0]];
                for part in tree.children(node) {
                    self.expression(part);
                }
                self.accesses(node, std::sync::Arc::default(), true);
                self.open.push(arms[1]);
            }
            Kind::LocalType => self.captures(node),
            kind if kind.is_expression() => self.expression(node),
            _ => {
                for part in tree.children(node) {
                    let kind = tree.kind(part);
                    if kind.is_statement() || kind.is_expression() || kind == Kind::VarDecl {
                        self.statement(part);
                    }
                }
                if tree.kind(node) == Kind::ConstructorCall {
                    self.called(node);
                }
            }
        }
    }

    fn variable(&mut self, node: NodeId) {
        if let Some(value) = self.child(node, Role::Init) {
            self.expression(value);
        }
        self.access(node, Access::write(Place::Local(node)), false);
    }

    fn if_(&mut self, node: NodeId) {
        self.condition(node);
        let arms = self.fork(node, 2);
        self.open = vec![arms[0]];
        if let Some(then) = self.child(node, Role::Then) {
            self.statement(then);
        }
        let mut ends = std::mem::replace(&mut self.open, vec![arms[1]]);
        if let Some(other) = self.child(node, Role::Else) {
            self.statement(other);
        }
        self.open.append(&mut ends);
    }

    fn condition(&mut self, node: NodeId) {
        if let Some(condition) = self.child(node, Role::Condition) {
            self.expression(condition);
        }
    }

    fn is_endless(&self, node: NodeId) -> bool {
        let condition = self.child(node, Role::Condition);
        let is_true = |c: NodeId| truth(self.tree, self.names.world.names(), c) == Some(true);
        match self.tree.kind(node) {
            Kind::For => condition.is_none_or(is_true),
            Kind::While | Kind::DoWhile => condition.is_some_and(is_true),
            _ => false,
        }
    }

    fn loop_(&mut self, node: NodeId) {
        let tree = self.tree;
        let kind = tree.kind(node);
        if kind == Kind::For {
            for init in tree.children_in(node, Role::Init) {
                self.statement(init);
            }
        }
        if kind == Kind::ForEach {
            self.condition(node);
            let first = self.summaries.iterated(self.file, node);
            self.access(node, first, true);
        }
        let (head, again, leave) = (self.label(node), self.label(node), self.label(node));
        self.join(head);
        self.open = vec![head];
        let arms = if kind == Kind::DoWhile {
            None
        } else {
            Some(self.loop_condition(node))
        };
        if let Some(arms) = &arms {
            self.open = vec![arms[0]];
        }
        if kind == Kind::ForEach {
            let over = self.child(node, Role::Condition);
            let over = over.map(|c| self.names.ty(self.file, c));
            let of_array = over
                .is_some_and(|ty| matches!(self.names.world.types().data(ty), TyData::Array(_)));
            for variable in tree.descendants(node).filter(|&n| {
                tree.kind(n) == Kind::VarDecl
                    && tree
                        .ancestors(n)
                        .take(2)
                        .any(|a| a == node && tree.role(n) != Role::Body)
            }) {
                if of_array {
                    self.access(variable, Access::read(Place::Elements), false);
                }
                self.access(variable, Access::write(Place::Local(variable)), false);
            }
        }
        let (leave_at, again_at) = (self.target(leave), self.target(again));
        self.jumps.push(Jumpable {
            label: tree.parent(node).filter(|&p| tree.kind(p) == Kind::Labeled),
            leave: leave_at,
            again: Some(again_at),
            is_switch_value: false,
            is_plain: true,
        });
        if let Some(body) = self.child(node, Role::Body) {
            self.statement(body);
        }
        self.jumps.pop();
        self.join(again);
        self.open = vec![again];
        for update in tree.children_in(node, Role::Update) {
            self.statement(update);
        }
        let arms = arms.unwrap_or_else(|| self.loop_condition(node));
        if kind == Kind::DoWhile {
            self.open = vec![arms[0]];
        }
        self.join(head);
        self.open = arms.get(1).copied().into_iter().collect();
        self.join(leave);
        self.open = vec![leave];
        if self.is_unreached(leave) {
            self.open.clear();
        }
    }

    fn loop_condition(&mut self, node: NodeId) -> Vec<u32> {
        if self.tree.kind(node) == Kind::ForEach {
            let next = self.summaries.iterated(self.file, node);
            if next.write {
                self.access(node, next, true);
            }
        } else {
            self.condition(node);
        }
        let arms = if self.is_endless(node) { 1 } else { 2 };
        self.fork(node, arms)
    }

    fn labeled(&mut self, node: NodeId) {
        let Some(body) = self.child(node, Role::Body) else {
            return;
        };
        let leave = self.label(node);
        let target = self.target(leave);
        self.jumps.push(Jumpable {
            label: Some(node),
            leave: target,
            again: None,
            is_switch_value: false,
            is_plain: false,
        });
        self.statement(body);
        self.jumps.pop();
        self.join(leave);
        if !self.is_unreached(leave) {
            self.open = vec![leave];
        }
    }

    fn leaving(&mut self, node: NodeId) {
        let tree = self.tree;
        for value in tree.children_in(node, Role::Value) {
            self.expression(value);
        }
        let at = self.point(node);
        self.leaves(at);
        let name = tree.sym(node);
        let label = |j: &&Jumpable| j.label.is_some_and(|l| tree.sym(l) == name);
        let is_named = !self.names.world.text(name).is_empty();
        let found: Option<Target> = match tree.kind(node) {
            Kind::Return => Some(Target {
                point: Graph::END,
                depth: 0,
            }),
            Kind::Throw => {
                self.throws(at);
                match self.handlers.last() {
                    Some(&handler) => self.join(handler),
                    None => self.join(Graph::END),
                }
                None
            }
            Kind::Yield => {
                let mut all = self.jumps.iter().rev();
                all.find(|j| j.is_switch_value).map(|j| j.leave)
            }
            Kind::Break if is_named => self.jumps.iter().rev().find(label).map(|j| j.leave),
            Kind::Break => {
                let mut all = self.jumps.iter().rev();
                all.find(|j| j.is_plain).map(|j| j.leave)
            }
            _ => {
                let loops = self.jumps.iter().rev().filter(|j| j.again.is_some());
                let mut loops = loops.filter(|j| !is_named || label(j));
                loops.next().and_then(|j| j.again)
            }
        };
        if let Some(target) = found {
            self.jump(target);
        }
        self.open.clear();
    }

    pub(crate) fn switch(&mut self, node: NodeId) {
        let tree = self.tree;
        self.condition(node);
        self.failing(node);
        let is_value = tree.kind(node) == Kind::SwitchExpr;
        let cases: Vec<NodeId> = tree
            .children(node)
            .filter(|&c| tree.kind(c) == Kind::Case)
            .collect();
        let has_default = cases
            .iter()
            .any(|&c| tree.node(c).flags & Node::DEFAULT != 0);
        let arms = self.fork(node, cases.len() + 1);
        let leave = self.label(node);
        let target = self.target(leave);
        self.jumps.push(Jumpable {
            label: None,
            leave: target,
            again: None,
            is_switch_value: is_value,
            is_plain: !is_value,
        });
        for (&case, &arm) in cases.iter().zip(&arms) {
            self.open.push(arm);
            self.case(case, leave);
        }
        self.jumps.pop();
        self.join(leave);
        if !has_default && !is_value {
            self.open = arms.last().copied().into_iter().collect();
            self.join(leave);
        }
        if !self.is_unreached(leave) {
            self.open = vec![leave];
        }
    }

    fn case(&mut self, case: NodeId, leave: u32) {
        let tree = self.tree;
        for label in tree.children_in(case, Role::Label) {
            self.pattern(label);
        }
        if let Some(guard) = self.child(case, Role::Guard) {
            self.expression(guard);
        }
        for part in tree.children_in(case, Role::Body) {
            self.statement(part);
        }
        if tree.node(case).flags & Node::ARROW != 0 {
            self.join(leave);
        }
    }

    fn try_(&mut self, node: NodeId) {
        let tree = self.tree;
        let parts = |kind| tree.children(node).filter(move |&c| tree.kind(c) == kind);
        let last = parts(Kind::Finally).next();
        if last.is_some() {
            let entry = self.label(node);
            self.finals.push(FinallyBlock {
                entry,
                pending: Vec::new(),
            });
            self.handlers.push(entry);
        }
        let clauses: Vec<NodeId> = parts(Kind::Catch).collect();
        let handler = (!clauses.is_empty()).then(|| self.label(node));
        self.handlers.extend(handler);
        if handler.is_some() {
            self.tries.push(node);
        }
        for resource in tree.children_in(node, Role::Resource) {
            self.statement(resource);
        }
        if let Some(body) = self.child(node, Role::Body) {
            self.statement(body);
        }
        for resource in tree.children_in(node, Role::Resource) {
            self.access(resource, Access::write(Place::Anything), true);
        }
        let mut ends = std::mem::take(&mut self.open);
        if let Some(handler) = handler {
            self.handlers.pop();
            self.tries.pop();
            self.clauses(&clauses, handler, &mut ends);
        }
        self.open = ends;
        if let (Some(last), Some(block)) = (last, self.finals.pop()) {
            self.handlers.pop();
            self.finally(last, block);
        }
    }

    fn clauses(&mut self, clauses: &[NodeId], handler: u32, ends: &mut Vec<u32>) {
        for &clause in clauses {
            self.open = vec![handler];
            self.point(clause);
            for param in self.tree.children_in(clause, Role::Param) {
                self.access(param, Access::write(Place::Local(param)), false);
            }
            if let Some(body) = self.child(clause, Role::Body) {
                self.statement(body);
            }
            ends.append(&mut self.open);
        }
    }

    fn finally(&mut self, node: NodeId, block: FinallyBlock) {
        let ends_normally = !self.open.is_empty();
        self.join(block.entry);
        self.open = vec![block.entry];
        if let Some(body) = self.child(node, Role::Body) {
            self.statement(body);
        }
        let ends = self.open.clone();
        for target in block.pending {
            self.open.clone_from(&ends);
            self.jump(target);
        }
        self.open.clone_from(&ends);
        match self.handlers.last() {
            Some(&outer) => self.join(outer),
            None => self.join(Graph::END),
        }
        self.open = if ends_normally { ends } else { Vec::new() };
    }
}
