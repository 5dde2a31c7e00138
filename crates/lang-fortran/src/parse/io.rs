//! READ, WRITE, PRINT, FORMAT and the statements about files.

use super::{Parse, Parser};
use crate::ast::{Arg, ExprId, ExprKind, Io, StmtKind};

impl Parser<'_> {
    pub(super) fn io(&mut self, word: &str) -> Parse<StmtKind> {
        let verb = self.ident()?.name;
        let mut io = Io {
            verb,
            bare: false,
            control: Vec::new(),
            items: Vec::new(),
        };
        match word {
            "format" => {
                self.at = self.tokens.len();
                return Ok(StmtKind::Format);
            }
            "print" => self.format_and_items(&mut io)?,
            "read" if !self.is_op("(") || self.read_without_control() => {
                self.format_and_items(&mut io)?;
            }
            "rewind" | "backspace" | "endfile" | "flush" if !self.is_op("(") => {
                if !self.done() {
                    let unit = self.arg_of_expr()?;
                    io.control.push(unit);
                }
            }
            _ => {
                io.control = self.args_in_parens()?;
                self.eat(",");
                if !self.done() {
                    io.items = self.items()?;
                }
            }
        }
        Ok(StmtKind::Io(io))
    }

    /// `read (fmt), x`: the parentheses are the format.
    fn read_without_control(&self) -> bool {
        self.after_parens(self.at).is_some_and(|i| {
            self.tokens
                .get(i)
                .is_some_and(|t| t.tok == crate::lex::Tok::Op(","))
        })
    }

    fn arg_of_expr(&mut self) -> Parse<Arg> {
        let start = self.at;
        let value = if self.eat("*") {
            self.add(self.span_before(), ExprKind::Star)
        } else {
            self.expr()?
        };
        Ok(Arg {
            keyword: None,
            value,
            span: self.span_from(start),
        })
    }

    fn format_and_items(&mut self, io: &mut Io) -> Parse<()> {
        io.bare = true;
        io.control.push(self.arg_of_expr()?);
        if self.eat(",") && !self.done() {
            io.items = self.items()?;
        }
        Ok(())
    }

    fn items(&mut self) -> Parse<Vec<ExprId>> {
        let mut items = vec![self.array_item()?];
        while self.eat(",") {
            items.push(self.array_item()?);
        }
        Ok(items)
    }
}
