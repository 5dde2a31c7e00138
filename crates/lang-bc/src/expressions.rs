//! Expressions by precedence, GNU bc's: from loosest to tightest `||`, `&&`, `!`, comparison, assignment, `+ -`, `* / %`,
//! `^`, unary minus, `++ --`. Note that `a = 3 < 5` compares, and that `-2 ^ 2` is 4.

use crate::ast::{Builtin, ExprId, ExprKind, Name, Operator};
use crate::lexer::{Keyword, Token};
use crate::parser::{Parsed, Parser};
use reweave_text::Span;

const OR: u8 = 1;
const AND: u8 = 2;
const NOT: u8 = 3;
const COMPARE: u8 = 4;
const ASSIGN: u8 = 5;
const ADD: u8 = 6;
const MULTIPLY: u8 = 7;
const POWER: u8 = 8;

/// Operators of two operands: how tight, and whether `a ^ b ^ c` is `a ^ (b ^ c)`.
fn binary(sign: &str) -> Option<(Operator, u8, bool)> {
    Some(match sign {
        "||" => (Operator::Or, OR, false),
        "&&" => (Operator::And, AND, false),
        "==" | "!=" | "<" | ">" | "<=" | ">=" => (Operator::Compare, COMPARE, false),
        "+" => (Operator::Add, ADD, false),
        "-" => (Operator::Subtract, ADD, false),
        "*" => (Operator::Multiply, MULTIPLY, false),
        "/" => (Operator::Divide, MULTIPLY, false),
        "%" => (Operator::Modulo, MULTIPLY, false),
        "^" => (Operator::Power, POWER, true),
        _ => return None,
    })
}

/// The operator before the `=` of a sign that assigns.
fn assigning(sign: &str) -> Option<Operator> {
    let (operator, ..) = binary(sign.strip_suffix('=')?)?;
    let is_arithmetic = !matches!(operator, Operator::Compare | Operator::And | Operator::Or);
    is_arithmetic.then_some(operator)
}

