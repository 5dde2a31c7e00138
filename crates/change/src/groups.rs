//! One logical change with many sites: the same thing done in several methods or classes is one group.
//!
//! The flat list of findings stays as it is; a group names its sites by their numbers in it.

use crate::Finding;
use reweave_text::Part;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Group {
    #[serde(rename = "type")]
    pub kind: String,
    /// What was done at every site, in the wording of the descriptions.
    pub change: String,
    /// The numbers of the findings in the record, from 0.
    pub findings: Vec<usize>,
}

/// The words that part what was done from where, in descriptions.
const WHERE: &[&str] = &[
    " in method ",
    " in class ",
    " in attribute ",
    " in parameter ",
    " in variable ",
];

/// The groups of two or more sites, in the order of their first findings.
pub fn groups(findings: &[Finding]) -> Vec<Group> {
    let mut sites: BTreeMap<(&str, String), Vec<usize>> = BTreeMap::new();
    for (i, finding) in findings.iter().enumerate() {
        if let Some(change) = change(finding) {
            sites.entry((&finding.kind, change)).or_default().push(i);
        }
    }
    let mut out: Vec<Group> = sites
        .into_iter()
        .filter(|(_, all)| all.len() > 1)
        .map(|((kind, change), findings)| Group {
            kind: kind.to_owned(),
            change,
            findings,
        })
        .collect();
    out.sort_by_key(|g| g.findings[0]);
    out
}

/// What was done, without where: none for findings that tell of one place only.
fn change(finding: &Finding) -> Option<String> {
    let words = finding
        .description
        .strip_prefix(&finding.kind)?
        .trim_start();
    if let Some((old, new)) = words.split_once(" moved to ") {
        // Classes that went from one package to another.
        return Some(format!("{} to {}", package(old)?, package(new)?));
    }
    let at = WHERE.iter().filter_map(|w| words.find(w)).min()?;
    Some(words.part(..at).to_owned())
}

fn package(class: &str) -> Option<&str> {
    class.rsplit_once('.').map(|(package, _)| package)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(kind: &str, rest: &str) -> Finding {
        Finding {
            kind: kind.to_owned(),
            description: format!("{kind} {rest}"),
            ..Finding::default()
        }
    }

    #[test]
    fn the_same_change_in_several_methods_is_one_group() {
        let all = [
            finding(
                "Rename Parameter",
                "x : int to n : int in method m() from class A",
            ),
            finding(
                "Rename Parameter",
                "y : int to n : int in method m() from class A",
            ),
            finding(
                "Rename Parameter",
                "x : int to n : int in method k() from class B",
            ),
            finding("Move Class", "a.One moved to b.One"),
            finding("Move Class", "a.Two moved to b.Two"),
        ];
        let found = groups(&all);
        let short: Vec<_> = found
            .iter()
            .map(|g| (g.change.as_str(), g.findings.as_slice()))
            .collect();
        assert_eq!(
            short,
            [("x : int to n : int", &[0, 2][..]), ("a to b", &[3, 4][..])]
        );
    }
}
