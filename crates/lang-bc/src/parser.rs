//! Statements and functions, as GNU bc reads them; expressions are in [`crate::expressions`].
//!
//! Parsing never fails. After an error the parser goes on behind the line, or behind the braces that were open, and what
//! it left out is an error with its place.

use crate::ast::{
    Ast, Decl, Expr, ExprId, ExprKind, Function, Item, Name, Stmt, StmtId, StmtKind, SyntaxError,
};
use crate::lexer::{Keyword, Lexeme, Token, lex};
use reweave_text::{Interner, Span};

/// Deeper nesting than this is an error: trees are walked by recursion. Real programs stay below 20.
pub(crate) const DEEPEST: usize = 400;

/// The error was recorded; go on behind it.
pub(crate) struct Failed;

pub(crate) type Parsed<T> = Result<T, Failed>;

pub(crate) struct Parser<'a> {
    pub text: &'a str,
    pub names: &'a Interner,
    tokens: Vec<Lexeme>,
    at: usize,
    pub depth: usize,
    loops: usize,
    /// The function being read, and whether it gives a value.
    function: Option<bool>,
    pub ast: Ast,
}

/// Reads one file.
pub fn parse(text: &str, names: &Interner) -> Ast {
    let mut parser = Parser {
        text,
        names,
        tokens: lex(text),
        at: 0,
        depth: 0,
        loops: 0,
        function: None,
        ast: Ast::default(),
    };
    parser.file();
    parser.ast
}

