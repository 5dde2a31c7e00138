//! Questions that refactorings ask of a tree: what is selected, what is around it, what runs before it.

use crate::ast::{Ast, ExprId, ExprKind, Function, Item, Operator, StmtId, StmtKind};
use crate::lexer::{Token, lex};
use reweave_text::Span;

/// What an expression is to the statement that it stands in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Evaluated once when the statement runs: the whole of it, the condition of an `if`, the first part of a `for`.
    Once,
    /// Evaluated again and again: conditions of loops, the last part of a `for`.
    Repeated,
}

/// Where an expression stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    pub expr: ExprId,
    /// The outermost expression around it.
    pub root: ExprId,
    pub stmt: StmtId,
    pub role: Role,
    /// It stands in the right part of `&&` or `||`, which is not always evaluated.
    pub is_conditional: bool,
    /// Its value is read: it is not assigned to, stepped, or a whole array.
    pub is_value: bool,
}

/// What is around a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Surroundings {
    /// The statements around it, innermost first.
    pub around: Vec<StmtId>,
    /// The list it stands in, and its place there; `None` for the body of an `if` or a loop without braces.
    pub list: Option<(Vec<StmtId>, usize)>,
    /// The function around it, by its place in the file.
    pub function: Option<usize>,
    /// The item of the file that it is or that holds it.
    pub item: usize,
}

impl Surroundings {
    /// Whether it stands at the top of the file, in no function and no braces.
    pub fn is_top(&self) -> bool {
        self.around.is_empty() && self.function.is_none()
    }
}

impl Ast {
    /// The expression that covers exactly this range, blanks at its ends aside; the outermost, if several do.
    pub fn expression_at(&self, text: &str, range: Span) -> Option<ExprId> {
        let range = trimmed(text, range);
        let exact = |e: &&ExprId| self.expr(**e).span == range;
        let all: Vec<ExprId> = (0..self.exprs.len() as u32).map(ExprId).collect();
        // Inner expressions are pushed before those around them.
        all.iter().rev().find(exact).copied()
    }

    /// Where an expression stands; `None` if the file was read with errors around it.
    pub fn site(&self, expr: ExprId) -> Option<Site> {
        let span = self.expr(expr).span;
        for s in (0..self.stmts.len() as u32).map(StmtId) {
            if !self.stmt(s).span.contains(span) {
                continue;
            }
            for root in self.expressions(s) {
                if !self.expr(root).span.contains(span) {
                    continue;
                }
                if let Some((is_conditional, is_value)) = self.path(root, expr) {
                    return Some(Site {
                        expr,
                        root,
                        stmt: s,
                        role: self.role(s, root),
                        is_conditional,
                        is_value,
                    });
                }
            }
        }
        None
    }

    fn role(&self, stmt: StmtId, root: ExprId) -> Role {
        match &self.stmt(stmt).kind {
            StmtKind::While { .. } => Role::Repeated,
            StmtKind::For { init, .. } if *init != Some(root) => Role::Repeated,
            _ => Role::Once,
        }
    }

    /// The way from an expression down to another: whether it passes the right part of `&&` or `||`, and whether it ends
    /// at a value.
    fn path(&self, root: ExprId, to: ExprId) -> Option<(bool, bool)> {
        let mut at = root;
        let mut conditional = false;
        let is_array = |e: ExprId| matches!(self.expr(e).kind, ExprKind::WholeArray(_));
        let mut is_value = !is_array(root);
        while at != to {
            let target = self.expr(to).span;
            let next = self
                .parts(at)
                .into_iter()
                .find(|p| self.expr(*p).span.contains(target))?;
            is_value = !is_array(next);
            match &self.expr(at).kind {
                ExprKind::Binary(Operator::And | Operator::Or, _, _, right) if *right == next => {
                    conditional = true;
                }
                ExprKind::Assign(_, _, left, _) if *left == next => is_value = false,
                ExprKind::Step { .. } => is_value = false,
                _ => {}
            }
            at = next;
        }
        Some((conditional, is_value))
    }

    /// What is around a statement; `None` if it is in no item of the file.
    pub fn surroundings(&self, stmt: StmtId) -> Option<Surroundings> {
        let span = self.stmt(stmt).span;
        for (item, what) in self.items.iter().enumerate() {
            let (roots, function) = match *what {
                Item::Stmt(s, _) => (vec![s], None),
                Item::Function(i) => {
                    let function: &Function = &self.functions[i as usize];
                    (function.body.clone(), Some(i as usize))
                }
            };
            let mut list: Option<Vec<StmtId>> = Some(roots);
            let mut around = Vec::new();
            let mut candidates = list.clone().unwrap_or_default();
            while let Some(&inside) = candidates
                .iter()
                .find(|s| self.stmt(**s).span.contains(span))
            {
                if inside == stmt {
                    around.reverse();
                    let list = list.and_then(|l| {
                        let at = l.iter().position(|s| *s == stmt)?;
                        Some((l, at))
                    });
                    return Some(Surroundings {
                        around,
                        list,
                        function,
                        item,
                    });
                }
                around.push(inside);
                candidates = self.children(inside);
                let is_block = matches!(self.stmt(inside).kind, StmtKind::Block(_));
                list = is_block.then(|| candidates.clone());
            }
        }
        None
    }

    /// The smallest statement around an offset, or that starts on it; no block.
    pub fn statement_at(&self, offset: u32) -> Option<StmtId> {
        let is_inside = |s: &StmtId| {
            let stmt = self.stmt(*s);
            let is_block = matches!(stmt.kind, StmtKind::Block(_));
            !is_block && stmt.span.start <= offset && offset <= stmt.span.end
        };
        let all = (0..self.stmts.len() as u32).map(StmtId).filter(is_inside);
        all.min_by_key(|s| (self.stmt(*s).span.len(), std::cmp::Reverse(s.0)))
    }

    /// The function around an offset, by its place in the file.
    pub fn function_at(&self, offset: u32) -> Option<usize> {
        self.functions
            .iter()
            .position(|f| f.span.start <= offset && offset <= f.span.end)
    }

    /// The span of an item.
    pub fn item_span(&self, item: usize) -> Span {
        match self.items[item] {
            Item::Stmt(s, _) => self.stmt(s).span,
            Item::Function(i) => self.functions[i as usize].span,
        }
    }

    /// Whether an expression must be put in parentheses to stand on the right of `=`: comparison and logic bind looser.
    pub fn is_loose(&self, expr: ExprId) -> bool {
        matches!(
            self.expr(expr).kind,
            ExprKind::Not(_)
                | ExprKind::Binary(Operator::Compare | Operator::And | Operator::Or, ..)
        )
    }
}

/// A range without the blanks at its ends.
pub fn trimmed(text: &str, range: Span) -> Span {
    let inner = range.text(text);
    let start = range.start + (inner.len() - inner.trim_start().len()) as u32;
    Span::new(start, start + inner.trim().len() as u32)
}

/// The tokens of a piece of code, whatever lies between them.
pub fn words(code: &str) -> Vec<&str> {
    let tokens = lex(code);
    let kept = tokens
        .iter()
        .filter(|t| !matches!(t.token, Token::Newline | Token::End));
    kept.map(|t| t.span.text(code)).collect()
}

/// Whether a text can be the name of a variable or function.
pub fn is_name(text: &str) -> bool {
    matches!(lex(text)[..], [name, _] if name.token == Token::Name && name.span.len() as usize == text.len())
}
