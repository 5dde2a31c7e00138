//! The refactorings: one file each.

pub(crate) mod anonymous_to_lambda;
pub(crate) mod anonymous_to_nested;
pub(crate) mod change_signature;
pub(crate) mod conditional_to_if;
pub(crate) mod consolidate_conditional;
pub(crate) mod convert_to_record;
pub(crate) mod encapsulate_field;
pub(crate) mod extract_class;
pub(crate) mod extract_constant;
pub(crate) mod extract_duplicates;
pub(crate) mod extract_field;
pub(crate) mod extract_interface;
pub(crate) mod extract_local_variable;
pub(crate) mod extract_method;
pub(crate) mod extract_superclass;
pub(crate) mod generalize_type;
pub(crate) mod if_to_conditional;
pub(crate) mod inline_constant;
pub(crate) mod inline_field;
pub(crate) mod inline_local_variable;
pub(crate) mod inline_method;
pub(crate) mod inline_parameter;
pub(crate) mod introduce_factory;
pub(crate) mod introduce_parameter;
pub(crate) mod introduce_parameter_object;
pub(crate) mod invert_if;
pub(crate) mod lambda_to_anonymous;
pub(crate) mod lambda_to_method_reference;
pub(crate) mod make_instance;
pub(crate) mod make_static;
pub(crate) mod method_reference_to_lambda;
pub(crate) mod move_instance_method;
pub(crate) mod move_members;
pub(crate) mod move_nested_type;
pub(crate) mod move_type;
pub(crate) mod pull_up;
pub(crate) mod push_down;
pub(crate) mod remove_unused_imports;
pub(crate) mod remove_unused_members;
pub(crate) mod rename;
pub(crate) mod rename_package;
pub(crate) mod replace_by_call;
pub(crate) mod safe_delete;
pub(crate) mod use_enhanced_for;
pub(crate) mod use_supertype;
pub(crate) mod use_var;

use crate::Java;
use crate::checks::Check;
use reweave_refactor::Refactoring;

/// All of them, in the order in which they are listed.
pub const ALL: &[Refactoring<Java>] = &[
    rename::REFACTORING,
    change_signature::REFACTORING,
    pull_up::REFACTORING,
    push_down::REFACTORING,
    move_members::REFACTORING,
    move_instance_method::REFACTORING,
    make_static::REFACTORING,
    make_instance::REFACTORING,
    move_type::REFACTORING,
    move_nested_type::REFACTORING,
    rename_package::REFACTORING,
    encapsulate_field::REFACTORING,
    safe_delete::REFACTORING,
    extract_local_variable::REFACTORING,
    extract_method::REFACTORING,
    extract_duplicates::REFACTORING,
    inline_local_variable::REFACTORING,
    inline_method::REFACTORING,
    inline_constant::REFACTORING,
    inline_field::REFACTORING,
    inline_parameter::REFACTORING,
    replace_by_call::REFACTORING,
    extract_constant::REFACTORING,
    extract_field::REFACTORING,
    introduce_parameter::REFACTORING,
    introduce_parameter_object::REFACTORING,
    extract_interface::REFACTORING,
    extract_superclass::REFACTORING,
    extract_class::REFACTORING,
    invert_if::REFACTORING,
    use_var::REFACTORING,
    conditional_to_if::REFACTORING,
    if_to_conditional::REFACTORING,
    anonymous_to_lambda::REFACTORING,
    lambda_to_anonymous::REFACTORING,
    anonymous_to_nested::REFACTORING,
    lambda_to_method_reference::REFACTORING,
    method_reference_to_lambda::REFACTORING,
    use_enhanced_for::REFACTORING,
    consolidate_conditional::REFACTORING,
    introduce_factory::REFACTORING,
    convert_to_record::REFACTORING,
    generalize_type::REFACTORING,
    use_supertype::REFACTORING,
    remove_unused_members::REFACTORING,
    remove_unused_imports::REFACTORING,
];

/// The checks of a refactoring that moves members.
pub fn checks(refactoring: &str) -> &'static [Check] {
    match refactoring {
        "pull-up" | "extract-superclass" => pull_up::CHECKS,
        "push-down" => push_down::CHECKS,
        "move-members" => move_members::CHECKS,
        _ => &[],
    }
}
