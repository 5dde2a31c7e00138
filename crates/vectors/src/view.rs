//! The two ways of looking at one stored vector.

use crate::{Dense, Feature};
use reweave_model::Kind;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum View {
    /// Paper 3, footnote 3: declarations, simple null checks, throws, assertions and the handling of exceptions are left
    /// out, and loops that differ only in how they are written count the same.
    Core,
    /// Everything.
    Full,
}

impl View {
    /// The feature that this view counts a stored feature as.
    pub fn feature(self, feature: Feature) -> Option<Feature> {
        match self {
            Self::Full => Some(feature.anywhere()),
            Self::Core => {
                const LOCAL: Feature = Feature::kind(Kind::Local);
                const ELSE: Feature = Feature::kind(Kind::Block);
                const UNSET: Feature = Feature::kind(Kind::VarDecl);
                const FOR: Feature = Feature::kind(Kind::For);
                match feature {
                    f if f.is_aside() => None,
                    LOCAL | UNSET | ELSE | Feature::DECLARED_TYPE => None,
                    Feature::DECLARED_VALUE => Some(Feature::ASSIGN),
                    FOR => Some(Feature::kind(Kind::While)),
                    f => Some(f),
                }
            }
        }
    }

    /// The stored vector, as this view counts it.
    pub fn of(self, stored: &Dense) -> Dense {
        Dense::of(
            stored
                .iter()
                .filter_map(|(f, n)| Some((self.feature(f)?, n))),
        )
    }
}
