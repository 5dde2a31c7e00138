//! One file per family of refactoring types, and one line in [`ALL`].

use crate::family::Family;

pub mod access;
pub mod annotation;
pub mod anonymous;
pub mod attribute;
pub mod attribute_inline;
pub mod attribute_local;
pub mod attribute_use;
pub mod catch;
pub mod class;
pub mod class_split;
pub mod conditional;
pub mod diamond;
pub mod encapsulate;
pub mod extraction;
pub mod hierarchy;
pub mod invert;
pub mod localize;
pub mod merge_split;
pub mod method;
pub mod method_split;
pub mod modifier;
pub mod move_annotation;
pub mod move_code;
pub mod package;
pub mod parameter;
pub mod parameter_list;
pub mod pipeline;
pub mod source_folder;
pub mod test;
pub mod thrown;
pub mod type_kind;
pub mod variable;
pub mod variable_extract;

/// Every family: first those of the paper's 40 types, which the stages of detection ask themselves, then those that are looked for
/// after all others, in this order.
pub const ALL: &[Family] = &[
    class::FAMILY,
    package::FAMILY,
    hierarchy::FAMILY,
    method::FAMILY,
    extraction::FAMILY,
    attribute::FAMILY,
    attribute_use::FAMILY,
    parameter::FAMILY,
    merge_split::FAMILY,
    variable::FAMILY,
    variable_extract::FAMILY,
    annotation::FAMILY,
    move_annotation::FAMILY,
    modifier::FAMILY,
    access::FAMILY,
    localize::FAMILY,
    parameter_list::FAMILY,
    thrown::FAMILY,
    type_kind::FAMILY,
    diamond::FAMILY,
    encapsulate::FAMILY,
    invert::FAMILY,
    attribute_local::FAMILY,
    catch::FAMILY,
    conditional::FAMILY,
    pipeline::FAMILY,
    anonymous::FAMILY,
    source_folder::FAMILY,
    move_code::FAMILY,
    method_split::FAMILY,
    class_split::FAMILY,
    attribute_inline::FAMILY,
    test::FAMILY,
];
