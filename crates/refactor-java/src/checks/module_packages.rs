//! What a module says of packages and types: those that it exports, opens, uses and provides must be there, and none twice.

use crate::Java;
use crate::query::program::JavaProgram;
use reweave_java_names::Decl;
use reweave_preserve::Interval;
use reweave_refactor::Run;
use reweave_text::Sources;
use rustc_hash::FxHashSet;

/// How many wrong names the modules had before a step.
pub struct ModulePackages(usize);

impl ModulePackages {
    pub fn note(run: &Run<'_, Java>) -> Self {
        Self(wrong(run.program(), run.sources()).len())
    }

    /// Refuses when there are more of them after it.
    pub fn check(self, run: &mut Run<'_, Java>) {
        let now = wrong(run.program(), run.sources());
        if now.len() > self.0 {
            let message = "the module names what would not be there, or one package twice";
            run.refuse("name", message, &now[now.len() - 1..]);
        }
    }
}

fn wrong(program: &JavaProgram, sources: &Sources) -> Vec<Interval> {
    let world = program.world();
    let is_module = |&n: &u32| program.model(n).path.ends_with("module-info.java");
    let modules: Vec<u32> = program.numbers().filter(is_module).collect();
    if modules.is_empty() {
        return Vec::new();
    }
    let types = program.numbers().map(|n| program.model(n));
    let types = types.filter(|m| m.top_types().next().is_some());
    let filled: FxHashSet<&str> = types.map(|m| world.text(m.package)).collect();
    let mut found = Vec::new();
    for number in modules {
        let text = sources.text(program.id(number));
        let tree = &program.model(number).tree;
        let mut seen: FxHashSet<(&str, &str)> = FxHashSet::default();
        for used in program.names.module_uses(number, text) {
            let name = used.span.text(text);
            let directive = tree.span(used.node).text(text);
            let directive = directive.split_whitespace().next().unwrap_or_default();
            let is_wrong = match used.decl {
                Decl::Package(_) => !filled.contains(name) || !seen.insert((directive, name)),
                Decl::Unknown => directive != "requires",
                _ => false,
            };
            if is_wrong {
                found.push(program.interval(number, used.span));
            }
        }
    }
    found
}
