//! Split and merged methods: the statements of one method are those of several now, or the other way round.
//!
//! Split Method
//!
//! ```before
//! class Stack { void work(Box b, Log l) { b.open(this, 1); mark(b); l.log(b, 2); b.close(this, 3); } }
//! ```
//! ```after
//! class Stack { void begin(Box b) { b.open(this, 1); mark(b); } void end(Box b, Log k, Log l) { l.log(b, 2); b.close(this, 3); } }
//! ```
//! ```finds
//! Split Method package work(b Box, l Log) : void to [package begin(b Box) : void, package end(b Box, k Log, l Log) : void] in class Stack
//! ```
//!
//! Merge Method
//!
//! ```before
//! class Stack { void begin(Box b) { b.open(this, 1); mark(b); } void end(Box b, Log k, Log l) { l.log(b, 2); b.close(this, 3); } }
//! ```
//! ```after
//! class Stack { void work(Box b, Log l) { b.open(this, 1); mark(b); l.log(b, 2); b.close(this, 3); } }
//! ```
//! ```finds
//! Merge Method [package begin(b Box) : void, package end(b Box, k Log, l Log) : void] to package work(b Box, l Log) : void in class Stack
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::describe;
use crate::diff::Diff;
use crate::emit::{finding, method_at};
use crate::family::Family;
use crate::transfer_evidence::is_telling;
use crate::view::{Method, View};
use reweave_matching::Body;
use rustc_hash::FxHashSet;

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("method_split.rs"),
    find: Some(|given, out| find(given.diff, out)),
};

/// Classes with more methods left than this are not searched.
const MOST_METHODS: usize = 60;

pub fn find(diff: &Diff<'_>, out: &mut Vec<Finding>) {
    for pair in &diff.types {
        let (removed, added) = diff.left_methods(*pair);
        if removed.is_empty() || added.is_empty() || removed.len().max(added.len()) > MOST_METHODS {
            continue;
        }
        let class = diff.after.qualified(pair.after);
        let old: Vec<Said> = removed
            .iter()
            .map(|&m| said(&diff.body_before(m)))
            .collect();
        let new: Vec<Said> = added.iter().map(|&m| said(&diff.body_after(m))).collect();
        for (&whole, own) in removed.iter().zip(&old) {
            if let Some(parts) = covering(own, &added, &new) {
                let rest = format!(
                    "{} to {} in class {class}",
                    describe::method(&diff.before, whole),
                    texts(&diff.after, &parts)
                );
                let left = method_at(&diff.before, whole, "original method declaration");
                let right = parts
                    .iter()
                    .map(|&m| method_at(&diff.after, m, "split method declaration"));
                out.push(finding(T::SplitMethod, &rest, vec![left], right.collect()));
            }
        }
        for (&whole, own) in added.iter().zip(&new) {
            if let Some(parts) = covering(own, &removed, &old) {
                let rest = format!(
                    "{} to {} in class {class}",
                    texts(&diff.before, &parts),
                    describe::method(&diff.after, whole)
                );
                let left = parts
                    .iter()
                    .map(|&m| method_at(&diff.before, m, "merged method declaration"));
                let right = method_at(&diff.after, whole, "new method declaration");
                out.push(finding(T::MergeMethod, &rest, left.collect(), vec![right]));
            }
        }
    }
}

/// What a body says: its telling statements, and how many there are.
struct Said {
    telling: FxHashSet<u64>,
    all: usize,
}

fn said(body: &Body<'_>) -> Said {
    Said {
        telling: body
            .ids()
            .filter(|&i| is_telling(body, i))
            .map(|i| body.stmt(i).hash)
            .collect(),
        all: body.len(),
    }
}

/// Two or more methods that each have statements of their own from `whole`, and together most of it.
fn covering(whole: &Said, methods: &[Method], said: &[Said]) -> Option<Vec<Method>> {
    let mut rest = whole.telling.clone();
    let mut out = Vec::new();
    for (&m, s) in methods.iter().zip(said) {
        let part = s.telling.iter().filter(|h| rest.contains(h)).count();
        if part > 0 && part * 2 >= s.all {
            rest.retain(|h| !s.telling.contains(h));
            out.push(m);
        }
    }
    let most = (whole.telling.len() - rest.len()) * 2 > whole.all;
    (out.len() > 1 && most).then_some(out)
}

fn texts(view: &View<'_>, methods: &[Method]) -> String {
    let all: Vec<String> = methods.iter().map(|&m| describe::method(view, m)).collect();
    format!("[{}]", all.join(", "))
}
