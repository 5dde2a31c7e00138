//! The languages that can be refactored, in one list: who adds one adds a line here.

use reweave_refactor::{AnyLanguage, Entry, Hidden};
use reweave_refactor_bc::Bc;
use reweave_refactor_fortran::Fortran;
use reweave_refactor_java::Java;
use reweave_refactor_php::Php;

/// Every language that can be refactored.
pub static LANGUAGES: &[&dyn AnyLanguage] = &[
    &Hidden::<Bc>::new(),
    &Hidden::<Fortran>::new(),
    &Hidden::<Php>::new(),
    &Hidden::<Java>::new(),
];

/// Every refactoring of every language, by language, in the order of its list.
pub fn refactorings() -> Vec<Entry> {
    LANGUAGES.iter().flat_map(|l| l.refactorings()).collect()
}
