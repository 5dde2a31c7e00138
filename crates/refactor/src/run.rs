//! One refactoring under way: it asks for places and parameters, makes its steps, and every step is checked.

use crate::conflict::{Conflict, Found, PRECONDITION, Side, Standing, Texts, explain};
use crate::judge::judge;
use crate::language::{Around, Earlier, Inner, Language, Problem};
use crate::request::{BadInput, Fault, Request, Stop, Target};
use crate::session::State;
use crate::step::Step;
use crate::symbol;
use reweave_preserve::{
    Chain, Change, Difference, EdgeKind, Interval, Node, Normal, Normalised, Origin, Replacements,
    Severity, compare,
};
use reweave_text::{FileId, Interner, SourceFile, Sources, Span};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What came of a refactoring: the text it would leave, and why it should not, if so.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub before: Sources,
    /// With all steps made, even when refused: the would-be result.
    pub after: Sources,
    /// The files beside the program ([`Around::beside`]), and as those are that went along.
    pub beside_before: Sources,
    pub beside: Sources,
    pub conflicts: Vec<Conflict>,
    pub steps: Vec<StepReport>,
    /// Names that were changed on purpose, old and new: a program that prints its own names prints the new ones.
    pub renames: Vec<(String, String)>,
    /// Where the time went, by phase, as in figure 3 of the paper.
    pub profile: Vec<(&'static str, Duration)>,
    chain: Chain,
}

impl Outcome {
    /// Where a place of the result was in the first text; none where it is new.
    pub fn origin(&self, at: Interval) -> Option<Interval> {
        match self.chain.to_first(self.chain.len(), at.into()) {
            Origin::Kept(node) => node.interval(),
            Origin::Replaced(_) => None,
        }
    }

    pub fn is_accepted(&self) -> bool {
        self.refusals().next().is_none()
    }

    /// Whether there is something to judge: the program allowed what was asked for, whatever came of it.
    pub fn was_made(&self) -> bool {
        self.conflicts.iter().all(|c| c.kind != PRECONDITION)
    }

    /// Every file that differs, before and after, those beside the program last; `None` on a side where it does not exist.
    pub fn changed(&self) -> impl Iterator<Item = (Option<&SourceFile>, Option<&SourceFile>)> {
        let sides = [
            (&self.before, &self.after),
            (&self.beside_before, &self.beside),
        ];
        sides.into_iter().flat_map(|(before, after)| {
            let changed = after.changed_since(before).into_iter();
            changed.map(|id| (before.get(id), after.get(id)))
        })
    }

    pub fn refusals(&self) -> impl Iterator<Item = &Conflict> {
        let refuses = |c: &&Conflict| c.standing == Standing::Refuses;
        self.conflicts.iter().filter(refuses)
    }
}

/// A step that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepReport {
    pub title: String,
    /// In the compact notation.
    pub rule: String,
    /// Conflicts found in this step.
    pub conflicts: usize,
}

/// The hand that a refactoring's `perform` is given.
pub struct Run<'s, L: Language> {
    names: &'s Interner,
    around: &'s Around,
    request: &'s Request,
    first: Arc<State<L>>,
    state: Arc<State<L>>,
    beside: Sources,
    chain: Chain,
    steps: Vec<StepReport>,
    found: Vec<Found>,
    renames: Vec<(String, String)>,
    profile: Profile,
    is_cancelled: &'s dyn Fn() -> bool,
}

impl<'s, L: Language> Run<'s, L> {
    pub(crate) fn new(
        names: &'s Interner,
        around: &'s Around,
        request: &'s Request,
        state: Arc<State<L>>,
    ) -> Self {
        Self {
            names,
            around,
            request,
            first: Arc::clone(&state),
            state,
            beside: around.beside.clone(),
            chain: Chain::default(),
            steps: Vec::new(),
            found: Vec::new(),
            renames: Vec::new(),
            profile: Profile::default(),
            is_cancelled: &|| false,
        }
    }

    /// The same, asked whether anybody still waits for it.
    pub(crate) fn until(mut self, is_cancelled: &'s dyn Fn() -> bool) -> Self {
        self.is_cancelled = is_cancelled;
        self
    }

    fn go_on(&self) -> Result<(), Stop> {
        if (self.is_cancelled)() {
            return Err(BadInput::cancelled().into());
        }
        Ok(())
    }

    /// The program as it is after the steps made so far.
    pub fn program(&self) -> &L::Program {
        &self.state.program
    }

