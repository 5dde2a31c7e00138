//! The cases in `tests/suites`.

use reweave_refactor_php::Php;
use reweave_refactor_testing::check_suites;
use std::path::Path;

#[test]
fn every_case_holds() {
    check_suites::<Php>(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suites"));
}