impl Parser<'_> {
    fn file(&mut self) {
        let mut line = 0;
        while !self.is_at_end() {
            let start = self.at;
            if self.line(line).is_err() {
                self.recover(start);
            }
            line += 1;
        }
    }

    /// One input line: statements and functions up to a line end that no brace hides.
    fn line(&mut self, line: u32) -> Parsed<()> {
        loop {
            if self.peek().token == Token::Keyword(Keyword::Define) {
                let function = self.function()?;
                let number = self.ast.functions.len() as u32;
                self.ast.functions.push(function);
                self.ast.items.push(Item::Function(number));
                // What follows a function may stand on its line without a `;`.
                if self.eat_newline() || self.is_at_end() {
                    return Ok(());
                }
                self.eat(";");
                continue;
            }
            if !self.ends_statement() {
                let stmt = self.statement()?;
                self.ast.items.push(Item::Stmt(stmt, line));
            }
            if self.eat_newline() || self.is_at_end() {
                return Ok(());
            }
            if !self.eat(";") {
                return self.fail("`;` or the end of the line");
            }
        }
    }

    /// Skips to the end of the line, or of the braces that were opened since `start`.
    fn recover(&mut self, start: usize) {
        self.loops = 0;
        self.depth = 0;
        self.function = None;
        let mut open = 0i32;
        let mut at = start;
        loop {
            let lexeme = self.tokens[at];
            match lexeme.token {
                Token::End => break,
                Token::Sign if lexeme.span.text(self.text) == "{" => open += 1,
                Token::Sign if lexeme.span.text(self.text) == "}" => open -= 1,
                Token::Newline if at >= self.at && open <= 0 => break,
                _ => {}
            }
            at += 1;
        }
        self.at = at;
        self.eat_newline();
    }

    fn function(&mut self) -> Parsed<Function> {
        let start = self.next().span;
        let is_void = self.eat_keyword(Keyword::Void);
        let name = self.name("the name of the function")?;
        self.expect("(")?;
        let params = self.declarations(")")?;
        self.expect(")")?;
        self.eat_newlines();
        let open = self.expect("{")?;
        self.function = Some(!is_void);
        self.eat_newlines();
        let mut autos = Vec::new();
        if self.eat_keyword(Keyword::Auto) {
            autos = self.declarations("")?;
            if autos.is_empty() {
                return self.fail("a variable");
            }
            if !self.eat(";") && !self.eat_newline() {
                return self.fail("`;` or the end of the line");
            }
        }
        let body = self.statements()?;
        let close = self.expect("}")?;
        self.function = None;
        let end = |d: &Decl| self.end_of_declaration(d);
        Ok(Function {
            last_auto: autos.last().map(end),
            name,
            is_void,
            params,
            autos,
            body,
            span: start.cover(close),
            open,
            close,
        })
    }

    /// The whole text of a declaration: for an array, its brackets too.
    fn end_of_declaration(&self, decl: &Decl) -> Span {
        let at = self
            .tokens
            .partition_point(|t| t.span.start <= decl.name.span.start);
        match self.tokens.get(at + 1) {
            Some(bracket) if decl.is_array => decl.name.span.cover(bracket.span),
            _ => decl.name.span,
        }
    }

    fn declarations(&mut self, close: &str) -> Parsed<Vec<Decl>> {
        let mut list = Vec::new();
        if !close.is_empty() && self.is_sign(close) {
            return Ok(list);
        }
        loop {
            let is_reference = self.eat("*") || self.eat("&");
            let name = self.name("a variable")?;
            let is_array = self.eat("[");
            if is_array {
                self.expect("]")?;
            }
            if is_reference && !is_array {
                return self.fail("`[]` after a reference");
            }
            list.push(Decl {
                name,
                is_array,
                is_reference,
            });
            if !self.eat(",") {
                return Ok(list);
            }
        }
    }

    /// Statements up to a closing brace.
    fn statements(&mut self) -> Parsed<Vec<StmtId>> {
        let mut list = Vec::new();
        loop {
            if !self.ends_statement() {
                list.push(self.statement()?);
            }
            if self.is_sign("}") || self.is_at_end() {
                return Ok(list);
            }
            if !self.eat(";") && !self.eat_newline() {
                return self.fail("`;` or the end of the line");
            }
        }
    }

    /// Whether nothing but a separator stands here.
    fn ends_statement(&self) -> bool {
        matches!(self.peek().token, Token::Newline | Token::End)
            || self.is_sign(";")
            || self.is_sign("}")
    }

    fn statement(&mut self) -> Parsed<StmtId> {
        self.deeper()?;
        let head = self.peek();
        let kind = self.statement_kind()?;
        self.depth -= 1;
        let span = Span::new(head.span.start, self.end_of_last());
        self.ast.stmts.push(Stmt {
            kind,
            span,
            head: head.span,
        });
        Ok(StmtId(self.ast.stmts.len() as u32 - 1))
    }

    fn statement_kind(&mut self) -> Parsed<StmtKind> {
        let head = self.peek();
        let simple = match head.token {
            Token::Text => Some(StmtKind::Text),
            Token::Keyword(Keyword::Break) if self.loops > 0 => Some(StmtKind::Break),
            Token::Keyword(Keyword::Continue) if self.loops > 0 => Some(StmtKind::Continue),
            Token::Keyword(Keyword::Break | Keyword::Continue) => {
                return self.fail("a loop around `break` and `continue`");
            }
            Token::Keyword(Keyword::Quit) => Some(StmtKind::Quit),
            Token::Keyword(Keyword::Halt) => Some(StmtKind::Halt),
            Token::Keyword(Keyword::Limits | Keyword::Warranty) => Some(StmtKind::Notice),
            _ => None,
        };
        if let Some(kind) = simple {
            self.next();
            return Ok(kind);
        }
        match head.token {
            Token::Sign if self.is_sign("{") => {
                self.next();
                let list = self.statements()?;
                self.expect("}")?;
                Ok(StmtKind::Block(list))
            }
            Token::Keyword(Keyword::Print) => {
                self.next();
                self.print_list()
            }
            Token::Keyword(Keyword::Return) => {
                self.next();
                match self.function {
                    None => self.fail("a function around `return`"),
                    Some(_) if self.ends_statement() => Ok(StmtKind::Return(None)),
                    Some(false) => self.fail("no value after `return` in a void function"),
                    Some(true) => Ok(StmtKind::Return(Some(self.expression()?))),
                }
            }
            Token::Keyword(Keyword::If) => self.if_statement(),
            Token::Keyword(Keyword::While) => {
                self.next();
                self.expect("(")?;
                let condition = self.expression()?;
                self.expect(")")?;
                let body = self.loop_body()?;
                Ok(StmtKind::While { condition, body })
            }
            Token::Keyword(Keyword::For) => self.for_statement(),
            _ => Ok(StmtKind::Expr(self.expression()?)),
        }
    }

    fn print_list(&mut self) -> Parsed<StmtKind> {
        let mut list = Vec::new();
        loop {
            if self.peek().token == Token::Text {
                self.next();
            } else {
                list.push(self.expression()?);
            }
            if !self.eat(",") {
                return Ok(StmtKind::Print(list));
            }
        }
    }

    fn if_statement(&mut self) -> Parsed<StmtKind> {
        self.next();
        self.expect("(")?;
        let condition = self.expression()?;
        self.expect(")")?;
        self.eat_newlines();
        let then = self.statement()?;
        let mut otherwise = None;
        if self.eat_keyword(Keyword::Else) {
            self.eat_newlines();
            otherwise = Some(self.statement()?);
        }
        Ok(StmtKind::If {
            condition,
            then,
            otherwise,
        })
    }

    fn for_statement(&mut self) -> Parsed<StmtKind> {
        self.next();
        self.expect("(")?;
        let init = self.optional_expression(";")?;
        self.expect(";")?;
        let condition = self.optional_expression(";")?;
        self.expect(";")?;
        let update = self.optional_expression(")")?;
        self.expect(")")?;
        let body = self.loop_body()?;
        Ok(StmtKind::For {
            init,
            condition,
            update,
            body,
        })
    }

    fn optional_expression(&mut self, close: &str) -> Parsed<Option<ExprId>> {
        if self.is_sign(close) {
            return Ok(None);
        }
        self.expression().map(Some)
    }

    fn loop_body(&mut self) -> Parsed<StmtId> {
        self.eat_newlines();
        self.loops += 1;
        let body = self.statement()?;
        self.loops -= 1;
        Ok(body)
    }

    pub fn push(&mut self, kind: ExprKind, span: Span) -> ExprId {
        let parts = kind.parts().into_iter();
        let below = parts.map(|part| self.ast.expr(part).height + 1).max();
        self.ast.exprs.push(Expr {
            kind,
            span,
            height: below.unwrap_or(0),
        });
        ExprId(self.ast.exprs.len() as u32 - 1)
    }

    pub fn deeper(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.fail("less nesting");
        }
        Ok(())
    }

    pub fn peek(&self) -> Lexeme {
        self.tokens[self.at]
    }

    pub fn next(&mut self) -> Lexeme {
        let lexeme = self.tokens[self.at];
        if lexeme.token != Token::End {
            self.at += 1;
        }
        lexeme
    }

    pub fn next_three(&self) -> Option<[Lexeme; 3]> {
        self.tokens.get(self.at..self.at + 3)?.try_into().ok()
    }

    pub fn end_of_last(&self) -> u32 {
        self.at
            .checked_sub(1)
            .map_or(0, |i| self.tokens[i].span.end)
    }

    pub fn is_sign(&self, sign: &str) -> bool {
        let lexeme = self.peek();
        lexeme.token == Token::Sign && lexeme.span.text(self.text) == sign
    }

    pub fn eat(&mut self, sign: &str) -> bool {
        let is_there = self.is_sign(sign);
        if is_there {
            self.next();
        }
        is_there
    }

    fn eat_keyword(&mut self, keyword: Keyword) -> bool {
        let is_there = self.peek().token == Token::Keyword(keyword);
        if is_there {
            self.next();
        }
        is_there
    }

    fn eat_newline(&mut self) -> bool {
        let is_there = self.peek().token == Token::Newline;
        if is_there {
            self.next();
        }
        is_there
    }

    fn eat_newlines(&mut self) {
        while self.eat_newline() {}
    }

    pub fn expect(&mut self, sign: &'static str) -> Parsed<Span> {
        if self.is_sign(sign) {
            return Ok(self.next().span);
        }
        self.fail(&format!("`{sign}`"))
    }

    pub fn name(&mut self, what: &str) -> Parsed<Name> {
        let lexeme = self.peek();
        if lexeme.token != Token::Name {
            return self.fail(what);
        }
        self.next();
        let symbol = self.names.intern(lexeme.span.text(self.text));
        Ok(Name {
            symbol,
            span: lexeme.span,
        })
    }

    fn is_at_end(&self) -> bool {
        self.peek().token == Token::End
    }

    pub fn fail<T>(&mut self, expected: &str) -> Parsed<T> {
        let lexeme = self.peek();
        let found = match lexeme.token {
            Token::Newline => "the end of the line".to_owned(),
            Token::End => "the end of the file".to_owned(),
            _ => {
                let word: String = lexeme.span.text(self.text).chars().take(20).collect();
                format!("`{word}`")
            }
        };
        self.ast.errors.push(SyntaxError {
            message: format!("expected {expected}, found {found}"),
            span: lexeme.span,
        });
        Err(Failed)
    }
}
