//! The program before and after a refactoring compiled, and the class files compared method by method.

use crate::{Compile, Javac, JavacError};
use reweave_bytecode::{Class, Difference, Wanted, compare};
use reweave_refactor::Outcome;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Differences that are listed; the count tells the rest.
const MOST_SHOWN: usize = 20;

/// Lines of javac's own words that are shown.
const MOST_LINES: usize = 60;

/// The refactorings that write no code of their own: all methods are compared.
const PLAIN: [&str; 10] = [
    "rename",
    "rename-package",
    "move-type",
    "move-members",
    "pull-up",
    "push-down",
    "generalize-type",
    "use-supertype",
    "use-var",
    "remove-unused-imports",
];

/// The parameters with which they do, all the same: delegates, stubs, abstract declarations.
const WRITING: [&str; 4] = ["delegate", "stubs", "abstract", "keep"];

/// Those that move fields with their values, so that objects and classes are initialized in other places.
const MOVING: [&str; 3] = ["move-members", "pull-up", "push-down"];

/// Those after which another static type is asked for a member.
const RETYPING: [&str; 2] = ["generalize-type", "use-supertype"];

/// A refactoring and its parameters.
#[derive(Clone, Copy)]
pub struct Performed<'a> {
    pub refactoring: &'a str,
    pub params: &'a BTreeMap<String, String>,
}

/// What two builds show.
pub enum Builds {
    /// The program does not compile as it is, so that nothing can be compared.
    NotBefore(String),
    NotAfter(String),
    Compared {
        classes: usize,
        /// Of changed files, where the refactoring writes code of its own.
        left_out: usize,
        differences: Vec<Difference>,
    },
}

/// Compiles both sides of a refactoring's outcome and compares them.
pub fn compare_builds(
    of: Performed<'_>,
    outcome: &Outcome,
    how: &Compile<'_>,
) -> Result<Builds, JavacError> {
    let javac = Javac::for_classes()?;
    let before = javac.compile(&outcome.before, how)?;
    if !before.succeeded {
        return Ok(Builds::NotBefore(before.text));
    }
    compare_with(&before.classes()?, of, outcome, how)
}

/// The same with the class files of the program as it was, which many outcomes may share.
pub fn compare_with(
    before: &[Class],
    of: Performed<'_>,
    outcome: &Outcome,
    how: &Compile<'_>,
) -> Result<Builds, JavacError> {
    let after = Javac::for_classes()?.compile(&outcome.after, how)?;
    if !after.succeeded {
        return Ok(Builds::NotAfter(after.text));
    }
    let Performed {
        refactoring,
        params,
    } = of;
    let is_plain = PLAIN.contains(&refactoring) && !WRITING.iter().any(|p| params.contains_key(*p));
    let wanted = Wanted {
        renames: outcome.renames.clone(),
        retypes: RETYPING.contains(&refactoring),
        moves_values: MOVING.contains(&refactoring),
        own_code: if is_plain {
            BTreeSet::new()
        } else {
            changed(before, outcome)
        },
    };
    let is_left_out = |c: &&Class| {
        c.source_path()
            .is_some_and(|p| wanted.own_code.contains(&p))
    };
    Ok(Builds::Compared {
        classes: before.len(),
        left_out: before.iter().filter(is_left_out).count(),
        differences: compare(before, &after.classes()?, &wanted),
    })
}

/// The source paths of the classes whose files a refactoring changed.
fn changed(before: &[Class], outcome: &Outcome) -> BTreeSet<String> {
    let changed: Vec<&str> = outcome
        .changed()
        .filter_map(|(old, _)| old.map(|f| &*f.path))
        .collect();
    let is_changed = |path: &String| {
        let below = format!("/{path}");
        changed.iter().any(|c| c == path || c.ends_with(&below))
    };
    let paths = before.iter().filter_map(Class::source_path);
    paths.filter(is_changed).collect()
}

impl Builds {
    pub fn is_clean(&self) -> bool {
        matches!(self, Self::Compared { differences, .. } if differences.is_empty())
    }
}

impl fmt::Display for Builds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotBefore(told) => {
                let told = head(told);
                write!(
                    f,
                    "javac does not compile the program as it is, so that nothing can be compared; give --classpath, or --processors:\n{told}"
                )
            }
            Self::NotAfter(told) => write!(f, "javac does not compile the result:\n{}", head(told)),
            Self::Compared {
                classes,
                left_out,
                differences,
            } => {
                let compared = classes - left_out;
                write!(f, "javac: {compared} of {classes} classes compared")?;
                if *left_out > 0 {
                    f.write_str(", without those of the changed files, which have new code")?;
                }
                if differences.is_empty() {
                    return writeln!(f, ": every method does the same");
                }
                match differences.len() {
                    1 => writeln!(f, ": one member does something else")?,
                    many => writeln!(f, ": {many} members do something else")?,
                }
                for d in differences.iter().take(MOST_SHOWN) {
                    writeln!(f, "  {}: {}; before: {}", d.member, d.after, d.before)?;
                }
                Ok(())
            }
        }
    }
}

fn head(told: &str) -> String {
    let mut lines: Vec<&str> = told.lines().take(MOST_LINES).collect();
    if told.lines().nth(MOST_LINES).is_some() {
        lines.push("…");
    }
    lines.join("\n")
}
