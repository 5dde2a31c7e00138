//! A program held ready: read once, refactored any number of times.

use crate::language::{Around, Earlier, Language, Problem, Unresolved};
use crate::request::{BadInput, Request, Target};
use crate::run::{Outcome, Run};
use reweave_preserve::Model;
use reweave_text::{Interner, Sources};
use std::sync::{Arc, OnceLock};

/// A program with what was made of it so far.
pub(crate) struct State<L: Language> {
    pub sources: Sources,
    pub program: L::Program,
    model: OnceLock<Model>,
    problems: OnceLock<Vec<Problem>>,
}

impl<L: Language> State<L> {
    pub fn new(sources: Sources, program: L::Program) -> Self {
        Self {
            sources,
            program,
            model: OnceLock::new(),
            problems: OnceLock::new(),
        }
    }

    pub fn model(&self, names: &Interner) -> &Model {
        self.model
            .get_or_init(|| L::model(&self.program, &self.sources, names))
    }

    pub fn problems(&self) -> &[Problem] {
        self.problems
            .get_or_init(|| L::problems(&self.program, &self.sources))
    }
}

/// A program of one language, ready for requests.
pub struct Session<L: Language> {
    names: Interner,
    around: Around,
    state: Arc<State<L>>,
}

impl<L: Language> Session<L> {
    pub fn new(sources: Sources) -> Self {
        Self::within(sources, Around::default())
    }

    /// A program that stands on more than its own files.
    pub fn within(sources: Sources, around: Around) -> Self {
        let names = Interner::new();
        let program = L::analyse(&sources, &names, &around, None);
        let state = Arc::new(State::new(sources, program));
        Self {
            names,
            around,
            state,
        }
    }

    /// Takes over changed files; what did not change is not read again.
    pub fn update(&mut self, sources: Sources) {
        let earlier = Earlier {
            sources: &self.state.sources,
            program: &self.state.program,
            for_good: true,
        };
        let program = L::analyse(&sources, &self.names, &self.around, Some(earlier));
        self.state = Arc::new(State::new(sources, program));
    }

    /// Takes over changed files beside the program.
    pub fn update_beside(&mut self, beside: Sources) {
        self.around.beside = beside;
    }

    pub fn program(&self) -> &L::Program {
        &self.state.program
    }

    pub fn sources(&self) -> &Sources {
        &self.state.sources
    }

    pub fn names(&self) -> &Interner {
        &self.names
    }

    pub fn model(&self) -> &Model {
        self.state.model(&self.names)
    }

    pub fn problems(&self) -> &[Problem] {
        self.state.problems()
    }

    /// The types that the program names and nothing declares.
    pub fn unresolved(&self) -> Vec<Unresolved> {
        L::unresolved(&self.state.program, &self.state.sources)
    }

    /// Performs a refactoring in memory and judges it; nothing of the session changes. An error means that the request
    /// cannot be understood; whatever else stands in the way is a conflict of the outcome.
    pub fn apply(&self, request: &Request) -> Result<Outcome, BadInput> {
        let refactoring = L::REFACTORINGS
            .iter()
            .find(|r| r.name == request.refactoring)
            .ok_or_else(|| {
                let names: Vec<_> = L::REFACTORINGS.iter().map(|r| r.name).collect();
                BadInput::unclear(format!(
                    "{} has no refactoring {}; it has {}",
                    L::NAME,
                    request.refactoring,
                    names.join(", ")
                ))
            })?;
        refactoring.accepts(request)?;
        let mut run = Run::new(&self.names, &self.around, request, Arc::clone(&self.state));
        if let Target::At(file, _) | Target::Range(file, _) = request.target {
            let broken = |p: &&Problem| p.is_syntax && p.at.file == file;
            if let Some(problem) = self.problems().iter().find(broken) {
                return run.finish(Err(problem.bad_input().into()));
            }
        }
        let ended = (refactoring.perform)(&mut run);
        if ended.is_ok() {
            run.judge();
        }
        run.finish(ended)
    }
}
