//! The verdicts of `conformance/compare/judged-*.md`, held against the log of today.

use crate::shared;
use anyhow::{Context, Result};
use reweave_log::{Entry, Kind, Log, current, simplified};
use std::collections::BTreeMap;
use std::fs;

/// What the reader said of each entry: whether it is right.
pub struct Verdicts {
    /// The packages that names are written without.
    roots: [String; 2],
    right: BTreeMap<(String, String, String), bool>,
}

#[derive(Default)]
pub struct Judged {
    pub right: usize,
    pub wrong: usize,
    /// Entries that nobody has judged yet.
    pub unjudged: Vec<String>,
    /// Entries that are read off the two declarations of one element.
    pub declared: usize,
}

impl Verdicts {
    pub fn read(file: &str) -> Result<Self> {
        let path = shared::root().join("conformance/compare").join(file);
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let (_, after) = text
            .split_once("names are written without")
            .context("the packages that names are written without")?;
        let mut quoted = after.split('`').skip(1).step_by(2).map(str::to_owned);
        let mut root = || quoted.next().context("two packages");
        let roots = [root()?, root()?];
        Ok(Self {
            roots,
            right: text.lines().filter_map(row).collect(),
        })
    }

    pub fn judge(&self, log: &Log) -> Judged {
        let mut judged = Judged::default();
        for entry in &log.entries {
            if is_declared(log, entry) {
                judged.declared += 1;
                continue;
            }
            let [old, new] = [(&entry.old, 0), (&entry.new, 1)]
                .map(|(name, side)| without(&simplified(name), &self.roots[side]).to_owned());
            let key = (entry.kind.word().to_owned(), old, new);
            match self.right.get(&key) {
                Some(true) => judged.right += 1,
                Some(false) => judged.wrong += 1,
                None => judged
                    .unjudged
                    .push(format!("{} {} -> {}", key.0, key.1, key.2)),
            }
        }
        judged
    }
}

fn row(line: &str) -> Option<((String, String, String), bool)> {
    let mut cells = line.strip_prefix("| ")?.split(" | ");
    let right = match cells.next()? {
        "right" => true,
        "wrong" => false,
        _ => return None,
    };
    let mut cell = || Some(cells.next()?.trim_matches('`').to_owned());
    Some(((cell()?, cell()?, cell()?), right))
}

fn without<'a>(name: &'a str, root: &str) -> &'a str {
    name.strip_prefix(root)
        .and_then(|rest| rest.strip_prefix('.'))
        .unwrap_or(name)
}

/// Whether an entry only compares the two declarations of one element, whose name and parameters are the same; an array
/// and a variable number of arguments are one type.
pub fn is_declared(log: &Log, entry: &Entry) -> bool {
    let of_one = matches!(
        entry.kind,
        Kind::ChangeSignature
            | Kind::ChangeVisibility
            | Kind::ChangeExceptions
            | Kind::ClassToInterface
    );
    let plain = |name: &str| simplified(name).replace("...", "[]");
    of_one
        && (entry.kind != Kind::ChangeSignature
            || plain(&current(&log.entries, &entry.old)) == plain(&entry.new))
}
