//! What is wanted of histories, as Python says it: a JSON object, which `python/reweave` makes of keyword arguments.

use crate::failed;
use pyo3::prelude::*;
use reweave_git::{Merges, Selection, Wanted};
use reweave_harvest::{Ask, Named, Order};
use reweave_mine::Options;
use reweave_output::Filter;
use serde::Deserialize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub struct Wish {
    /// A commit or a range; everything where there is none.
    revision: Option<String>,
    /// What this reaches.
    reachable: Option<String>,
    /// `skip`, `first-parent`, `all`, or `empty`: there they are, but nothing is compared.
    merges: Option<String>,
    since: Option<i64>,
    until: Option<i64>,
    author: Option<String>,
    first_parent: bool,
    by_date: bool,
    only: Vec<String>,
    jobs: Option<usize>,
    /// In seconds.
    budget: Option<f64>,
    max_memory: Option<usize>,
}

/// A repository, and which positions of its history are wanted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanting {
    name: String,
    path: PathBuf,
    range: Option<(usize, usize)>,
}

pub fn list(json: &str) -> PyResult<Vec<Named>> {
    let all: Vec<Wanting> = serde_json::from_str(json).map_err(failed)?;
    let named = all.into_iter().map(|w| Named {
        name: w.name,
        path: w.path,
        range: w.range.map(|(first, end)| first..end),
    });
    Ok(named.collect())
}

impl Wish {
    pub fn read(json: &str) -> PyResult<Self> {
        serde_json::from_str(json).map_err(failed)
    }

    pub fn ask(self, stop: &Arc<AtomicBool>) -> PyResult<Ask> {
        let begun = self.begun();
        let filter = Filter::new(&self.only, &[], &[]).map_err(failed)?;
        let merges = match self.merges.as_deref() {
            None | Some("skip") => Merges::Skip,
            Some("first-parent" | "empty") => Merges::FirstParent,
            Some("all") => Merges::All,
            Some(other) => {
                return Err(failed(format!(
                    "merges={other:?} is not known: write skip, first-parent, all or empty"
                )));
            }
        };
        let budget = self.budget.map(Duration::try_from_secs_f64).transpose();
        let options = Options {
            jobs: self.jobs.unwrap_or_else(cores),
            budget: budget.map_err(failed)?,
            max_memory: self.max_memory,
            sizes: true,
            stop: Some(Arc::clone(stop)),
            ..Options::default()
        };
        Ok(Ask {
            selection: match (self.revision, self.reachable) {
                (Some(revision), _) => Selection::Revision(revision),
                (None, Some(tip)) => Selection::Reachable(tip),
                (None, None) => Selection::All,
            },
            merges,
            wanted: Wanted {
                first_parent: self.first_parent,
                since: self.since,
                until: self.until,
                author: self.author.map(|author| author.to_lowercase()),
            },
            options,
            shown: (!self.only.is_empty())
                .then(|| Arc::new(move |record: &mut _| filter.apply(record)) as _),
            begun,
            order: if self.by_date {
                Order::Date
            } else {
                Order::Branches
            },
            empty_merges: self.merges.as_deref() == Some("empty"),
        })
    }

    /// In the words of `reweave mine`, so that one goes on with what the other began.
    fn begun(&self) -> String {
        let merges = match self.merges.as_deref() {
            None | Some("skip") => "Skip",
            Some("all") => "All",
            Some("empty") => "Empty",
            Some(_) => "FirstParent",
        };
        let mut only = self.only.clone();
        only.sort();
        let milliseconds = |seconds: f64| format!("{}ms", (seconds * 1000.0).round());
        let commits = match (&self.revision, &self.reachable) {
            (Some(revision), _) => revision.clone(),
            (None, Some(tip)) => format!("what {tip} reaches"),
            (None, None) => "--all".to_owned(),
        };
        let said = [
            ("--merges", Some(merges.to_owned())),
            ("--first-parent", self.first_parent.then(String::new)),
            ("--since", self.since.map(|time| time.to_string())),
            ("--until", self.until.map(|time| time.to_string())),
            (
                "--author",
                self.author.as_ref().map(|author| author.to_lowercase()),
            ),
            ("--only", (!only.is_empty()).then(|| only.join(","))),
            ("--budget", self.budget.map(milliseconds)),
            ("--max-memory", self.max_memory.map(|m| m.to_string())),
        ];
        let said = said
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)));
        let said = said.map(|(name, value)| format!("{name} {value}").trim_end().to_owned());
        std::iter::once(commits)
            .chain(said)
            .collect::<Vec<_>>()
            .join(" ")
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
