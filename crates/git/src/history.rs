//! Which commits to look at, in which order, each against which parent.

use crate::error::why;
use crate::{GitError, Id, Local, Order, Wanted};
use gix::revision::plumbing::Spec;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fmt;

/// What the user asked for.
#[derive(Clone, Debug)]
pub enum Selection {
    /// One commit (`HEAD~3`), a range (`A..B`) or what two branches do not share (`A...B`).
    Revision(String),
    /// Everything that one commit reaches, itself included.
    Reachable(String),
    /// Of what `tip` reaches, `first` and its descendants; where `first` is the later one, the other way round.
    Between { first: String, tip: String },
    /// Everything that any reference reaches.
    All,
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("--all"),
            Self::Revision(spec) => f.write_str(spec),
            Self::Reachable(tip) => write!(f, "what {tip} reaches"),
            Self::Between { first, tip } => write!(f, "from {first}, what {tip} reaches"),
        }
    }
}

/// What to do with commits of several parents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Merges {
    #[default]
    Skip,
    /// Against the branch that it was merged into.
    FirstParent,
    /// Against each parent.
    All,
}

/// What a commit is compared with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Base {
    /// It has no parent: everything in it is new.
    Root,
    Parent(Id),
    /// The commit or its parent cannot be read, and why.
    Unreadable(String),
}

/// One comparison, and one record of the output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    pub commit: Id,
    pub base: Base,
}

#[derive(Clone, Debug, Default)]
pub struct History {
    pub steps: Vec<Step>,
    pub merges_skipped: usize,
    /// References that lead nowhere, for the user to know.
    pub notes: Vec<String>,
}

impl Local {
    /// Every commit of a selection.
    pub fn history(&self, selection: &Selection, merges: Merges) -> Result<History, GitError> {
        self.history_of(selection, merges, &Wanted::default())
    }

    /// The wanted commits of a selection, parents before children.
    pub fn history_of(
        &self,
        selection: &Selection,
        merges: Merges,
        wanted: &Wanted,
    ) -> Result<History, GitError> {
        self.history_in(Order::Ids, selection, merges, wanted)
    }

    /// The wanted commits of a selection in some order.
    pub fn history_in(
        &self,
        order: Order,
        selection: &Selection,
        merges: Merges,
        wanted: &Wanted,
    ) -> Result<History, GitError> {
        let mut history = History::default();
        let (tips, graph) = self.select(selection, wanted, &mut history.notes)?;
        let order = order.of(self, &tips, &graph);
        history.add_all(self, (&order, &graph), (merges, wanted));
        Ok(history)
    }

    /// The commits of a selection, and those that lead to them.
    fn select(
        &self,
        selection: &Selection,
        wanted: &Wanted,
        notes: &mut Vec<String>,
    ) -> Result<(Vec<Id>, Graph), GitError> {
        let none = HashSet::new();
        Ok(match selection {
            Selection::All => {
                let tips = self.all_tips(notes)?;
                let graph = self.reachable(&tips, &none, wanted);
                (tips, graph)
            }
            Selection::Reachable(spec) => {
                let tips = vec![self.one_commit(spec)?];
                let graph = self.reachable(&tips, &none, wanted);
                (tips, graph)
            }
            Selection::Between { first, tip } => {
                let (first, tip) = (self.one_commit(first)?, self.one_commit(tip)?);
                self.between(first, tip, wanted)
            }
            Selection::Revision(spec) => match self.parse(spec)? {
                Spec::Include(id) | Spec::ExcludeParents(id) => {
                    let id = self.commit_of(spec, id)?;
                    (vec![id], HashMap::from([(id, self.parents(id))]))
                }
                Spec::Range { from, to } => {
                    let (from, to) = (self.commit_of(spec, from)?, self.commit_of(spec, to)?);
                    let hidden = self.ancestors(&[from]);
                    (vec![to], self.reachable(&[to], &hidden, wanted))
                }
                Spec::Merge { theirs, ours } => {
                    let (a, b) = (self.commit_of(spec, theirs)?, self.commit_of(spec, ours)?);
                    let mut graph = self.reachable(&[a], &none, wanted);
                    for (id, parents) in self.reachable(&[b], &none, wanted) {
                        match graph.entry(id) {
                            Entry::Occupied(shared) => drop(shared.remove()),
                            Entry::Vacant(new) => drop(new.insert(parents)),
                        }
                    }
                    (vec![a, b], graph)
                }
                _ => return Err(GitError::Kind(spec.clone())),
            },
        })
    }

    /// The commits from `first` to `tip`, along any branch.
    fn between(&self, first: Id, tip: Id, wanted: &Wanted) -> (Vec<Id>, Graph) {
        let (first, tip) = if self.ancestors(&[first]).contains(&tip) {
            (tip, first)
        } else {
            (first, tip)
        };
        let hidden = self.ancestors(&self.parents(first).unwrap_or_default());
        let mut graph = self.reachable(&[tip], &hidden, wanted);
        let mut children: HashMap<Id, Vec<Id>> = HashMap::new();
        for (id, parents) in &graph {
            for parent in parents.iter().flatten() {
                children.entry(*parent).or_default().push(*id);
            }
        }
        let mut kept = HashSet::new();
        let mut open = vec![first];
        while let Some(id) = open.pop() {
            if graph.contains_key(&id) && kept.insert(id) {
                open.extend(children.get(&id).into_iter().flatten());
            }
        }
        graph.retain(|id, _| kept.contains(id));
        (vec![tip], graph)
    }

