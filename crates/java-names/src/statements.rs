//! Statements: they open scopes, declare variables and labels, and want types of their expressions.

use crate::expressions::Expect;
use crate::ids::Decl;
use crate::inference::Entry;
use crate::resolver::Resolver;
use crate::types::Ty;
use crate::walk::DEEPEST;
use reweave_model::{Kind, Node, NodeId, Role};

impl Resolver<'_> {
    pub fn statement(&mut self, node: NodeId) {
        if self.depth > DEEPEST {
            self.too_deep.push(node);
            return;
        }
        self.depth += 1;
        self.statement_inside(node);
        self.depth -= 1;
    }

    fn statement_inside(&mut self, node: NodeId) {
        let mark = self.scope.len();
        match self.kind(node) {
            Kind::Local => {
                self.local(node);
                return;
            }
            Kind::LocalType => {
                if let Some(class) = self.child(node, Role::Member) {
                    self.local_class(class);
                }
                return;
            }
            Kind::If => return self.if_(node),
            Kind::While | Kind::DoWhile | Kind::For => return self.loop_(node),
            Kind::Synchronized => self.parts(node),
            Kind::ForEach => self.for_each(node),
            Kind::Switch => {
                self.switch(node, Expect::None);
            }
            Kind::Try => self.try_(node),
            Kind::Labeled => {
                self.scope.push(Entry::Label(self.tree.sym(node), node));
                self.parts(node);
            }
            Kind::Break | Kind::Continue => self.jump(node),
            Kind::Return => self.leave(node, false),
            Kind::Yield => self.leave(node, true),
            Kind::ConstructorCall => self.constructor_call(node),
            Kind::ExprStmt => {
                if let Some(value) = self.child(node, Role::Value) {
                    self.standalone(value);
                }
            }
            Kind::Broken | Kind::Empty => {}
            kind if kind.is_expression() => {
                self.standalone(node);
                // In the head of a loop: what it declares is for the whole of it.
                return;
            }
            _ => self.parts(node),
        }
        self.scope.truncate(mark);
    }

    /// All parts in order, in one scope.
    fn parts(&mut self, node: NodeId) {
        let children: Vec<NodeId> = self.tree.children(node).collect();
        for child in children {
            if self.kind(child).is_expression() {
                self.standalone(child);
            } else {
                self.statement(child);
            }
        }
    }

    fn standalone(&mut self, node: NodeId) -> Ty {
        self.expression(node, Expect::None)
    }

    /// What the branch taken without them leaves behind: its pattern variables live on after the statement.
    fn if_(&mut self, node: NodeId) {
        let mark = self.scope.len();
        let condition = self.child(node, Role::Condition);
        if let Some(condition) = condition {
            self.standalone(condition);
        }
        let bound = self.scope.split_off(mark);
        let mut leaves = [false; 2];
        for (i, role) in [Role::Then, Role::Else].into_iter().enumerate() {
            if let Some(branch) = self.child(node, role) {
                self.bind(&bound, condition, role == Role::Then);
                self.statement(branch);
                self.scope.truncate(mark);
                leaves[i] = !bound.is_empty() && self.leaves(branch);
            }
        }
        if leaves[0] != leaves[1] {
            self.bind(&bound, condition, leaves[1]);
        }
    }

    /// A loop. What its condition binds when it does not hold lives on, unless the loop is left in another way.
    fn loop_(&mut self, node: NodeId) {
        let mark = self.scope.len();
        let condition = self.child(node, Role::Condition);
        let mut bound = Vec::new();
        let children: Vec<NodeId> = self.tree.children(node).collect();
        for child in children {
            let before = self.scope.len();
            if !self.kind(child).is_expression() {
                self.statement(child);
                continue;
            }
            self.standalone(child);
            if Some(child) == condition {
                bound = self.scope.split_off(before);
                self.bind(&bound, condition, true);
            }
        }
        self.scope.truncate(mark);
        if !bound.is_empty() && !self.is_broken_out_of(node) {
            self.bind(&bound, condition, false);
        }
    }

    fn local(&mut self, node: NodeId) {
        let ty_node = self.child(node, Role::Type);
        let inferred = ty_node.is_some_and(|t| self.kind(t) == Kind::InferredType);
        let base = match ty_node {
            Some(t) if !inferred => self.ty(t),
            _ => Ty::UNKNOWN,
        };
        let all: Vec<NodeId> = self
            .tree
            .children(node)
            .filter(|&c| self.kind(c) == Kind::VarDecl)
            .collect();
        for variable in all {
            self.annotations(variable);
            let name = self.tree.sym(variable);
            let init = self.child(variable, Role::Init);
            // What a pattern in the value declares is in scope in the value only (JLS 6.3.2).
            let mark = self.scope.len();
            let ty = if inferred {
                let ty = init.map_or(Ty::UNKNOWN, |i| self.standalone(i));
                self.scope.truncate(mark);
                self.world.readable(ty, ty)
            } else {
                self.with_dimensions(base, self.tree.node(variable).flags)
            };
            self.enter_local(name, variable, ty);
            self.note_type(variable, ty);
            if let (Some(init), false) = (init, inferred) {
                let mark = self.scope.len();
                self.initial(init, ty);
                self.scope.truncate(mark);
            }
        }
        self.annotations(node);
    }

    pub(crate) fn with_dimensions(&self, mut ty: Ty, dimensions: u32) -> Ty {
        for _ in 0..dimensions.min(255) {
            ty = self.world.types.array(ty);
        }
        ty
    }

    fn for_each(&mut self, node: NodeId) {
        let over = self
            .child(node, Role::Condition)
            .map_or(Ty::UNKNOWN, |c| self.standalone(c));
        let element = self.world.element_of(over);
        if let Some(local) = self.child(node, Role::Init) {
            let ty_node = self.child(local, Role::Type);
            let base = match ty_node {
                Some(t) if self.kind(t) != Kind::InferredType => self.ty(t),
                _ => element,
            };
            let all: Vec<NodeId> = self
                .tree
                .children(local)
                .filter(|&c| self.kind(c) == Kind::VarDecl)
                .collect();
            for variable in all {
                let ty = self.with_dimensions(base, self.tree.node(variable).flags);
                self.note_type(variable, ty);
                self.enter_local(self.tree.sym(variable), variable, ty);
            }
            self.annotations(local);
        }
        if let Some(body) = self.child(node, Role::Body) {
            self.statement(body);
        }
    }

    fn try_(&mut self, node: NodeId) {
        let mark = self.scope.len();
        let children: Vec<NodeId> = self.tree.children(node).collect();
        for &child in &children {
            match (self.tree.role(child), self.kind(child)) {
                (Role::Resource, Kind::Local) => self.local(child),
                (Role::Resource, _) => {
                    self.standalone(child);
                }
                (Role::Body, _) => {
                    self.statement(child);
                    self.scope.truncate(mark);
                }
                (_, Kind::Catch) => {
                    self.catch(child);
                    self.scope.truncate(mark);
                }
                _ => self.statement(child),
            }
        }
    }

    fn catch(&mut self, node: NodeId) {
        if let Some(param) = self.child(node, Role::Param) {
            let ty = self.param_type(param);
            self.note_type(param, ty);
            self.enter_local(self.tree.sym(param), param, ty);
            self.annotations(param);
        }
        if let Some(body) = self.child(node, Role::Body) {
            self.statement(body);
        }
    }

    fn jump(&mut self, node: NodeId) {
        let label = self.tree.sym(node);
        if label.is_empty() {
            return;
        }
        let found = self.scope.iter().rev().find_map(|e| match e {
            Entry::Label(name, at) if *name == label => Some(*at),
            _ => None,
        });
        self.record(node, found.map_or(Decl::Unknown, Decl::Label));
    }

    /// `return` and `yield`: the value goes to what is around.
    fn leave(&mut self, node: NodeId, from_switch: bool) {
        let Some(value) = self.child(node, Role::Value) else {
            return;
        };
        let at = self
            .results
            .iter()
            .rposition(|r| r.is_switch == from_switch);
        let expected = at.and_then(|i| self.results[i].expected);
        let ty = self.result(value, expected);
        if let Some(at) = at {
            self.results[at].types.push(ty);
        }
    }

    /// The value of a body that something is expected of, which may hold variables to be inferred.
    pub(crate) fn result(&mut self, value: NodeId, expected: Option<Ty>) -> Ty {
        match expected {
            Some(ty) if self.world.types.has_infer(ty) => {
                let found = self.expression(value, Expect::Free(Some(ty)));
                self.constrain(found, ty);
                found
            }
            Some(ty) => self.value(value, ty),
            None => self.standalone(value),
        }
    }

    /// A switch, as a statement or as an expression; its type in the second case.
    pub(crate) fn switch(&mut self, node: NodeId, expect: Expect) -> Ty {
        let mark = self.scope.len();
        let selector = self
            .child(node, Role::Condition)
            .map_or(Ty::UNKNOWN, |c| self.standalone(c));
        let is_expression = self.kind(node) == Kind::SwitchExpr;
        if is_expression {
            let expected = match expect {
                Expect::Target(ty) => Some(ty),
                Expect::Free(ty) => ty,
                Expect::None => None,
            };
            self.results.push(crate::resolver::Results {
                expected,
                types: Vec::new(),
                is_switch: true,
            });
        }
        let cases: Vec<NodeId> = self
            .tree
            .children(node)
            .filter(|&c| self.kind(c) == Kind::Case)
            .collect();
        for case in cases {
            let before = self.scope.len();
            self.case(case, selector, is_expression);
            if self.tree.node(case).flags & Node::ARROW != 0 {
                self.scope.truncate(before);
            }
        }
        self.scope.truncate(mark);
        if !is_expression {
            return Ty::VOID;
        }
        let results = self.results.pop().map(|r| r.types).unwrap_or_default();
        match expect {
            Expect::Target(ty) => ty,
            _ => self.joined(&results),
        }
    }

    fn case(&mut self, node: NodeId, selector: Ty, is_expression: bool) {
        let arrow = self.tree.node(node).flags & Node::ARROW != 0;
        let children: Vec<NodeId> = self.tree.children(node).collect();
        for child in children {
            match self.tree.role(child) {
                Role::Label => self.case_label(child, selector),
                Role::Guard => {
                    self.standalone(child);
                }
                _ if arrow && is_expression && self.kind(child) == Kind::ExprStmt => {
                    let Some(value) = self.child(child, Role::Value) else {
                        continue;
                    };
                    let expected = self.results.last().and_then(|r| r.expected);
                    let ty = self.result(value, expected);
                    if let Some(results) = self.results.last_mut() {
                        results.types.push(ty);
                    }
                }
                _ => self.statement(child),
            }
        }
    }

    /// A constant of the selector's enum, another constant, or a pattern.
    fn case_label(&mut self, node: NodeId, selector: Ty) {
        match self.kind(node) {
            Kind::Name => {
                let name = self.tree.sym(node);
                if let Some(class) = self.is_enum(selector) {
                    let found = self.world.info(class).field_named(name);
                    self.record(node, found.map_or(Decl::Unknown, Decl::Field));
                    self.note_type(node, selector);
                    return;
                }
                if selector.is_unknown() {
                    // A constant of an enum that is not known, or one in scope here: not to be told apart.
                    self.record(node, Decl::Unknown);
                    return;
                }
                self.standalone(node);
            }
            Kind::TypePattern | Kind::RecordPattern => self.pattern(node, selector),
            Kind::TypeName | Kind::ArrayType => {
                self.ty(node);
            }
            _ => {
                self.standalone(node);
            }
        }
    }
}
