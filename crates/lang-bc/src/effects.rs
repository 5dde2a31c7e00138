//! What calling a function may do beyond its own variables, all calls followed.

use crate::ast::{Ast, Builtin, ExprId, ExprKind, Operator, StmtId, StmtKind};
use crate::program::{FunctionId, Group, Program, Var};
use reweave_text::{FileId, Interner, Sources, Span, Symbol};
use rustc_hash::FxHashSet;

/// What evaluating a piece of code may do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    /// Variables read, by name: bc binds names when a function runs.
    pub uses: FxHashSet<Var>,
    pub defs: FxHashSet<Var>,
    /// It prints, reads input, draws a random number, or ends bc.
    pub acts: bool,
    /// It may stop with an error, or never end.
    pub may_fail: bool,
}

impl Effects {
    /// Whether evaluating it changes nothing that anyone can see, however often it is done.
    pub fn is_pure(&self) -> bool {
        self.defs.is_empty() && !self.acts
    }

    pub fn absorb(&mut self, other: &Self) {
        self.uses.extend(&other.uses);
        self.defs.extend(&other.defs);
        self.acts |= other.acts;
        self.may_fail |= other.may_fail;
    }
}

/// The names that the language reads behind the programmer's back.
#[derive(Clone, Copy)]
pub struct Hidden {
    pub scale: Var,
    pub ibase: Var,
    pub obase: Var,
    pub last: Var,
}

impl Hidden {
    pub fn new(names: &Interner) -> Self {
        let var = |text| Var {
            symbol: names.intern(text),
            is_array: false,
        };
        Self {
            scale: var("scale"),
            ibase: var("ibase"),
            obase: var("obase"),
            last: var("last"),
        }
    }
}

/// One thing that happens while an expression is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    Use(Var),
    /// And whether it is certain that nothing of the old value is left.
    Def(Var, bool),
    Call(Symbol),
    Acts,
    MayFail,
}

/// Reads events off a tree, in the order of evaluation.
pub struct Events<'a> {
    pub ast: &'a Ast,
    pub text: &'a str,
    pub hidden: Hidden,
    /// Whether the function takes its parameter of this number by reference.
    pub by_reference: &'a dyn Fn(Symbol, usize) -> bool,
    pub is_void: &'a dyn Fn(Symbol) -> bool,
    pub list: Vec<(Event, Span)>,
    /// Greater than zero in the right part of `&&` and `||`.
    conditional: usize,
}

impl<'a> Events<'a> {
    pub fn new(
        ast: &'a Ast,
        text: &'a str,
        hidden: Hidden,
        by_reference: &'a dyn Fn(Symbol, usize) -> bool,
        is_void: &'a dyn Fn(Symbol) -> bool,
    ) -> Self {
        Self {
            ast,
            text,
            hidden,
            by_reference,
            is_void,
            list: Vec::new(),
            conditional: 0,
        }
    }

    fn push(&mut self, event: Event, at: Span) {
        self.list.push((event, at));
    }

    fn define(&mut self, var: Var, at: Span) {
        let is_certain = !var.is_array && self.conditional == 0;
        self.push(Event::Def(var, is_certain), at);
    }

    /// The expression of a statement that stands alone: it prints unless it assigns.
    pub fn statement_expression(&mut self, id: ExprId, head: Span) {
        self.expression(id);
        let is_silent = match &self.ast.expr(id).kind {
            ExprKind::Assign(..) => true,
            ExprKind::Call(name, _) => (self.is_void)(name.symbol),
            _ => false,
        };
        if !is_silent {
            self.printed(head);
        }
    }

    pub fn printed(&mut self, at: Span) {
        self.push(Event::Use(self.hidden.obase), at);
        self.push(Event::Acts, at);
        self.define(self.hidden.last, at);
    }

