//! Expressions, from left to right (JLS 15.7).

use crate::build::Builder;
use crate::graph::{Access, Place};
use crate::operations::{dereferences, fails};
use crate::summary::field_access;
use reweave_java_names::Decl;
use reweave_model::{Kind, NodeId, Role};

impl Builder<'_, '_> {
    pub(crate) fn expression(&mut self, node: NodeId) {
        let tree = self.tree;
        match tree.kind(node) {
            Kind::Name => self.name(node),
            Kind::FieldAccess => self.field(node),
            Kind::Call | Kind::New => self.call(node),
            Kind::Assign => self.assign(node),
            Kind::Update => self.update(node),
            Kind::Binary => self.binary(node),
            Kind::Conditional => self.conditional(node),
            Kind::Lambda => {
                self.captures(node);
                self.begin(node, node);
            }
            Kind::SwitchExpr => self.switch(node),
            Kind::TypePattern | Kind::RecordPattern => self.pattern(node),
            Kind::Index => {
                self.parts(node);
                self.access(node, Access::read(Place::Elements), true);
            }
            Kind::Cast | Kind::NewArray | Kind::MethodRef => {
                self.parts(node);
                self.failing(node);
                self.begin(node, node);
            }
            _ => self.parts(node),
        }
        if tree.kind(node) != Kind::Paren && self.names.is_unboxed(self.file, node) {
            self.unboxed(node);
        }
    }

    /// Whatever is evaluated in it, from left to right.
    fn parts(&mut self, node: NodeId) {
        let tree = self.tree;
        for part in tree.children(node) {
            let kind = tree.kind(part);
            if kind.is_expression() {
                self.expression(part);
            }
        }
    }

    fn name(&mut self, node: NodeId) {
        if let Decl::Local(local) = self.decl(node) {
            self.access(node, Access::read(Place::Local(local)), false);
        } else {
            let access = field_access(self.names, self.file, node);
            self.used(node, access.map(|a| a.0), false);
        }
    }

    /// The step may fail by itself.
    pub(crate) fn failing(&mut self, node: NodeId) {
        if fails(self.names, self.file, node) {
            self.accesses(node, std::sync::Arc::default(), true);
        }
    }

    /// A class is initialized because of a node; `at` stands for that.
    fn begin(&mut self, node: NodeId, at: NodeId) {
        let (heap, throws) = self.summaries.initialization(self.file, node);
        if throws || !heap.is_empty() {
            self.accesses(at, heap, throws);
        }
    }

    /// A member of a class, which may be initialized because of it: one step, so that it has one place in the order.
    fn used(&mut self, node: NodeId, access: Option<Access>, throws: bool) {
        let (heap, fails) = self.summaries.initialization(self.file, node);
        let is_field = matches!(self.decl(node), Decl::Field(_));
        if is_field || throws || fails || !heap.is_empty() {
            let all = heap.iter().copied().chain(access).collect();
            self.accesses(node, all, throws || fails);
        }
    }

    /// What stands before a dot, unless it names a type or package.
    fn receiver(&mut self, node: NodeId) {
        let receiver = self.child(node, Role::Receiver);
        if let Some(receiver) = receiver
            && !matches!(self.decl(receiver), Decl::Class(_) | Decl::Package(_))
        {
            self.expression(receiver);
        }
    }

    fn field(&mut self, node: NodeId) {
        self.receiver(node);
        let throws = dereferences(self.names, self.file, node);
        let access = field_access(self.names, self.file, node);
        self.used(node, access.map(|a| a.0), throws);
    }

    fn call(&mut self, node: NodeId) {
        if self.tree.kind(node) == Kind::New {
            let ty = self.child(node, Role::Type);
            self.begin(node, ty.unwrap_or(node));
        }
        self.receiver(node);
        for argument in self.tree.children_in(node, Role::Argument) {
            self.expression(argument);
        }
        if self.tree.child_in(node, Role::Body).is_some() {
            self.captures(node);
        }
        self.called(node);
    }

    /// The call itself, after its operands.
    pub(crate) fn called(&mut self, node: NodeId) {
        // An object is made of a class that has been initialized before the operands were evaluated.
        let (begun, may_fail) = match self.tree.kind(node) {
            Kind::New => Default::default(),
            _ => self.summaries.initialization(self.file, node),
        };
        let (accesses, throws) = self.summaries.call(self.file, node);
        let throws = throws || may_fail || dereferences(self.names, self.file, node);
        let all = begun.iter().chain(accesses.iter()).copied().collect();
        self.accesses(node, all, throws);
    }

