//! Findings that say the same are shown as one, and the most useful come first.

use crate::{Finding, Side};
use reweave_vectors::{CodeBase, MethodId};
use rustc_hash::FxHashMap;

/// Missed places of one type with the same example.
#[derive(Clone, Debug)]
pub struct Group {
    /// The best one first.
    pub findings: Vec<Finding>,
}

impl Group {
    pub fn first(&self) -> &Finding {
        &self.findings[0]
    }
}

/// Groups the findings by type and by what shows how: the callees, or the example itself.
pub fn group(findings: Vec<Finding>, base: &CodeBase) -> Vec<Group> {
    let mut by_key: FxHashMap<(usize, Vec<MethodId>, Option<Side>), Vec<Finding>> =
        FxHashMap::default();
    for finding in findings {
        let example = finding.callees.is_empty().then_some(finding.example);
        let key = (finding.kind, finding.callees.clone(), example);
        by_key.entry(key).or_default().push(finding);
    }
    let mut groups: Vec<Group> = by_key
        .into_values()
        .map(|findings| Group { findings })
        .collect();
    for group in &mut groups {
        group
            .findings
            .sort_by_key(|f| (std::cmp::Reverse(usefulness(f, base)), f.missed));
    }
    groups.sort_by_key(|g| {
        let all: u32 = g.findings.iter().map(|f| usefulness(f, base)).sum();
        (std::cmp::Reverse(all), g.first().missed)
    });
    groups
}

/// Code that would go counts most, then code that corresponds; nearby examples before those of other projects.
fn usefulness(finding: &Finding, base: &CodeBase) -> u32 {
    let saved: u32 = finding.saved.iter().map(|p| p.span.len()).sum();
    let near = base.project(finding.missed.method) == base.project(finding.example.method);
    saved * 4 + base.method(finding.missed.method).size + if near { 50 } else { 0 }
}
