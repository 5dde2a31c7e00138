//! Replace Code by Call: statements that do what a method does become a call of the method.
//!
//! The statements must read as the method's body does, with its parameters for literals, variables and constants, and with other names for
//! its local variables: every name means the same declaration, every expression has the same type.
//!
//! ```before
//! class Order {
//!     int total(int[] prices, int most) {
//!         $0int sum = 0;
//!         for (int price : prices) {
//!             if (price < most) sum += price;
//!         }$0
//!         return sum * 2;
//!     }
//!     int cheap(int[] all, int limit) {
//!         int n = 0;
//!         for (int one : all) {
//!             if (one < limit) n += one;
//!         }
//!         return n;
//!     }
//! }
//! ```
//! ```with
//! method=Order.cheap
//! ```
//! ```after
//! class Order {
//!     int total(int[] prices, int most) {
//!         int sum = cheap(prices, most);
//!         return sum * 2;
//!     }
//!     int cheap(int[] all, int limit) {
//!         int n = 0;
//!         for (int one : all) {
//!             if (one < limit) n += one;
//!         }
//!         return n;
//!     }
//! }
//! ```
//!
//! ```before
//! class Order {
//!     int total(int a, int b) {
//!         $0int low = a - b;
//!         return low * b;$0
//!     }
//!     int other(int a, int b) {
//!         int low = b - a;
//!         return low + b;
//!     }
//! }
//! ```
//! ```with
//! method=Order.other
//! ```
//! ```refuses
//! differs from the method
//! ```

use crate::Java;
use crate::edits::imports::dotted;
use crate::query::at::{by_symbol, meant_at};
use crate::query::bodies::is_at_end;
use crate::query::program::JavaProgram;
use crate::query::region::Region;
use crate::query::selection::{Code, Selection, body_around, range_named, selected, selected_in};
use reweave_java_names::{Decl, MethodId};
use reweave_model::{Callable, Kind, Modifiers, NodeId, Role, Tree};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::Span;

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "replace-by-call",
    file: include_str!("replace_by_call.rs"),
    params: &[
        Param::required("method", "the method to call, as Type.method"),
        Param::list(
            "places",
            "other places that become calls, each as `FILE:LINE:COL-LINE:COL`",
        ),
    ],
    perform,
};

/// The code is the method's, so that what is in it may go; the call is new.
const RULE: &str = "N⊇→≠↺ O I";

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let callee = Callee::of(run)?;
    callee.check(run.program())?;
    let calls = calls(run, &callee)?;
    let program = run.program();
    let body = program.interval(
        callee.number,
        program.model(callee.number).tree.span(callee.body),
    );
    let target = callee.token;
    let mut step = Step::new("replace code by a call", RULE);
    let holds = |at: &Interval| body.file == at.file && body.span.overlaps(at.span);
    if !calls.iter().any(|(at, _)| holds(at)) {
        step.affect(body);
    }
    for (at, call) in &calls {
        step.affect(*at);
        step.replace(*at, call.clone());
    }
    run.step(&step)?;
    for (i, (at, _)) in calls.iter().enumerate() {
        // What the calls before it in the file have made of its place.
        let before = calls.iter().enumerate().filter(|(k, (other, _))| {
            *k != i && other.file == at.file && other.span.start < at.span.start
        });
        let grown: i64 = before
            .map(|(_, (other, call))| i64::from(call.len() as u32) - i64::from(other.span.len()))
            .sum();
        let start = u32::try_from(i64::from(at.span.start) + grown).unwrap_or(at.span.start);
        refuse_other_target(run, Interval::new(at.file, Span::at(start)), target);
    }
    Ok(())
}

/// The places, and the call that stands for each.
fn calls(run: &Run<'_, Java>, callee: &Callee) -> Result<Vec<(Interval, String)>, BadInput> {
    let mut selections = vec![selected(run)?];
    let others = run.optional("places").unwrap_or_default();
    for place in others.split(',').filter(|p| !p.trim().is_empty()) {
        let (file, span) = range_named(run, place)?;
        selections.push(selected_in(run, file, span)?);
    }
    let program = run.program();
    let mut calls: Vec<(Interval, String)> = Vec::new();
    for selection in &selections {
        let Code::Statements(statements) = &selection.code else {
            return Err(BadInput::unclear(
                "select whole statements, not an expression",
            ));
        };
        let region = Region::of(program, selection.number, statements.clone());
        let call = Match::of(run, callee, selection, statements)?.call(&region)?;
        let tree = region.tree();
        let [first, last] = [statements[0], statements[statements.len() - 1]];
        let at = Interval::new(
            selection.file,
            Span::new(tree.span(first).start, tree.span(last).end),
        );
        if calls
            .iter()
            .any(|(c, _)| c.file == at.file && c.span.overlaps(at.span))
        {
            return Err(BadInput::unclear("two of the places overlap").at(at.file, at.span));
        }
        calls.push((at, call));
    }
    Ok(calls)
}

