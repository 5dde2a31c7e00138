//! Executable statements other than assignments and input/output.

use super::{Parse, Parser};
use crate::ast::{
    Arg, Association, DoControl, ExprId, ExprKind, Forall, Guard, SelectKind, Stmt, StmtKind,
};
use crate::lex::Tok;
use reweave_text::Part;

impl Parser<'_> {
    pub(super) fn executable(&mut self, word: &str) -> Parse<StmtKind> {
        self.at += 1;
        Ok(match word {
            "call" => self.call()?,
            "if" => self.if_statement()?,
            "else" if self.eat_word("if") => self.else_if()?,
            "elseif" => self.else_if()?,
            "else" if self.eat_word("where") => self.else_where()?,
            "elsewhere" => self.else_where()?,
            "else" => StmtKind::Else(self.opt_ident()),
            "do" => self.do_statement()?,
            "dowhile" => {
                self.at -= 1;
                self.do_statement()?
            }
            "select" | "selectcase" | "selecttype" => self.select(word)?,
            "case" => self.case()?,
            "type" if self.eat_word("is") => {
                let guard = Guard::TypeIs(self.guard_type()?);
                StmtKind::Case(guard, self.opt_ident())
            }
            "class" if self.eat_word("is") => {
                let guard = Guard::ClassIs(self.guard_type()?);
                StmtKind::Case(guard, self.opt_ident())
            }
            "class" | "rank" if self.eat_word("default") => {
                StmtKind::Case(Guard::Default, self.opt_ident())
            }
            "rank" => {
                let guard = Guard::Values(self.values_in_parens()?);
                StmtKind::Case(guard, self.opt_ident())
            }
            "where" => {
                let mask = self.parens()?;
                StmtKind::Where(mask, self.optional_statement()?)
            }
            "forall" => {
                let forall = self.forall()?;
                StmtKind::Forall(forall, self.optional_statement()?)
            }
            "associate" => self.associate()?,
            "block" => StmtKind::Block,
            "critical" => StmtKind::Critical(self.optional_args()?),
            "change" if self.eat_word("team") => StmtKind::ChangeTeam(self.values_in_parens()?),
            "exit" => StmtKind::Exit(self.opt_ident()),
            "cycle" => StmtKind::Cycle(self.opt_ident()),
            "go" if self.eat_word("to") => self.goto()?,
            "goto" => self.goto()?,
            "assign" => {
                let label = self.label()?;
                if !self.eat_word("to") {
                    return Err("to");
                }
                StmtKind::Assign(label, self.ident()?)
            }
            "continue" => StmtKind::Continue,
            "return" => StmtKind::Return(self.optional_expr()?),
            "stop" => self.stop()?,
            "error" if self.eat_word("stop") => self.stop()?,
            "errorstop" => self.stop()?,
            "pause" => StmtKind::Pause(self.optional_expr()?),
            "allocate" => self.allocate()?,
            "deallocate" => StmtKind::Deallocate(self.args_in_parens()?),
            "nullify" => StmtKind::Nullify(self.values_in_parens()?),
            "sync" | "event" | "notify" | "form" | "fail" => {
                self.ident()?;
                StmtKind::Image(self.optional_args()?)
            }
            "lock" | "unlock" => StmtKind::Image(self.args_in_parens()?),
            _ => return Err("a statement"),
        })
    }

    fn associate(&mut self) -> Parse<StmtKind> {
        self.expect("(")?;
        let mut all = vec![self.association()?];
        while self.eat(",") {
            all.push(self.association()?);
        }
        self.expect(")")?;
        Ok(StmtKind::Associate(all))
    }

    /// The statement on the line of its mask; a construct has none there.
    fn optional_statement(&mut self) -> Parse<Option<Box<Stmt>>> {
        if self.done() {
            return Ok(None);
        }
        self.inner_statement().map(Some)
    }

    fn optional_args(&mut self) -> Parse<Vec<Arg>> {
        if self.is_op("(") {
            self.args_in_parens()
        } else {
            Ok(Vec::new())
        }
    }

    fn values_in_parens(&mut self) -> Parse<Vec<ExprId>> {
        let args = self.args_in_parens()?;
        Ok(args.into_iter().map(|a| a.value).collect())
    }

    fn parens(&mut self) -> Parse<ExprId> {
        self.expect("(")?;
        let inside = self.expr()?;
        self.expect(")")?;
        Ok(inside)
    }

    fn optional_expr(&mut self) -> Parse<Option<ExprId>> {
        if self.done() {
            Ok(None)
        } else {
            self.expr().map(Some)
        }
    }

    fn call(&mut self) -> Parse<StmtKind> {
        let what = self.expr()?;
        match self.exprs[what.0 as usize].kind {
            ExprKind::Name(_) | ExprKind::Member(..) | ExprKind::Apply(..) => {
                Ok(StmtKind::Call(what))
            }
            _ => Err("a procedure"),
        }
    }

    fn if_statement(&mut self) -> Parse<StmtKind> {
        let condition = self.parens()?;
        if self.word() == "then" && self.at + 1 == self.tokens.len() {
            self.at += 1;
            return Ok(StmtKind::IfThen(condition));
        }
        if self.peek() == Some(Tok::Int) {
            let negative = self.label()?;
            self.expect(",")?;
            let zero = self.label()?;
            self.expect(",")?;
            return Ok(StmtKind::ArithmeticIf(
                condition,
                [negative, zero, self.label()?],
            ));
        }
        Ok(StmtKind::If(condition, self.inner_statement()?))
    }

    fn else_if(&mut self) -> Parse<StmtKind> {
        let condition = self.parens()?;
        if !self.eat_word("then") {
            return Err("then");
        }
        Ok(StmtKind::ElseIf(condition, self.opt_ident()))
    }

    fn else_where(&mut self) -> Parse<StmtKind> {
        let mask = if self.is_op("(") {
            Some(self.parens()?)
        } else {
            None
        };
        Ok(StmtKind::ElseWhere(mask, self.opt_ident()))
    }

    fn do_statement(&mut self) -> Parse<StmtKind> {
        let end_label = if self.peek() == Some(Tok::Int) {
            Some(self.label()?)
        } else {
            None
        };
        self.eat(",");
        let control = if self.done() {
            DoControl::Forever
        } else if matches!(self.word(), "while" | "dowhile") && self.is_op_at(1, "(") {
            self.at += 1;
            DoControl::While(self.parens()?)
        } else if self.word() == "concurrent" && self.is_op_at(1, "(") {
            self.at += 1;
            DoControl::Concurrent(self.forall()?)
        } else {
            let variable = self.primary()?;
            self.expect("=")?;
            let mut bounds = vec![self.expr()?];
            while self.eat(",") {
                bounds.push(self.expr()?);
            }
            DoControl::Count { variable, bounds }
        };
        Ok(StmtKind::Do { end_label, control })
    }

    /// `(integer :: i = 1:n, j = 1:m, mask)` and the locality of DO CONCURRENT.
    fn forall(&mut self) -> Parse<Forall> {
        self.expect("(")?;
        let mut forall = Forall {
            ty: None,
            indices: Vec::new(),
            mask: None,
            locality: Vec::new(),
        };
        let before = self.at;
        if let Ok(ty) = self.type_spec()
            && self.eat("::")
        {
            forall.ty = Some(ty);
        } else {
            self.at = before;
        }
        loop {
            if matches!(self.peek(), Some(Tok::Name(_))) && self.is_op_at(1, "=") {
                let index = self.ident()?;
                self.at += 1;
                let mut bounds = vec![self.expr()?];
                while self.eat(":") {
                    bounds.push(self.expr()?);
                }
                forall.indices.push((index, bounds));
            } else {
                forall.mask = Some(self.expr()?);
            }
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")")?;
        while matches!(
            self.word(),
            "local" | "local_init" | "shared" | "default" | "reduce"
        ) && self.is_op_at(1, "(")
        {
            let word = self.word();
            self.at += 2;
            if word == "reduce" {
                while !self.is_op(":") && !self.done() {
                    self.at += 1;
                }
                self.expect(":")?;
            }
            let names = self.ident_list()?;
            if word != "default" {
                forall.locality.extend(names);
            }
            self.expect(")")?;
        }
        Ok(forall)
    }

    fn association(&mut self) -> Parse<Association> {
        let name = if matches!(self.peek(), Some(Tok::Name(_))) && self.is_op_at(1, "=>") {
            let name = self.ident()?;
            self.at += 1;
            Some(name)
        } else {
            None
        };
        Ok(Association {
            name,
            selector: self.expr()?,
        })
    }

    fn select(&mut self, word: &str) -> Parse<StmtKind> {
        let kind = match if word == "select" {
            self.word()
        } else {
            word.part(6..)
        } {
            "case" => SelectKind::Case,
            "type" => SelectKind::Type,
            "rank" => SelectKind::Rank,
            _ => return Err("case"),
        };
        if word == "select" {
            self.at += 1;
        }
        self.expect("(")?;
        let on = self.association()?;
        self.expect(")")?;
        Ok(StmtKind::Select { kind, on })
    }

    fn case(&mut self) -> Parse<StmtKind> {
        if self.eat_word("default") {
            return Ok(StmtKind::Case(Guard::Default, self.opt_ident()));
        }
        let args = self.args_in_parens()?;
        let guard = Guard::Values(args.into_iter().map(|a| a.value).collect());
        Ok(StmtKind::Case(guard, self.opt_ident()))
    }

    fn guard_type(&mut self) -> Parse<crate::ast::TypeSpec> {
        self.expect("(")?;
        let before = self.at;
        let ty = match self.type_spec() {
            Ok(ty) if self.is_op(")") => ty,
            _ => {
                self.at = before;
                self.derived_type_spec()?
            }
        };
        self.expect(")")?;
        Ok(ty)
    }

    fn goto(&mut self) -> Parse<StmtKind> {
        if self.is_op("(") {
            let labels = self.label_list()?;
            self.eat(",");
            return Ok(StmtKind::ComputedGoto(labels, self.expr()?));
        }
        if self.peek() == Some(Tok::Int) {
            return Ok(StmtKind::Goto(self.label()?));
        }
        let variable = self.ident()?;
        self.eat(",");
        let labels = if self.is_op("(") {
            self.label_list()?
        } else {
            Vec::new()
        };
        Ok(StmtKind::AssignedGoto(variable, labels))
    }

    fn stop(&mut self) -> Parse<StmtKind> {
        let code = if self.done() || self.is_op(",") {
            None
        } else {
            Some(self.expr()?)
        };
        let mut quiet = None;
        if self.eat(",") {
            if !self.eat_word("quiet") {
                return Err("quiet");
            }
            self.expect("=")?;
            quiet = Some(self.expr()?);
        }
        Ok(StmtKind::Stop { code, quiet })
    }

    fn allocate(&mut self) -> Parse<StmtKind> {
        self.expect("(")?;
        let before = self.at;
        let ty = match self.type_spec().or_else(|_| {
            self.at = before;
            self.derived_type_spec()
        }) {
            Ok(ty) if self.eat("::") => Some(ty),
            _ => {
                self.at = before;
                None
            }
        };
        let args = self.args(")")?;
        self.expect(")")?;
        Ok(StmtKind::Allocate { ty, args })
    }
}
