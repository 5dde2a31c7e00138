//! The statement parser: never fails, keeps what it did not understand.

mod decl;
mod exec;
mod expr;
mod io;
mod spec;
mod statement;
mod unit;

use crate::ast::{Arg, Expr, ExprId, ExprKind, FileAst, Ident, LabelRef, Problem, Stmt, StmtKind};
use crate::form::Form;
use crate::lex::{self, Tok, Token};
use crate::lines;
use reweave_text::{Interner, Part, Span, Symbol};

/// How deep expressions may nest, parentheses, selectors and all, before a statement counts as not understood.
const MAX_DEPTH: u32 = 100;

/// How many operators of one rank may follow each other before a statement counts as not understood.
const MAX_CHAIN: usize = 1000;

/// Reads one file.
pub fn parse(text: &str, form: Form, names: &Interner) -> FileAst {
    let lines = lines::split(text, form);
    let mut file = FileAst {
        form,
        stmts: Vec::new(),
        exprs: Vec::new(),
        comments: lines.comments,
        directives: lines.directives,
        problems: Vec::new(),
    };
    for line in &lines.logical {
        for tokens in lex::tokens(line, names) {
            statement(text, names, &tokens, &mut file);
        }
    }
    file
}

fn statement(text: &str, names: &Interner, tokens: &[Token], file: &mut FileAst) {
    let kept = file.exprs.len();
    let mut parser = Parser {
        text,
        names,
        tokens,
        at: 0,
        exprs: &mut file.exprs,
        depth: 0,
    };
    match parser.statement() {
        Ok(stmt) => file.stmts.push(stmt),
        Err(missing) => {
            let at = parser.span_here();
            file.exprs.truncate(kept);
            let squeezed = if file.form == Form::Fixed {
                respell(text, names, tokens, file)
            } else {
                None
            };
            if let Some(stmt) = squeezed {
                file.stmts.push(stmt);
                return;
            }
            file.problems.push(Problem {
                span: at,
                message: missing.to_owned(),
            });
            file.stmts.push(unknown(tokens));
        }
    }
}

/// Fixed form knows no blanks: `DO10I=1,5` and `CALLF(X)` read again with the keyword parted from what follows.
fn respell(text: &str, names: &Interner, tokens: &[Token], file: &mut FileAst) -> Option<Stmt> {
    const KEYWORDS: [&str; 24] = [
        "integer",
        "real",
        "logical",
        "character",
        "complex",
        "dimension",
        "subroutine",
        "function",
        "program",
        "common",
        "external",
        "goto",
        "call",
        "do",
        "if",
        "write",
        "read",
        "print",
        "return",
        "data",
        "save",
        "parameter",
        "format",
        "implicit",
    ];
    let first = usize::from(tokens.len() > 1 && tokens[0].tok == Tok::Int);
    let Tok::Name(name) = tokens.get(first)?.tok else {
        return None;
    };
    let word = names.text(name);
    let span = tokens[first].span;
    for keyword in KEYWORDS {
        let Some(rest) = word.strip_prefix(keyword).filter(|r| !r.is_empty()) else {
            continue;
        };
        let cut = span.start + keyword.len() as u32;
        let mut parts = vec![Token {
            tok: Tok::Name(names.intern(keyword)),
            span: Span::new(span.start, cut),
            spaced: true,
        }];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            parts.push(Token {
                tok: Tok::Int,
                span: Span::new(cut, cut + digits as u32),
                spaced: true,
            });
        }
        if digits < rest.len() {
            let tok = Tok::Name(names.intern(rest.part(digits..)));
            parts.push(Token {
                tok,
                span: Span::new(cut + digits as u32, span.end),
                spaced: true,
            });
        }
        let mut again = tokens[..first].to_vec();
        again.extend(parts);
        again.extend_from_slice(&tokens[first + 1..]);
        let kept = file.exprs.len();
        let mut parser = Parser {
            text,
            names,
            tokens: &again,
            at: 0,
            exprs: &mut file.exprs,
            depth: 0,
        };
        if let Ok(stmt) = parser.statement() {
            return Some(stmt);
        }
        file.exprs.truncate(kept);
    }
    None
}

fn unknown(tokens: &[Token]) -> Stmt {
    let idents = tokens
        .iter()
        .filter_map(|t| match t.tok {
            Tok::Name(name) => Some(Ident { name, span: t.span }),
            _ => None,
        })
        .collect();
    let span = tokens[0].span.cover(tokens[tokens.len() - 1].span);
    Stmt {
        span,
        label: None,
        construct: None,
        kind: StmtKind::Unknown(idents),
    }
}

/// What was missing where a statement was not understood.
type Parse<T> = Result<T, &'static str>;

