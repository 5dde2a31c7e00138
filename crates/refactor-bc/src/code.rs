//! What several bc refactorings ask and do: selections, names, effects, where text is put.

use super::{Bc, Read};
use reweave_lang_bc::{
    Ast, Effects, Event, Exposed, ExprId, ExprKind, Group, Hidden, Reader, Site, Source, StmtId,
    StmtKind, Surroundings, Var, flows, is_name,
};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Run};
use reweave_text::{FileId, Part, Span, Symbol};

/// The word for `--allow` when code would do something, or fail, at another time or another number of times.
pub const EFFECT: &str = "effect";
/// The word for `--allow` when two values cannot be shown to be equal.
pub const EQUAL: &str = "equal";

/// One file of the program under way.
pub struct Code<'r> {
    pub read: &'r Read,
    pub ast: &'r Ast,
    pub group: &'r Group,
    pub text: &'r str,
    pub file: FileId,
    run: &'r Run<'r, Bc>,
}

impl<'r> Code<'r> {
    pub fn new<'s: 'r>(run: &'r Run<'s, Bc>, file: FileId) -> Self {
        let read = run.program();
        Self {
            read,
            ast: read.program.ast(file),
            group: read.program.group_of(file),
            text: run.sources().text(file),
            file,
            run,
        }
    }

    /// Another file of the same program.
    pub fn with_file(&self, file: FileId) -> Self {
        Self::new(self.run, file)
    }