impl Parser<'_> {
    pub fn expression(&mut self) -> Parsed<ExprId> {
        self.operators(OR)
    }

    /// Operands joined by operators at least as tight as `loosest`.
    fn operators(&mut self, loosest: u8) -> Parsed<ExprId> {
        self.deeper()?;
        let mut left = self.operand()?;
        while self.peek().token == Token::Sign {
            let sign = self.peek().span;
            let Some((operator, level, is_right)) = binary(sign.text(self.text)) else {
                break;
            };
            if level < loosest {
                break;
            }
            self.next();
            let right = self.operators(if is_right { level } else { level + 1 })?;
            let span = self.span(left).cover(self.span(right));
            left = self.push(ExprKind::Binary(operator, sign, left, right), span);
            if self.ast.expr(left).height > reweave_text::DEEPEST {
                return self.fail("fewer operators");
            }
        }
        self.depth -= 1;
        Ok(left)
    }

    fn operand(&mut self) -> Parsed<ExprId> {
        let start = self.peek().span;
        if self.eat("!") {
            let inner = self.operators(NOT + 1)?;
            let span = start.cover(self.span(inner));
            return Ok(self.push(ExprKind::Not(inner), span));
        }
        if self.eat("-") {
            self.deeper()?;
            let inner = self.operand()?;
            self.depth -= 1;
            let span = start.cover(self.span(inner));
            return Ok(self.push(ExprKind::Negate(inner), span));
        }
        if self.eat("++") || self.eat("--") {
            let target = self.primary()?;
            if !self.is_place(target) {
                return self.fail("a variable after `++` or `--`");
            }
            let span = start.cover(self.span(target));
            let is_prefix = true;
            return Ok(self.push(ExprKind::Step { target, is_prefix }, span));
        }
        let primary = self.primary()?;
        if self.peek().token != Token::Sign || !self.is_place(primary) {
            return Ok(primary);
        }
        let sign = self.peek().span;
        let operator = assigning(sign.text(self.text));
        if operator.is_some() || sign.text(self.text) == "=" {
            self.next();
            let value = self.operators(ASSIGN + 1)?;
            let span = start.cover(self.span(value));
            return Ok(self.push(ExprKind::Assign(operator, sign, primary, value), span));
        }
        if self.eat("++") || self.eat("--") {
            let step = ExprKind::Step {
                target: primary,
                is_prefix: false,
            };
            return Ok(self.push(step, start.cover(sign)));
        }
        Ok(primary)
    }

    fn primary(&mut self) -> Parsed<ExprId> {
        let lexeme = self.peek();
        match lexeme.token {
            Token::Number => {
                self.next();
                Ok(self.push(ExprKind::Number, lexeme.span))
            }
            Token::Name => self.named(),
            Token::Sign if self.eat("(") => {
                let inner = self.expression()?;
                let close = self.expect(")")?;
                Ok(self.push(ExprKind::Paren(inner), lexeme.span.cover(close)))
            }
            Token::Sign if self.eat(".") => {
                let symbol = self.names.intern("last");
                let name = Name {
                    symbol,
                    span: lexeme.span,
                };
                Ok(self.push(ExprKind::Variable(name), lexeme.span))
            }
            Token::Keyword(keyword) => self.special(keyword),
            _ => self.fail("an expression"),
        }
    }

    fn named(&mut self) -> Parsed<ExprId> {
        let name = self.name("a name")?;
        if self.eat("[") {
            if self.is_sign("]") {
                return self.fail("a subscript");
            }
            let index = self.expression()?;
            let close = self.expect("]")?;
            return Ok(self.push(ExprKind::Element(name, index), name.span.cover(close)));
        }
        if self.eat("(") {
            let args = self.arguments()?;
            let close = self.expect(")")?;
            return Ok(self.push(ExprKind::Call(name, args), name.span.cover(close)));
        }
        Ok(self.push(ExprKind::Variable(name), name.span))
    }

    fn arguments(&mut self) -> Parsed<Vec<ExprId>> {
        let mut list = Vec::new();
        if self.is_sign(")") {
            return Ok(list);
        }
        loop {
            let argument = match self.whole_array() {
                Some(array) => array,
                None => self.expression()?,
            };
            list.push(argument);
            if !self.eat(",") {
                return Ok(list);
            }
        }
    }

    /// `a[]`, if it stands here.
    fn whole_array(&mut self) -> Option<ExprId> {
        let [name, open, close] = self.next_three()?;
        let is_array = name.token == Token::Name
            && open.span.text(self.text) == "["
            && close.span.text(self.text) == "]";
        if !is_array {
            return None;
        }
        let name = self.name("a name").ok()?;
        self.next();
        self.next();
        let span = name.span.cover(close.span);
        Some(self.push(ExprKind::WholeArray(name), span))
    }

    fn special(&mut self, keyword: Keyword) -> Parsed<ExprId> {
        let start = self.next().span;
        let builtin = match keyword {
            Keyword::Ibase | Keyword::Obase | Keyword::Last | Keyword::History => None,
            Keyword::Scale if !self.is_sign("(") => None,
            Keyword::Scale => Some((Builtin::Scale, true)),
            Keyword::Length => Some((Builtin::Length, true)),
            Keyword::Sqrt => Some((Builtin::Sqrt, true)),
            Keyword::Read => Some((Builtin::Read, false)),
            Keyword::Random => Some((Builtin::Random, false)),
            _ => return self.fail("an expression before it"),
        };
        let Some((builtin, takes)) = builtin else {
            let symbol = self.names.intern(start.text(self.text));
            let name = Name {
                symbol,
                span: start,
            };
            return Ok(self.push(ExprKind::Variable(name), start));
        };
        self.expect("(")?;
        let argument = if takes {
            Some(self.expression()?)
        } else {
            None
        };
        let close = self.expect(")")?;
        Ok(self.push(ExprKind::Builtin(builtin, argument), start.cover(close)))
    }

    /// Whether an expression can be assigned to.
    fn is_place(&self, id: ExprId) -> bool {
        matches!(
            self.ast.expr(id).kind,
            ExprKind::Variable(_) | ExprKind::Element(..)
        )
    }

    fn span(&self, id: ExprId) -> Span {
        self.ast.expr(id).span
    }
}
