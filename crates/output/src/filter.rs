//! Which findings to show.

use globset::{Glob, GlobSet, GlobSetBuilder};
use reweave_change::Record;
use reweave_detect::RefactoringType;

#[derive(Debug, thiserror::Error)]
pub enum FilterError {
    #[error("{0} is no refactoring type; `reweave list types` shows them")]
    Type(String),
    #[error("{0}")]
    Glob(#[from] globset::Error),
}

/// By type and by path; the default shows everything.
#[derive(Clone, Default)]
pub struct Filter {
    only: Vec<RefactoringType>,
    exclude: Vec<RefactoringType>,
    paths: Option<GlobSet>,
    min_confidence: u8,
}

impl Filter {
    /// Empty lists do not restrict.
    pub fn new(only: &[String], exclude: &[String], paths: &[String]) -> Result<Self, FilterError> {
        let types = |names: &[String]| {
            names
                .iter()
                .map(|n| RefactoringType::of_name(n).ok_or_else(|| FilterError::Type(n.clone())))
                .collect::<Result<Vec<_>, _>>()
        };
        let mut globs = GlobSetBuilder::new();
        for path in paths {
            globs.add(Glob::new(path)?);
        }
        Ok(Self {
            only: types(only)?,
            exclude: types(exclude)?,
            paths: (!paths.is_empty()).then(|| globs.build()).transpose()?,
            min_confidence: 0,
        })
    }

    /// The same without findings that are less likely, in percent. Those of which no score says anything stay.
    #[must_use]
    pub fn from_confidence(self, percent: u8) -> Self {
        Self {
            min_confidence: percent,
            ..self
        }
    }

    /// Takes out of the record what the filter does not show. A finding stays when any of its places, before or after,
    /// lies in the paths.
    pub fn apply(&self, record: &mut Record) {
        record.findings.retain(|finding| {
            let kind = RefactoringType::of_name(&finding.kind);
            let listed = |list: &[RefactoringType]| kind.is_some_and(|k| list.contains(&k));
            let places = || finding.left.iter().chain(&finding.right);
            (self.only.is_empty() || listed(&self.only))
                && !listed(&self.exclude)
                && finding.confidence.is_none_or(|c| c >= self.min_confidence)
                && self
                    .paths
                    .as_ref()
                    .is_none_or(|globs| places().any(|p| globs.is_match(&p.path)))
        });
        record.regroup();
        if let Some(globs) = &self.paths {
            record.left_out.retain(|gap| globs.is_match(&gap.path));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_type_is_named() {
        let error = Filter::new(&["Rename Methd".into()], &[], &[])
            .err()
            .expect("refused");
        assert!(error.to_string().contains("Rename Methd"));
        assert!(Filter::new(&["rename-method".into()], &[], &["src/**/*.java".into()]).is_ok());
    }
}
