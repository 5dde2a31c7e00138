//! Initial values of fields that move: they are computed when their new class, or an object of it, is made ready, which may be
//! sooner, later or never. Where that can show, it is warned about.

use crate::Java;
use crate::edits::transfer::Member;
use crate::query::program::JavaProgram;
use reweave_java_names::Decl;
use reweave_model::{Kind, Modifiers, NodeId, Role};
use reweave_preserve::Interval;
use reweave_refactor::Run;

/// Warns of each initial value among the members whose time of computing can matter.
pub fn warn_of_time(run: &mut Run<'_, Java>, members: &[Member]) {
    let program = run.program();
    let computed: Vec<Interval> = members
        .iter()
        .filter_map(|member| {
            let tree = &program.model(member.number).tree;
            let init = tree.child_in(member.node, Role::Init)?;
            let is_field = matches!(member.decl, Decl::Field(_));
            let is_computed = is_field
                && (acts(program, member.number, init) || reads(program, member.number, init));
            is_computed.then(|| program.interval(member.number, tree.span(init)))
        })
        .collect();
    for at in computed {
        let message = "this initial value would be computed with another class, at another time";
        run.warn("order", message, &[at]);
    }
}

/// Whether an expression may do something when it is computed.
pub fn acts(program: &JavaProgram, number: u32, value: NodeId) -> bool {
    let tree = &program.model(number).tree;
    tree.descendants(value).any(|n| {
        matches!(
            tree.kind(n),
            Kind::Call | Kind::New | Kind::Assign | Kind::Update
        )
    })
}

/// Whether it reads what can have another value at another time.
fn reads(program: &JavaProgram, number: u32, value: NodeId) -> bool {
    let span = program.model(number).tree.span(value);
    let uses = program.names.uses_in(number).into_iter();
    let mut fields = uses.filter_map(|u| match u.decl {
        Decl::Field(field) if span.contains(u.span) => Some(program.world().field(field)),
        _ => None,
    });
    fields.any(|f| {
        !f.modifiers.has(Modifiers::FINAL) && !program.world().info(f.owner).is_interface()
    })
}
