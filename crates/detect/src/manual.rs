//! The pages of the types: the heads of the family files, read as a manual and as tests.

use crate::types::RefactoringType;
use reweave_manual::{Example, Page};

/// One line a family.
const FAMILIES: &[&str] = &[
    include_str!("families/class.rs"),
    include_str!("families/package.rs"),
    include_str!("families/hierarchy.rs"),
    include_str!("families/method.rs"),
    include_str!("families/extraction.rs"),
    include_str!("families/attribute.rs"),
    include_str!("families/attribute_use.rs"),
    include_str!("families/parameter.rs"),
    include_str!("families/merge_split.rs"),
    include_str!("families/variable.rs"),
    include_str!("families/variable_extract.rs"),
    include_str!("families/annotation.rs"),
    include_str!("families/modifier.rs"),
    include_str!("families/access.rs"),
    include_str!("families/parameter_list.rs"),
    include_str!("families/thrown.rs"),
    include_str!("families/type_kind.rs"),
    include_str!("families/move_annotation.rs"),
    include_str!("families/diamond.rs"),
    include_str!("families/encapsulate.rs"),
    include_str!("families/invert.rs"),
    include_str!("families/attribute_local.rs"),
    include_str!("families/localize.rs"),
    include_str!("families/catch.rs"),
    include_str!("families/conditional.rs"),
    include_str!("families/pipeline.rs"),
    include_str!("families/anonymous.rs"),
    include_str!("families/source_folder.rs"),
    include_str!("families/move_code.rs"),
    include_str!("families/method_split.rs"),
    include_str!("families/class_split.rs"),
    include_str!("families/attribute_inline.rs"),
    include_str!("families/test.rs"),
];

/// A family's page: what it is about and, for each type, a before, an after and what is found between them.
pub fn families() -> Vec<Page> {
    FAMILIES.iter().map(|f| Page::parse(f)).collect()
}

/// The family that a type belongs to, and the example that shows it; none where the type is not detected yet.
pub fn example(kind: RefactoringType) -> Option<(Page, Example)> {
    families().into_iter().find_map(|page| {
        let shows = |e: &&Example| {
            let finds = e.block("finds").unwrap_or_default();
            finds.lines().any(|l| of_line(l) == Some(kind))
        };
        let example = page.examples.iter().find(shows)?.clone();
        Some((page, example))
    })
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
