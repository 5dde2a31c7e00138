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
use crate::checks::first_use::refuse_first_use;
use crate::edits::imports::dotted;
use crate::query::alike::Alike;
use crate::query::at::{by_symbol, meant_at};
use crate::query::bodies::is_at_end;
use crate::query::program::JavaProgram;
use crate::query::region::Region;
use crate::query::selection::{Code, body_around, range_named, selected, selected_in};
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
        let (there, giving) = counterparts(program, callee, statements)
            .ok_or_else(|| differs(&region, statements[0]))?;
        let method = Region::of(program, callee.number, there);
        let text = run.sources().text(selection.file);
        let call = Match::of(callee, text, [&method, &region], giving)?.call()?;
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
    if let Some(call) = call {
        refuse_first_use(run, &[(number, call)]);
    }
    let program = run.program();
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

/// Statements of a body, compared with those of a method.
struct Match<'r, 'p> {
    callee: &'r Callee,
    text: &'p str,
    /// The method's statements first.
    regions: [&'r Region<'p>; 2],
    alike: Alike<'r, 'p>,
    /// The last statement of the method, where the code has none for it: it returns a variable of the others.
    giving: Option<NodeId>,
}

/// What the call's statement does with the value.
enum Gives {
    Nothing,
    Returned,
    /// The variable of the statements that is declared with it.
    Declared(NodeId),
}

/// The statements of a method that some code may read as, and the one behind them which only gives a value.
fn counterparts(
    program: &JavaProgram,
    callee: &Callee,
    code: &[NodeId],
) -> Option<(Vec<NodeId>, Option<NodeId>)> {
    let tree = callee.tree(program);
    let mut there: Vec<NodeId> = tree.children(callee.body).collect();
    let giving = (there.len() == code.len() + 1)
        .then(|| there.pop())
        .flatten();
    (there.len() == code.len()).then_some((there, giving))
}

fn differs(region: &Region<'_>, node: NodeId) -> BadInput {
    let at = region
        .program
        .interval(region.number, region.tree().span(node));
    BadInput::new(
        "this differs from the method in more than what its parameters stand for; only code that reads the same can be replaced",
    )
    .at(at.file, at.span)
}

impl<'r, 'p> Match<'r, 'p> {
    fn of(
        callee: &'r Callee,
        text: &'p str,
        regions: [&'r Region<'p>; 2],
        giving: Option<NodeId>,
    ) -> Result<Self, BadInput> {
        let [method, code] = regions;
        let alike = Alike::of(method, code).map_err(|node| differs(code, node))?;
        Ok(Self {
            callee,
            text,
            regions,
            alike,
            giving,
        })
    }

