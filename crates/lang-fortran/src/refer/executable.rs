//! Names in executable statements.

use super::{How, Referrer};
use crate::ast::{
    Arg, Association, BaseType, DoControl, ExprKind, FileAst, Forall, Guard, Stmt, StmtKind,
};
use crate::table::{EntityId, EntityKind, Flags, TypeRef, role};
use reweave_text::Span;

impl Referrer<'_> {
    /// SELECT TYPE narrows its name in each guard.
    pub(super) fn guard(&mut self, ast: &FileAst, guard: &Guard) {
        match guard {
            Guard::Default => {}
            Guard::Values(values) => {
                for &value in values {
                    self.read(ast, value);
                }
            }
            Guard::TypeIs(ty) | Guard::ClassIs(ty) => {
                self.type_spec(ast, ty);
                let Some(&scope) = self.d.program.opened.get(&self.d.stmt) else {
                    return;
                };
                let select = self.d.program.scope(scope).parent.unwrap_or(scope);
                if let Some((name, _)) = self.d.program.scope(select).retyped {
                    let narrowed = self.d.type_ref(select, ty);
                    self.d.program.scopes[scope.0 as usize].retyped = Some((name, narrowed));
                }
            }
        }
    }

    /// Declares the name of `name => selector` inside, after the selector was read outside.
    pub(super) fn association(
        &mut self,
        ast: &FileAst,
        association: Association,
    ) -> Option<EntityId> {
        let inside = self.scope;
        self.scope = self.d.program.scope(inside).parent.unwrap_or(inside);
        let role = role::READ | role::MAY_WRITE;
        self.designator(ast, association.selector, role);
        let ty = self
            .d
            .program
            .expr_type(ast, self.d.file, self.scope, association.selector);
        let selected = match ast.expr(association.selector).kind {
            ExprKind::Name(name) => self.d.program.lookup(self.scope, name.name),
            _ => None,
        };
        let shape = self.d.program.shape(
            self.d.names,
            ast,
            self.d.file,
            self.scope,
            association.selector,
        );
        self.scope = inside;
        let Some(name) = association.name else {
            return selected;
        };
        let entity = self.d.declare(inside, name, EntityKind::Variable);
        self.d.flags(entity, Flags::TYPED | Flags::UNRULY);
        let e = &mut self.d.program.entities[entity.0 as usize];
        e.ty = ty;
        e.rank = shape.1.unwrap_or(0);
        if shape.1.is_none() {
            // What `a(…)` or `f(x)` gives may be an array: let parentheses after the name mean elements.
            e.rank = 1;
        }
        Some(entity)
    }

    pub(super) fn executable(&mut self, ast: &FileAst, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assignment(left, right) | StmtKind::PointerAssignment(left, right) => {
                self.read(ast, *right);
                self.write(ast, *left);
            }
            StmtKind::Call(what) => self.call(ast, *what),
            StmtKind::If(condition, inner) => {
                self.read(ast, *condition);
                self.kind(ast, inner);
            }
            StmtKind::IfThen(condition) => self.read(ast, *condition),
            StmtKind::ElseIf(condition, name) => {
                self.read(ast, *condition);
                self.construct_name(*name);
            }
            StmtKind::Else(name) | StmtKind::Exit(name) | StmtKind::Cycle(name) => {
                self.construct_name(*name);
            }
            StmtKind::ArithmeticIf(condition, labels) => {
                self.read(ast, *condition);
                for &label in labels {
                    self.label(label);
                }
            }
            StmtKind::Do { end_label, control } => {
                if let Some(label) = end_label {
                    self.label(*label);
                }
                self.do_control(ast, control);
            }
            StmtKind::Select { on, .. } => {
                if self.d.program.opened.contains_key(&self.d.stmt) {
                    self.select_type(ast, *on, stmt.span);
                } else {
                    self.read(ast, on.selector);
                }
            }
            StmtKind::Case(guard, name) => {
                self.guard(ast, guard);
                self.construct_name(*name);
            }
            StmtKind::Where(mask, inner) => {
                self.read(ast, *mask);
                if let Some(inner) = inner {
                    self.kind(ast, inner);
                }
            }
            StmtKind::ElseWhere(mask, name) => {
                self.reads(ast, *mask);
                self.construct_name(*name);
            }
            StmtKind::Forall(forall, inner) => {
                self.forall(ast, forall);
                if let Some(inner) = inner {
                    self.kind(ast, inner);
                }
            }
            StmtKind::Associate(all) => {
                for &association in all {
                    self.association(ast, association);
                }
            }
            _ => self.action(ast, stmt),
        }
    }

    /// Statements that hold no others.
    fn action(&mut self, ast: &FileAst, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Critical(args) | StmtKind::Image(args) | StmtKind::Deallocate(args) => {
                self.control_args(ast, args, role::READ | role::WRITE);
            }
            StmtKind::ChangeTeam(args) | StmtKind::Nullify(args) => {
                for &arg in args {
                    self.write(ast, arg);
                }
            }
            StmtKind::Goto(label) => self.label(*label),
            StmtKind::ComputedGoto(labels, index) => {
                for &label in labels {
                    self.label(label);
                }
                self.read(ast, *index);
            }
            StmtKind::AssignedGoto(variable, labels) => {
                self.name(*variable, How::Value, role::READ);
                for &label in labels {
                    self.label(label);
                }
            }
            StmtKind::Assign(label, variable) => {
                self.label(*label);
                self.name(*variable, How::Value, role::WRITE);
            }
            StmtKind::Return(value) | StmtKind::Pause(value) => self.reads(ast, *value),
            StmtKind::Stop { code, quiet } => {
                self.reads(ast, *code);
                self.reads(ast, *quiet);
            }
            StmtKind::Allocate { ty, args } => {
                if let Some(ty) = ty {
                    self.type_spec(ast, ty);
                }
                self.control_args(ast, args, role::WRITE);
            }
            StmtKind::Io(io) => self.io(ast, io),
            _ => {}
        }
    }

    /// What a selector is called within its construct, and of which type it is there.
    fn select_type(&mut self, ast: &FileAst, on: Association, span: Span) {
        let Some(name) = self.association(ast, on) else {
            return;
        };
        let scope = self.scope;
        let ty = self.d.program.type_of(name).unwrap_or(TypeRef {
            base: BaseType::Unlimited,
            file: self.d.file,
            span,
            scope,
        });
        self.d.program.scopes[scope.0 as usize].retyped = Some((name, ty));
    }

    pub(super) fn do_control(&mut self, ast: &FileAst, control: &DoControl) {
        match control {
            DoControl::Forever => {}
            DoControl::While(condition) => self.read(ast, *condition),
            DoControl::Count { variable, bounds } => {
                for &bound in bounds {
                    self.read(ast, bound);
                }
                self.write(ast, *variable);
            }
            DoControl::Concurrent(forall) => self.forall(ast, forall),
        }
    }

    pub(super) fn forall(&mut self, ast: &FileAst, forall: &Forall) {
        if let Some(ty) = &forall.ty {
            self.type_spec(ast, ty);
        }
        let own = self.d.program.opened.contains_key(&self.d.stmt) && forall.ty.is_some();
        for (index, bounds) in &forall.indices {
            if own {
                let entity = self.d.declare(self.scope, *index, EntityKind::Variable);
                self.d.flags(entity, Flags::TYPED);
                let ty = forall.ty.as_ref().map(|ty| self.d.type_ref(self.scope, ty));
                self.d.program.entities[entity.0 as usize].ty = ty;
            } else {
                self.name(*index, How::Value, role::WRITE | role::READ);
            }
            for &bound in bounds {
                self.read(ast, bound);
            }
        }
        self.reads(ast, forall.mask);
        for &name in &forall.locality {
            self.name(name, How::Value, role::READ | role::MAY_WRITE);
        }
    }

    /// ALLOCATE and its like: what stands without a keyword is changed, keywords have their own rules.
    pub(super) fn control_args(&mut self, ast: &FileAst, args: &[Arg], plain: u16) {
        for arg in args {
            match arg.keyword.map(|k| self.text(k.name).to_owned()).as_deref() {
                None => self.designator(ast, arg.value, plain),
                Some("source" | "mold") => self.read(ast, arg.value),
                Some(_) => self.write(ast, arg.value),
            }
        }
    }
}
