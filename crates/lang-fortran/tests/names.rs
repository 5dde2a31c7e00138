//! What names mean: small programs in which `$` marks every occurrence of one thing.

use reweave_lang_fortran::Program;
use reweave_text::{FileId, Interner, Sources};

/// Checks that the places of the first marked name are the marked ones, neither more nor fewer.
fn check(marked: &str) {
    let (mut text, mut wanted) = (String::new(), Vec::new());
    for part in marked.split_inclusive('$') {
        text.push_str(part.trim_end_matches('$'));
        if part.ends_with('$') {
            wanted.push(text.len() as u32);
        }
    }
    let (sources, names) = (Sources::new([("a.f90", text.as_str())]), Interner::new());
    let program = Program::new(&sources, &names, None);
    let entity = program
        .at(FileId(0), wanted[0])
        .first()
        .expect("a name stands there")
        .entity;
    let got: Vec<u32> = program
        .places(entity)
        .iter()
        .map(|o| o.span.start)
        .collect();
    assert_eq!(got, wanted, "{text}");
}

#[test]
fn keywords_are_names() {
    check("integer :: $if\n$if = 1\nif ($if > 0) print *, $if\nend\n");
}

#[test]
fn a_host_variable_is_seen_inside_unless_hidden() {
    check(
        "program p\n$x = 1\ncontains\nsubroutine a\nprint *, $x\nend\nsubroutine b\nreal x\nx = 2\nend\nend\n",
    );
}

#[test]
fn use_renames_and_hides() {
    check(
        "module m\ninteger :: $a, b\nprivate b\nend\nsubroutine s\nuse m, only: c => $a\nprint *, c, b\nend\n\
         subroutine t\nuse m\nprint *, $a, b\nend\n",
    );
}

#[test]
fn components_go_through_extension_and_associate() {
    check(
        "module m\ntype t\ninteger :: $n\nend type\ntype, extends(t) :: u\nend type\ncontains\nsubroutine s(x)\n\
         class(t) :: x\nassociate (y => x)\ny%$n = 1\nend associate\nselect type (x)\ntype is (u)\nprint *, x%$n, x%t%$n\n\
         end select\nend\nend\n",
    );
}

#[test]
fn keywords_of_arguments_bind_to_the_argument() {
    check(
        "call s(b=1, $a=2)\ncontains\nsubroutine s($a, b)\ninteger $a, b\nprint *, $a\nend\nend\n",
    );
}

#[test]
fn an_external_procedure_is_one_thing_everywhere() {
    check(
        "subroutine $s\nend subroutine $s\nprogram p\ninterface\nsubroutine $s\nend subroutine $s\nend interface\ncall $s\nend\n",
    );
}

#[test]
fn a_statement_function_has_its_own_arguments() {
    check("f($x) = 2 * $x\nx = 1\nprint *, f(x)\nend\n");
}

#[test]
fn overriding_bindings_share_a_name() {
    check(
        "module m\ntype t\ncontains\nprocedure :: $go => go_t\nend type\ntype, extends(t) :: u\ncontains\n\
         procedure :: $go => go_u\nend type\ncontains\nsubroutine go_t(x)\nclass(t) :: x\nend\nsubroutine go_u(x)\n\
         class(u) :: x\ncall x%$go()\nend\nend\n",
    );
}

#[test]
fn namelist_input_in_a_literal_binds() {
    check(
        "integer :: $n\nnamelist /g/ $n\ncharacter(20) :: c = '&g $n = 3 /'\nread(c, nml=g)\nend\n",
    );
}

#[test]
fn a_submodule_sees_its_module_and_its_interface() {
    check(
        "module m\ninteger :: k\ninterface\nmodule subroutine $s(a)\ninteger a\nend subroutine\nend interface\nend\n\
         submodule (m) n\ncontains\nmodule subroutine $s(a)\ninteger a\nprint *, a, k\nend subroutine $s\nend\n",
    );
}