    pub fn name(&self, symbol: Symbol) -> &'r str {
        self.run.names().text(symbol)
    }

    pub fn at(&self, span: Span) -> Interval {
        Interval::new(self.file, span)
    }

    pub fn hidden(&self) -> Hidden {
        Hidden::new(self.run.names())
    }

    /// What evaluating an expression does.
    pub fn effects(&self, expr: ExprId) -> Effects {
        self.group.summary(&self.events(expr), self.hidden())
    }

    /// What happens while an expression is evaluated, in order.
    pub fn events(&self, expr: ExprId) -> Vec<(Event, Span)> {
        let program = &self.read.program;
        let (sources, names) = (self.run.sources(), self.run.names());
        let read = |e: &mut reweave_lang_bc::Events<'_>| e.expression(expr);
        self.group
            .events(program, sources, names, self.file, read)
            .1
    }

    /// What running a statement does, everything in it included.
    pub fn statement_effects(&self, stmt: StmtId) -> Effects {
        let program = &self.read.program;
        let (sources, names) = (self.run.sources(), self.run.names());
        let read = |e: &mut reweave_lang_bc::Events<'_>| e.all(stmt);
        let ((), events) = self.group.events(program, sources, names, self.file, read);
        self.group.summary(&events, self.hidden())
    }

    /// What the statement does before the expression at `site` is evaluated. Of a `print` the items before it are printed.
    pub fn effects_before(&self, site: &Site) -> Effects {
        let mut all = Effects::default();
        for root in self.ast.expressions(site.stmt) {
            if root == site.root {
                break;
            }
            all.absorb(&self.effects(root));
        }
        if let StmtKind::Print(_) = self.ast.stmt(site.stmt).kind {
            let head = self.ast.stmt(site.stmt).head;
            let earlier = Span::new(head.end, self.ast.expr(site.root).span.start);
            if !earlier.text(self.text).trim().is_empty() {
                all.acts = true;
                all.defs.insert(self.hidden().last);
            }
        }
        let before: Vec<(Event, Span)> = self
            .before(site.root, site.expr)
            .into_iter()
            .flat_map(|e| self.events(e))
            .collect();
        all.absorb(&self.group.summary(&before, self.hidden()));
        all
    }

    /// What stands for the part of a statement that runs first, as the control flow has it.
    pub fn first_token(&self, mut stmt: StmtId) -> Span {
        while let StmtKind::Block(list) = &self.ast.stmt(stmt).kind
            && let Some(&first) = list.first()
        {
            stmt = first;
        }
        match self.ast.stmt(stmt).kind {
            StmtKind::For {
                init: Some(init), ..
            } => {
                let start = self.ast.expr(init).span.start;
                Span::new(start, start + 1)
            }
            _ => self.ast.stmt(stmt).head,
        }
    }

    /// Where the value that is assigned to the name at `target` may be read. What may be read once the function has ended
    /// shows as the name itself.
    pub fn readers(&self, target: Span) -> Vec<Interval> {
        let program = &self.read.program;
        let reader = Reader {
            program,
            group: self.group,
            sources: self.run.sources(),
            names: self.run.names(),
        };
        let within = self.ast.function_at(target.start).and_then(|index| {
            let here = |f: &(FileId, u32)| *f == (self.file, index as u32);
            self.group.functions.iter().position(here)
        });
        let graph = within.map_or_else(|| reader.main_graph(), |id| reader.function_graph(id));
        let exposed = Exposed::new(&reader);
        let outlives = |var: Var| {
            within.is_some_and(|id| {
                let function = program.function(self.group, id);
                function.declares(var.symbol, var.is_array).is_none() && exposed.contains(var)
            })
        };
        flows(&graph)
            .into_iter()
            .filter(|flow| flow.from == Source::At(self.file, target))
            .filter_map(|flow| match flow.to {
                Some((file, span)) => Some(Interval::new(file, span)),
                None => outlives(flow.var).then(|| self.at(target)),
            })
            .collect()
    }

    /// The expressions under `root` that are evaluated before `expr` starts, leaving out those that hold it. A compound
    /// assignment reads its target first; that shows as the target itself.
    fn before(&self, root: ExprId, expr: ExprId) -> Vec<ExprId> {
        let target = self.ast.expr(expr).span;
        let mut list = Vec::new();
        let mut at = root;
        while at != expr {
            let kind = &self.ast.expr(at).kind;
            let mut next = None;
            for part in self.ast.parts(at) {
                if self.ast.expr(part).span.contains(target) {
                    next = Some(part);
                    break;
                }
                let is_plain_target =
                    matches!(kind, ExprKind::Assign(None, _, left, _) if *left == part);
                if is_plain_target {
                    // Only its subscript is evaluated.
                    if let ExprKind::Element(_, index) = self.ast.expr(part).kind {
                        list.push(index);
                    }
                } else {
                    list.push(part);
                }
            }
            match next {
                Some(part) => at = part,
                None => break,
            }
        }
        list
    }

    pub fn expression(&self, range: Span) -> Result<Site, BadInput> {
        let unclear = |message: &str| BadInput::unclear(message).at(self.file, range);
        let bad = |message: &str| BadInput::new(message).at(self.file, range);
        let expr = self.ast.expression_at(self.text, range).ok_or_else(|| {
            unclear("the range is not one whole expression; its end is the column after the last character")
        })?;
        let site = self
            .ast
            .site(expr)
            .ok_or_else(|| unclear("the range is not in a statement"))?;
        if !site.is_value {
            return Err(bad(
                "what is selected is assigned to or passed whole, so it is no value",
            ));
        }
        let alone = matches!(self.ast.stmt(site.stmt).kind, StmtKind::Expr(e) if e == expr);
        if alone && self.is_silent(expr) {
            return Err(bad(
                "what is selected is a whole statement that gives no value",
            ));
        }
        Ok(site)
    }

    /// Whether a statement of this expression prints nothing.
    fn is_silent(&self, expr: ExprId) -> bool {
        match &self.ast.expr(expr).kind {
            ExprKind::Assign(..) => true,
            ExprKind::Call(name, _) => self.group.is_void(&self.read.program, name.symbol),
            _ => false,
        }
    }

    pub fn statement(&self, offset: u32) -> Result<(StmtId, Surroundings), BadInput> {
        let bad = || {
            BadInput::unclear("no statement here; put the caret on one")
                .at(self.file, Span::at(offset))
        };
        let stmt = self.ast.statement_at(offset).ok_or_else(bad)?;
        let surroundings = self.ast.surroundings(stmt).ok_or_else(bad)?;
        Ok((stmt, surroundings))
    }

    /// The code of an expression as it can stand on the right of `=`.
    pub fn value_text(&self, expr: ExprId) -> String {
        let text = self.ast.expr(expr).span.text(self.text);
        if self.ast.is_loose(expr) {
            format!("({text})")
        } else {
            text.to_owned()
        }
    }

    /// What separates a new statement from the one that it is put before. At the top of a file both must stay on one
    /// input line, since bc drops the rest of a line after an error.
    pub fn separator(&self, offset: u32, is_top: bool) -> String {
        let before = self.text.part(..offset as usize);
        let line = before.part(before.rfind('\n').map_or(0, |i| i + 1)..);
        if is_top || !line.trim().is_empty() {
            "; ".to_owned()
        } else {
            format!("{}{line}", self.line_end())
        }
    }

    /// The line end that the file uses.
    pub fn line_end(&self) -> &'static str {
        line_end(self.text)
    }
}

pub fn line_end(text: &str) -> &'static str {
    let first = text.find('\n');
    if first.is_some_and(|i| text.part(..i).ends_with('\r')) {
        "\r\n"
    } else {
        "\n"
    }
}

/// A name that the user gave, if bc takes it.
pub fn checked_name(name: &str) -> Result<&str, BadInput> {
    if is_name(name) {
        return Ok(name);
    }
    Err(BadInput::unclear(format!(
        "{name} is not a valid name in bc: it must start with a to z, go on with a to z, 0 to 9 and _, and be no keyword"
    )))
}
