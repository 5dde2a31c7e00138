//! Which statement it is.
//!
//! No word of Fortran is reserved, but the shape of an assignment is enough to tell it: a designator, then `=` or
//! `=>`. Everything else starts with its keyword.

use super::decl::ATTRIBUTE_STATEMENTS;
use super::{Parse, Parser};
use crate::ast::{Stmt, StmtKind};
use crate::lex::Tok;

impl Parser<'_> {
    pub(super) fn statement(&mut self) -> Parse<Stmt> {
        let label = if self.peek() == Some(Tok::Int) && self.tokens.len() > 1 {
            Some(self.label()?)
        } else {
            None
        };
        let construct = if matches!(self.peek(), Some(Tok::Name(_))) && self.is_op_at(1, ":") {
            let name = self.ident()?;
            self.at += 1;
            Some(name)
        } else {
            None
        };
        let start = self.at;
        let kind = self.kind()?;
        self.end()?;
        Ok(Stmt {
            span: self.span_from(start),
            label,
            construct,
            kind,
        })
    }

    /// The statement that IF, WHERE and FORALL control.
    pub(super) fn inner_statement(&mut self) -> Parse<Box<Stmt>> {
        let start = self.at;
        let kind = self.deeper(Self::kind)?;
        if matches!(kind, StmtKind::If(..)) {
            return Err("a statement that IF may control");
        }
        Ok(Box::new(Stmt {
            span: self.span_from(start),
            label: None,
            construct: None,
            kind,
        }))
    }

    /// Whether the statement is `designator = …` or `designator => …`; the index of the operator.
    fn assignment_at(&self) -> Option<usize> {
        let mut i = self.at;
        let tok = |i: usize| self.tokens.get(i).map(|t| t.tok);
        if !matches!(tok(i), Some(Tok::Name(_))) {
            return None;
        }
        i += 1;
        loop {
            match tok(i)? {
                Tok::Op("(" | "[") => i = self.after_parens(i)?,
                Tok::Op("%") if matches!(tok(i + 1), Some(Tok::Name(_))) => i += 2,
                Tok::Op("=" | "=>") => return Some(i),
                _ => return None,
            }
        }
    }

    fn kind(&mut self) -> Parse<StmtKind> {
        if let Some(op) = self.assignment_at() {
            return self.assignment(op);
        }
        if !matches!(self.peek(), Some(Tok::Name(_))) {
            return Err("a statement");
        }
        let start = self.at;
        let word = self.word();
        // A header with prefixes may start with any of them, or with a type.
        if let Some(header) = self.procedure_header()? {
            return Ok(header);
        }
        self.at = start;
        if word.starts_with("end")
            && let Some(end) = self.end_statement()?
        {
            return Ok(end);
        }
        self.at = start;
        match word {
            "program" | "module" | "submodule" | "block" | "blockdata" | "contains" | "entry"
            | "interface" | "abstract" | "procedure" | "generic" | "final" | "sequence"
            | "enum" | "enumerator" | "use" | "import" | "include" => {
                if let Some(kind) = self.unit_statement(word)? {
                    return Ok(kind);
                }
                self.at = start;
                self.executable(word)
            }
            "integer" | "real" | "double" | "doubleprecision" | "doublecomplex" | "complex"
            | "logical" | "character" | "type" | "class" | "byte" | "typeof" | "classof" => {
                if let Some(kind) = self.declaration()? {
                    return Ok(kind);
                }
                self.at = start;
                self.executable(word)
            }
            "parameter" | "data" | "common" | "equivalence" | "namelist" | "implicit" => {
                self.specification(word)
            }
            _ if ATTRIBUTE_STATEMENTS.contains(&word) => self.attribute_statement(),
            "read" | "write" | "print" | "open" | "close" | "inquire" | "rewind" | "backspace"
            | "endfile" | "flush" | "wait" | "format" => self.io(word),
            _ => self.executable(word),
        }
    }

    fn assignment(&mut self, op: usize) -> Parse<StmtKind> {
        let left = self.expr()?;
        if self.at != op {
            return Err("an assignment");
        }
        self.at += 1;
        let pointer = self.tokens[op].tok == Tok::Op("=>");
        let right = self.expr()?;
        Ok(if pointer {
            StmtKind::PointerAssignment(left, right)
        } else {
            StmtKind::Assignment(left, right)
        })
    }
}
