//! Comparing two statements: the same kind part by part, or both abstracted to the expression they wrap.

use crate::body::{Stmt, value_of};
use crate::cover::Anchor;
use crate::diff::{Differ, bare, receiver};
use crate::replacement::ReplacementKind as R;
use reweave_model::{Kind, NodeId, Role, Tree};

impl Differ<'_, '_> {
    /// Whether the two are equal after replacements.
    pub fn statements(&mut self, s1: &Stmt, s2: &Stmt) -> bool {
        if s1.kind == s2.kind && self.attempt(|d| d.same_kind(s1, s2)) {
            return true;
        }
        // A header is matched with a statement only as a whole; two headers of different kinds are not the same test.
        if s1.composite && s2.composite && s1.kind != s2.kind {
            return self.attempt(|d| d.loops(s1, s2));
        }
        let (Some(a), Some(b)) = (abstracted(self.t1, s1.node), abstracted(self.t2, s2.node))
        else {
            return false;
        };
        (s1.kind != s2.kind || a.wrapper != b.wrapper)
            && self.attempt(|d| d.abstracted(a.expression, b.expression))
    }

    /// Whether two expressions that stand alone are equal after replacements.
    pub fn expressions(&mut self, a: NodeId, b: NodeId) -> bool {
        self.cover(a, b, Anchor::None)
    }

    /// Of two statements of different kinds, only the expressions are left to compare: they must carry more than a
    /// bare variable or literal.
    fn abstracted(&mut self, a: NodeId, b: NodeId) -> bool {
        let telling = |t: &Tree, n: NodeId| {
            let k = t.kind(bare(t, n));
            !(k.is_literal() || matches!(k, Kind::Name | Kind::This))
        };
        // A variable that a call is given is no code of its own.
        let given = |t: &Tree, n: NodeId| matches!(t.kind(bare(t, n)), Kind::Call | Kind::New);
        match (telling(self.t1, a), telling(self.t2, b)) {
            (false, false) => false,
            (true, false) if given(self.t1, a) => false,
            (false, true) if given(self.t2, b) => false,
            _ => self.cover(a, b, Anchor::None),
        }
    }

    fn same_kind(&mut self, s1: &Stmt, s2: &Stmt) -> bool {
        let (a, b) = (s1.node, s2.node);
        match s1.kind {
            Kind::Local => self.locals(a, b),
            Kind::ExprStmt | Kind::Return | Kind::Throw | Kind::Yield => {
                match (value_of(self.t1, a), value_of(self.t2, b)) {
                    (None, None) => true,
                    (Some(x), Some(y)) => self.cover(x, y, Anchor::None),
                    _ => false,
                }
            }
            Kind::If | Kind::While | Kind::DoWhile | Kind::Switch | Kind::Synchronized => {
                self.conditions(a, b, Anchor::None)
            }
            Kind::Assert => self.conditions(a, b, Anchor::None),
            Kind::For => self.diff_children_of_header(a, b),
            Kind::ForEach => self.for_each(a, b),
            Kind::Try | Kind::Using => self.resources(a, b),
            Kind::Catch => self.diff_children_of_header(a, b),
            Kind::Case => {
                self.t1.node(a).flags & reweave_model::Node::DEFAULT
                    == self.t2.node(b).flags & reweave_model::Node::DEFAULT
                    && self.diff_all(a, b, Role::Label)
            }
            Kind::Break | Kind::Continue | Kind::Labeled => {
                self.t1.sym(a) == self.t2.sym(b) || self.push(R::Variable, a, b)
            }
            Kind::ConstructorCall => self.t1.sym(a) == self.t2.sym(b) && self.argument_lists(a, b),
            _ => false,
        }
    }

    fn conditions(&mut self, a: NodeId, b: NodeId, anchor: Anchor) -> bool {
        match (
            self.t1.child_in(a, Role::Condition),
            self.t2.child_in(b, Role::Condition),
        ) {
            (None, None) => true,
            (Some(x), Some(y)) => self.cover(x, y, anchor),
            _ => false,
        }
    }

