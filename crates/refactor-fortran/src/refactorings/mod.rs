//! The refactorings of Fortran: a file each, and a line here.

use crate::Fortran;

reweave_refactor::refactorings! { Fortran:
    rename,
    move_entity,
    introduce_use,
    signature,
    implicit_none,
    add_empty,
    safe_delete,
    extract_local,
    extract_procedure,
}
