//! A program held ready: read once, refactored any number of times.

use crate::language::{Around, Earlier, Language, Problem, Unresolved};
use crate::request::{BadInput, Request, Target};
use crate::run::{Outcome, Run};
use crate::symbol::Declared;
use reweave_preserve::Model;
use reweave_text::{FileId, Interner, Sources};
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};

/// A program with what was made of it so far.
pub(crate) struct State<L: Language> {
    pub sources: Sources,
    pub program: L::Program,
    model: OnceLock<Model>,
    problems: OnceLock<Vec<Problem>>,
    /// By file, the place of its first syntax error among the problems.
    broken: OnceLock<FxHashMap<FileId, usize>>,
    unresolved: OnceLock<Vec<Unresolved>>,
}

impl<L: Language> State<L> {
    pub fn new(sources: Sources, program: L::Program) -> Self {
        Self {
            sources,
            program,
            model: OnceLock::new(),
            problems: OnceLock::new(),
            broken: OnceLock::new(),
            unresolved: OnceLock::new(),
        }
    }

    /// A program that was read on top of an earlier one for good; of its edges those are taken over that were made already.
    fn on_top_of(earlier: &Self, sources: Sources, program: L::Program, names: &Interner) -> Self {
        let state = Self::new(sources, program);
        let made = earlier.model.get();
        let again = made.and_then(|m| L::model_again(&state.program, names, (&earlier.program, m)));
        if let Some(model) = again {
            let _ = state.model.set(model);
        }
        state
    }

    pub fn model(&self, names: &Interner) -> &Model {
        self.model
            .get_or_init(|| L::model(&self.program, &self.sources, names))
    }

    pub fn problems(&self) -> &[Problem] {
        self.problems
            .get_or_init(|| L::problems(&self.program, &self.sources))
    }

    /// The first place of a file that cannot be parsed.
    pub fn broken(&self, file: FileId) -> Option<&Problem> {
        let broken = self.broken.get_or_init(|| {
            let mut first = FxHashMap::default();
            for (i, problem) in self.problems().iter().enumerate() {
                if problem.is_syntax {
                    first.entry(problem.at.file).or_insert(i);
                }
            }
            first
        });
        self.problems().get(*broken.get(&file)?)
    }
}

/// A program of one language, ready for requests.
pub struct Session<L: Language> {
    names: Arc<Interner>,
    around: Around,
    state: Arc<State<L>>,
}

impl<L: Language> Session<L> {
    pub fn new(sources: Sources) -> Self {
        Self::within(sources, Around::default())
    }

    /// A program that stands on more than its own files.
    pub fn within(sources: Sources, around: Around) -> Self {
        let names = Arc::new(Interner::new());
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
            compared: &[],
        };
        let program = L::analyse(&sources, &self.names, &self.around, Some(earlier));
        let state = State::on_top_of(&self.state, sources, program, &self.names);
        self.state = Arc::new(state);
    }

    /// The same program with changed files, standing on something else beside them; this one stays as it is. Both share what
    /// did not change.
    #[must_use]
    pub fn updated(&self, sources: Sources, around: Around) -> Self {
        let earlier = Earlier {
            sources: &self.state.sources,
            program: &self.state.program,
            for_good: true,
            compared: &[],
        };
        let is_same = sources.changed_since(&self.state.sources).is_empty()
            && sources.id_bound() == self.state.sources.id_bound();
        let state = if is_same {
            Arc::clone(&self.state)
        } else {
            let program = L::analyse(&sources, &self.names, &around, Some(earlier));
            Arc::new(State::on_top_of(&self.state, sources, program, &self.names))
        };
        Self {
            names: Arc::clone(&self.names),
            around,
            state,
        }
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
        let State {
            program, sources, ..
        } = &*self.state;
        let all = self
            .state
            .unresolved
            .get_or_init(|| L::unresolved(program, sources));
        all.clone()
    }

    /// What the program declares, by address and in order of place.
    pub fn symbols(&self) -> Vec<Declared> {
        L::symbols(&self.state.program, &self.state.sources)
    }

    /// The first of them of each kind, at most so many: to try things with.
    pub fn examples(&self, most: usize) -> Vec<Declared> {
        L::examples(&self.state.program, &self.state.sources, most)
    }

    /// What the body of a declaration declares.
    pub fn locals(&self, around: &Declared) -> Vec<Declared> {
        let State {
            program, sources, ..
        } = &*self.state;
        let mut all = L::locals(program, sources, around);
        let start = format!("{}/", around.address);
        let known = L::symbols(program, sources).into_iter();
        all.extend(known.filter(|d| d.address.starts_with(&start)));
        all.sort_by_key(|d| d.at);
        all
    }

    /// Performs a refactoring in memory and judges it; nothing of the session changes. An error means that the request
    /// cannot be understood; whatever else stands in the way is a conflict of the outcome.
    pub fn apply(&self, request: &Request) -> Result<Outcome, BadInput> {
        self.apply_until(request, &|| false)
    }

    /// The same for someone who may give up: asked before and after each step, and a yes ends it with [`Fault::Cancelled`].
    ///
    /// [`Fault::Cancelled`]: crate::Fault::Cancelled
    pub fn apply_until(
        &self,
        request: &Request,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<Outcome, BadInput> {
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
        let state = Arc::clone(&self.state);
        let mut run = Run::new(&self.names, &self.around, request, state).until(is_cancelled);
        if let Target::At(file, _) | Target::Range(file, _) = request.target
            && let Some(problem) = self.state.broken(file)
        {
            return run.finish(Err(problem.bad_input().into()));
        }
        let ended = (refactoring.perform)(&mut run);
        if ended.is_ok() {
            run.judge();
        }
        run.finish(ended)
    }
}
