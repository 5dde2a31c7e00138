//! What a refactoring may not change and no edge shows: one question each.

pub(crate) mod argument_order;
pub(crate) mod conditionals;
pub(crate) mod dispatch;
pub(crate) mod expected;
pub(crate) mod incomplete;
pub(crate) mod initial_order;
pub(crate) mod initial_values;
pub(crate) mod initialization;
pub(crate) mod locks;
pub(crate) mod looked_for;
pub(crate) mod module_packages;
pub(crate) mod moved_types;
pub(crate) mod plain_accessors;
pub(crate) mod raw_uses;
pub(crate) mod reached;
pub(crate) mod reflection;
pub(crate) mod signature_answers;
pub(crate) mod signature_calls;
pub(crate) mod signature_types;
pub(crate) mod signature_values;
pub(crate) mod unresolved;