    pub fn expression(&mut self, id: ExprId) {
        let expr = self.ast.expr(id);
        let span = expr.span;
        match &expr.kind {
            ExprKind::Number => {
                // A single digit means the same in every base.
                if span.len() > 1 {
                    self.push(Event::Use(self.hidden.ibase), span);
                }
            }
            ExprKind::Variable(name) => {
                let var = Var {
                    symbol: name.symbol,
                    is_array: false,
                };
                self.push(Event::Use(var), name.span);
            }
            ExprKind::Element(name, index) => {
                self.expression(*index);
                self.subscript(*index, span);
                self.push(Event::Use(array(name.symbol)), name.span);
            }
            ExprKind::WholeArray(name) => self.push(Event::Use(array(name.symbol)), name.span),
            ExprKind::Call(name, args) => {
                for (i, arg) in args.iter().enumerate() {
                    self.expression(*arg);
                    if let ExprKind::WholeArray(passed) = &self.ast.expr(*arg).kind
                        && (self.by_reference)(name.symbol, i)
                    {
                        self.push(Event::Def(array(passed.symbol), false), passed.span);
                    }
                }
                self.push(Event::Call(name.symbol), name.span);
            }
            ExprKind::Builtin(builtin, arg) => {
                if let Some(arg) = arg {
                    self.expression(*arg);
                }
                match builtin {
                    Builtin::Length | Builtin::Scale => {}
                    Builtin::Sqrt => {
                        self.push(Event::Use(self.hidden.scale), span);
                        if !arg.is_some_and(|a| self.digits(a).is_some()) {
                            self.push(Event::MayFail, span);
                        }
                    }
                    Builtin::Read | Builtin::Random => {
                        self.push(Event::Use(self.hidden.ibase), span);
                        self.push(Event::Acts, span);
                    }
                }
            }
            ExprKind::Negate(e) | ExprKind::Not(e) | ExprKind::Paren(e) => self.expression(*e),
            ExprKind::Binary(operator, at, left, right) => {
                self.expression(*left);
                let is_conditional = matches!(operator, Operator::And | Operator::Or);
                self.conditional += usize::from(is_conditional);
                self.expression(*right);
                self.conditional -= usize::from(is_conditional);
                self.operator(*operator, *at, *right);
            }
            ExprKind::Assign(operator, at, target, value) => {
                self.target_index(*target);
                if operator.is_some() {
                    self.target(*target, Event::Use);
                }
                self.expression(*value);
                if let Some(operator) = operator {
                    self.operator(*operator, *at, *value);
                }
                self.define_target(*target);
            }
            ExprKind::Step { target, .. } => {
                self.target_index(*target);
                self.target(*target, Event::Use);
                self.define_target(*target);
            }
        }
    }

    fn operator(&mut self, operator: Operator, at: Span, right: ExprId) {
        let may_fail = match operator {
            Operator::Multiply => false,
            // A number that is not zero in one base is not zero in any.
            Operator::Divide | Operator::Modulo => {
                let digits = self.digits(right).unwrap_or("0");
                digits
                    .chars()
                    .all(|c| matches!(c, '0' | '.' | '\\' | '\n' | '\r'))
            }
            // Small whole exponents; others may be negative, or too great, or no whole number.
            Operator::Power => self.digits(right).is_none_or(|d| d.len() > 1),
            _ => return,
        };
        self.push(Event::Use(self.hidden.scale), at);
        if may_fail {
            self.push(Event::MayFail, at);
        }
    }

    /// A subscript that is a short number is one that every array has.
    fn subscript(&mut self, index: ExprId, at: Span) {
        if self.digits(index).is_none_or(|d| d.len() > 1) {
            self.push(Event::MayFail, at);
        }
    }

    /// The digits of an expression that is a plain number.
    fn digits(&self, expr: ExprId) -> Option<&'a str> {
        let inner = self.ast.expr(self.ast.bare(expr));
        matches!(inner.kind, ExprKind::Number).then(|| inner.span.text(self.text))
    }

    fn target_index(&mut self, target: ExprId) {
        if let ExprKind::Element(_, index) = &self.ast.expr(target).kind {
            let index = *index;
            self.expression(index);
            self.subscript(index, self.ast.expr(target).span);
        }
    }

    fn target(&mut self, target: ExprId, event: impl Fn(Var) -> Event) {
        if let Some((var, at)) = self.place(target) {
            self.push(event(var), at);
        }
    }

    fn define_target(&mut self, target: ExprId) {
        if let Some((var, at)) = self.place(target) {
            self.define(var, at);
            let special = [self.hidden.scale, self.hidden.ibase, self.hidden.obase];
            if special.contains(&var) {
                // A value out of range is complained about.
                self.push(Event::MayFail, at);
            }
        }
    }

    fn place(&self, target: ExprId) -> Option<(Var, Span)> {
        match &self.ast.expr(target).kind {
            ExprKind::Variable(name) => Some((
                Var {
                    symbol: name.symbol,
                    is_array: false,
                },
                name.span,
            )),
            ExprKind::Element(name, _) => Some((array(name.symbol), name.span)),
            _ => None,
        }
    }

    /// Everything in a statement and the statements in it, in no useful order.
    pub fn all(&mut self, stmt: StmtId) {
        let mut open = vec![stmt];
        while let Some(id) = open.pop() {
            let stmt = self.ast.stmt(id);
            match &stmt.kind {
                StmtKind::Expr(e) => self.statement_expression(*e, stmt.head),
                StmtKind::Print(list) => {
                    for e in list {
                        self.expression(*e);
                    }
                    self.printed(stmt.head);
                }
                StmtKind::For {
                    init,
                    condition,
                    update,
                    ..
                } => {
                    for e in [init, condition, update].into_iter().flatten() {
                        self.expression(*e);
                    }
                    self.push(Event::MayFail, stmt.head);
                }
                StmtKind::While { condition, .. } => {
                    self.expression(*condition);
                    self.push(Event::MayFail, stmt.head);
                }
                StmtKind::If { condition, .. } => self.expression(*condition),
                StmtKind::Return(Some(e)) => self.expression(*e),
                StmtKind::Text | StmtKind::Quit | StmtKind::Halt | StmtKind::Notice => {
                    self.push(Event::Acts, stmt.head);
                }
                _ => {}
            }
            open.extend(self.ast.children(id));
        }
    }
}

