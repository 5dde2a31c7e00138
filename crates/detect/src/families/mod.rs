//! One file per family of refactoring types; this list is the order in which they are reported.

pub mod access;
pub mod annotation;
pub mod attribute;
pub mod attribute_local;
pub mod attribute_use;
pub mod class;
pub mod diamond;
pub mod encapsulate;
pub mod extraction;
pub mod hierarchy;
pub mod invert;
pub mod localize;
pub mod merge_split;
pub mod method;
pub mod modifier;
pub mod move_annotation;
pub mod package;
pub mod parameter;
pub mod parameter_list;
pub mod thrown;
pub mod type_kind;
pub mod variable;
pub mod variable_extract;
