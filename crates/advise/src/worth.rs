//! What a suggestion is worth, and what to do in a sentence.

use reweave_suggest::Group;
use reweave_suggest::duplicates::{Duplicate, Remedy};
use reweave_vectors::CodeBase;

/// Suggestions worth less are not shown unless all are asked for: some two lines of code.
pub const LEAST: f64 = 8.0;

/// What each further place of a group adds to a change that saves no lines.
const PLACE: f64 = 8.0;

/// Of a group that the catalogue found: code that would go, and places that one change would make alike.
pub fn worth(group: &Group, base: &CodeBase) -> f64 {
    let first = group.first();
    let saved: f64 = group
        .findings
        .iter()
        .map(|f| {
            let nodes: u32 = f.saved.iter().map(|p| p.span.len() / CHARACTERS).sum();
            f64::from(nodes)
        })
        .sum();
    let near = base.project(first.missed.method) == base.project(first.example.method);
    let places = group.findings.len() as f64;
    (saved + PLACE * (places - 1.0)) * if near { 1.0 } else { 0.3 }
}

/// A node of syntax takes about so many characters.
const CHARACTERS: u32 = 6;

/// What to do about duplicates, with the names of the method and the class.
pub fn what(duplicate: &Duplicate, first: &str, host: Option<&str>) -> String {
    let copies = duplicate.copies.len();
    let places = copies + 1;
    let host = host.unwrap_or("a class that all of them can reach");
    match duplicate.plan.remedy {
        Remedy::CallExisting if copies == 1 => {
            format!("call {first}, which does the same as these statements")
        }
        Remedy::CallExisting => {
            format!("call {first}, which does the same as these statements at {copies} places")
        }
        Remedy::PullUp => format!(
            "pull {first} up to {host} and delete it in the other {}",
            if copies == 1 {
                "subclass"
            } else {
                "subclasses"
            }
        ),
        Remedy::Parameterize => format!(
            "make one method of {first} and {copies} more that {} only in values, with {} more",
            if copies == 1 { "differs" } else { "differ" },
            counted(holes(duplicate), "parameter"),
        ),
        Remedy::Extract => format!(
            "extract a method of {} in {host} and call it at {places} places",
            counted(duplicate.plan.parameters, "parameter"),
        ),
        Remedy::ExtractShared => format!(
            "extract a method of {} to {host} and call it at {places} places",
            counted(duplicate.plan.parameters, "parameter"),
        ),
    }
}

fn holes(duplicate: &Duplicate) -> usize {
    let all = duplicate.copies.iter().map(|c| c.difference.holes.len());
    all.max().unwrap_or(0)
}

fn counted(n: usize, what: &str) -> String {
    match n {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}
