//! Which commits to look at, in which order, each against which parent.

use crate::branches::along_branches;
use crate::error::why;
use crate::{GitError, Id, Local, Wanted};
use gix::revision::plumbing::Spec;
use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BinaryHeap, HashMap, HashSet};

/// What the user asked for.
#[derive(Clone, Debug)]
pub enum Selection {
    /// One commit (`HEAD~3`), a range (`A..B`) or what two branches do not share (`A...B`).
    Revision(String),
    /// Everything that one commit reaches, itself included.
    Reachable(String),
    /// Everything that any reference reaches.
    All,
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
    /// Parents before children, ties by id.
    pub steps: Vec<Step>,
    pub merges_skipped: usize,
    /// References that lead nowhere, for the user to know.
    pub notes: Vec<String>,
    along_branches: bool,
}

impl Local {
    /// Every commit of a selection.
    pub fn history(&self, selection: &Selection, merges: Merges) -> Result<History, GitError> {
        self.history_of(selection, merges, &Wanted::default())
    }

    /// The wanted commits of a selection.
    pub fn history_of(
        &self,
        selection: &Selection,
        merges: Merges,
        wanted: &Wanted,
    ) -> Result<History, GitError> {
        self.select(selection, (merges, wanted), History::default())
    }

    /// The wanted commits of a selection, parents before children, each branch as far as it goes before the next one.
    pub fn history_along_branches(
        &self,
        selection: &Selection,
        merges: Merges,
        wanted: &Wanted,
    ) -> Result<History, GitError> {
        let history = History {
            along_branches: true,
            ..History::default()
        };
        self.select(selection, (merges, wanted), history)
    }

    fn select(
        &self,
        selection: &Selection,
        (merges, wanted): (Merges, &Wanted),
        mut history: History,
    ) -> Result<History, GitError> {
        let reachable =
            |tips, hidden: &HashSet<Id>| self.reachable(tips, hidden, wanted.first_parent);
        let none = HashSet::new();
        match selection {
            Selection::All => {
                let tips = self.all_tips(&mut history.notes)?;
                history.add_all(self, &reachable(tips, &none), (merges, wanted));
            }
            Selection::Reachable(spec) => {
                let (Spec::Include(id) | Spec::ExcludeParents(id)) = self.parse(spec)? else {
                    return Err(GitError::Kind(spec.clone()));
                };
                let tip = self.commit_of(spec, id)?;
                history.add_all(self, &reachable(vec![tip], &none), (merges, wanted));
            }
            Selection::Revision(spec) => match self.parse(spec)? {
                Spec::Include(id) | Spec::ExcludeParents(id) => {
                    let id = self.commit_of(spec, id)?;
                    let graph = HashMap::from([(id, self.parents(id))]);
                    history.add_all(self, &graph, (merges, wanted));
                }
                Spec::Range { from, to } => {
                    let (from, to) = (self.commit_of(spec, from)?, self.commit_of(spec, to)?);
                    let hidden = self.reachable(vec![from], &none, false);
                    let hidden = hidden.into_keys().collect();
                    history.add_all(self, &reachable(vec![to], &hidden), (merges, wanted));
                }
                Spec::Merge { theirs, ours } => {
                    let (a, b) = (self.commit_of(spec, theirs)?, self.commit_of(spec, ours)?);
                    let mut graph = reachable(vec![a], &none);
                    for (id, parents) in reachable(vec![b], &none) {
                        match graph.entry(id) {
                            Entry::Occupied(shared) => drop(shared.remove()),
                            Entry::Vacant(new) => drop(new.insert(parents)),
                        }
                    }
                    history.add_all(self, &graph, (merges, wanted));
                }
                _ => return Err(GitError::Kind(spec.clone())),
            },
        }
        Ok(history)
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
        let mut tips: Vec<Id> = self
            .repo
            .head_id()
            .map(gix::Id::detach)
            .into_iter()
            .collect();
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
        notes.sort();
        Ok(tips)
    }

    /// The parents of a commit, or why it cannot be read.
    pub(crate) fn parents(&self, id: Id) -> Result<Vec<Id>, String> {
        let object = self.read("commit", id).map_err(|e| e.to_string())?;
        let commit = object.try_to_commit_ref().map_err(|e| why(&e))?;
        Ok(commit.parents().collect())
    }

    fn reachable(&self, tips: Vec<Id>, hidden: &HashSet<Id>, first_parent: bool) -> Graph {
        let followed = if first_parent { 1 } else { usize::MAX };
        let mut graph = Graph::new();
        let mut open = tips;
        while let Some(id) = open.pop() {
            if hidden.contains(&id) || graph.contains_key(&id) {
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
    fn add_all(&mut self, local: &Local, graph: &Graph, (merges, wanted): (Merges, &Wanted)) {
        let order = if self.along_branches {
            along_branches(graph)
        } else {
            oldest_first(graph)
        };
        for commit in order {
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

/// Topological order, ties by id.
fn oldest_first(graph: &Graph) -> Vec<Id> {
    let mut children: HashMap<Id, Vec<Id>> = HashMap::new();
    let mut waiting_for: HashMap<Id, usize> = HashMap::new();
    let mut ready = BinaryHeap::new();
    for (&id, parents) in graph {
        let mut known = 0;
        for parent in parents.iter().flatten().filter(|p| graph.contains_key(*p)) {
            children.entry(*parent).or_default().push(id);
            known += 1;
        }
        waiting_for.insert(id, known);
        if known == 0 {
            ready.push(Reverse(id));
        }
    }
    let mut order = Vec::with_capacity(graph.len());
    while let Some(Reverse(id)) = ready.pop() {
        order.push(id);
        for child in children.remove(&id).into_iter().flatten() {
            let waiting = waiting_for
                .get_mut(&child)
                .expect("every commit was counted");
            *waiting -= 1;
            if *waiting == 0 {
                ready.push(Reverse(child));
            }
        }
    }
    order
}
