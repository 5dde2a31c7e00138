//! What of a changed program is not as in the earlier one.

use crate::declared::{Base, Class, Field, Method, TypeVar};
use crate::ids::{ClassId, FieldId, MethodId, TypeVarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Declarations that take the place of those in the tables.
#[derive(Clone, Default)]
pub(crate) struct Renewed {
    pub classes: FxHashMap<ClassId, Arc<Class>>,
    pub methods: FxHashMap<MethodId, Arc<Method>>,
    pub fields: FxHashMap<FieldId, Arc<Field>>,
    pub vars: FxHashMap<TypeVarId, Arc<TypeVar>>,
    /// Where the numbers go on for files that have more or fewer members than before.
    pub next: Base,
}

/// Such numbers are far above those of the tables.
pub(crate) const FIRST_LATER: u32 = 1 << 31;

/// What differs from the earlier program.
pub(crate) struct Again {
    /// By class of the sources: its members, or those that it inherits, were declared again.
    pub renewed: Vec<bool>,
    /// The files whose names were looked up again.
    pub resolved: FxHashSet<u32>,
}
