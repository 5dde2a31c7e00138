//! Inline Method: writes the body of a method in the place of a call of it, or of all calls with `all=yes`; then the method goes.
//!
//! The caret stands on a call, or on the declaration, which asks for all. Arguments take the place of their parameters where they can be
//! evaluated there as well; the others are kept in variables. Variables of the body get other names where the caller has theirs. A method
//! that others override or that calls itself cannot be inlined; one that returns from the middle can where its caller returns what it
//! gives, or has nothing left to do.
//!
//! ```before
//! class Order {
//!     int twice(int price) {
//!         return price + price;
//!     }
//!     int total(int rate) {
//!         return $0twice(rate) * 3;
//!     }
//! }
//! ```
//! ```after
//! class Order {
//!     int twice(int price) {
//!         return price + price;
//!     }
//!     int total(int rate) {
//!         return (rate + rate) * 3;
//!     }
//! }
//! ```
//!
//! ```before
//! class Order {
//!     int count;
//!     private void $0add(int number) {
//!         int next = count + number;
//!         count = next;
//!     }
//!     void fill(int next) {
//!         add(next * 2);
//!     }
//! }
//! ```
//! ```after
//! class Order {
//!     int count;
//!     void fill(int next) {
//!         int next1 = count + next * 2;
//!         count = next1;
//!     }
//! }
//! ```
//!
//! ```before
//! class Order {
//!     int $0total(int n) {
//!         return n == 0 ? 0 : total(n - 1);
//!     }
//! }
//! ```
//! ```refuses
//! calls itself
//! ```

use crate::Java;
use crate::checks::before_body::refuse_skipped;
use crate::checks::looked_for::refuse_looked_for;
use crate::checks::unresolved::tell_of_unknown;
use crate::edits::inline_ready::make_ready;
use crate::edits::inlined::{Body, Call, Shared};
use crate::edits::lookups::warn_of_strings;
use crate::edits::texts::whole_lines;
use crate::query::at::method_at;
use crate::query::effects::effects;
use crate::query::program::JavaProgram;
use crate::refactorings::inline_local_variable::caret;
use reweave_java_names::{Decl, MethodId, Use};
use reweave_model::{Callable, Kind, NodeId, Role, Tree};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop, Target};
use reweave_text::{FileId, Span};
use rustc_hash::FxHashMap;

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "inline-method",
    file: include_str!("inline_method.rs"),
    params: &[
        Param::optional("all", "`yes` inlines every call and removes the method"),
        Param::optional("keep", "`yes` keeps the method though no call is left"),
    ],
    perform,
};

/// Flow around the calls as it was. The body counts as affected, so that its copies may name nothing else than it does.
const RULE: &str = "N⊆→≠↺ O I C≠↺ D≠↺ E⊇×←→≠↺ X⊆→≠↺ T≠→↺";

/// Where the body decides itself which `return` is reached.
const EARLY: &str = "N⊆→≠↺ O I C≠↔↺ D≠↺ E⊇×←→≠↺ X⊆→≠↺ T≠→↺";

/// Where nobody notices whether the body runs.
const QUIET: &str = "N⊆→≠↺ O I C≠←↺ D≠↺ E⊇×←→≠↺ X⊆→≠↺ T≠→↺";

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let (file, at) = call_or_name(run)?;
    let mut place = Interval::new(file, Span::at(at));
    let asked = Asked::at(run, place)?;
    asked.inlinable(run.program())?;
    let original = place;
    let mut asked = asked;
    // Each round brings one call of those that there are into shape.
    for _ in 0..=MOST_ROUNDS.saturating_mul(asked.calls.len()) {
        if !make_ready(run, asked.method, &asked.calls)? {
            break;
        }
        run.settle();
        place = run.now(original);
        asked = Asked::at(run, place)?;
    }
    inline(run, &asked)
}

/// A reference becomes a lambda, whose call may need an array and a variable.
const MOST_ROUNDS: usize = 3;

/// The method that is asked for, and the calls of it that its body takes the place of.
struct Asked {
    method: MethodId,
    calls: Vec<Use>,
    all: bool,
}

impl Asked {
    fn at(run: &Run<'_, Java>, place: Interval) -> Result<Self, BadInput> {
        let program = run.program();
        let (file, at) = (place.file, place.span.start);
        let method = method_at(program, file, at)?;
        let uses = program.uses(&[Decl::Method(method)]);
        let here = |u: &&Use| program.id(u.file) == file && u.span.start <= at && at <= u.span.end;
        let selected = uses.iter().find(here).copied();
        let all = run.optional("all") == Some("yes") || selected.is_none();
        let calls: Vec<Use> = if all {
            uses.clone()
        } else {
            selected.into_iter().collect()
        };
        if all && calls.is_empty() {
            return Err(BadInput::new(
                "nothing calls this method; delete it with safe-delete",
            ));
        }
        Ok(Self { method, calls, all })
    }

    /// Whether every call says `super`, so that no other body can run.
    fn asks_above(&self, program: &JavaProgram) -> bool {
        self.calls.iter().all(|u| {
            let tree = &program.model(u.file).tree;
            let object = tree.child_in(u.node, Role::Receiver);
            object.is_some_and(|o| tree.kind(o) == Kind::Super)
        })
    }
}