    fn diff_children_of_header(&mut self, a: NodeId, b: NodeId) -> bool {
        let own = |t: &Tree, n| -> Vec<NodeId> {
            t.children(n)
                .filter(|&c| t.role(c) != Role::Body && t.kind(c) != Kind::Block)
                .collect()
        };
        let (x, y) = (own(self.t1, a), own(self.t2, b));
        x.len() == y.len() && x.into_iter().zip(y).all(|(x, y)| self.header_part(x, y))
    }

    fn header_part(&mut self, x: NodeId, y: NodeId) -> bool {
        if self.t1.role(x) != self.t2.role(y) {
            return false;
        }
        if self.t1.kind(x) == Kind::Local && self.t2.kind(y) == Kind::Local {
            self.locals(x, y)
        } else if self.t1.kind(x) == Kind::Param {
            self.same(x, y) || self.inside(x, y)
        } else {
            self.diff(x, y)
        }
    }

    fn for_each(&mut self, a: NodeId, b: NodeId) -> bool {
        let (Some(x), Some(y)) = (
            self.t1.child_in(a, Role::Init),
            self.t2.child_in(b, Role::Init),
        ) else {
            return false;
        };
        let iterated = (
            self.t1.child_in(a, Role::Condition),
            self.t2.child_in(b, Role::Condition),
        );
        let (Some(over1), Some(over2)) = iterated else {
            return false;
        };
        if self.attempt(|d| d.locals(x, y) && d.diff(over1, over2)) {
            return true;
        }
        // Another type under another name: then what is iterated over must be much the same.
        let declared = |t: &Tree, n| {
            let var = t.children(n).find(|&c| t.kind(c) == Kind::VarDecl);
            t.child_in(n, Role::Type).zip(var)
        };
        match (declared(self.t1, x), declared(self.t2, y)) {
            (Some((type1, var1)), Some((type2, var2))) => {
                (self.same(over1, over2) || self.inside(over1, over2) || self.views(over1, over2))
                    && self.push(R::Type, type1, type2)
                    && self.push(R::Variable, var1, var2)
            }
            _ => false,
        }
    }

    /// Two views of one object: `m.keySet()` and `m.entrySet()`, or `m.values()` and `m` itself.
    fn views(&mut self, a: NodeId, b: NodeId) -> bool {
        let viewed = |t: &Tree, n: NodeId| {
            let plain = t.kind(n) == Kind::Call && t.child_in(n, Role::Argument).is_none();
            receiver(t, n).filter(|_| plain)
        };
        match (viewed(self.t1, a), viewed(self.t2, b)) {
            (Some(x), Some(y)) => self.same(x, y) && self.push(R::CallName, a, b),
            (Some(x), None) => self.same(x, b) && self.push(R::Wrapped, a, b),
            (None, Some(y)) => self.same(a, y) && self.push(R::Wrapped, a, b),
            (None, None) => false,
        }
    }

    /// Loops of different kinds over the same thing.
    fn loops(&mut self, s1: &Stmt, s2: &Stmt) -> bool {
        let is_loop = |k| matches!(k, Kind::For | Kind::ForEach | Kind::While | Kind::DoWhile);
        if !is_loop(s1.kind) || !is_loop(s2.kind) {
            return false;
        }
        match (
            self.t1.child_in(s1.node, Role::Condition),
            self.t2.child_in(s2.node, Role::Condition),
        ) {
            (Some(x), Some(y)) => self.same(x, y) && self.push(R::Wrapped, x, y),
            _ => false,
        }
    }

    fn resources(&mut self, a: NodeId, b: NodeId) -> bool {
        let count = |t: &Tree, n| t.children_in(n, Role::Resource).count();
        if count(self.t1, a) == count(self.t2, b) {
            let x: Vec<_> = self.t1.children_in(a, Role::Resource).collect();
            let y: Vec<_> = self.t2.children_in(b, Role::Resource).collect();
            x.into_iter().zip(y).all(|(x, y)| self.header_part(x, y))
        } else {
            count(self.t1, a) == 0 || count(self.t2, b) == 0
        }
    }

