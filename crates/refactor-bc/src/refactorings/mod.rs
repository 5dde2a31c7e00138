//! The refactorings of BC: a file each, and a line here.

use crate::Bc;

reweave_refactor::refactorings! { Bc:
    rename,
    extract_local_variable,
    add_local_variable,
    introduce_block,
    insert_assignment,
    move_expression,
    extract_function,
    add_empty_function,
    populate_function,
    replace_expression,
}
