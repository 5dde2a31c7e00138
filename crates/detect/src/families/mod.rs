//! One file per family of refactoring types; this list is the order in which they are reported.

pub mod attribute;
pub mod attribute_use;
pub mod class;
pub mod extraction;
pub mod hierarchy;
pub mod merge_split;
pub mod method;
pub mod package;
pub mod parameter;
pub mod variable;
pub mod variable_extract;
