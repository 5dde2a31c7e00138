//! The refactorings of PHP: a file each, and a line here.

use crate::Php;

reweave_refactor::refactorings! { Php:
    rename,
    extract_variable,
    extract_method,
    copy_up_method,
    pull_up_method,
    push_down_method,
}
