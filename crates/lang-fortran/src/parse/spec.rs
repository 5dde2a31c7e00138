//! PARAMETER, DATA, COMMON, EQUIVALENCE, NAMELIST and IMPLICIT.

use super::{Parse, Parser};
use crate::ast::{ExprId, ExprKind, ImplicitRule, StmtKind};
use crate::lex::Tok;

impl Parser<'_> {
    pub(super) fn specification(&mut self, word: &str) -> Parse<StmtKind> {
        self.at += 1;
        match word {
            "parameter" => self.parameter(),
            "data" => self.data(),
            "common" => self.common(),
            "equivalence" => self.equivalence(),
            "namelist" => self.namelist(),
            _ => self.implicit(),
        }
    }

    fn parameter(&mut self) -> Parse<StmtKind> {
        let parens = self.eat("(");
        let mut all = Vec::new();
        loop {
            let name = self.ident()?;
            self.expect("=")?;
            all.push((name, self.expr()?));
            if !self.eat(",") {
                break;
            }
        }
        if parens {
            self.expect(")")?;
        }
        Ok(StmtKind::Parameter(all))
    }

    fn data(&mut self) -> Parse<StmtKind> {
        let mut sets = Vec::new();
        while !self.done() {
            let mut objects = Vec::new();
            loop {
                objects.push(self.designator()?);
                if !self.eat(",") {
                    break;
                }
            }
            self.expect("/")?;
            sets.push((objects, self.data_values()?));
            self.eat(",");
        }
        Ok(StmtKind::Data(sets))
    }

    /// A designator or implied DO: an expression that stops at `/`.
    fn designator(&mut self) -> Parse<ExprId> {
        // No `/` can follow a designator inside an expression here, so reading the primary is enough.
        self.data_primary()
    }

    /// Values up to the closing `/`.
    pub(super) fn data_values(&mut self) -> Parse<Vec<ExprId>> {
        let mut values = Vec::new();
        loop {
            let start = self.at;
            let mut value = self.data_value()?;
            if self.eat("*") {
                let repeated = self.data_value()?;
                value = self.add(self.span_from(start), ExprKind::Repeat(value, repeated));
            }
            values.push(value);
            if self.eat("/") {
                return Ok(values);
            }
            self.expect(",")?;
        }
    }

    fn data_value(&mut self) -> Parse<ExprId> {
        let start = self.at;
        if self.is_op("+") || self.is_op("-") {
            let text = self.symbol(if self.is_op("-") { "-" } else { "+" });
            let operator = crate::ast::Operator {
                text,
                span: self.span_here(),
            };
            self.at += 1;
            let value = self.data_primary()?;
            return Ok(self.add(self.span_from(start), ExprKind::Unary(operator, value)));
        }
        self.data_primary()
    }

    fn data_primary(&mut self) -> Parse<ExprId> {
        self.primary()
    }

    fn common(&mut self) -> Parse<StmtKind> {
        let mut blocks = Vec::new();
        while !self.done() {
            let block = if self.eat("//") {
                None
            } else if self.eat("/") {
                if self.eat("/") {
                    None
                } else {
                    let name = self.ident()?;
                    self.expect("/")?;
                    Some(name)
                }
            } else {
                None
            };
            let mut entities = Vec::new();
            while matches!(self.peek(), Some(Tok::Name(_))) {
                entities.push(self.common_entity()?);
                if !self.eat(",") {
                    break;
                }
            }
            if entities.is_empty() {
                return Err("a variable");
            }
            blocks.push((block, entities));
        }
        Ok(StmtKind::Common(blocks))
    }

    /// As an entity of a declaration, but `/` opens the next block.
    fn common_entity(&mut self) -> Parse<crate::ast::EntityDecl> {
        let start = self.at;
        let name = self.ident()?;
        let dims = if self.is_op("(") {
            self.args_in_parens()?
                .into_iter()
                .map(|a| a.value)
                .collect()
        } else {
            Vec::new()
        };
        Ok(crate::ast::EntityDecl {
            name,
            dims,
            char_len: None,
            init: None,
            pointer_init: false,
            span: self.span_from(start),
        })
    }

    fn equivalence(&mut self) -> Parse<StmtKind> {
        let mut sets = Vec::new();
        loop {
            let args = self.args_in_parens()?;
            sets.push(args.into_iter().map(|a| a.value).collect());
            if !self.eat(",") {
                return Ok(StmtKind::Equivalence(sets));
            }
        }
    }

    fn namelist(&mut self) -> Parse<StmtKind> {
        let mut groups = Vec::new();
        while !self.done() {
            self.expect("/")?;
            let name = self.ident()?;
            self.expect("/")?;
            let mut members = vec![self.ident()?];
            while self.eat(",") && matches!(self.peek(), Some(Tok::Name(_))) {
                members.push(self.ident()?);
            }
            groups.push((name, members));
        }
        Ok(StmtKind::Namelist(groups))
    }

    fn implicit(&mut self) -> Parse<StmtKind> {
        if self.eat_word("none") {
            if self.eat("(") {
                let mut typed = false;
                while let Some(word) = self.opt_ident() {
                    typed |= self.names.text(word.name) == "type";
                    self.eat(",");
                }
                self.expect(")")?;
                if !typed {
                    return Ok(StmtKind::Implicit(Some(Vec::new())));
                }
            }
            return Ok(StmtKind::Implicit(None));
        }
        let mut rules = Vec::new();
        loop {
            let ty = self.implicit_type()?;
            self.expect("(")?;
            let mut letters = Vec::new();
            loop {
                let from = self.letter()?;
                let to = if self.eat("-") { self.letter()? } else { from };
                letters.push((from, to));
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(")")?;
            rules.push(ImplicitRule { ty, letters });
            if !self.eat(",") {
                return Ok(StmtKind::Implicit(Some(rules)));
            }
        }
    }

    /// The last parentheses hold letters, so `real (a-h)` has no kind while `real (8) (a-h)` has.
    fn implicit_type(&mut self) -> Parse<crate::ast::TypeSpec> {
        let start = self.at;
        let ty = self.type_spec()?;
        if self.is_op("(") {
            return Ok(ty);
        }
        // The parentheses were the letters: read the type again without them.
        self.at = start;
        let words = if self.word() == "double" { 2 } else { 1 };
        let mut bare = crate::ast::TypeSpec {
            base: ty.base,
            args: Vec::new(),
            span: ty.span,
        };
        self.at += words;
        if self.eat("*") {
            self.at += 1;
        }
        bare.span = self.span_from(start);
        Ok(bare)
    }

    fn letter(&mut self) -> Parse<u8> {
        let ident = self.ident()?;
        match self.names.text(ident.name).as_bytes() {
            [letter] => Ok(*letter),
            _ => Err("a letter"),
        }
    }
}
