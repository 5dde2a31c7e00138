//! `--learn` and `--rules`: types from examples, written and read.

use crate::{Outcome, output};
use anyhow::{Context, Result, ensure};
use reweave_advise::Rules;
use reweave_disk::LARGEST_SOURCE;
use reweave_project::{Watch, past};
use reweave_suggest::Types;
use std::path::{Path, PathBuf};

/// Learns a type from files before and after, in turns, and writes it.
pub fn run(name: &str, files: &[PathBuf], to: Option<&Path>) -> Result<Outcome> {
    ensure!(
        files.len().is_multiple_of(2),
        "--learn takes files in pairs: BEFORE AFTER [BEFORE AFTER …]"
    );
    let read = |path: &PathBuf| {
        reweave_disk::read_text(path, LARGEST_SOURCE)
            .with_context(|| format!("cannot read {}", path.display()))
    };
    let mut rules = Rules::named(name);
    for pair in files.chunks(2) {
        rules.add(read(&pair[0])?, read(&pair[1])?);
    }
    write(&rules, name, to)
}

/// Learns a type from the methods that a commit changed.
pub fn from_commit(name: &str, paths: &[PathBuf], rev: &str, to: Option<&Path>) -> Result<Outcome> {
    let [root] = paths else {
        anyhow::bail!("--learn with --commit takes one PATH in the repository");
    };
    let past = past(root, rev, Watch::NOBODY)?;
    ensure!(
        !past.examples.is_empty(),
        "no method that {rev} changed is an example: none keeps some of its statements and changes others"
    );
    // One that does not go together with those before it is another type.
    let mut rules = Rules::named(name);
    for (_, example) in &past.examples {
        let mut more = rules.clone();
        more.add_all(example);
        if more.check().is_ok() {
            rules = more;
        }
    }
    write(&rules, name, to)
}

fn write(rules: &Rules, name: &str, to: Option<&Path>) -> Result<Outcome> {
    rules.check()?;
    let to = to.map_or_else(|| PathBuf::from(file_name(name)), Path::to_path_buf);
    reweave_disk::write_no_follow(&to, rules.text().as_bytes())
        .with_context(|| format!("cannot write {}", to.display()))?;
    output::print(&format!(
        "{name}: written to {0}; `reweave suggest --rules {0} PATH…` looks for it\n",
        to.display()
    ))?;
    Ok(Outcome::Done)
}

/// Adds the type of a file that `--learn` wrote.
pub fn read(path: &Path, types: &mut Types) -> Result<()> {
    let text = reweave_disk::read_text(path, LARGEST_SOURCE)
        .with_context(|| format!("cannot read {}", path.display()))?;
    let rules = Rules::parse(&text).with_context(|| path.display().to_string())?;
    rules
        .add_to(types)
        .with_context(|| path.display().to_string())
}

/// `Guard Logging` as `guard-logging.toml`.
fn file_name(name: &str) -> String {
    let words: Vec<String> = name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(str::to_lowercase)
        .collect();
    format!("{}.toml", words.join("-"))
}
