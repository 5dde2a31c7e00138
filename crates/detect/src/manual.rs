//! The pages of the types: the heads of the family files, read as a manual and as tests.

use crate::RefactoringType;
use crate::families::ALL;
use reweave_manual::{Example, Page};

/// A family's page: what it is about and, for each type, a before, an after and what is found between them.
pub fn families() -> Vec<Page> {
    ALL.iter().map(|f| Page::parse(f.page)).collect()
}

/// The page of a type's family, and the example on it that shows the type; none where the type is not detected yet.
pub fn example(kind: RefactoringType) -> Option<(Page, Example)> {
    let page = Page::parse(kind.family().page);
    let shows = |e: &&Example| {
        let finds = e.block("finds").unwrap_or_default();
        finds.lines().any(|l| of_line(l) == Some(kind))
    };
    let example = page.examples.iter().find(shows)?.clone();
    Some((page, example))
}

/// The type that a description starts with: the longest name that fits.
pub fn of_line(description: &str) -> Option<RefactoringType> {
    RefactoringType::ALL
        .iter()
        .copied()
        .filter(|t| {
            let rest = description.strip_prefix(t.name());
            rest.is_some_and(|r| r.starts_with(' '))
        })
        .max_by_key(|t| t.name().len())
}
