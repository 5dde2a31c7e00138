//! What `cargo xtask storm fortran` once found accepted although it does not compile or prints something else; each with
//! the command that showed it.

use super::Fortran;
use reweave_refactor_testing::check;

/// `--seed 1 --only move --index 965`: a type was put behind one that extends it.
#[test]
fn what_moves_comes_before_its_users() {
    check::<Fortran>(
        "move",
        "```before
module a
  implicit none
  type :: par$0ent
    integer :: x
  end type
end module
module b
  use a, only: parent
  implicit none
  type, extends(parent) :: child
    integer :: y
  end type
end module
```
```with
to=b
```
```after
module a
  implicit none
end module
module b
  implicit none
  type :: parent
    integer :: x
  end type
  type, extends(parent) :: child
    integer :: y
  end type
end module
```
",
    );
}

/// `--seed 1 --only move --index 11219`: PUBLIC came behind CONTAINS where the module had none.
#[test]
fn public_comes_before_contains() {
    check::<Fortran>(
        "move",
        "```before
module a
  implicit none
contains
  subroutine he$0lp()
  end subroutine help
end module a
module b
  implicit none
  private
end module b
```
```with
to=b
```
```after
module a
  implicit none
contains
end module a
module b
  implicit none
  private
  public :: help
contains
  subroutine help()
  end subroutine help
end module b
```
",
    );
}

/// `--seed 1 --only change-signature --index 435`: a generic that names the procedure by `procedure ::` was not seen.
#[test]
fn a_part_of_a_generic_keeps_its_signature() {
    check::<Fortran>(
        "change-signature",
        "```before
module m
  implicit none
  type :: t
    integer :: n = 0
  end type t
  interface t
    procedure :: make
  end interface t
contains
  function ma$0ke() result(self)
    type(t) :: self
  end function make
end module m
```
```with
add=integer, intent(in) :: k
value=1
```
```refuses
used as a value
```
",
    );
    check::<Fortran>(
        "rename",
        "```before
module m
  implicit none
  interface t
    procedure :: make
  end interface t
contains
  function ma$0ke() result(self)
    integer :: self
  end function make
end module m
```
```with
to=build
```
```after
module m
  implicit none
  interface t
    procedure :: build
  end interface t
contains
  function build() result(self)
    integer :: self
  end function build
end module m
```
",
    );
}

/// `--seed 1 --only add-empty-subprogram --index 38`
#[test]
fn a_pure_procedure_contains_pure_ones() {
    check::<Fortran>(
        "add-empty-subprogram",
        "```before
elemental integer function f$0(x)
  integer, intent(in) :: x
  f = x
end function f
```
```with
name=help
```
```after
elemental integer function f(x)
  integer, intent(in) :: x
  f = x
contains
  pure subroutine help()
  end subroutine help
end function f
```
",
    );
}

/// `--seed 1 --only introduce-implicit-none --index 224`: the new declaration came before its type.
#[test]
fn a_type_is_defined_before_it_is_used() {
    check::<Fortran>(
        "introduce-implicit-none",
        "```before
program p$0
  implicit type(foo)(a-z)
  type foo
    integer x
  end type
  z = foo(1)
end program p
```
```refuses
`foo` is declared only below
```
",
    );
}

/// `--seed 1 --only safe-delete --index 274`
#[test]
fn a_statement_function_takes_its_arguments_types_from_variables() {
    check::<Fortran>(
        "safe-delete",
        "```before
program p
  complex z$0
  real f
  f(z) = abs(real(z))
  print *, f((1.0, 2.0))
end program p
```
```refuses
takes its type from this
```
",
    );
}

/// `--seed 1 --only extract-local-variable --index 269`
#[test]
fn an_intrinsic_is_no_variable() {
    check::<Fortran>(
        "extract-local-variable",
        "```before
program p
  implicit none
  integer :: n
  intrinsic min
  n = 1
  print *, $0n + 1$0
end program p
```
```with
name=min
```
```refuses
procedure of the language
```
",
    );
}

/// `--seed 1 --only extract-local-variable --index 671`
#[test]
fn nothing_goes_into_a_where() {
    check::<Fortran>(
        "extract-local-variable",
        "```before
program p
  real :: v(2) = [-1, 2]
  where (v > 0)
    v = $012.5$0
  end where
  print *, v
end program p
```
```with
name=big
```
```refuses
WHERE or FORALL
```
",
    );
}

/// `--seed 1 --only extract-procedure --index 513`
#[test]
fn what_is_called_is_no_type_around() {
    check::<Fortran>(
        "extract-procedure",
        "```before
module m
  implicit none
  type :: box
    integer :: n
  end type
contains
  subroutine s()
    integer :: i
    $0i = 1$0
    print *, i
  end subroutine s
end module m
```
```with
name=box
```
```refuses
`box` is also a type around this unit
```
",
    );
}

/// `--seed 1 --only extract-procedure --index 955`
#[test]
fn nothing_impure_is_called_concurrently() {
    check::<Fortran>(
        "extract-procedure",
        "```before
program p
  implicit none
  integer :: i, a(4)
  do concurrent (i = 1:4)
    $0a(i) = i$0
  end do
  print *, a
end program p
```
```with
name=fill
```
```refuses
DO CONCURRENT
```
",
    );
}

/// `--seed 1 --only extract-procedure --index 1123`
#[test]
fn a_separate_procedure_is_pure_when_its_interface_is() {
    check::<Fortran>(
        "extract-procedure",
        "```before
module m
  implicit none
  interface
    pure module subroutine s(i)
      integer, intent(out) :: i
    end subroutine s
  end interface
end module m
submodule (m) n
contains
  module procedure s
    $0i = 1$0
  end procedure s
end submodule n
```
```with
name=help
```
```refuses
a pure procedure
```
",
    );
}

/// `fortran-split --seed 1 --only move --index 44`: the circle went through a USE inside a procedure.
#[test]
fn modules_do_not_use_each_other() {
    check::<Fortran>(
        "move",
        "```before
//- a.f90
module a
  implicit none
end module a
//- b.f90
module b
  implicit none
  integer :: n
contains
  subroutine hel$0p()
    n = 1
  end subroutine help
  subroutine other()
    call help()
  end subroutine other
end module b
```
```with
to=a
```
```refuses
in turn
```
",
    );
}

/// `fortran --seed 32 --only introduce-implicit-none --index 91`: only its letter said what the pointer's function gives.
#[test]
fn a_procedure_without_an_interface_is_typed() {
    check::<Fortran>(
        "introduce-implicit-none",
        "```before
integer function apply$0_to(ip, val)
  procedure(), pointer, intent(in) :: ip
  integer, intent(in) :: val
  apply_to = ip(val)
end function
```
```after
integer function apply_to(ip, val)
  implicit none
  integer :: ip
  procedure(), pointer, intent(in) :: ip
  integer, intent(in) :: val
  apply_to = ip(val)
end function
```
",
    );
}

/// `fortran --seed 33 --only extract-procedure --index 787`: where the call stands, the name was that of an argument.
#[test]
fn the_call_sees_the_new_procedure() {
    check::<Fortran>(
        "extract-procedure",
        "```before
program p
  integer :: s
  call fill(3, s)
contains
  subroutine fill(d3, s)
    integer, intent(in) :: d3
    integer, intent(out) :: s
    $0s = 0$0
    s = s + d3
  end subroutine
end program
```
```with
name=d3
```
```refuses
`d3` already means something here
```
",
    );
}