struct Parser<'a> {
    text: &'a str,
    names: &'a Interner,
    tokens: &'a [Token],
    at: usize,
    exprs: &'a mut Vec<Expr>,
    depth: u32,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<Tok> {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> Option<Tok> {
        self.tokens.get(self.at + ahead).map(|t| t.tok)
    }

    fn done(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// Fails unless the statement ends here.
    fn end(&self) -> Parse<()> {
        if self.done() {
            Ok(())
        } else {
            Err("the end of the statement")
        }
    }

    fn span_here(&self) -> Span {
        self.tokens
            .get(self.at)
            .or_else(|| self.tokens.last())
            .map_or(Span::at(0), |t| t.span)
    }

    fn span_before(&self) -> Span {
        self.tokens[self.at.saturating_sub(1).min(self.tokens.len() - 1)].span
    }

    /// The span from the token at index `from` to the one just read.
    fn span_from(&self, from: usize) -> Span {
        self.tokens[from.min(self.tokens.len() - 1)]
            .span
            .cover(self.span_before())
    }

    fn is_op(&self, op: &str) -> bool {
        self.is_op_at(0, op)
    }

    fn is_op_at(&self, ahead: usize, op: &str) -> bool {
        matches!(self.peek_at(ahead), Some(Tok::Op(o)) if o == op)
    }

    fn eat(&mut self, op: &str) -> bool {
        let is = self.is_op(op);
        self.at += usize::from(is);
        is
    }

    fn expect(&mut self, op: &'static str) -> Parse<()> {
        if self.eat(op) { Ok(()) } else { Err(op) }
    }

    fn word_at(&self, ahead: usize) -> &'a str {
        match self.peek_at(ahead) {
            Some(Tok::Name(name)) => self.names.text(name),
            _ => "",
        }
    }

    fn word(&self) -> &'a str {
        self.word_at(0)
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let is = !word.is_empty() && self.word() == word;
        self.at += usize::from(is);
        is
    }

    /// `end if` or `endif`.
    fn eat_words(&mut self, first: &str, second: &str) -> bool {
        if self.word() == first && self.word_at(1) == second {
            self.at += 2;
            return true;
        }
        if self.word().len() == first.len() + second.len()
            && self.word().starts_with(first)
            && self.word().ends_with(second)
        {
            self.at += 1;
            return true;
        }
        false
    }

    fn ident(&mut self) -> Parse<Ident> {
        match self.peek() {
            Some(Tok::Name(name)) => {
                let span = self.tokens[self.at].span;
                self.at += 1;
                Ok(Ident { name, span })
            }
            _ => Err("a name"),
        }
    }

    fn opt_ident(&mut self) -> Option<Ident> {
        self.ident().ok()
    }

    fn ident_list(&mut self) -> Parse<Vec<Ident>> {
        let mut all = vec![self.ident()?];
        while self.eat(",") {
            all.push(self.ident()?);
        }
        Ok(all)
    }

    fn label(&mut self) -> Parse<LabelRef> {
        let span = self.span_here();
        if self.peek() != Some(Tok::Int) {
            return Err("a label");
        }
        self.at += 1;
        let value = span.text(self.text).parse().unwrap_or(u32::MAX);
        Ok(LabelRef { value, span })
    }

    fn label_list(&mut self) -> Parse<Vec<LabelRef>> {
        self.expect("(")?;
        let mut all = vec![self.label()?];
        while self.eat(",") {
            all.push(self.label()?);
        }
        self.expect(")")?;
        Ok(all)
    }

    fn add(&mut self, span: Span, kind: ExprKind) -> ExprId {
        let parts = kind.parts().into_iter();
        let below = parts
            .map(|part| self.exprs[part.0 as usize].height + 1)
            .max();
        self.exprs.push(Expr {
            span,
            kind,
            height: below.unwrap_or(0),
        });
        ExprId(self.exprs.len() as u32 - 1)
    }

    fn expr_span(&self, id: ExprId) -> Span {
        self.exprs[id.0 as usize].span
    }

    fn symbol(&self, text: &str) -> Symbol {
        self.names.intern(text)
    }

    /// The index of the token after the `)` that closes the `(` at `open`.
    fn after_parens(&self, open: usize) -> Option<usize> {
        let mut depth = 0_u32;
        for (i, token) in self.tokens.iter().enumerate().skip(open) {
            match token.tok {
                Tok::Op("(" | "[") => depth += 1,
                Tok::Op(")" | "]") => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(i + 1);
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn args_in_parens(&mut self) -> Parse<Vec<Arg>> {
        self.expect("(")?;
        let args = self.args(")")?;
        self.expect(")")?;
        Ok(args)
    }
}
