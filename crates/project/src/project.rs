//! An opened root: programs by language, unsaved texts, plans, the journal.

use crate::ProjectError;
use crate::around::Setup;
use crate::ask::{Ask, Place};
use crate::journal::{now, recover};
use crate::plan::Plan;
use crate::program::{Program, Sight};
use crate::watch::Watch;
use reweave_languages::{LANGUAGES, refactorings};
use reweave_refactor::AnyLanguage;
use reweave_text::did_you_mean;
use reweave_workspace::{About, Entry, FileChange, Overlays, Past, Workspace};
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Plans that are kept; of an older one only what was asked is worth keeping, and the client has that.
const MOST_PLANS: usize = 32;

/// Language and the file that is read whatever its name tells.
type Key = (&'static str, Option<String>);

/// A change that was, or would be, taken back.
pub struct Undone {
    pub entry: Entry,
    pub changes: Vec<FileChange>,
}

impl Undone {
    fn about(&self) -> About {
        About {
            time: now(),
            title: format!("undo {} ({})", self.entry.id, self.entry.title),
            allowed: Vec::new(),
            undoes: Some(self.entry.id),
        }
    }
}

pub struct Project {
    workspace: Workspace,
    setup: Setup,
    overlays: Overlays,
    programs: BTreeMap<Key, Arc<Program>>,
    plans: VecDeque<Arc<Plan>>,
}

impl Project {
    /// Opens a folder; nothing is read yet, and nothing is written.
    pub fn open(root: &Path, setup: Setup) -> Result<Self, ProjectError> {
        Ok(Self::within(Workspace::open(root)?, setup))
    }

    pub fn within(workspace: Workspace, setup: Setup) -> Self {
        Self {
            workspace,
            setup,
            overlays: Overlays::new(),
            programs: BTreeMap::new(),
            plans: VecDeque::new(),
        }
    }

    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    pub fn root(&self) -> &Path {
        self.workspace.root()
    }

    /// The configuration that is in force.
    pub fn config_file(&self) -> Option<PathBuf> {
        self.setup.config_file(self.root())
    }

    fn sight(&self) -> Sight<'_> {
        Sight {
            workspace: &self.workspace,
            setup: &self.setup,
            overlays: &self.overlays,
        }
    }

    /// Puts a text that is not saved over a file, or with `None` takes it away again. The programs that are open follow.
    pub fn overlay(&mut self, path: &str, text: Option<Arc<str>>) -> Result<(), ProjectError> {
        match text {
            Some(text) => self.overlays.insert(path.to_owned(), text),
            None => self.overlays.remove(path),
        };
        let sight = Sight {
            workspace: &self.workspace,
            setup: &self.setup,
            overlays: &self.overlays,
        };
        for ((_, extra), program) in &mut self.programs {
            if program.language.handles(path) || extra.as_deref() == Some(path) {
                *program = program.edited(sight)?;
            }
        }
        Ok(())
    }

    pub fn overlays(&self) -> &Overlays {
        &self.overlays
    }

    /// The program of a language as it is on disk now, with the unsaved texts over it.
    pub fn program(
        &mut self,
        language: &'static dyn AnyLanguage,
        extra: Option<&str>,
    ) -> Result<Arc<Program>, ProjectError> {
        let key = (language.name(), extra.map(str::to_owned));
        let program = match self.programs.get(&key) {
            Some(program) => program.refreshed(self.sight())?,
            None => Arc::new(Program::open(self.sight(), language, key.1.clone())?),
        };
        self.programs.insert(key, Arc::clone(&program));
        Ok(program)
    }

    /// The program of a language as it was last read, with the unsaved texts over it; whoever is told of changes on disk need
    /// not look for them each time.
    pub fn warm_program(
        &mut self,
        language: &'static dyn AnyLanguage,
    ) -> Result<Arc<Program>, ProjectError> {
        match self.programs.get(&(language.name(), None)) {
            Some(program) => Ok(Arc::clone(program)),
            None => self.program(language, None),
        }
    }

    /// Reads again what changed on disk, for every program that is open.
    pub fn refresh(&mut self) -> Result<(), ProjectError> {
        let keys: Vec<Key> = self.programs.keys().cloned().collect();
        for key in keys {
            if let Some(program) = self.programs.get(&key) {
                let program = program.refreshed(self.sight())?;
                self.programs.insert(key, program);
            }
        }
        Ok(())
    }

    /// The language that a request is for, and its program.
    pub fn program_for(&mut self, ask: &Ask) -> Result<Arc<Program>, ProjectError> {
        let file = match &ask.place {
            Place::At(at) if self.overlays.contains_key(&at.file) => Some(at.file.clone()),
            Place::At(at) => Some(self.workspace.locate(&at.file)?),
            _ => None,
        };
        let named = ask.language.as_deref().map(by_name).transpose()?;
        let has = |l: &&&'static dyn AnyLanguage| l.has(&ask.refactoring);
        if !LANGUAGES.iter().any(|l| l.has(&ask.refactoring)) {
            return Err(ProjectError::Request(format!(
                "no refactoring {}{}; `reweave list refactorings` names them all",
                ask.refactoring,
                did_you_mean(&ask.refactoring, refactorings().iter().map(|e| e.name))
            )));
        }
        let of_file = |f: &String| LANGUAGES.iter().find(|l| l.handles(f)).copied();
        if let Some(language) = named.or(file.as_ref().and_then(of_file)) {
            let extra = file.filter(|f| !language.handles(f));
            return self.program(language, extra.as_deref());
        }
        if let Some(file) = file {
            return Err(ProjectError::Request(format!(
                "{file}: its name tells no language; say which with --language"
            )));
        }
        let candidates: Vec<_> = LANGUAGES.iter().filter(has).copied().collect();
        let language = self.only(&candidates, &ask.refactoring)?;
        self.program(language, None)
    }

    /// The one language of several that has files here.
    fn only(
        &self,
        languages: &[&'static dyn AnyLanguage],
        refactoring: &str,
    ) -> Result<&'static dyn AnyLanguage, ProjectError> {
        let present = self.present()?;
        let found: Vec<_> = (languages.iter())
            .filter(|l| present.contains(&l.name()))
            .collect();
        let root = self.root().display();
        match found[..] {
            [one] => Ok(*one),
            [] => Err(ProjectError::Request(format!(
                "no file in {root} is of a language that has {refactoring}"
            ))),
            _ => {
                let names: Vec<_> = found.iter().map(|l| l.name()).collect();
                Err(ProjectError::Request(format!(
                    "{root} has files of several languages; say which with --language: {}",
                    names.join(", ")
                )))
            }
        }
    }

    /// The languages that have files here, by name.
    pub fn present(&self) -> Result<Vec<&'static str>, ProjectError> {
        let mut paths = self.workspace.paths()?;
        paths.extend(self.overlays.keys().cloned());
        let is_here = |l: &&&'static dyn AnyLanguage| paths.iter().any(|path| l.handles(path));
        Ok(LANGUAGES.iter().filter(is_here).map(|l| l.name()).collect())
    }

    /// Performs a refactoring in memory, judges it, and keeps the plan.
    pub fn plan(&mut self, ask: &Ask, watch: Watch<'_>) -> Result<Arc<Plan>, ProjectError> {
        (watch.tell)("reading the program");
        let program = self.program_for(ask)?;
        if (watch.is_cancelled)() {
            return Err(ProjectError::Cancelled);
        }
        let plan = Arc::new(program.plan(&self.workspace, ask, watch)?);
        self.keep(&plan);
        Ok(plan)
    }

    pub fn keep(&mut self, plan: &Arc<Plan>) {
        self.plans.retain(|kept| kept.id != plan.id);
        self.plans.push_back(Arc::clone(plan));
        if self.plans.len() > MOST_PLANS {
            self.plans.pop_front();
        }
    }

    /// A plan that is kept.
    pub fn kept(&self, id: &str) -> Result<Arc<Plan>, ProjectError> {
        let found = self.plans.iter().find(|plan| plan.id == id);
        found
            .cloned()
            .ok_or_else(|| ProjectError::NoSuchPlan(id.to_owned()))
    }

    /// Writes an accepted plan as one change, if all that it rests on is still so.
    pub fn apply(
        &mut self,
        plan: &Plan,
        tell: &mut dyn FnMut(&str),
    ) -> Result<Entry, ProjectError> {
        if !plan.is_accepted() {
            let kinds: Vec<_> = plan.outcome.refusals().map(|c| c.kind).collect();
            return Err(ProjectError::Refused(format!(
                "the plan was refused ({}); nothing was written",
                kinds.join(", ")
            )));
        }
        if plan.changes.is_empty() {
            return Err(ProjectError::NothingToChange);
        }
        let unsaved = |change: &&FileChange| self.overlays.contains_key(&change.path);
        if let Some(change) = plan.changes.iter().find(unsaved) {
            return Err(ProjectError::Refused(format!(
                "{} has a text that is not saved; save it, and plan again",
                change.path
            )));
        }
        recover(&self.workspace, true, tell)?;
        self.check_ground(plan)?;
        let about = About {
            time: now(),
            title: plan.ask.title(),
            allowed: plan.ask.allow.clone(),
            undoes: None,
        };
        Ok(self.workspace.write(&plan.changes, about)?)
    }

    /// Puts a plan that an editor has carried out in the texts that it holds into the history.
    pub fn record(&self, plan: &Plan) -> Result<Entry, ProjectError> {
        let about = About {
            time: now(),
            title: plan.ask.title(),
            allowed: plan.ask.allow.clone(),
            undoes: None,
        };
        Ok(self.workspace.record(&plan.changes, about)?)
    }

    /// The same for a change that an editor has taken back.
    pub fn record_undo(&self, undone: &Undone) -> Result<Entry, ProjectError> {
        Ok(self.workspace.record(&undone.changes, undone.about())?)
    }

    /// Refuses a plan when something that its verdict rests on is not as it was.
    fn check_ground(&self, plan: &Plan) -> Result<(), ProjectError> {
        let key = (plan.language(), plan.ground.extra.clone());
        let Some(program) = self.programs.get(&key) else {
            return Err(ProjectError::NoSuchPlan(plan.id.clone()));
        };
        let now = program.base_now(self.sight())?;
        match plan.base().first_change(&now) {
            Some(path) => Err(ProjectError::Stale { path }),
            None => Ok(()),
        }
    }

    /// What taking a change back would do: the given one, or the last that was not taken back.
    pub fn reversal(&self, id: Option<u32>) -> Result<Undone, ProjectError> {
        let (entry, changes) = self.workspace.reversal(id)?;
        Ok(Undone { entry, changes })
    }

    /// Takes a change back, whole; the second entry is the one that does it.
    pub fn undo(
        &mut self,
        id: Option<u32>,
        tell: &mut dyn FnMut(&str),
    ) -> Result<(Undone, Entry), ProjectError> {
        recover(&self.workspace, true, tell)?;
        let undone = self.reversal(id)?;
        let written = self.workspace.write(&undone.changes, undone.about())?;
        Ok((undone, written))
    }

    /// The changes that were made here, oldest first.
    pub fn history(&self) -> Result<Vec<Past>, ProjectError> {
        Ok(self.workspace.history()?)
    }
}

pub(crate) fn by_name(name: &str) -> Result<&'static dyn AnyLanguage, ProjectError> {
    let found = LANGUAGES.iter().find(|l| l.name() == name);
    found.copied().ok_or_else(|| {
        ProjectError::Request(format!(
            "no language {name}{}; `reweave list languages` names them",
            did_you_mean(name, LANGUAGES.iter().map(|l| l.name()))
        ))
    })
}
