//! Names that a step leaves without a declaration: where text is written anew, no edge from before speaks of its names.

use super::Java;
use super::program::JavaProgram;
use crate::run::Run;
use crate::step::Step;
use reweave_java_names::Decl;
use reweave_preserve::Interval;
use reweave_text::FileId;

/// How many names of the files that a step touches had no declaration before it.
pub struct Unresolved {
    files: Vec<FileId>,
    before: usize,
}

impl Unresolved {
    pub fn note(run: &Run<'_, Java>, step: &Step) -> Self {
        let files = step.touched();
        let before = unknown(run.program(), &files).len();
        Self { files, before }
    }

    /// Refuses when there are more of them after the step.
    pub fn check(self, run: &mut Run<'_, Java>) {
        let now = unknown(run.program(), &self.files);
        if now.len() > self.before {
            let message = "a name would have no declaration any more";
            run.refuse("name", message, &now[..1]);
        }
    }
}

fn unknown(program: &JavaProgram, files: &[FileId]) -> Vec<Interval> {
    let numbers = files.iter().filter_map(|&f| program.number(f));
    let uses = numbers.flat_map(|n| program.names.uses_in(n));
    uses.filter(|u| u.decl == Decl::Unknown)
        .map(|u| program.interval(u.file, u.span))
        .collect()
}