    /// The files as they are after the steps made so far.
    pub fn sources(&self) -> &Sources {
        &self.state.sources
    }

    pub fn names(&self) -> &'s Interner {
        self.names
    }

    /// The files beside the program as they are now. What becomes of them no edge can judge.
    pub fn beside(&self) -> &Sources {
        &self.beside
    }

    /// The same as they were at first.
    pub fn first_beside(&self) -> &'s Sources {
        &self.around.beside
    }

    pub fn set_beside(&mut self, beside: Sources) {
        self.beside = beside;
    }

    pub fn request(&self) -> &'s Request {
        self.request
    }

    /// A parameter that the user must give.
    pub fn param(&self, name: &str) -> Result<&'s str, BadInput> {
        self.optional(name).ok_or_else(|| {
            let refactoring = &self.request.refactoring;
            BadInput::unclear(format!("{refactoring} needs {name}=…"))
        })
    }

    pub fn optional(&self, name: &str) -> Option<&'s str> {
        self.request.params.get(name).map(String::as_str)
    }

    /// Whether a [`Param::flag`](crate::Param::flag) is set.
    pub fn flag(&self, name: &str) -> bool {
        self.optional(name) == Some("yes")
    }

    /// The place asked for, as a caret in the original text: of a range its start, of a symbol its declaration.
    pub fn caret(&self) -> Result<(FileId, u32), BadInput> {
        match &self.request.target {
            Target::At(file, offset) => Ok((*file, *offset)),
            Target::Range(file, span) => Ok((*file, span.start)),
            Target::Symbol(symbol) => {
                symbol::find(&self.first, symbol).map(|i| (i.file, i.span.start))
            }
            Target::Nothing => Err(BadInput::unclear(
                "no place was named: give --at FILE:LINE:COL, --range or --symbol",
            )),
        }
    }

    /// The range asked for, in the original text.
    pub fn range(&self) -> Result<(FileId, Span), BadInput> {
        match &self.request.target {
            Target::Range(file, span) => Ok((*file, *span)),
            _ => Err(BadInput::unclear(format!(
                "{} needs a range: give --range FILE:LINE:COL-LINE:COL",
                self.request.refactoring
            ))),
        }
    }

    /// Where a place of the original text is after the steps made so far.
    pub fn now(&self, original: Interval) -> Interval {
        let node = self.chain.to_last(0, original.into());
        node.interval().unwrap_or(original)
    }

    /// Records that a name was changed on purpose.
    pub fn renamed(&mut self, from: impl Into<String>, to: impl Into<String>) {
        self.renames.push((from.into(), to.into()));
    }

    /// A reason to refuse that the edges cannot show; `kind` is its word for `--allow`. The places are in the current text.
    pub fn refuse(&mut self, kind: &'static str, message: impl Into<String>, places: &[Interval]) {
        self.find(kind, Severity::Refuse, message.into(), places);
    }

    /// Something that the user should look at, without refusing.
    pub fn warn(&mut self, kind: &'static str, message: impl Into<String>, places: &[Interval]) {
        self.find(kind, Severity::Warn, message.into(), places);
    }

    /// [`Self::refuse`] for each of many places.
    pub fn refuse_each(&mut self, kind: &'static str, message: &str, places: Vec<Interval>) {
        self.find_each(kind, Severity::Refuse, message, places);
    }

    /// [`Self::warn`] for each of many places.
    pub fn warn_each(&mut self, kind: &'static str, message: &str, places: Vec<Interval>) {
        self.find_each(kind, Severity::Warn, message, places);
    }

    fn find(
        &mut self,
        kind: &'static str,
        severity: Severity,
        message: String,
        places: &[Interval],
    ) {
        let made = self.chain.len();
        self.found
            .push(Found::own(kind, severity, message, made, places));
    }

    /// More than anybody looks at are counted, not listed.
    fn find_each(
        &mut self,
        kind: &'static str,
        severity: Severity,
        message: &str,
        places: Vec<Interval>,
    ) {
        const MOST: usize = 1000;
        let more = places.len().saturating_sub(MOST);
        for at in places.into_iter().take(MOST) {
            self.find(kind, severity, message.to_owned(), &[at]);
        }
        if more > 0 {
            let message = format!("{message}, at {more} more places");
            self.find(kind, severity, message, &[]);
        }
    }

    /// Makes a step in memory, reads the program anew and checks it. Conflicts are recorded and the run goes on, so that
    /// the whole would-be result can be shown; only a text that cannot be parsed ends it.
    pub fn step(&mut self, step: &Step) -> Result<(), Stop> {
        let attempt = self.attempt(step)?;
        self.accept(step, attempt)
    }

    /// The same, but where edges differ `mend` may say how the step would keep them; it is asked a few times at most.
    pub fn step_mended(
        &mut self,
        step: Step,
        mend: impl Fn(&Self, &Step, &[Difference]) -> Option<Step>,
    ) -> Result<(), Stop> {
        self.step_mended_excused(step, mend, |_| false)
    }

    /// The same as [`Self::step`], but where an edge goes elsewhere, `excuse` may say that it comes to the same.
    pub fn step_excused(
        &mut self,
        step: &Step,
        excuse: impl Fn(&Elsewhere<'_, L>) -> bool,
    ) -> Result<(), Stop> {
        let mut attempt = self.attempt(step)?;
        self.excuse(&mut attempt, &excuse);
        self.accept(step, attempt)
    }

    /// Both: what is not excused may be mended.
    pub fn step_mended_excused(
        &mut self,
        mut step: Step,
        mend: impl Fn(&Self, &Step, &[Difference]) -> Option<Step>,
        excuse: impl Fn(&Elsewhere<'_, L>) -> bool,
    ) -> Result<(), Stop> {
        const MOST_ROUNDS: usize = 4;
        let mut attempt = self.attempt(&step)?;
        self.excuse(&mut attempt, &excuse);
        for _ in 0..MOST_ROUNDS {
            let mended = match &attempt.differences[..] {
                [] => None,
                differences => mend(self, &step, differences),
            };
            let Some(mended) = mended else { break };
            step = mended;
            attempt = self.attempt(&step)?;
            self.excuse(&mut attempt, &excuse);
        }
        self.accept(&step, attempt)
    }

    /// Takes one of two steps: the second where the first would change the program, or leave errors in it that the second does not.
    pub fn step_or(&mut self, first: &Step, second: &Step) -> Result<(), Stop> {
        let attempt = self.attempt(first)?;
        let differs = !attempt.differences.is_empty();
        if !differs && !self.leaves_problems(&attempt) {
            return self.accept(first, attempt);
        }
        let other = self.attempt(second)?;
        if differs || (other.differences.is_empty() && !self.leaves_problems(&other)) {
            self.accept(second, other)
        } else {
            self.accept(first, attempt)
        }
    }

    /// Whether a step would keep all edges as its rule says; nothing is recorded.
    pub fn keeps(&mut self, step: &Step) -> Result<bool, Stop> {
        let attempt = self.attempt(step)?;
        Ok(attempt.differences.is_empty())
    }

    fn leaves_problems(&self, attempt: &Attempt<L>) -> bool {
        let after = attempt.after.problems();
        let mut new = new_problems(self.state.problems(), after, &attempt.replacements);
        attempt.broken || new.next().is_some()
    }

    fn excuse(&self, attempt: &mut Attempt<L>, excuse: &impl Fn(&Elsewhere<'_, L>) -> bool) {
        let mut ends: FxHashMap<_, (Vec<usize>, Vec<usize>)> = FxHashMap::default();
        for (i, d) in attempt.differences.iter().enumerate() {
            let (lost, gained) = ends.entry((d.edge.kind, d.normal.from)).or_default();
            match d.change {
                Change::Lost => lost.push(i),
                Change::Gained => gained.push(i),
            }
        }
        let mut excused = vec![false; attempt.differences.len()];
        for (lost, gained) in ends.into_values() {
            if let ([lost], [gained]) = (&lost[..], &gained[..]) {
                let is_excused = excuse(&Elsewhere {
                    before: &self.state.program,
                    after: &attempt.after.program,
                    lost: &attempt.differences[*lost],
                    gained: &attempt.differences[*gained],
                    replacements: &attempt.replacements,
                });
                excused[*lost] = is_excused;
                excused[*gained] = is_excused;
            }
        }
        let mut excused = excused.into_iter();
        attempt.differences.retain(|_| excused.next() != Some(true));
    }

    /// Reads the whole program after a step, for another one on top of it: of a step's own program only the part is known that
    /// the step can concern.
    pub fn settle(&mut self) {
        let earlier = Earlier {
            sources: &self.first.sources,
            program: &self.first.program,
            for_good: true,
            compared: &[],
        };
        let sources = self.state.sources.clone();
        let program = L::analyse(&sources, self.names, self.around, Some(earlier));
        self.state = Arc::new(State::new(sources, program));
    }

    /// The program as a step would leave it, judged; nothing is recorded.
    fn attempt(&mut self, step: &Step) -> Result<Attempt<L>, Stop> {
        self.go_on()?;
        let touched = step.touched();
        if let Some(p) = touched.iter().find_map(|&f| self.state.broken(f)) {
            return Err(p.bad_input().into());
        }
        let clock = Instant::now();
        let (sources, replacements) = step.apply(&self.state.sources)?;
        let clock = self.profile.lap("edit", clock);
        self.state.model(self.names);
        let clock = self.profile.lap("initial model", clock);
        self.go_on()?;
        let earlier = Earlier {
            sources: &self.state.sources,
            program: &self.state.program,
            for_good: false,
            compared: &step.compared(),
        };
        let program = L::analyse(&sources, self.names, self.around, Some(earlier));
        let after = Arc::new(State::new(sources, program));
        self.profile.lap("re-analyse", clock);
        self.go_on()?;
        let broken = touched.iter().any(|&f| after.broken(f).is_some());
        let differences = if broken {
            Vec::new()
        } else {
            self.check(step, &after, &replacements)
        };
        Ok(Attempt {
            after,
            replacements,
            differences,
            broken,
        })
    }

    fn accept(&mut self, step: &Step, attempt: Attempt<L>) -> Result<(), Stop> {
        let Attempt {
            after,
            replacements,
            differences,
            broken,
        } = attempt;
        let made = self.chain.len();
        let problems = new_problems(self.state.problems(), after.problems(), &replacements);
        let mut found: Vec<Found> = problems.map(|p| Found::problem(p, made + 1)).collect();
        let differences_seen = L::differences(&self.state.program, &after.program, &replacements);
        found.extend(differences_seen.iter().map(|p| Found::problem(p, made + 1)));
        found.extend(explain::<L>(
            &differences,
            &self.state.side(self.names, made),
            &after.side(self.names, made + 1),
        ));
        self.steps.push(StepReport {
            title: step.title.clone(),
            rule: step.rule.to_string(),
            conflicts: found.len(),
        });
        self.found.extend(found);
        self.chain.push(replacements);
        self.state = after;
        if broken { Err(Stop::Refused) } else { Ok(()) }
    }

    fn check(
        &mut self,
        step: &Step,
        after: &State<L>,
        replacements: &Replacements,
    ) -> Vec<Difference> {
        let clock = Instant::now();
        let is_judged =
            |file| after.sources.get(file).is_none() || L::is_judged(&after.program, file);
        let whole = self.state.model(self.names);
        let initial = Normalised::initial_part(whole, replacements, &step.rule, is_judged);
        let clock = self.profile.lap("normalise initial model", clock);
        let model = after.model(self.names);
        let clock = self.profile.lap("derivative model", clock);
        let derivative = Normalised::derivative(model, replacements, &step.rule);
        let clock = self.profile.lap("normalise derivative model", clock);
        let verdict = compare(&initial, &derivative, &step.rule);
        let clock = self.profile.lap("preservation analysis", clock);
        let mut differences = verdict.differences;
        if step.rule.kinds().any(L::is_inner) {
            differences.extend(self.check_inner(step, after, replacements));
            self.profile.lap("flow", clock);
        }
        differences
    }

    /// Compares the edges within the files that a step touches.
    fn check_inner(
        &self,
        step: &Step,
        after: &State<L>,
        replacements: &Replacements,
    ) -> Vec<Difference> {
        let is_known = |file| L::is_judged(&after.program, file);
        let touched = step.touched();
        let inner = |program, files: &[FileId]| {
            L::inner_edges(&Inner {
                program,
                names: self.names,
                files,
                rule: &step.rule,
                is_known: &is_known,
            })
        };
        let there = |sources: &Sources| {
            let mut files = touched.clone();
            files.retain(|&f| sources.get(f).is_some());
            files
        };
        let before = inner(&self.state.program, &there(&self.state.sources));
        let now = inner(&after.program, &there(&after.sources));
        let initial = Normalised::initial_part(&before, replacements, &step.rule, |_| true);
        let derivative = Normalised::derivative(&now, replacements, &step.rule);
        compare(&initial, &derivative, &step.rule).differences
    }

    /// Looks at the whole change, after its last step.
    pub(crate) fn judge(&mut self) {
        let found = judge(self.request, self.around, &self.first, &self.state);
        self.found.extend(found);
    }

    pub(crate) fn finish(mut self, ended: Result<(), Stop>) -> Result<Outcome, BadInput> {
        if let Err(Stop::BadInput(bad)) = ended {
            if bad.fault == Fault::Cancelled {
                return Err(bad);
            }
            let is_alone = self.found.iter().all(|f| f.severity == Severity::Warn);
            if is_alone && bad.fault == Fault::Request {
                return Err(bad);
            }
            let at = bad.at.as_slice();
            let found = Found::own(PRECONDITION, Severity::Refuse, bad.message, 0, at);
            self.found.push(found);
        }
        let allow = &self.request.allow;
        // What was not made cannot be allowed.
        let allowed =
            |kind: &str| kind != PRECONDITION && allow.iter().any(|a| a == kind || a == "all");
        let texts = Texts {
            first: &self.first.sources,
            last: &self.state.sources,
            chain: &self.chain,
        };
        let mut conflicts: Vec<Conflict> = Vec::new();
        for found in self.found {
            let allowed = allowed(found.kind);
            let conflict = found.told(&texts, allowed);
            if !conflicts.contains(&conflict) {
                conflicts.push(conflict);
            }
        }
        Ok(Outcome {
            before: self.first.sources.clone(),
            after: self.state.sources.clone(),
            beside_before: self.around.beside.clone(),
            beside: self.beside,
            conflicts,
            steps: self.steps,
            renames: self.renames,
            profile: self.profile.phases,
            chain: self.chain,
        })
    }
}

/// An edge that goes elsewhere after a step.
pub struct Elsewhere<'a, L: Language> {
    pub before: &'a L::Program,
    pub after: &'a L::Program,
    lost: &'a Difference,
    gained: &'a Difference,
    replacements: &'a Replacements,
}

impl<L: Language> Elsewhere<'_, L> {
    pub fn kind(&self) -> EdgeKind {
        self.lost.edge.kind
    }

    /// Where the edge started, in the program before the step.
    pub fn started_from(&self) -> Node {
        self.lost.edge.from
    }

    /// Where the edge starts, in the program after the step.
    pub fn from(&self) -> Node {
        self.gained.edge.from
    }

    /// Where the edge goes now.
    pub fn now(&self) -> Node {
        self.gained.edge.to
    }

    /// Whether a node of the program after the step is where the edge went before.
    pub fn went_to(&self, node: Node) -> bool {
        self.replacements.collapse(node) == self.lost.normal.to
    }
}