/// The call must mean the method, not another that its name and arguments fit better.
fn refuse_other_target(run: &mut Run<'_, Java>, at: Interval, target: Interval) {
    let (start, target) = (at.span.start, run.now(target));
    let program = run.program();
    let Some(number) = program.number(at.file) else {
        return;
    };
    let tree = &program.model(number).tree;
    let calls = tree
        .descendants(NodeId::ROOT)
        .filter(|&n| tree.kind(n) == Kind::Call && tree.span(n).start >= start);
    let call = calls.into_iter().next();
    let meant = call.map(|c| program.names.decl(number, c));
    let place = meant.and_then(|d| program.place(number, d));
    if place != Some(target) {
        run.refuse(
            "call",
            "the call would mean another method; give the method a name of its own first",
            &[Interval::new(at.file, Span::at(start))],
        );
    }
}

/// The method that is to be called.
struct Callee {
    id: MethodId,
    number: u32,
    node: NodeId,
    body: NodeId,
    /// The token of its name.
    token: Interval,
}

impl Callee {
    fn of(run: &Run<'_, Java>) -> Result<Self, BadInput> {
        let symbol = run.param("method")?;
        let program = run.program();
        let token = match by_symbol(program, symbol)[..] {
            [one] => one,
            [] => {
                return Err(BadInput::unclear(format!(
                    "no method named {symbol} is declared"
                )));
            }
            _ => {
                return Err(BadInput::unclear(format!(
                    "several methods are named {symbol}; give the one to call a name of its own first"
                )));
            }
        };
        let meant = meant_at(program, token.file, token.span.start)?;
        let Decl::Method(id) = meant.decl else {
            return Err(BadInput::unclear(format!("{symbol} is no method")));
        };
        let number = meant.number;
        let model = program.model(number);
        let named = |c: &&Callable| model.tree.node(c.node).name_at == token.span.start;
        let callable = model.callables.iter().find(named);
        let body = callable.and_then(|c| Some((c.node, c.body?)));
        let Some((node, body)) = body else {
            return Err(
                BadInput::new(format!("{symbol} has no body to compare with"))
                    .at(token.file, token.span),
            );
        };
        Ok(Self {
            id,
            number,
            node,
            body,
            token,
        })
    }

    /// What would run must be the body that was compared.
    fn check(&self, program: &JavaProgram) -> Result<(), BadInput> {
        let method = program.world().method(self.id);
        let refuse = |why: &str| {
            Err(BadInput::new(format!(
                "the method {why}, so that a call does more or other than its body"
            ))
            .at(self.token.file, self.token.span))
        };
        if !program.overrides().overriding(self.id).is_empty() {
            return refuse("is overridden");
        }
        if method.modifiers.has(Modifiers::SYNCHRONIZED) {
            return refuse("is synchronized");
        }
        Ok(())
    }

    fn tree<'p>(&self, program: &'p JavaProgram) -> &'p Tree {
        &program.model(self.number).tree
    }
}

/// Statements of a body and of a method, gone through side by side.
struct Match<'p> {
    program: &'p JavaProgram,
    text: &'p str,
    callee: &'p Callee,
    /// The statements' file, and the first of them.
    number: u32,
    first: NodeId,
    /// Local variables of the statements and of the method that stand for each other.
    locals: Vec<(NodeId, NodeId)>,
    /// What the statements have for each parameter.
    arguments: Vec<(NodeId, Option<NodeId>)>,
    /// What becomes of the method's value.
    gives: Gives,
}

/// What the call's statement does with the value.
enum Gives {
    Nothing,
    Returned,
    /// The variable of the statements that is declared with it: its name, and the type as written.
    Declared(NodeId),
}

