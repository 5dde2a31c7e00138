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
use crate::checks::looked_for::refuse_looked_for;
use crate::checks::unresolved::tell_of_unknown;
use crate::edits::inlined::{Body, Call};
use crate::edits::lookups::warn_of_strings;
use crate::edits::texts::whole_lines;
use crate::query::at::method_at;
use crate::query::program::JavaProgram;
use crate::refactorings::inline_local_variable::caret;
use reweave_java_names::{Decl, MethodId, Use, UseKind};
use reweave_model::{Kind, Modifiers, NodeId, Tree};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop, Target};
use reweave_text::FileId;
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

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let (file, at) = call_or_name(run)?;
    let program = run.program();
    let method = method_at(program, file, at)?;
    let uses = program.uses(&[Decl::Method(method)]);
    let here = |u: &&Use| program.id(u.file) == file && u.span.start <= at && at <= u.span.end;
    let selected = uses.iter().find(here).copied();
    let all = run.optional("all") == Some("yes") || selected.is_none();
    inlinable(program, method, all)?;
    let body = Body::of(program, run.sources(), method)?;
    let calls: Vec<Use> = if all {
        uses.clone()
    } else {
        selected.into_iter().collect()
    };
    if all && calls.is_empty() {
        return Err(BadInput::new("nothing calls this method; delete it with safe-delete").into());
    }
    let goes = all && run.optional("keep") != Some("yes");
    let name = program.world().text(program.world().method(method).name);
    let rule = if body.returns_early() { EARLY } else { RULE };
    let mut step = Step::new(format!("replace calls of {name} by its body"), rule);
    for used in &calls {
        if used.kind != UseKind::Call {
            let at = program.interval(used.file, used.span);
            return Err(BadInput::new(
                "a method reference stands for the method here; convert it to a lambda first",
            )
            .at(at.file, at.span)
            .into());
        }
        Call::at(program, run.sources(), used, &body).replace(&mut step)?;
    }
    if let Some(second) = entangled(program, &calls, &body) {
        let at = program.interval(second.file, second.span);
        return Err(BadInput::new(
            "two calls stand in this statement, and the statements of the body would run before both; put the value of one into a variable first",
        )
        .at(at.file, at.span)
        .into());
    }
    if goes {
        let (number, callable) = body.callable();
        let text = run.sources().text(program.id(number));
        let span = program.model(number).tree.span(callable.node);
        step.delete(Interval::new(
            program.id(number),
            whole_lines(text, span, callable.doc),
        ));
        let name = name.to_owned();
        let every: Vec<u32> = program.numbers().collect();
        refuse_looked_for(run, &[Decl::Method(method)]);
        tell_of_unknown(run, &every, &name);
        warn_of_strings(run, &name);
    } else {
        step.affect(body.place());
    }
    run.step(&step)
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

fn inlinable(program: &JavaProgram, method: MethodId, all: bool) -> Result<(), BadInput> {
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
    if !program.overrides().overriding(method).is_empty() {
        return bad("other methods override this one, so that a call may run another body");
    }
    if all && !program.overrides().overridden_by(method).is_empty() {
        return bad(
            "this method overrides another, through which it may be called; inline a single call instead",
        );
    }
    if data.modifiers.has(Modifiers::SYNCHRONIZED) {
        return bad("the method is synchronized; put a synchronized statement into it first");
    }
    Ok(())
}