    fn program(&self) -> &'p JavaProgram {
        self.regions[0].program
    }

    /// The parameter that a node of the method names.
    fn local(&self, node: NodeId) -> Option<NodeId> {
        match self.program().names.decl(self.callee.number, node) {
            Decl::Local(local) => Some(local),
            _ => None,
        }
    }

    /// What becomes of the method's value; `None` where it returns something else than a variable of the code.
    fn gives(&self) -> Option<Gives> {
        let tree = self.callee.tree(self.program());
        let Some(last) = self.giving else {
            // Where every way through the method returns, so does every way through the call's statement.
            let method = self.regions[0];
            let has_value = |r: &NodeId| tree.child_in(*r, Role::Value).is_some();
            let returns = !method.completes && method.returns.iter().any(has_value);
            return Some(if returns {
                Gives::Returned
            } else {
                Gives::Nothing
            });
        };
        let value = (tree.kind(last) == Kind::Return).then(|| tree.children(last).next())??;
        let own = self.alike.counterpart(self.local(value)?)?;
        self.regions[1]
            .contains(own)
            .then_some(Gives::Declared(own))
    }

    /// What the code has for a parameter: the same wherever the method names it.
    fn argument(&self, param: NodeId) -> Result<&'p str, BadInput> {
        let code = self.regions[1];
        let tree = code.tree();
        let world = self.program().world();
        let named = self.alike.counterpart(param);
        let named = named.map(|local| (world.text(tree.sym(local)), local));
        let holes = self.alike.holes.iter();
        let passed = holes.filter(|(a, _)| self.local(*a) == Some(param));
        let passed = passed.map(|&(_, b)| (tree.span(b).text(self.text), b));
        let mut all = named.into_iter().chain(passed);
        let Some((first, _)) = all.next() else {
            return Err(BadInput::new(
                "the method has a parameter that it does not use; no argument can be told",
            ));
        };
        match all.find(|(text, _)| *text != first) {
            Some((_, other)) => Err(differs(code, other)),
            None => Ok(first),
        }
    }

    fn arguments(&self) -> Result<Vec<&'p str>, BadInput> {
        let model = self.program().model(self.callee.number);
        let callable = model.callables.iter().find(|c| c.node == self.callee.node);
        let params: Vec<NodeId> =
            callable.map_or_else(Vec::new, |c| c.params.iter().map(|p| p.node).collect());
        let is_passed = |(a, _): &&(NodeId, NodeId)| {
            !self.local(*a).is_some_and(|local| params.contains(&local))
        };
        if let Some((_, other)) = self.alike.holes.iter().find(is_passed) {
            return Err(differs(self.regions[1], *other));
        }
        params.iter().map(|&p| self.argument(p)).collect()
    }

    /// The text of the call's statement.
    fn call(&self) -> Result<String, BadInput> {
        let region = self.regions[1];
        let gives = self
            .gives()
            .ok_or_else(|| differs(region, region.parts[region.parts.len() - 1]))?;
        self.check_flow(&gives)?;
        let call = format!("{}({})", self.callee_name(), self.arguments()?.join(", "));
        Ok(match gives {
            Gives::Nothing => format!("{call};"),
            Gives::Returned => format!("return {call};"),
            Gives::Declared(variable) => {
                let tree = region.tree();
                let local = tree.parent(variable);
                let ty = local.and_then(|l| tree.child_in(l, Role::Type));
                let ty = ty.map_or("var", |t| tree.span(t).text(self.text));
                let name = self.program().world().text(tree.sym(variable));
                format!("{ty} {name} = {call};")
            }
        })
    }

    /// What is used later must be what the method gives, and control must go on as before.
    fn check_flow(&self, gives: &Gives) -> Result<(), BadInput> {
        let region = self.regions[1];
        let tree = region.tree();
        let refuse = |why: &str, node: NodeId| {
            let at = self.program().interval(region.number, tree.span(node));
            Err(BadInput::new(why.to_owned()).at(at.file, at.span))
        };
        let given = match gives {
            Gives::Declared(variable) => Some(*variable),
            _ => None,
        };
        if let Some(&lost) = region.outputs.iter().find(|o| Some(**o) != given) {
            return refuse(
                "this variable is used after the code, and the method does not give it",
                lost,
            );
        }
        if let Some(&set) = region.written.first() {
            return refuse("the code sets this variable, which a call cannot", set);
        }
        if let Some(&jump) = region.jumps.first() {
            return refuse("control leaves the code here, which a call cannot", jump);
        }
        let returned = matches!(gives, Gives::Returned) && !region.completes;
        // `return;` where nothing follows only ends the code.
        let is_last = (region.parts.last()).is_some_and(|&last| {
            let member = body_around(tree, last);
            member.is_some_and(|m| tree.kind(m) == Kind::Callable && is_at_end(tree, last, m))
        });
        let has_value = |r: &NodeId| tree.child_in(*r, Role::Value).is_some();
        if is_last && matches!(gives, Gives::Nothing) && !region.returns.iter().any(has_value) {
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
        let (program, code) = (self.program(), self.regions[1]);
        let world = program.world();
        let method = world.method(self.callee.id);
        let name = world.text(method.name);
        let around = program.class_around(code.number, code.parts[0]);
        if method.modifiers.has(Modifiers::STATIC) && around != Some(method.owner) {
            return format!("{}.{name}", dotted(program, method.owner));
        }
        name.to_owned()
    }
}
