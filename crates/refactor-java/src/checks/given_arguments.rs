//! An expression that becomes an argument of every call: each of its names must mean there what it meant in the method.

use crate::Java;
use crate::edits::given::Given;
use crate::query::at::named_at;
use crate::query::edges::node_of;
use crate::query::program::JavaProgram;
use reweave_java_names::{Decl, Use, UseKind};
use reweave_model::{Kind, NodeId, Role};
use reweave_preserve::{Interval, Node};
use reweave_refactor::Run;

/// What the names of an expression meant, noted before the step.
pub struct GivenArguments {
    /// The name of the method that gets the parameter.
    method: Interval,
    /// The position of the argument, and the name of the parameter.
    index: usize,
    param: String,
    names: Vec<(String, Node)>,
}

impl GivenArguments {
    pub fn note(
        run: &Run<'_, Java>,
        given: &Given,
        method: Interval,
        (index, param): (usize, &str),
    ) -> Self {
        let program = run.program();
        let text = run.sources().text(program.id(given.number));
        let names = given.names(program).into_iter();
        let names = names.filter(|u| !matches!(u.decl, Decl::Local(_)));
        let meant = |u: Use| {
            let means = node_of(program, run.names(), given.number, u.decl);
            (u.span.text(text).to_owned(), means)
        };
        Self {
            method,
            index,
            param: param.to_owned(),
            names: names.map(meant).collect(),
        }
    }

    pub fn check(&self, run: &mut Run<'_, Java>) {
        let program = run.program();
        let Some(Decl::Method(method)) = named_at(program, run.now(self.method)) else {
            return;
        };
        let family: Vec<Decl> = program
            .family(method)
            .into_iter()
            .map(Decl::Method)
            .collect();
        let mut lost = Vec::new();
        for used in program.uses(&family) {
            if !matches!(used.kind, UseKind::Call | UseKind::Create) || used.span.is_empty() {
                continue;
            }
            let tree = &program.model(used.file).tree;
            let argument = tree.children_in(used.node, Role::Argument).nth(self.index);
            let Some(argument) = argument else { continue };
            if !self.holds(run, program, used.file, argument) {
                lost.push(program.interval(used.file, tree.span(argument)));
            }
        }
        run.refuse_each("name", "a name would mean something else here", lost);
    }

    fn holds(
        &self,
        run: &Run<'_, Java>,
        program: &JavaProgram,
        file: u32,
        argument: NodeId,
    ) -> bool {
        let tree = &program.model(file).tree;
        let span = tree.span(argument);
        let text = run.sources().text(program.id(file));
        // A method of the family hands on its own.
        let is_handed_on = tree.kind(argument) == Kind::Name
            && matches!(program.names.decl(file, argument), Decl::Local(_))
            && span.text(text) == self.param;
        if is_handed_on {
            return true;
        }
        let mut uses = program.names.uses_in(file);
        uses.retain(|u| span.contains(u.span));
        uses.sort_by_key(|u| u.span);
        let mut rest = uses.iter();
        self.names.iter().all(|(name, means)| {
            let now = rest.find(|u| u.span.text(text) == name);
            now.is_some_and(|u| {
                let now = node_of(program, run.names(), file, u.decl);
                match (*means, now) {
                    (Node::Text(old), Node::Text(new)) => run.now(old) == new,
                    (old, new) => old == new,
                }
            })
        })
    }
}