/// Replaces the calls; where another method would be meant, values say their types.
fn inline(run: &mut Run<'_, Java>, asked: &Asked) -> Result<(), Stop> {
    refuse_skipped(run, asked.method, &asked.calls);
    let program = run.program();
    let method = asked.method;
    let body = Body::of(program, run.sources(), method)?;
    let goes = asked.all && run.optional("keep") != Some("yes");
    if let Some(second) = entangled(program, &asked.calls, &body) {
        let at = program.interval(second.file, second.span);
        return Err(BadInput::new(
            "two calls stand in this statement, and the statements of the body would run before both; put the value of one into a variable first",
        )
        .at(at.file, at.span)
        .into());
    }
    let step = replaced(run, asked, &body, false)?;
    let cast = replaced(run, asked, &body, true)?;
    if goes {
        let name = program.world().text(program.world().method(method).name);
        let name = name.to_owned();
        let every: Vec<u32> = program.numbers().collect();
        refuse_looked_for(run, &[Decl::Method(method)]);
        tell_of_unknown(run, &every, &name);
        warn_of_strings(run, &name);
    }
    run.step_or(&step, &cast)
}

fn replaced(
    run: &Run<'_, Java>,
    asked: &Asked,
    body: &Body<'_>,
    casts: bool,
) -> Result<Step, BadInput> {
    let program = run.program();
    let name = program
        .world()
        .text(program.world().method(asked.method).name);
    let shared = Shared::default();
    let calls: Vec<Call<'_>> = (asked.calls.iter())
        .map(|used| Call::at(program, run.sources(), used, (body, &shared)).casting(casts))
        .collect();
    // The expression of a lambda may become a block that returns it.
    let adds_jump = body.has_statements() && calls.iter().any(Call::is_lambda_body);
    let rule = if body.returns_early() || adds_jump {
        EARLY
    } else if is_quiet(program, body.callable(), &asked.calls) {
        QUIET
    } else {
        RULE
    };
    let mut step = Step::new(format!("replace calls of {name} by its body"), rule);
    for call in &calls {
        call.replace(&mut step)?;
    }
    drop(calls);
    shared.imports().add_to(program, run.sources(), &mut step);
    if asked.all && run.optional("keep") != Some("yes") {
        let (number, callable) = body.callable();
        let text = run.sources().text(program.id(number));
        let span = program.model(number).tree.span(callable.node);
        step.delete(Interval::new(
            program.id(number),
            whole_lines(text, span, callable.doc),
        ));
    } else {
        step.affect(body.place());
        for ty in body.written_types() {
            step.affect(ty);
        }
    }
    Ok(step)
}

/// Whether neither the body nor what the calls compute for it does anything that can be noticed.
fn is_quiet(program: &JavaProgram, (number, callable): (u32, &Callable), calls: &[Use]) -> bool {
    let given = calls.iter().flat_map(|u| {
        let tree = &program.model(u.file).tree;
        tree.children(u.node).map(move |part| (u.file, part))
    });
    let body = callable.body.map(|b| (number, b));
    let code: Vec<(u32, NodeId)> = given.chain(body).collect();
    let done = effects(program, &code);
    !done.is_seen() && !done.may_fail()
}

/// A second call in a statement before which statements of the body would stand, or a call within another.
fn entangled<'u>(program: &JavaProgram, calls: &'u [Use], body: &Body<'_>) -> Option<&'u Use> {
    let statement = |u: &Use| {
        let tree = &program.model(u.file).tree;
        let mut around = tree.ancestors(u.node);
        around.find(|&a| tree.kind(a).is_statement() || tree.kind(a) == Kind::Field)
    };
    let mut seen: FxHashMap<(u32, Option<NodeId>), Vec<NodeId>> = FxHashMap::default();
    calls.iter().find(|u| {
        let tree = &program.model(u.file).tree;
        let beside = seen.entry((u.file, statement(u))).or_default();
        let is_within = |&o: &NodeId| tree.contains(o, u.node) || tree.contains(u.node, o);
        let is_bad = beside.iter().any(is_within) || (body.has_statements() && !beside.is_empty());
        beside.push(u.node);
        is_bad
    })
}

/// The name of the first call in a selection, or the caret.
fn call_or_name(run: &Run<'_, Java>) -> Result<(FileId, u32), BadInput> {
    let Target::Range(file, span) = &run.request().target else {
        return run.caret();
    };
    let program = run.program();
    let tree = program.number(*file).map(|n| &program.model(n).tree);
    let inside = |tree: &Tree, n: NodeId| tree.kind(n) == Kind::Call && span.contains(tree.span(n));
    let call = tree.and_then(|t| {
        let found = t.descendants(NodeId::ROOT).find(|&n| inside(t, n));
        found.map(|n| t.node(n).name_at)
    });
    match call {
        Some(at) => Ok((*file, at)),
        None => caret(run),
    }
}

impl Asked {
    fn inlinable(&self, program: &JavaProgram) -> Result<(), BadInput> {
        inlinable(program, self.method, (self.all, self.asks_above(program)))
    }
}

fn inlinable(
    program: &JavaProgram,
    method: MethodId,
    (all, asks_above): (bool, bool),
) -> Result<(), BadInput> {
    let world = program.world();
    let data = world.method(method);
    let Some((number, node)) = world.method_node(method) else {
        return Err(BadInput::new(
            "the source of this method is not among the files; only a method of theirs can be inlined",
        ));
    };
    let at = program.token(number, node);
    let bad = |why: &str| Err(BadInput::new(why).at(at.file, at.span));
    if data.constructor {
        return bad("a constructor cannot be inlined");
    }
    if !asks_above && !program.overrides().overriding(method).is_empty() {
        return bad("other methods override this one, so that a call may run another body");
    }
    if all && !program.overrides().overridden_by(method).is_empty() {
        return bad(
            "this method overrides another, through which it may be called; inline a single call instead",
        );
    }
    Ok(())
}
