//! What the walks of all languages do alike.

use crate::lowerer::{Language, Lowerer};
use reweave_model::{Kind, Role};
use reweave_syntax::NodeId as SyntaxId;

impl<L: Language> Lowerer<'_, L> {
    /// The expression in a field, if there is one.
    pub fn field(&mut self, id: SyntaxId, field: L::F, role: Role) {
        if let Some(child) = self.in_field(id, field) {
            L::expression(self, child, role);
        }
    }

    /// A node of one expression for each named child, all in one role.
    pub fn parts(&mut self, id: SyntaxId, kind: Kind, role: Role, inner: Role) {
        self.open(id, kind, role);
        for child in self.named(id) {
            L::expression(self, child, inner);
        }
        self.close();
    }

    /// What has no kind of its own: its first token, and the parts.
    pub fn other(&mut self, id: SyntaxId, role: Role) {
        if self.named(id).next().is_none() {
            return self.leaf(id, Kind::OtherExpr, role);
        }
        let word = self.kids(id).next();
        let word = word.filter(|&w| !self.syntax.node(w).is_named());
        self.open_named(id, Kind::OtherExpr, role, word);
        for child in self.named(id) {
            L::expression(self, child, Role::Argument);
        }
        self.close();
    }

    /// Operands around an operator.
    pub fn binary(&mut self, id: SyntaxId, operator: Option<SyntaxId>, role: Role) {
        self.open_named(id, Kind::Binary, role, operator);
        for operand in self.named(id) {
            L::expression(self, operand, Role::Operand);
        }
        self.close();
    }

    /// A statement that is nothing but an expression.
    pub fn expression_statement(&mut self, id: SyntaxId, value: SyntaxId, role: Role) {
        self.open(id, Kind::ExprStmt, role);
        L::expression(self, value, Role::Value);
        self.close();
    }

    /// `x++` and `--x`; the operand is the named child.
    pub fn update(&mut self, id: SyntaxId, sign: SyntaxId, role: Role) {
        let operand = self.named(id).next();
        let prefix = operand.is_none_or(|o| self.span(sign).start < self.span(o).start);
        let text = self.token(sign);
        let form = if prefix {
            format!("{text}x")
        } else {
            format!("x{text}")
        };
        let sym = self.names.intern(&form);
        let at = self.span(sign).start;
        let node = self.open(id, Kind::Update, role);
        (node.sym, node.name_at) = (sym, at);
        if let Some(operand) = operand {
            L::expression(self, operand, Role::Operand);
        }
        self.close();
    }
}
