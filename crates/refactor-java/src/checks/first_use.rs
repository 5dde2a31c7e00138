//! A call of a static method initializes its class (JLS 12.4.1): where code became such a call, it may be the first use of the class, and what
//! the class does then happens there.

use crate::Java;
use crate::query::effects::{effects, initialisers, is_initialized_below};
use crate::query::program::JavaProgram;
use crate::query::selection::Asked;
use reweave_java_names::{ClassId, Decl};
use reweave_model::NodeId;
use reweave_preserve::Interval;
use reweave_refactor::Run;

/// Refuses calls, by file and node of the result, that may initialize a class so that it shows.
pub fn refuse_first_use(run: &mut Run<'_, Java>, calls: &[(u32, NodeId)]) {
    let found = initializing(run.program(), calls);
    if !found.is_empty() {
        let message = "the call may be the first use of its class, which then does what its initializers do; give the method to another class";
        run.refuse("order", message, &found);
    }
}

fn initializing(program: &JavaProgram, calls: &[(u32, NodeId)]) -> Vec<Interval> {
    let is_known = |n: u32| program.is_judged(program.id(n));
    let mut summaries = program.summaries(&is_known);
    let mut found = Vec::new();
    for &(number, call) in calls {
        let (heap, throws) = summaries.initialization(number, call);
        if throws || heap.iter().any(|a| a.write) {
            found.push(program.token(number, call));
        }
    }
    found
}

/// Refuses to make an object a function, or back, where an interface above is initialized with it (JLS 12.4.1) and that may fail: what
/// uses the interface again finds no class, and a lambda cannot be linked (JVMS 5.5, 5.4.3.6).
pub fn refuse_failing_interface(run: &mut Run<'_, Java>, interface: ClassId, asked: Asked) {
    let program = run.program();
    let at = program.model(asked.number).tree.span(asked.node);
    let at = Interval::new(asked.file, at);
    let world = program.world();
    let above = world.closure(interface).supers.iter().map(|s| s.0);
    let mut all = above.chain([interface]);
    let may_fail = |c: ClassId| {
        let begins = is_initialized_below(program, c) && program.is_ours(Decl::Class(c));
        begins && effects(program, &initialisers(program, c, true)).may_fail()
    };
    if all.any(may_fail) {
        let message = "the initialization of the interface may fail, which a function and an object tell in different ways";
        run.refuse("order", message, &[at]);
    }
}