impl<'p> Match<'p> {
    fn of(
        run: &'p Run<'_, Java>,
        callee: &'p Callee,
        selection: &Selection,
        statements: &[NodeId],
    ) -> Result<Self, BadInput> {
        let program = run.program();
        let params = program.model(callee.number);
        let params = params.callables.iter().find(|c| c.node == callee.node);
        let params = params.map_or(&[][..], |c| &c.params[..]);
        let mut found = Self {
            program,
            text: run.sources().text(selection.file),
            callee,
            number: selection.number,
            first: statements[0],
            locals: Vec::new(),
            arguments: params.iter().map(|p| (p.node, None)).collect(),
            gives: Gives::Nothing,
        };
        found.statements(statements)?;
        Ok(found)
    }

    fn tree(&self) -> &'p Tree {
        &self.program.model(self.number).tree
    }

    fn statements(&mut self, here: &[NodeId]) -> Result<(), BadInput> {
        let tree = self.callee.tree(self.program);
        let there: Vec<NodeId> = tree.children(self.callee.body).collect();
        let gives_last = there.len() == here.len() + 1;
        if there.len() != here.len() && !gives_last {
            return Err(self.differs(here[0]));
        }
        for (&a, &b) in here.iter().zip(&there) {
            if !self.same(a, b) {
                return Err(self.differs(a));
            }
        }
        let Some(&last) = there.last() else {
            return Err(self.differs(here[0]));
        };
        if gives_last {
            self.given(last)
                .ok_or_else(|| self.differs(here[here.len() - 1]))?;
        } else if tree.kind(last) == Kind::Return {
            self.gives = Gives::Returned;
        }
        Ok(())
    }

    /// The method's last statement returns one of its variables, which the statements declare.
    fn given(&mut self, last: NodeId) -> Option<()> {
        let tree = self.callee.tree(self.program);
        let value = (tree.kind(last) == Kind::Return).then(|| tree.children(last).next())??;
        let Decl::Local(theirs) = self.program.names.decl(self.callee.number, value) else {
            return None;
        };
        let (own, _) = self.locals.iter().find(|(_, b)| *b == theirs)?;
        self.gives = Gives::Declared(*own);
        Some(())
    }

    fn differs(&self, node: NodeId) -> BadInput {
        let at = self.program.interval(self.number, self.tree().span(node));
        BadInput::new(
            "this differs from the method in more than what its parameters stand for; only code that reads the same can be replaced",
        )
        .at(at.file, at.span)
    }

    fn same(&mut self, a: NodeId, b: NodeId) -> bool {
        let (ours, theirs) = (self.tree(), self.callee.tree(self.program));
        if let Some(param) = self.parameter(b) {
            return self.argument(param, a, b);
        }
        let (x, y) = (ours.node(a), theirs.node(b));
        if x.kind != y.kind || x.role != y.role || x.flags != y.flags {
            return false;
        }
        if x.kind.is_expression() && !self.same_type(a, b) {
            return false;
        }
        let kids: (Vec<NodeId>, Vec<NodeId>) =
            (ours.children(a).collect(), theirs.children(b).collect());
        if kids.0.len() != kids.1.len() {
            return false;
        }
        if matches!(x.kind, Kind::VarDecl | Kind::Param | Kind::TypePattern) {
            self.locals.push((a, b));
        } else if matches!(x.kind, Kind::Name) {
            if !self.same_decl(a, b) {
                return false;
            }
        } else if x.sym != y.sym || !self.same_decl(a, b) {
            return false;
        }
        kids.0.into_iter().zip(kids.1).all(|(p, q)| self.same(p, q))
    }

    fn same_type(&self, a: NodeId, b: NodeId) -> bool {
        let names = &self.program.names;
        names.ty(self.number, a) == names.ty(self.callee.number, b)
    }

    fn same_decl(&self, a: NodeId, b: NodeId) -> bool {
        let names = &self.program.names;
        match (
            names.decl(self.number, a),
            names.decl(self.callee.number, b),
        ) {
            (Decl::Local(x), Decl::Local(y)) => self.locals.contains(&(x, y)),
            (Decl::Unknown, _) | (_, Decl::Unknown) => false,
            (Decl::Label(_), Decl::Label(_)) => false,
            (x, y) => x == y,
        }
    }

    /// The number of the parameter that a name of the method means.
    fn parameter(&self, b: NodeId) -> Option<usize> {
        let tree = self.callee.tree(self.program);
        if tree.kind(b) != Kind::Name {
            return None;
        }
        let Decl::Local(decl) = self.program.names.decl(self.callee.number, b) else {
            return None;
        };
        self.arguments.iter().position(|(p, _)| *p == decl)
    }

    /// The same value each time, of the parameter's type, and never set.
    fn argument(&mut self, param: usize, a: NodeId, b: NodeId) -> bool {
        let (ours, theirs) = (self.tree(), self.callee.tree(self.program));
        let is_set = theirs.role(b) == Role::Target
            || theirs
                .parent(b)
                .is_some_and(|p| theirs.kind(p) == Kind::Update);
        if is_set || !self.same_type(a, b) || !self.is_fixed(a) {
            return false;
        }
        match self.arguments[param].1 {
            None => {
                self.arguments[param].1 = Some(a);
                true
            }
            Some(known) => {
                let text = |n| ours.span(n).text(self.text);
                text(known) == text(a)
            }
        }
    }

    /// A literal, a variable from before the statements, a constant.
    fn is_fixed(&self, a: NodeId) -> bool {
        let tree = self.tree();
        let kind = tree.kind(a);
        if kind.is_literal() || kind == Kind::This {
            return true;
        }
        let world = self.program.world();
        match self.program.names.decl(self.number, a) {
            Decl::Local(x) => kind == Kind::Name && self.locals.iter().all(|(own, _)| *own != x),
            Decl::Field(f) => {
                let simple = kind == Kind::Name
                    || kind == Kind::FieldAccess
                        && tree.children(a).all(|k| tree.kind(k) == Kind::Name);
                simple && world.field(f).modifiers.has(Modifiers::FINAL)
            }
            _ => false,
        }
    }

    /// The text of the call's statement.
    fn call(&self, region: &Region<'_>) -> Result<String, BadInput> {
        self.check_flow(region)?;
        let mut arguments = Vec::new();
        for (_, argument) in &self.arguments {
            let argument = argument.ok_or_else(|| {
                BadInput::new(
                    "the method has a parameter that it does not use; no argument can be told",
                )
            })?;
            arguments.push(self.tree().span(argument).text(self.text));
        }
        let call = format!("{}({})", self.callee_name(), arguments.join(", "));
        Ok(match self.gives {
            Gives::Nothing => format!("{call};"),
            Gives::Returned => format!("return {call};"),
            Gives::Declared(variable) => {
                let tree = self.tree();
                let local = tree.parent(variable);
                let ty = local.and_then(|l| tree.child_in(l, Role::Type));
                let ty = ty.map_or("var", |t| tree.span(t).text(self.text));
                let name = self.program.names.world.text(tree.sym(variable));
                format!("{ty} {name} = {call};")
            }
        })
    }

    /// What is used later must be what the method gives, and control must go on as before.
    fn check_flow(&self, region: &Region<'_>) -> Result<(), BadInput> {
        let refuse = |why: &str, node: NodeId| {
            let at = self.program.interval(self.number, self.tree().span(node));
            Err(BadInput::new(why.to_owned()).at(at.file, at.span))
        };
        let given = match self.gives {
            Gives::Declared(variable) => Some(variable),
            _ => None,
        };
        if let Some(&lost) = region.outputs.iter().find(|o| Some(**o) != given) {
            return refuse(
                "this variable is used after the code, and the method does not give it",
                lost,
            );
        }
        let mut written = region.written.iter();
        if let Some(&set) = written.find(|w| self.locals.iter().all(|(own, _)| own != *w)) {
            return refuse("the code sets this variable, which a call cannot", set);
        }
        if let Some(&jump) = region.jumps.first() {
            return refuse("control leaves the code here, which a call cannot", jump);
        }
        let returned = matches!(self.gives, Gives::Returned) && !region.completes;
        // `return;` where nothing follows only ends the code.
        let tree = self.tree();
        let is_last = (region.parts.last()).is_some_and(|&last| {
            let member = body_around(tree, last);
            member.is_some_and(|m| tree.kind(m) == Kind::Callable && is_at_end(tree, last, m))
        });
        let gives = |r: &NodeId| tree.child_in(*r, Role::Value).is_some();
        if is_last && matches!(self.gives, Gives::Nothing) && !region.returns.iter().any(gives) {
            return Ok(());
        }
        match region.returns.first() {
            Some(&at) if !returned => {
                refuse("the code leaves its method here, which a call cannot", at)
            }
            _ => Ok(()),
        }
    }

    /// How the method is named where the statements stand.
    fn callee_name(&self) -> String {
        let world = self.program.world();
        let method = world.method(self.callee.id);
        let name = world.text(method.name);
        let around = self.program.class_around(self.number, self.first);
        if method.modifiers.has(Modifiers::STATIC) && around != Some(method.owner) {
            return format!("{}.{name}", dotted(self.program, method.owner));
        }
        name.to_owned()
    }
}
