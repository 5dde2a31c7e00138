//! The document that RefactoringMiner writes, for every tool that reads it.

use crate::{Entry, Origin};
use reweave_change::{Place, Point};
use serde::Serialize;

pub const BEGIN: &str = "{\"commits\":[\n";
pub const END: &str = "\n]}\n";

#[derive(Serialize)]
struct Commit<'a> {
    repository: &'a str,
    sha1: &'a str,
    url: String,
    refactorings: Vec<Refactoring<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Refactoring<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    description: &'a str,
    left_side_locations: Vec<Location<'a>>,
    right_side_locations: Vec<Location<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    file_path: &'a str,
    start_line: u32,
    end_line: u32,
    start_column: u32,
    end_column: u32,
    code_element_type: &'a str,
    description: &'a str,
    code_element: Option<&'a str>,
}

pub fn entry(entry: &Entry) -> String {
    let (repository, sha1) = match &entry.origin {
        Origin::Commit {
            commit, repository, ..
        } => (repository.as_deref().unwrap_or_default(), commit.as_str()),
        _ => ("", ""),
    };
    let refactorings = entry
        .record
        .findings
        .iter()
        .map(|finding| Refactoring {
            kind: &finding.kind,
            description: &finding.description,
            left_side_locations: finding.left.iter().map(location).collect(),
            right_side_locations: finding.right.iter().map(location).collect(),
        })
        .collect();
    let commit = Commit {
        repository,
        sha1,
        url: commit_url(repository, sha1),
        refactorings,
    };
    serde_json::to_string(&commit).expect("strings and numbers only")
}

fn location(place: &Place) -> Location<'_> {
    Location {
        file_path: &place.path,
        start_line: place.start.line,
        end_line: place.end.line,
        start_column: column(place.start),
        end_column: column(place.end),
        code_element_type: &place.element,
        description: &place.role,
        code_element: place.code.as_deref(),
    }
}

/// Those files count columns from 1, but write the first one as 0.
const fn column(point: Point) -> u32 {
    if point.column == 1 { 0 } else { point.column }
}

/// The page of a commit on the host that the repository was cloned from; empty where none can be told.
fn commit_url(repository: &str, sha1: &str) -> String {
    let bare = repository.strip_suffix(".git").unwrap_or(repository);
    let page = match bare.strip_prefix("git@").and_then(|r| r.split_once(':')) {
        Some((host, path)) => format!("https://{host}/{path}"),
        None if bare.starts_with("http") => bare.to_owned(),
        None => return String::new(),
    };
    format!("{page}/commit/{sha1}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_of_a_remote_lead_to_the_page() {
        let page = "https://host.example/a/b/commit/12";
        assert_eq!(commit_url("git@host.example:a/b.git", "12"), page);
        assert_eq!(commit_url("https://host.example/a/b", "12"), page);
        assert_eq!(commit_url("/srv/b.git", "12"), "");
    }
}
