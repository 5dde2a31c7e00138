//! Names that are taken by something which is neither a value nor a procedure, or that the compiler reads before what
//! they mean is there. `gfortran`, where it is installed, says the same of every program.

use reweave_lang_fortran::Program;
use reweave_text::{Interner, Sources};
use std::process::Command;

/// Checks that a program has a problem with its names, or none, and that the compiler agrees.
fn check(text: &str, wanted: Option<&str>) {
    let (sources, names) = (Sources::new([("a.f90", text)]), Interner::new());
    let program = Program::new(&sources, &names, None);
    let got: Vec<&str> = program.problems.iter().map(|p| &*p.message).collect();
    match wanted {
        Some(wanted) => assert!(got.iter().any(|m| m.contains(wanted)), "{got:?}\n{text}"),
        None => assert!(got.is_empty(), "{got:?}\n{text}"),
    }
    match is_compiled(text) {
        Some(is) => assert_eq!(is, wanted.is_none(), "gfortran does not agree\n{text}"),
        None => println!("SKIPPED: no gfortran to agree"),
    }
}

fn is_compiled(text: &str) -> Option<bool> {
    let folder = tempfile::tempdir().expect("there is room for a file");
    std::fs::write(folder.path().join("a.f90"), text).expect("there is room for a file");
    let mut compiler = Command::new("gfortran");
    let built = compiler
        .args(["-w", "-fsyntax-only", "a.f90"])
        .current_dir(folder.path())
        .output();
    built.ok().map(|out| out.status.success())
}

/// A program that uses module `abs`, with more in its body and behind CONTAINS.
fn using(body: &str, inside: &str) -> String {
    format!(
        "module abs\n  integer :: v = 3\nend module\nmodule between\n  use abs\nend module\n\
         program p\n  use between\n{body}\ncontains\n  subroutine s\n{inside}\n  end subroutine\nend program\n"
    )
}

#[test]
fn a_module_hides_what_the_language_has() {
    let wanted = Some("the name of a module that is known here");
    check(&using("print *, abs(-1)", ""), wanted);
    check(&using("", "print *, abs(-1)"), wanted);
    check(&using("", "abs = 1"), wanted);
    check(&using("", "integer :: abs\nabs = 1"), None);
    check(
        &using("block\ninteger :: abs\nabs = 1\nend block", ""),
        None,
    );
}

#[test]
fn a_construct_hides_too() {
    let within = |first: &str, then: &str| {
        format!(
            "program p\n  integer :: n = 3\n  call s\ncontains\n  subroutine s\n{first}\n{then}\n  end subroutine\nend program\n"
        )
    };
    let wanted = Some("the name of a construct that is known here");
    check(
        &within("abs: do\nexit abs\nend do abs", "print *, abs(-1)"),
        wanted,
    );
    check(&within("n: do\nexit n\nend do n", "print *, n"), wanted);
    check(&within("n: do\nexit n\nend do n", "print *, 1"), None);
    check(
        &using("v: do\nexit v\nend do v", ""),
        Some("not only a construct's name"),
    );
    check(
        &using("abs: do\nexit abs\nend do abs", ""),
        Some("not only a construct's name"),
    );
}

/// A submodule `sub` of module `m` with a declaration and a procedure of its own.
fn submodule(declared: &str, procedure: &str) -> String {
    format!(
        "module m\n  integer :: v = 1\n  type ty\n    integer :: k\n  end type\n  interface gen\n    module procedure pr\n  end interface\n\
         interface\n    module subroutine s()\n    end subroutine\n  end interface\ncontains\n  subroutine pr(i)\n    integer :: i\n  end subroutine\n\
         end module\nsubmodule (m) sub\n{declared}\ncontains\n  module procedure s\n  end procedure\n{procedure}\nend submodule\n"
    )
}

#[test]
fn a_submodule_hides_hardly_anything_of_its_module() {
    let wanted = Some("the name of something in the module above");
    for name in ["v", "ty", "pr"] {
        check(
            &submodule("", &format!("subroutine {name}\nend subroutine")),
            wanted,
        );
        check(
            &submodule(&format!("type {name}\ninteger :: j\nend type"), ""),
            wanted,
        );
    }
    for name in ["v", "gen", "pr"] {
        check(&submodule(&format!("integer :: {name}"), ""), None);
    }
    check(&submodule("integer :: ty", ""), wanted);
    let itself = Some("the name of a submodule that is known here");
    check(&submodule("", "subroutine sub\nend subroutine"), itself);
}

/// A module whose procedure `s` has some statements.
fn procedure(statements: &str) -> String {
    format!(
        "module m\n  integer :: v = 1\n  integer, parameter :: k = 2\n  type ty\n    integer :: k\n  end type\ncontains\n\
         subroutine pr(i)\n    integer :: i\n  end subroutine\n  subroutine s\n{statements}\n  end subroutine\nend module\n"
    )
}

#[test]
fn what_contains_gives_is_not_there_before_it() {
    let function = |name: &str| {
        procedure(&format!(
            "integer :: x\nx = {name}(3)\ncontains\ninteger function {name}(i)\ninteger :: i\n{name} = i\nend function"
        ))
    };
    let subroutine = |name: &str| {
        procedure(&format!(
            "call {name}(3)\ncontains\nsubroutine {name}(i)\ninteger :: i\nend subroutine"
        ))
    };
    check(&function("m"), Some("the name of a module"));
    check(&function("k"), Some("also a constant around"));
    check(&function("ty"), Some("also a type around"));
    check(&function("pr"), Some("also a subroutine around"));
    check(&function("v"), None);
    check(&subroutine("ty"), Some("also a type around"));
    for name in ["m", "k", "pr", "v"] {
        check(&subroutine(name), None);
    }
}