    fn assign(&mut self, node: NodeId) {
        let tree = self.tree;
        let is_plain = self.names.world.text(tree.sym(node)) == "=";
        let target = self.child(node, Role::Target);
        let value = self.child(node, Role::Value);
        let Some(target) = target.map(|t| self.inside(t)) else {
            return;
        };
        self.target_parts(target);
        if !is_plain {
            self.touched(target, false);
        }
        if let Some(value) = value {
            self.expression(value);
        }
        self.failing(node);
        self.texts(node);
        self.touched(target, true);
    }

    fn update(&mut self, node: NodeId) {
        if let Some(target) = self.child(node, Role::Operand) {
            let target = self.inside(target);
            self.target_parts(target);
            self.touched(target, false);
            self.touched(target, true);
        }
    }

    fn inside(&self, mut node: NodeId) -> NodeId {
        while self.tree.kind(node) == Kind::Paren
            && let Some(inner) = self.tree.children(node).next()
        {
            node = inner;
        }
        node
    }

    fn target_parts(&mut self, target: NodeId) {
        match self.tree.kind(target) {
            Kind::FieldAccess => self.receiver(target),
            Kind::Index => self.parts(target),
            _ => {}
        }
    }

    /// A variable is read or written where it stands as the target.
    fn touched(&mut self, target: NodeId, write: bool) {
        let mut throws = match self.tree.kind(target) {
            Kind::Index => true,
            _ => dereferences(self.names, self.file, target),
        };
        if !write {
            // What is computed with is taken out of its box.
            let ty = self.names.ty(self.file, target);
            throws |= !ty.is_primitive() && self.names.world.unboxed(ty).is_primitive();
        }
        let place = match (self.tree.kind(target), self.decl(target)) {
            (Kind::Index, _) => Place::Elements,
            (_, Decl::Local(local)) => Place::Local(local),
            (_, Decl::Field(field)) => Place::Field(field),
            _ => Place::Anything,
        };
        let access = Access { place, write };
        match place {
            Place::Field(_) if write => self.used(target, Some(access), throws),
            _ => self.access(target, access, throws),
        }
    }

    fn binary(&mut self, node: NodeId) {
        let operator = self.names.world.text(self.tree.sym(node));
        if !matches!(operator, "&&" | "||") {
            self.parts(node);
            self.failing(node);
            self.texts(node);
            return;
        }
        let mut operands = self.tree.children_in(node, Role::Operand);
        operands.next().into_iter().for_each(|o| self.expression(o));
        for operand in operands {
            let arms = self.fork(node, 2);
            self.open = vec![arms[0]];
            self.expression(operand);
            self.open.push(arms[1]);
        }
    }

    /// Objects that become part of a text are asked for theirs.
    fn texts(&mut self, node: NodeId) {
        let (heap, throws) = self.summaries.texts(self.file, node);
        if !heap.is_empty() || throws {
            self.accesses(node, heap, throws);
        }
    }

    fn conditional(&mut self, node: NodeId) {
        let condition = self.child(node, Role::Condition);
        if let Some(condition) = condition {
            self.expression(condition);
        }
        let arms = self.fork(node, 2);
        let mut ends = Vec::new();
        for (role, arm) in [Role::Then, Role::Else].into_iter().zip(arms) {
            self.open = vec![arm];
            let part = self.child(node, role);
            if let Some(part) = part {
                self.expression(part);
            }
            ends.append(&mut self.open);
        }
        self.open = ends;
    }

    /// Variables that a pattern binds.
    pub(crate) fn pattern(&mut self, node: NodeId) {
        for part in self.tree.descendants(node) {
            if self.tree.kind(part) == Kind::TypePattern {
                self.access(part, Access::write(Place::Local(part)), false);
            }
        }
    }

    /// The variables from outside that a lambda or class names.
    pub(crate) fn captures(&mut self, node: NodeId) {
        let tree = self.tree;
        for name in tree
            .descendants(node)
            .filter(|&n| tree.kind(n) == Kind::Name)
        {
            if let Decl::Local(local) = self.decl(name)
                && !tree.contains(node, local)
            {
                self.captured(name, local);
            }
        }
    }
}
