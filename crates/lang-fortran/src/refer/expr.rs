//! Names in expressions: operands, calls with their arguments, components.

use crate::ast::{Arg, ExprId, ExprKind, FileAst, Ident, Io, Literal};
use crate::refer::candidates::Candidate;
use crate::refer::{How, Referrer};
use crate::table::{EntityId, EntityKind, Flags, role};
use crate::types::Type;

impl Referrer<'_> {
    pub(crate) fn read(&mut self, ast: &FileAst, id: ExprId) {
        self.designator(ast, id, role::READ);
    }

    /// Walks an expression; `role` is what is done to the object that it designates, if it designates one.
    pub(crate) fn designator(&mut self, ast: &FileAst, id: ExprId, role: u16) {
        let mut rest = vec![(id, role)];
        while let Some((id, role)) = rest.pop() {
            let expr = ast.expr(id);
            match &expr.kind {
                ExprKind::Literal(literal, kind) => {
                    if *literal == Literal::Character {
                        self.literal(expr);
                    }
                    self.reads(ast, *kind);
                }
                ExprKind::Complex(a, b) => rest.extend([(*b, role::READ), (*a, role::READ)]),
                ExprKind::Repeat(a, b) => rest.extend([(*b, role::READ), (*a, role::READ)]),
                ExprKind::Name(name) => {
                    self.name(*name, How::Value, role);
                }
                ExprKind::Member(base, name) => self.member(ast, *base, *name, role),
                ExprKind::Apply(base, args) => {
                    self.apply(ast, *base, args, role);
                }
                ExprKind::CoIndex(base, args) => {
                    rest.push((*base, role | role::PART));
                    rest.extend(args.iter().map(|a| (a.value, role::READ)));
                }
                ExprKind::Paren(inner) => rest.push((*inner, role::READ)),
                ExprKind::Unary(op, operand) => {
                    self.operator(
                        ast,
                        Ident {
                            name: op.text,
                            span: op.span,
                        },
                        &[*operand],
                    );
                    rest.push((*operand, role::READ));
                }
                ExprKind::Binary(op, left, right) => {
                    self.operator(
                        ast,
                        Ident {
                            name: op.text,
                            span: op.span,
                        },
                        &[*left, *right],
                    );
                    rest.extend([(*right, role::READ), (*left, role::READ)]);
                }
                ExprKind::Array(ty, items) => {
                    if let Some(ty) = ty {
                        self.array_type(ast, ty);
                    }
                    rest.extend(items.iter().rev().map(|&i| (i, role::READ)));
                }
                ExprKind::ImpliedDo(implied) => {
                    self.name(implied.variable, How::Value, role::READ | role::SPECIFY);
                    rest.extend(implied.items.iter().rev().map(|&i| (i, role)));
                    rest.extend(implied.bounds.iter().rev().map(|&b| (b, role::READ)));
                }
                ExprKind::Range(parts) => {
                    rest.extend(parts.iter().flatten().map(|&p| (p, role::READ)));
                }
                ExprKind::Conditional(a, b, c) => {
                    rest.extend([(*c, role::READ), (*b, role::READ), (*a, role::READ)]);
                }
                ExprKind::AltReturn(label) => self.label(*label),
                ExprKind::Star => {}
            }
        }
    }

    fn array_type(&mut self, ast: &FileAst, ty: &crate::ast::TypeSpec) {
        if let crate::ast::BaseType::Type(name) = ty.base {
            self.name(name, How::Applied, role::READ);
        }
        for arg in &ty.args {
            self.read(ast, arg.value);
        }
    }

    /// `.plus.`, or `+` where a module defines it.
    fn operator(&mut self, ast: &FileAst, op: Ident, operands: &[ExprId]) {
        let defined = is_defined(self.d.names.text(op.name));
        let plain = !defined && operands.iter().all(|&o| self.is_plain(ast, o));
        if plain {
            return;
        }
        // A type may bring its own.
        for &operand in operands {
            let ty = self
                .d
                .program
                .expr_type(ast, self.file(), self.scope, operand);
            let derived = ty.and_then(|t| self.d.program.derived(t));
            if let Some(bound) = derived.and_then(|d| self.d.program.member(d, op.name)) {
                self.refer_to(op, bound, role::READ);
                return;
            }
        }
        if let Some(found) = self.d.program.lookup(self.scope, op.name) {
            self.refer_to(op, found, role::READ);
        } else if defined && self.d.program.unknown_use(self.scope).is_none() {
            let text = self.d.names.text(op.name);
            let message = format!("there is no operator {text} here");
            let file = self.file();
            self.d.program.problem("operator", file, op.span, message);
        }
    }

    /// Whether an operand is of a type that the language itself calculates with.
    fn is_plain(&self, ast: &FileAst, operand: ExprId) -> bool {
        let (ty, _) = self
            .d
            .program
            .shape(self.d.names, ast, self.d.file, self.scope, operand);
        !matches!(ty, Type::Unknown | Type::Derived(_))
    }

    /// `base%name`; the entity of the member, where the type of the base is known.
    fn member(&mut self, ast: &FileAst, base: ExprId, name: Ident, role: u16) {
        self.designator(ast, base, role | role::PART);
        if let Some(member) = self.member_entity(ast, base, name) {
            self.refer_to(name, member, role);
        }
    }

    fn member_entity(&mut self, ast: &FileAst, base: ExprId, name: Ident) -> Option<EntityId> {
        let ty = self
            .d
            .program
            .expr_type(ast, self.file(), self.scope, base)?;
        let derived = self.d.program.derived(ty)?;
        let member = self.d.program.member(derived, name.name);
        if member.is_none() && !matches!(self.d.names.text(name.name), "re" | "im" | "kind" | "len")
        {
            let message = format!("the type has no `{}`", self.d.names.text(name.name));
            let file = self.file();
            self.d.program.problem("member", file, name.span, message);
        }
        member
    }

    /// `base(args)`: a call, a constructor, an element, a section or a substring.
    fn apply(&mut self, ast: &FileAst, base: ExprId, args: &[Arg], role: u16) {
        let callee = match &ast.expr(base).kind {
            ExprKind::Name(name) => {
                let substring = matches!(args, [Arg { value, .. }] if matches!(ast.expr(*value).kind, ExprKind::Range(_)));
                let how = if substring { How::Value } else { How::Applied };
                let entity = self.name(*name, how, role | role::PART);
                Some(entity)
            }
            ExprKind::Member(inner, name) => {
                self.designator(ast, *inner, role | role::PART);
                let member = self.member_entity(ast, *inner, *name);
                if let Some(member) = member {
                    self.refer_to(*name, member, role | role::PART);
                }
                member
            }
            _ => {
                self.designator(ast, base, role | role::PART);
                None
            }
        };
        self.arguments(ast, callee, args);
    }

    pub(crate) fn call(&mut self, ast: &FileAst, what: ExprId) {
        let (base, args): (ExprId, &[Arg]) = match &ast.expr(what).kind {
            ExprKind::Apply(base, args) => (*base, args),
            _ => (what, &[]),
        };
        let callee = match &ast.expr(base).kind {
            ExprKind::Name(name) => Some(self.name(*name, How::Called, role::CALL)),
            ExprKind::Member(inner, name) => {
                self.designator(ast, *inner, role::READ | role::MAY_WRITE | role::PART);
                let member = self.member_entity(ast, *inner, *name);
                if let Some(member) = member {
                    self.refer_to(*name, member, role::CALL);
                }
                member
            }
            _ => {
                self.designator(ast, base, role::READ);
                None
            }
        };
        self.arguments(ast, callee, args);
    }

    fn arguments(&mut self, ast: &FileAst, callee: Option<EntityId>, args: &[Arg]) {
        let callee = callee.map(|c| self.d.program.seen(c));
        let kind = callee.map(|c| self.d.program.entity(c).kind);
        let candidates = callee
            .map(|c| self.candidates(ast, c, args))
            .unwrap_or_default();
        for (position, arg) in args.iter().enumerate() {
            if let Some(keyword) = arg.keyword {
                self.keyword(callee, &candidates, keyword);
            }
            let role = match kind {
                Some(EntityKind::Variable | EntityKind::Type) => role::READ,
                Some(EntityKind::Component) if candidates.is_empty() => role::READ,
                Some(EntityKind::Intrinsic) => {
                    let name = callee
                        .map(|c| self.d.names.text(self.d.program.entity(c).name))
                        .unwrap_or_default();
                    if crate::intrinsics::Intrinsics::changes_arguments(name) {
                        role::READ | role::MAY_WRITE
                    } else {
                        role::READ
                    }
                }
                _ => self.argument_role(&candidates, position, arg),
            };
            self.designator(ast, arg.value, role);
        }
    }

    fn argument_role(&self, candidates: &[Candidate], position: usize, arg: &Arg) -> u16 {
        let is_read = |candidate: &Candidate| {
            let dummy = candidate.dummy(self.d.program, position, arg);
            dummy.is_some_and(|d| {
                let flags = self.d.program.entity(d).flags;
                flags.has(Flags::VALUE)
                    || flags.has(Flags::INTENT_IN) && !flags.has(Flags::INTENT_OUT)
            })
        };
        if !candidates.is_empty() && candidates.iter().all(is_read) {
            role::READ
        } else {
            role::READ | role::MAY_WRITE
        }
    }

    fn keyword(&mut self, callee: Option<EntityId>, candidates: &[Candidate], keyword: Ident) {
        let Some(callee) = callee else { return };
        if self.d.program.entity(callee).kind == EntityKind::Type
            && candidates.is_empty()
            && let Some(member) = self.d.program.member(callee, keyword.name)
        {
            self.refer_to(keyword, member, role::KEYWORD);
            return;
        }
        let mut found = false;
        for &Candidate { procedure, .. } in candidates {
            // A separate procedure's arguments may be looked up in its interface.
            let dummy = self
                .d
                .program
                .entity(procedure)
                .dummies
                .iter()
                .flatten()
                .find(|&&d| self.d.program.entity(d).name == keyword.name)
                .copied();
            if let Some(dummy) = dummy {
                self.refer_to(keyword, dummy, role::KEYWORD);
                found = true;
            }
        }
        if found {
            return;
        }
        if self.d.program.entity(callee).kind == EntityKind::Type
            && let Some(member) = self.d.program.member(callee, keyword.name)
        {
            self.refer_to(keyword, member, role::KEYWORD);
            return;
        }
        let known = !candidates.is_empty()
            && candidates
                .iter()
                .all(|c| self.d.program.entity(c.procedure).body.is_some())
            || self.d.program.entity(callee).kind == EntityKind::Type;
        if known {
            let message = format!("there is no argument `{}`", self.d.names.text(keyword.name));
            let file = self.file();
            self.d
                .program
                .problem("keyword", file, keyword.span, message);
        }
    }

    pub(crate) fn io(&mut self, ast: &FileAst, io: &Io) {
        let verb = self.d.names.text(io.verb);
        for (position, arg) in io.control.iter().enumerate() {
            let word = arg.keyword.map_or("", |k| self.d.names.text(k.name));
            let format = word == "fmt"
                || io.bare
                || word.is_empty() && matches!((verb, position), ("read" | "write", 1));
            let label = matches!(word, "err" | "end" | "eor") || format;
            if let (true, ExprKind::Literal(Literal::Integer, None)) =
                (label, &ast.expr(arg.value).kind)
            {
                let span = ast.expr(arg.value).span;
                let text = span.text(self.sources.text(self.file()));
                let value = text.parse().unwrap_or(u32::MAX);
                self.label(crate::ast::LabelRef { value, span });
                continue;
            }
            let role = match word {
                "iostat" | "iomsg" | "size" | "id" | "newunit" => role::WRITE,
                "unit" | "" if verb == "write" && position == 0 => role::READ | role::MAY_WRITE,
                _ if verb == "inquire" && !matches!(word, "unit" | "file" | "") => role::WRITE,
                _ => role::READ,
            };
            self.designator(ast, arg.value, role);
        }
        for &item in &io.items {
            let role = if verb == "read" || verb == "inquire" {
                role::WRITE
            } else {
                role::READ
            };
            self.designator(ast, item, role);
        }
    }
}

/// Whether an operator can only be a program's own.
fn is_defined(text: &str) -> bool {
    text.starts_with('.')
        && !matches!(
            text,
            ".and."
                | ".or."
                | ".not."
                | ".eqv."
                | ".neqv."
                | ".xor."
                | ".eq."
                | ".ne."
                | ".lt."
                | ".le."
                | ".gt."
                | ".ge."
        )
}