#[test]
fn namelist_data_and_common_take_what_is_there() {
    let above = |name: &str| procedure(&format!("data {name} /3/\ninteger :: {name}"));
    let below = |name: &str| procedure(&format!("integer :: {name}\ndata {name} /3/"));
    check(&above("v"), Some("declared only below"));
    check(&below("v"), None);
    check(
        &procedure("namelist /n/ pr\ninteger :: pr"),
        Some("declared only below"),
    );
    check(
        &procedure("integer :: m\ncommon /c/ m"),
        Some("no such name can be in COMMON"),
    );
    check(&procedure("integer :: v\ncommon /c/ v"), None);
}

#[test]
fn a_function_is_called_by_a_typed_name() {
    let calls = |declared: &str| {
        format!(
            "program p\n{declared}\nprint *, f(1)\nend program\ncharacter(2) function f(i)\ninteger :: i\nf = 'ab'\nend function\n"
        )
    };
    check(&calls("character(2) :: f"), None);
    let (sources, names) = (
        Sources::new([("a.f90", calls("character(2) :: f"))]),
        Interner::new(),
    );
    let program = Program::new(&sources, &names, None);
    let called = sources
        .text(reweave_text::FileId(0))
        .find("f(1)")
        .expect("it is called");
    let entity = program.at(reweave_text::FileId(0), called as u32)[0].entity;
    assert_eq!(
        program.places(entity).len(),
        4,
        "declared, called, defined, set"
    );
}

/// A name that USE gives is taken where a module of that name is known.
#[test]
fn a_module_and_a_given_name() {
    let wanted = Some("the name of a module that is known here");
    let program = |uses: &str, named: &str| {
        format!(
            "module b\n  integer :: v = 2\nend module\nmodule a\n  integer :: b = 1, w = 3\nend module\n\
             program p\n{uses}\n  print *, {named}\nend program\n"
        )
    };
    check(&program("use a, only: a => w", "1"), wanted);
    check(&program("use a, a => w", "1"), wanted);
    check(&program("use a\nuse b", "b"), wanted);
    check(&program("use b, only: v\nuse a, only: b => w", "b"), wanted);
    check(&program("use a, only: c => b\nuse b", "c"), None);
}

/// A module with a type whose procedures run by other words than their names, and what else it contains.
fn with_type(more: &str) -> String {
    format!(
        "module m
  type t
    integer :: k = 1
  contains
    procedure :: bump => do_bump
    procedure :: get => do_get
    procedure :: plus
    generic :: operator(+) => plus
  end type
  interface assignment(=)
    procedure from_int
  end interface
contains
  subroutine do_bump(self)
    class(t), intent(inout) :: self
    self%k = self%k + 1
  end subroutine
  integer function do_get(self)
    class(t), intent(in) :: self
    do_get = self%k
  end function
  integer function plus(self, n)
    class(t), intent(in) :: self
    integer, intent(in) :: n
    plus = self%k + n
  end function
  subroutine from_int(self, n)
    type(t), intent(out) :: self
    integer, intent(in) :: n
    self%k = n
  end subroutine
{more}
end module
"
    )
}

#[test]
fn an_internal_procedure_takes_what_runs_another_unnamed() {
    let subroutine = |name: &str| format!("subroutine {name}()\nend subroutine");
    let function = |name: &str| format!("integer function {name}()\n{name} = 1\nend function");
    let go = |stmt: &str, internal: &str| {
        with_type(&format!(
            "subroutine go(c)\ntype(t), intent(inout) :: c\n{stmt}\ncontains\n{internal}\nend subroutine"
        ))
    };
    for (stmt, internal, name) in [
        ("call c%bump()", subroutine("do_bump"), "do_bump"),
        ("print *, c%get()", function("do_get"), "do_get"),
        ("print *, c + 1", function("plus"), "plus"),
        ("c = 1", subroutine("from_int"), "from_int"),
        ("if (c%k > 1) c = 1", subroutine("from_int"), "from_int"),
    ] {
        let wanted = format!("this runs `{name}`, and an internal procedure has that name here");
        check(&go(stmt, &internal), Some(&wanted));
    }
    // The binding's own name is no procedure's, and no host is no trouble.
    check(&go("call c%bump()", &subroutine("bump")), None);
    check(&go("c%k = 1", &subroutine("from_int")), None);
    let elsewhere = |unit: &str| format!("{}{unit}\n", with_type(""));
    check(
        &elsewhere(
            "module other\nuse m, only: t\ncontains\nsubroutine go(c)\nclass(t) :: c\nprint *, c%get()\n\
             end subroutine\ninteger function do_get()\ndo_get = 1\nend function\nend module",
        ),
        None,
    );
    check(
        &elsewhere(
            "program p\nuse m, only: t\ntype(t) :: c\nprint *, c%get()\ncontains\n\
             integer function do_get()\ndo_get = 1\nend function\nend program",
        ),
        None,
    );
}

#[test]
fn a_generic_with_a_procedure_of_its_name_is_given_once() {
    let m = "module m\ninterface done\nmodule procedure done\nend interface\ncontains\nsubroutine done(k)\n\
        integer :: k\nend subroutine\nend module\n";
    let o = |name: &str| {
        format!("module o\ncontains\nsubroutine {name}()\nend subroutine\nend module\n")
    };
    let p = "program p\nuse o\nuse m\nprint *, 1\nend program\n";
    check(&format!("{m}{}{p}", o("other")), None);
    check(
        &format!("{m}{}{p}", o("done")),
        Some("modules give `done` as a generic and as something else"),
    );
}
