//! The refactorings: one file each.

pub(crate) mod change_signature;
pub(crate) mod encapsulate_field;
pub(crate) mod extract_local_variable;
pub(crate) mod extract_method;
pub(crate) mod inline_local_variable;
pub(crate) mod inline_method;
pub(crate) mod move_members;
pub(crate) mod move_type;
pub(crate) mod pull_up;
pub(crate) mod push_down;
pub(crate) mod rename;
pub(crate) mod rename_package;
pub(crate) mod replace_by_call;
pub(crate) mod safe_delete;
