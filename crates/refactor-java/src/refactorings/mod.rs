//! The refactorings of Java: a file each, and a line here.

use crate::Java;
use crate::checks::Check;

reweave_refactor::refactorings! { Java:
    rename,
    change_signature,
    pull_up,
    push_down,
    move_members,
    move_instance_method,
    make_static,
    make_instance,
    move_type,
    move_nested_type,
    nest_type,
    rename_package,
    encapsulate_field,
    safe_delete,
    extract_local_variable,
    extract_method,
    extract_duplicates,
    inline_local_variable,
    inline_method,
    inline_constant,
    inline_field,
    inline_parameter,
    replace_by_call,
    extract_constant,
    extract_field,
    introduce_parameter,
    introduce_parameter_object,
    extract_interface,
    extract_superclass,
    extract_class,
    invert_if,
    use_var,
    conditional_to_if,
    if_to_conditional,
    anonymous_to_lambda,
    lambda_to_anonymous,
    anonymous_to_nested,
    lambda_to_method_reference,
    method_reference_to_lambda,
    use_enhanced_for,
    consolidate_conditional,
    introduce_factory,
    convert_to_record,
    generalize_type,
    use_supertype,
    remove_unused_members,
    remove_unused_imports,
}

/// The checks of a refactoring that moves members.
pub fn checks(refactoring: &str) -> &'static [Check] {
    match refactoring {
        "pull-up" | "extract-superclass" => pull_up::CHECKS,
        "push-down" => push_down::CHECKS,
        "move-members" => move_members::CHECKS,
        _ => &[],
    }
}