/// A step that was tried.
struct Attempt<L: Language> {
    after: Arc<State<L>>,
    replacements: Replacements,
    differences: Vec<Difference>,
    /// A file that it touched cannot be parsed any more.
    broken: bool,
}

impl<L: Language> State<L> {
    fn side<'a>(&'a self, names: &'a Interner, made: usize) -> Side<'a, L> {
        Side {
            program: &self.program,
            sources: &self.sources,
            names,
            made,
        }
    }
}

/// Problems that were not there before, by sort and place.
fn new_problems<'a>(
    before: &'a [Problem],
    after: &'a [Problem],
    replacements: &Replacements,
) -> impl Iterator<Item = &'a Problem> {
    let mut old: FxHashMap<(&str, Normal), usize> = FxHashMap::default();
    for p in before {
        let at = replacements.predict(Node::Text(p.at));
        *old.entry((p.code, at)).or_default() += 1;
    }
    let is_new: Vec<bool> = after
        .iter()
        .map(|p| {
            let at = replacements.collapse(Node::Text(p.at));
            match old.get_mut(&(p.code, at)) {
                Some(left) if *left > 0 => {
                    *left -= 1;
                    false
                }
                _ => true,
            }
        })
        .collect();
    after.iter().zip(is_new).filter(|(_, n)| *n).map(|(p, _)| p)
}

#[derive(Default)]
struct Profile {
    phases: Vec<(&'static str, Duration)>,
}

impl Profile {
    /// Adds the time since `since` to a phase and starts the clock anew.
    fn lap(&mut self, phase: &'static str, since: Instant) -> Instant {
        let now = Instant::now();
        let took = now - since;
        match self.phases.iter_mut().find(|(p, _)| *p == phase) {
            Some((_, total)) => *total += took,
            None => self.phases.push((phase, took)),
        }
        now
    }
}
