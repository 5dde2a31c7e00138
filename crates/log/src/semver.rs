//! Which number of a version has to grow, by the rules of Semantic Versioning.

use crate::{Entry, Kind, Log, Removed, simplified};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    Patch,
    Minor,
    Major,
}

impl Level {
    pub const fn word(self) -> &'static str {
        match self {
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        }
    }
}

/// What breaks clients: an entry, or an element that is gone without a match.
#[derive(Clone, Copy, Debug)]
pub enum Break<'l> {
    Changed(&'l Entry),
    Removed(&'l Removed),
}

impl Break<'_> {
    pub const fn uses(&self) -> u32 {
        match self {
            Self::Changed(entry) => entry.uses,
            Self::Removed(removed) => removed.uses,
        }
    }

    pub fn name(&self) -> String {
        match self {
            Self::Changed(entry) => simplified(&entry.old),
            Self::Removed(removed) => simplified(&removed.name),
        }
    }

    /// What happened to it, in a word.
    pub fn what(&self) -> String {
        match self {
            Self::Changed(entry) => entry.kind.word().to_owned(),
            Self::Removed(removed) => format!("removed {}", removed.element.word()),
        }
    }
}

/// Everything that breaks clients, most used first.
pub fn breaks(log: &Log) -> Vec<Break<'_>> {
    let changed = log.entries.iter().filter(|e| e.api && breaks_clients(e));
    let removed = log.removed.iter().map(Break::Removed);
    let mut all: Vec<Break> = changed.map(Break::Changed).chain(removed).collect();
    all.sort_by_key(|b| (std::cmp::Reverse(b.uses()), b.name()));
    all
}

/// Supertypes that came and advice beside what is kept break nobody.
const fn breaks_clients(entry: &Entry) -> bool {
    !matches!(
        entry.kind,
        Kind::ExtractInterface | Kind::ExtractSuperclass | Kind::Replace
    )
}

/// The level, and why.
///
/// ```
/// use reweave_log::{Element, Entry, Kind, Level, Log, verdict};
/// let mut log = Log::default();
/// assert_eq!(verdict(&log).0, Level::Patch);
/// log.added = 3;
/// assert_eq!(verdict(&log).0, Level::Minor);
/// log.entries.push(Entry::new(Kind::RenameClass, Element::Class, "a.B", "a.C"));
/// assert_eq!(verdict(&log).0, Level::Major);
/// ```
pub fn verdict(log: &Log) -> (Level, String) {
    let breaks = breaks(log);
    if let Some(first) = breaks.first() {
        let why = format!(
            "{} elements that clients can use are gone or changed; the most used is {} ({}, {} uses in the library itself)",
            breaks.len(),
            first.name(),
            first.what(),
            first.uses()
        );
        return (Level::Major, why);
    }
    let advised = log
        .entries
        .iter()
        .filter(|e| e.kind == Kind::Replace)
        .count();
    if log.added + advised > 0 {
        let why = format!(
            "nothing that clients can use is gone or changed, {} elements came, {advised} were deprecated in favour of others",
            log.added
        );
        return (Level::Minor, why);
    }
    let why = "nothing that clients can use is gone, changed or new";
    (Level::Patch, why.to_owned())
}
