//! Expressions by precedence, as the standard orders operators.

use super::{MAX_CHAIN, MAX_DEPTH, Parse, Parser};
use crate::ast::{Arg, ExprId, ExprKind, ImpliedDo, Literal, Operator};
use crate::lex::Tok;

/// From the loosest to the tightest; unary operators sit at the level of their binary ones, a defined unary operator
/// binds tightest of all.
const DEFINED_BINARY: u8 = 0;
const EQUIVALENCE: u8 = 1;
const OR: u8 = 2;
const AND: u8 = 3;
const NOT: u8 = 4;
const RELATION: u8 = 5;
const CONCAT: u8 = 6;
const ADD: u8 = 7;
const MULTIPLY: u8 = 8;
const POWER: u8 = 9;
const DEFINED_UNARY: u8 = 10;

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Parse<ExprId> {
        self.binary(DEFINED_BINARY)
    }

    pub(super) fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("fewer nested parentheses");
        }
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    /// What is built by repetition and not by recursion nests as deep all the same.
    fn bounded(&self, id: ExprId) -> Parse<()> {
        if self.exprs[id.0 as usize].height > reweave_text::DEEPEST {
            return Err("fewer operators and selectors");
        }
        Ok(())
    }

    /// The level of the binary operator here.
    fn binary_level(&self) -> Option<u8> {
        Some(match self.peek()? {
            Tok::Op("==" | "/=" | "<" | ">" | "<=" | ">=") => RELATION,
            Tok::Op("//") => CONCAT,
            Tok::Op("+" | "-") => ADD,
            // `/)` closes an array constructor.
            Tok::Op("/") if self.is_op_at(1, ")") => return None,
            Tok::Op("*" | "/") => MULTIPLY,
            Tok::Op("**") => POWER,
            Tok::Dot(dot) => match self.names.text(dot) {
                ".eqv." | ".neqv." | ".xor." => EQUIVALENCE,
                ".or." => OR,
                ".and." => AND,
                ".eq." | ".ne." | ".lt." | ".le." | ".gt." | ".ge." => RELATION,
                ".not." | ".true." | ".false." => return None,
                _ => DEFINED_BINARY,
            },
            _ => return None,
        })
    }

    fn operator(&mut self) -> Operator {
        let span = self.span_here();
        let text = match self.peek() {
            Some(Tok::Dot(dot)) => dot,
            Some(Tok::Op(op)) => self.symbol(op),
            _ => self.symbol(""),
        };
        self.at += 1;
        Operator { text, span }
    }

    fn binary(&mut self, level: u8) -> Parse<ExprId> {
        let mut left = self.unary()?;
        let mut chain = 0;
        while let Some(found) = self.binary_level().filter(|&found| found >= level) {
            chain += 1;
            if chain > MAX_CHAIN {
                return Err("fewer operators");
            }
            let operator = self.operator();
            // `**` groups from the right, all others from the left.
            let right =
                self.deeper(|p| p.binary(if found == POWER { POWER } else { found + 1 }))?;
            let span = self.expr_span(left).cover(self.expr_span(right));
            left = self.add(span, ExprKind::Binary(operator, left, right));
            self.bounded(left)?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parse<ExprId> {
        let level = match self.peek() {
            Some(Tok::Op("+" | "-")) => ADD + 1,
            Some(Tok::Dot(dot)) => match self.names.text(dot) {
                ".not." => NOT,
                ".true." | ".false." => return self.primary(),
                _ => DEFINED_UNARY,
            },
            _ => return self.primary(),
        };
        let operator = self.operator();
        let operand = self.deeper(|p| p.binary(level))?;
        let span = operator.span.cover(self.expr_span(operand));
        Ok(self.add(span, ExprKind::Unary(operator, operand)))
    }

    pub(super) fn primary(&mut self) -> Parse<ExprId> {
        let start = self.at;
        let base = match self.peek() {
            Some(Tok::Int) => self.number(Literal::Integer),
            Some(Tok::Real) => {
                let text = self.span_here().text(self.text);
                let double = text.contains(['d', 'D']);
                self.number(if double {
                    Literal::Double
                } else {
                    Literal::Real
                })
            }
            Some(Tok::Str) => {
                self.at += 1;
                Ok(self.add(
                    self.span_from(start),
                    ExprKind::Literal(Literal::Character, None),
                ))
            }
            Some(Tok::Boz) => {
                self.at += 1;
                Ok(self.add(self.span_from(start), ExprKind::Literal(Literal::Boz, None)))
            }
            Some(Tok::Dot(_)) => self.logical(),
            Some(Tok::Name(_)) if self.is_prefixed_string() => {
                let kind = self.ident()?;
                let kind = self.add(kind.span, ExprKind::Name(kind));
                self.at += 1;
                Ok(self.add(
                    self.span_from(start),
                    ExprKind::Literal(Literal::Character, Some(kind)),
                ))
            }
            Some(Tok::Name(_)) => {
                let name = self.ident()?;
                Ok(self.add(name.span, ExprKind::Name(name)))
            }
            Some(Tok::Op("(")) => self.deeper(Self::parenthesized),
            Some(Tok::Op("[")) => self.deeper(Self::array),
            _ => Err("an expression"),
        }?;
        self.selectors(start, base)
    }

    fn is_prefixed_string(&self) -> bool {
        self.peek_at(1) == Some(Tok::Str) && !self.tokens[self.at + 1].spaced
    }

    fn number(&mut self, literal: Literal) -> Parse<ExprId> {
        let start = self.at;
        self.at += 1;
        let joined = self.tokens.get(self.at).is_some_and(|t| {
            let before = (t.span.start as usize).wrapping_sub(1);
            !t.spaced && self.text.as_bytes().get(before) == Some(&b'_')
        });
        let kind = match self.peek() {
            // A kind is joined by an underscore; `3h…` was a literal already.
            Some(Tok::Name(_)) if joined => {
                let name = self.ident()?;
                Some(self.add(name.span, ExprKind::Name(name)))
            }
            Some(Tok::Int) if joined => {
                self.at += 1;
                let span = self.span_before();
                Some(self.add(span, ExprKind::Literal(Literal::Integer, None)))
            }
            // `1_'abc'`: the number is the kind of a character literal.
            Some(Tok::Str) if joined => {
                self.at += 1;
                return Ok(self.add(
                    self.span_from(start),
                    ExprKind::Literal(Literal::Character, None),
                ));
            }
            _ => None,
        };
        Ok(self.add(self.span_from(start), ExprKind::Literal(literal, kind)))
    }

    fn logical(&mut self) -> Parse<ExprId> {
        let start = self.at;
        match self.peek() {
            Some(Tok::Dot(dot)) if matches!(self.names.text(dot), ".true." | ".false.") => {
                self.at += 1;
            }
            _ => return Err("an expression"),
        }
        let kind = match self.peek() {
            Some(Tok::Name(_)) if !self.tokens[self.at].spaced => {
                let name = self.ident()?;
                Some(self.add(name.span, ExprKind::Name(name)))
            }
            Some(Tok::Int) if !self.tokens[self.at].spaced => {
                self.at += 1;
                None
            }
            _ => None,
        };
        Ok(self.add(
            self.span_from(start),
            ExprKind::Literal(Literal::Logical, kind),
        ))
    }

    /// `%name`, `(args)` and `[image]` after a primary.
    fn selectors(&mut self, start: usize, mut base: ExprId) -> Parse<ExprId> {
        let outer = self.depth;
        loop {
            let kind = match self.peek() {
                Some(Tok::Op("%")) => {
                    self.at += 1;
                    ExprKind::Member(base, self.ident()?)
                }
                Some(Tok::Op("(")) => ExprKind::Apply(base, self.deeper(Self::args_in_parens)?),
                Some(Tok::Op("[")) => {
                    self.at += 1;
                    let args = self.deeper(|p| p.args("]"))?;
                    self.expect("]")?;
                    ExprKind::CoIndex(base, args)
                }
                _ => {
                    self.depth = outer;
                    return Ok(base);
                }
            };
            base = self.add(self.span_from(start), kind);
            self.bounded(base)?;
            self.depth += 1;
            if self.depth > MAX_DEPTH {
                return Err("fewer selectors");
            }
        }
    }

    fn parenthesized(&mut self) -> Parse<ExprId> {
        let start = self.at;
        if self.is_op_at(1, "/") && !(self.is_op_at(2, ")")) {
            return self.array();
        }
        self.expect("(")?;
        let first = self.expr()?;
        if self.eat(",") {
            return self.after_comma(start, first);
        }
        if self.eat("?") {
            let yes = self.expr()?;
            self.expect(":")?;
            let no = self.expr()?;
            self.expect(")")?;
            return Ok(self.add(self.span_from(start), ExprKind::Conditional(first, yes, no)));
        }
        self.expect(")")?;
        Ok(self.add(self.span_from(start), ExprKind::Paren(first)))
    }

    /// `(a, b)` is complex; `(a, b, i = 1, n)` is an implied DO.
    fn after_comma(&mut self, start: usize, first: ExprId) -> Parse<ExprId> {
        let mut items = vec![first];
        loop {
            if matches!(self.peek(), Some(Tok::Name(_))) && self.is_op_at(1, "=") {
                return self.implied_do(start, items, None);
            }
            items.push(self.expr()?);
            if self.eat(")") {
                return match items[..] {
                    [re, im] => Ok(self.add(self.span_from(start), ExprKind::Complex(re, im))),
                    _ => Err("an implied DO"),
                };
            }
            self.expect(",")?;
        }
    }

    fn implied_do(
        &mut self,
        start: usize,
        items: Vec<ExprId>,
        ty: Option<crate::ast::TypeSpec>,
    ) -> Parse<ExprId> {
        let variable = self.ident()?;
        self.expect("=")?;
        let mut bounds = vec![self.expr()?];
        while self.eat(",") {
            bounds.push(self.expr()?);
        }
        self.expect(")")?;
        let implied = ImpliedDo {
            items,
            ty,
            variable,
            bounds,
        };
        Ok(self.add(
            self.span_from(start),
            ExprKind::ImpliedDo(Box::new(implied)),
        ))
    }

    /// `[ … ]` or `(/ … /)`, with or without a type.
    fn array(&mut self) -> Parse<ExprId> {
        let start = self.at;
        let square = self.eat("[");
        if !square {
            self.expect("(")?;
            self.expect("/")?;
        }
        let mut ty = None;
        let before = self.at;
        if let Ok(found) = self.type_spec() {
            if self.eat("::") {
                ty = Some(Box::new(found));
            } else {
                self.at = before;
            }
        } else {
            self.at = before;
            // `[t(4) :: …]`: a derived type without the word TYPE.
            if let Ok(found) = self.derived_type_spec()
                && self.eat("::")
            {
                ty = Some(Box::new(found));
            } else {
                self.at = before;
            }
        }
        let mut items = Vec::new();
        while !(self.is_op("]") || self.is_op("/") && self.is_op_at(1, ")")) {
            items.push(self.array_item()?);
            if !self.eat(",") {
                break;
            }
        }
        if square {
            self.expect("]")?;
        } else {
            self.expect("/")?;
            self.expect(")")?;
        }
        Ok(self.add(self.span_from(start), ExprKind::Array(ty, items)))
    }

    /// An item of a constructor or of an input/output list: also `(x, i=1,n)` with one item and `(integer :: …)`.
    pub(super) fn array_item(&mut self) -> Parse<ExprId> {
        self.expr()
    }

    /// Actual arguments, subscripts and bounds up to `close`, which is left.
    pub(super) fn args(&mut self, close: &str) -> Parse<Vec<Arg>> {
        let mut args = Vec::new();
        if self.is_op(close) {
            return Ok(args);
        }
        loop {
            args.push(self.arg()?);
            if !self.eat(",") {
                return Ok(args);
            }
        }
    }

    fn arg(&mut self) -> Parse<Arg> {
        let start = self.at;
        let keyword = if matches!(self.peek(), Some(Tok::Name(_))) && self.is_op_at(1, "=") {
            let ident = self.ident()?;
            self.at += 1;
            Some(ident)
        } else {
            None
        };
        let value = self.arg_value()?;
        Ok(Arg {
            keyword,
            value,
            span: self.span_from(start),
        })
    }

    fn arg_value(&mut self) -> Parse<ExprId> {
        let start = self.at;
        if self.is_op("*") || self.is_op("&") {
            self.at += 1;
            if self.peek() == Some(Tok::Int) {
                let label = self.label()?;
                return Ok(self.add(self.span_from(start), ExprKind::AltReturn(label)));
            }
            return Ok(self.add(self.span_from(start), ExprKind::Star));
        }
        if self.is_op(".") && self.is_op_at(1, ".") {
            self.at += 2;
            return Ok(self.add(self.span_from(start), ExprKind::Star));
        }
        let low = if self.is_op(":") || self.is_op("::") {
            None
        } else {
            Some(self.expr()?)
        };
        if !self.is_op(":") && !self.is_op("::") {
            return low.ok_or("an expression");
        }
        let mut parts = [low, None, None];
        if self.eat("::") {
            parts[2] = Some(self.expr()?);
        } else {
            self.at += 1;
            if self.is_op("*") {
                self.at += 1;
                parts[1] = Some(self.add(self.span_before(), ExprKind::Star));
            } else if !(self.is_op(",") || self.is_op(")") || self.is_op("]") || self.is_op(":")) {
                parts[1] = Some(self.expr()?);
            }
            if self.eat(":") {
                parts[2] = Some(self.expr()?);
            }
        }
        Ok(self.add(self.span_from(start), ExprKind::Range(parts)))
    }
}
