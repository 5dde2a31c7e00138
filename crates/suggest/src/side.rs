//! One side of a pair that is looked at.

use reweave_vectors::{MethodId, Variant};

/// A method, with callees inlined or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Side {
    pub method: MethodId,
    pub variant: Variant,
}