    /// The commit that a revision names.
    fn one_commit(&self, spec: &str) -> Result<Id, GitError> {
        match self.parse(spec)? {
            Spec::Include(id) | Spec::ExcludeParents(id) => self.commit_of(spec, id),
            _ => Err(GitError::Kind(spec.to_owned())),
        }
    }

    pub(crate) fn parse(&self, spec: &str) -> Result<Spec, GitError> {
        let parsed = self.repo.rev_parse(spec);
        parsed
            .map(gix::revision::Spec::detach)
            .map_err(|error| GitError::Revision {
                spec: spec.to_owned(),
                why: why(&error),
            })
    }

    /// The commit that `id` is, or that a tag of that id names.
    pub(crate) fn commit_of(&self, spec: &str, id: Id) -> Result<Id, GitError> {
        self.read("object", id)?
            .peel_to_kind(gix::objs::Kind::Commit)
            .map(|object| object.id)
            .map_err(|error| GitError::Revision {
                spec: spec.to_owned(),
                why: why(&error),
            })
    }

    /// The tree that a revision, or a folder of one, names.
    pub(crate) fn tree_named(&self, spec: &str) -> Result<gix::Tree<'_>, GitError> {
        let Spec::Include(id) = self.parse(spec)? else {
            return Err(GitError::Kind(spec.to_owned()));
        };
        let fail = |why: String| GitError::Revision {
            spec: spec.to_owned(),
            why,
        };
        let object = self.read("object", id)?;
        let tree = object.peel_to_kind(gix::objs::Kind::Tree);
        let tree = tree.map_err(|error| fail(why(&error)))?;
        tree.try_into_tree().map_err(|error| fail(why(&error)))
    }

    /// The commits that `HEAD` and all references name.
    fn all_tips(&self, notes: &mut Vec<String>) -> Result<Vec<Id>, GitError> {
        let fail = |error: gix::Error| GitError::Revision {
            spec: "--all".into(),
            why: why(&error),
        };
        let mut tips = Vec::new();
        for reference in self.repo.references().map_err(fail)?.all().map_err(fail)? {
            let mut reference = match reference {
                Ok(reference) => reference,
                Err(error) => {
                    notes.push(format!("a reference cannot be read: {error}"));
                    continue;
                }
            };
            let name = reference.name().as_bstr().to_string();
            match reference.peel_to_id() {
                Ok(id) => match self.repo.find_header(id.detach()) {
                    // A tag may name a tree or a file; there is no history behind it.
                    Ok(header) if header.kind() != gix::objs::Kind::Commit => {}
                    _ => tips.push(id.detach()),
                },
                Err(error) => notes.push(format!("{name} leads nowhere: {}", why(&error))),
            }
        }
        // Last, as Git has it: of equally old commits those of references come first.
        tips.extend(self.repo.head_id().ok().map(gix::Id::detach));
        notes.sort();
        Ok(tips)
    }

    /// The parents of a commit, or why it cannot be read.
    pub(crate) fn parents(&self, id: Id) -> Result<Vec<Id>, String> {
        let object = self.read("commit", id).map_err(|e| e.to_string())?;
        let commit = object.try_to_commit_ref().map_err(|e| why(&e))?;
        Ok(commit.parents().collect())
    }

    /// Some commits and all before them.
    fn ancestors(&self, tips: &[Id]) -> HashSet<Id> {
        let graph = self.reachable(tips, &HashSet::new(), &Wanted::default());
        graph.into_keys().collect()
    }

    /// What `tips` lead to but what is hidden, as far as it may be wanted.
    fn reachable(&self, tips: &[Id], hidden: &HashSet<Id>, wanted: &Wanted) -> Graph {
        let followed = if wanted.first_parent { 1 } else { usize::MAX };
        let mut graph = Graph::new();
        let mut open = tips.to_vec();
        while let Some(id) = open.pop() {
            if hidden.contains(&id) || graph.contains_key(&id) || self.is_before(id, wanted.since) {
                continue;
            }
            let parents = self.parents(id);
            if let Ok(parents) = &parents
                && !self.shallow.contains(&id)
            {
                open.extend(parents.iter().take(followed));
            }
            graph.insert(id, parents);
        }
        graph
    }
}

/// Commits with their parents.
pub type Graph = HashMap<Id, Result<Vec<Id>, String>>;

impl History {
    fn add_all(
        &mut self,
        local: &Local,
        (order, graph): (&[Id], &Graph),
        (merges, wanted): (Merges, &Wanted),
    ) {
        for &commit in order {
            if !local.is_wanted(commit, wanted) {
                continue;
            }
            let bases = match &graph[&commit] {
                Err(why) => vec![Base::Unreadable(why.clone())],
                Ok(parents) if parents.is_empty() => vec![Base::Root],
                Ok(parents) if local.shallow.contains(&commit) => {
                    let parent = parents[0];
                    let error = GitError::Shallow { commit, parent };
                    vec![Base::Unreadable(error.to_string())]
                }
                Ok(parents) => {
                    let compared = match merges {
                        Merges::Skip if parents.len() > 1 => {
                            self.merges_skipped += 1;
                            &[]
                        }
                        Merges::All => &parents[..],
                        Merges::Skip | Merges::FirstParent => &parents[..1],
                    };
                    compared.iter().map(|&p| Base::Parent(p)).collect()
                }
            };
            let steps = bases.into_iter().map(|base| Step { commit, base });
            self.steps.extend(steps);
        }
    }
}
