//! What is wanted of histories, as Python says it: a JSON object, which `python/reweave` makes of keyword arguments.

use crate::failed;
use pyo3::prelude::*;
use reweave_git::{Merges, Order, Selection, Wanted};
use reweave_harvest::{Ask, Named};
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
    /// Of that, only this and its descendants.
    first: Option<String>,
    /// `skip`, `first-parent`, `all`, or `empty`: there they are, but nothing is compared.
    merges: Option<String>,
    since: Option<i64>,
    since_as_filter: Option<i64>,
    until: Option<i64>,
    author: Option<String>,
    first_parent: bool,
    /// The name of an order; along branches where there is none.
    order: Option<String>,
    only: Vec<String>,
    jobs: Option<usize>,
    /// In seconds.
    budget: Option<f64>,
    max_memory: Option<usize>,
    /// Hashes; only `Commits` looks at them.
    pub only_commits: Option<Vec<String>>,
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
        let order = order(self.order.as_deref())?;
        let selection = self.selection();
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
            selection,
            merges,
            wanted: Wanted {
                first_parent: self.first_parent,
                since: self.since,
                since_as_filter: self.since_as_filter,
                until: self.until,
                author: self.author.map(|author| author.to_lowercase()),
            },
            options,
            shown: (!self.only.is_empty())
                .then(|| Arc::new(move |record: &mut _| filter.apply(record)) as _),
            begun,
            order,
            empty_merges: self.merges.as_deref() == Some("empty"),
        })
    }

    fn selection(&self) -> Selection {
        let tip = || self.reachable.clone();
        match (&self.revision, &self.first) {
            (Some(revision), _) => Selection::Revision(revision.clone()),
            (None, Some(first)) => Selection::Between {
                first: first.clone(),
                tip: tip().unwrap_or_else(|| "HEAD".to_owned()),
            },
            (None, None) => tip().map_or(Selection::All, Selection::Reachable),
        }
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
        let time = |time: Option<i64>| time.map(|time| time.to_string());
        let said = [
            ("--merges", Some(merges.to_owned())),
            ("--first-parent", self.first_parent.then(String::new)),
            ("in", self.order.clone()),
            ("--since", time(self.since)),
            ("since as filter", time(self.since_as_filter)),
            ("--until", time(self.until)),
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
        std::iter::once(self.selection().to_string())
            .chain(said)
            .collect::<Vec<_>>()
            .join(" ")
    }
}

fn order(name: Option<&str>) -> PyResult<Order> {
    Ok(match name {
        None => Order::Branches,
        Some("oldest-first") => Order::OldestFirst,
        Some("reverse") => Order::NewestFirst,
        Some("date-order") => Order::DateOrder,
        Some("author-date-order") => Order::AuthorDateOrder,
        Some("topo-order") => Order::TopoOrder,
        Some(other) => {
            return Err(failed(format!(
                "order={other:?} is not known: write oldest-first, reverse, date-order, author-date-order or topo-order"
            )));
        }
    })
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