const fn array(symbol: Symbol) -> Var {
    Var {
        symbol,
        is_array: true,
    }
}

impl Group {
    /// Whether any definition of the function takes this parameter by reference.
    pub fn by_reference(&self, program: &Program, function: Symbol, param: usize) -> bool {
        self.definitions(function).iter().any(|&id| {
            let f = program.function(self, id);
            f.params.get(param).is_some_and(|p| p.is_reference)
        })
    }

    pub fn is_void(&self, program: &Program, function: Symbol) -> bool {
        self.definitions(function)
            .iter()
            .any(|&id| program.function(self, id).is_void)
    }

    pub fn definitions(&self, function: Symbol) -> &[FunctionId] {
        self.by_name.get(&function).map_or(&[], Vec::as_slice)
    }

    /// The events of an expression or statement, as this group's functions make them.
    pub fn events<R>(
        &self,
        program: &Program,
        sources: &Sources,
        names: &Interner,
        file: FileId,
        read: impl FnOnce(&mut Events<'_>) -> R,
    ) -> (R, Vec<(Event, Span)>) {
        let by_reference = |symbol, i| self.by_reference(program, symbol, i);
        let is_void = |symbol| self.is_void(program, symbol);
        let mut events = Events::new(
            program.ast(file),
            sources.text(file),
            Hidden::new(names),
            &by_reference,
            &is_void,
        );
        let result = read(&mut events);
        (result, events.list)
    }

    /// What a call does to the variables of its caller: the union over all definitions. An unknown function fails; the
    /// ones of the library also look at `scale`.
    pub fn call(&self, function: Symbol, hidden: Hidden) -> Effects {
        let mut all = Effects::default();
        for &id in self.definitions(function) {
            if let Some(effects) = self.effects.get(id) {
                all.absorb(effects);
            }
        }
        all.may_fail |= self.unsure.contains(&function);
        if self.definitions(function).is_empty() {
            all.uses.insert(hidden.scale);
        }
        all
    }

    /// What a list of events does, calls followed.
    pub fn summary(&self, events: &[(Event, Span)], hidden: Hidden) -> Effects {
        let mut all = Effects::default();
        for (event, _) in events {
            match event {
                Event::Use(var) => {
                    all.uses.insert(*var);
                }
                Event::Def(var, _) => {
                    all.defs.insert(*var);
                }
                Event::Call(symbol) => all.absorb(&self.call(*symbol, hidden)),
                Event::Acts => all.acts = true,
                Event::MayFail => all.may_fail = true,
            }
        }
        all
    }
}

/// The effects of every function: its own, and those of its callees that its own variables do not catch.
pub(crate) fn of_group(
    program: &Program,
    group: &Group,
    sources: &Sources,
    names: &Interner,
) -> Vec<Effects> {
    let hidden = Hidden::new(names);
    let count = group.functions.len();
    let mut effects: Vec<Effects> = Vec::with_capacity(count);
    let mut own: Vec<FxHashSet<Var>> = Vec::with_capacity(count);
    for id in 0..count {
        let (file, _) = group.functions[id];
        let function = program.function(group, id);
        let ((), events) = group.events(program, sources, names, file, |events| {
            for stmt in &function.body {
                events.all(*stmt);
            }
        });
        // `effects` is still empty in the group, so that calls add only what they always do.
        effects.push(group.summary(&events, hidden));
        own.push(function.decls().map(Var::of).collect());
    }
    let callers = group.callers();
    for id in recursive(group, &callers) {
        // It may recur for ever.
        effects[id].may_fail = true;
    }
    for id in 0..count {
        catch(&mut effects[id], &own[id]);
    }
    let mut open: Vec<FunctionId> = (0..count).collect();
    while let Some(callee) = open.pop() {
        let what = effects[callee].clone();
        for &caller in &callers[callee] {
            let mut grown = effects[caller].clone();
            grown.absorb(&what);
            catch(&mut grown, &own[caller]);
            if grown != effects[caller] {
                effects[caller] = grown;
                open.push(caller);
            }
        }
    }
    effects
}

/// The functions from which a cycle of calls can be reached: those that are left when functions are taken away whose
/// callees are all gone.
fn recursive(group: &Group, callers: &[Vec<FunctionId>]) -> Vec<FunctionId> {
    let mut left: Vec<usize> = group.callees.iter().map(Vec::len).collect();
    let mut ready: Vec<FunctionId> = (0..left.len()).filter(|f| left[*f] == 0).collect();
    let mut is_gone = vec![false; left.len()];
    while let Some(f) = ready.pop() {
        is_gone[f] = true;
        for &caller in &callers[f] {
            left[caller] -= 1;
            if left[caller] == 0 {
                ready.push(caller);
            }
        }
    }
    (0..left.len()).filter(|f| !is_gone[*f]).collect()
}

/// Takes out what happens to the function's own variables.
fn catch(effects: &mut Effects, own: &FxHashSet<Var>) {
    effects.uses.retain(|v| !own.contains(v));
    effects.defs.retain(|v| !own.contains(v));
}