    /// Local declarations: a type, names and values, of which not everything may differ.
    fn locals(&mut self, a: NodeId, b: NodeId) -> bool {
        let parts = |t: &Tree, n| -> (Option<NodeId>, Vec<NodeId>) {
            (
                t.child_in(n, Role::Type),
                t.children(n)
                    .filter(|&c| t.kind(c) == Kind::VarDecl)
                    .collect(),
            )
        };
        let ((type1, vars1), (type2, vars2)) = (parts(self.t1, a), parts(self.t2, b));
        if vars1.len() != vars2.len() {
            return false;
        }
        let same_type = match (type1, type2) {
            (Some(x), Some(y)) => {
                self.same(x, y) || !self.push(R::Type, x, y) || self.same_name(x, y)
            }
            (None, None) => true,
            _ => false,
        };
        for (x, y) in vars1.into_iter().zip(vars2) {
            let same_name = self.t1.sym(x) == self.t2.sym(y);
            if !same_name {
                self.push(R::Variable, x, y);
            }
            let anchor = if same_name {
                Anchor::Target
            } else {
                Anchor::Assigned
            };
            let values = match (
                self.t1.child_in(x, Role::Init),
                self.t2.child_in(y, Role::Init),
            ) {
                (None, None) => same_name || same_type,
                (Some(v1), Some(v2)) => {
                    let something = same_type
                        || same_name
                        || self.same(v1, v2)
                        || self.creates(type1, v1, type2, v2)
                        || self.much_the_same_call(v1, v2);
                    something && self.cover(v1, v2, anchor)
                }
                _ => same_name && same_type,
            };
            if !values {
                return false;
            }
        }
        true
    }
}

impl Differ<'_, '_> {
    /// Calls of the same name, or with the same arguments.
    fn much_the_same_call(&self, v1: NodeId, v2: NodeId) -> bool {
        let (a, b) = (bare(self.t1, v1), bare(self.t2, v2));
        self.t1.kind(a) == Kind::Call
            && self.t2.kind(b) == Kind::Call
            && (self.same_name(a, b)
                || self.t1.child_in(a, Role::Argument).is_some() && self.same_arguments(a, b))
    }

    /// `A a = new A(…)` and `B b = new B(…)`: the type that changed is the one that is created.
    fn creates(
        &self,
        type1: Option<NodeId>,
        v1: NodeId,
        type2: Option<NodeId>,
        v2: NodeId,
    ) -> bool {
        let created = |t: &Tree, ty: Option<NodeId>, v: NodeId| {
            t.kind(v) == Kind::New
                && ty.is_some_and(|ty| {
                    t.child_in(v, Role::Type)
                        .is_some_and(|c| t.sym(c) == t.sym(ty))
                })
        };
        created(self.t1, type1, v1) && created(self.t2, type2, v2)
    }
}

/// What a statement wraps its expression in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrapper {
    Plain,
    Return,
    Declaration,
    Assignment,
    Condition,
}

#[derive(Clone, Copy, Debug)]
pub struct Abstracted {
    pub wrapper: Wrapper,
    pub expression: NodeId,
}

/// Abstraction (paper 4, section 3.2): the expression that a statement wraps.
pub fn abstracted(tree: &Tree, node: NodeId) -> Option<Abstracted> {
    let (wrapper, expression) = match tree.kind(node) {
        Kind::ExprStmt => {
            let value = bare(tree, tree.child_in(node, Role::Value)?);
            if tree.kind(value) == Kind::Assign {
                (Wrapper::Assignment, tree.child_in(value, Role::Value)?)
            } else {
                (Wrapper::Plain, value)
            }
        }
        Kind::Return | Kind::Yield => (Wrapper::Return, tree.child_in(node, Role::Value)?),
        kind if kind.is_expression() => (Wrapper::Return, node),
        Kind::Local => {
            let mut vars = tree
                .children(node)
                .filter(|&c| tree.kind(c) == Kind::VarDecl);
            let only = vars.next().filter(|_| vars.next().is_none())?;
            (Wrapper::Declaration, tree.child_in(only, Role::Init)?)
        }
        Kind::If | Kind::While | Kind::DoWhile | Kind::Switch | Kind::Synchronized => {
            (Wrapper::Condition, tree.child_in(node, Role::Condition)?)
        }
        _ => return None,
    };
    Some(Abstracted {
        wrapper,
        expression: bare(tree, expression),
    })
}
