//! What `cargo xtask storm fortran` once found accepted although it does not compile or prints something else; each with
//! the command that showed it.

use super::Fortran;
use crate::testing::check;

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

/// `storm fortran-split --seed 1 --only rename --index 109`
#[test]
fn a_generic_may_extend_an_intrinsic() {
    check::<Fortran>(
        "rename",
        "```before
module m
  interface dble$0
    module procedure five
  end interface
contains
  double precision function five()
    five = 5
  end function
end module m
program p
  use m
  print *, dble(1), dble()
end program p
```
```with
to=other
```
```refuses
may mean the `dble` of the language
```
",
    );
}

/// `storm fortran-split --seed 1 --only add-empty-subprogram --index 213`
#[test]
fn a_submodule_knows_the_name_of_its_module() {
    check::<Fortran>(
        "add-empty-subprogram",
        "```before
module m
  interface
    module subroutine s()
    end subroutine
  end interface
end module m
submodule (m)$0 sub
contains
  module procedure s
  end procedure
end submodule
```
```with
name=m
```
```refuses
the name of a module that is known here
```
",
    );
}

/// `storm fortran-split --seed 9 --only rename --index 56`
#[test]
fn a_module_knows_its_own_name() {
    check::<Fortran>(
        "rename",
        "```before
module m$0
  abstract interface
    subroutine s()
    end subroutine
  end interface
end module m
```
```with
to=s
```
```refuses
the name of a module that is known here
```
",
    );
}

/// `storm fortran-split --seed 9 --only extract-local-variable --index 93`
#[test]
fn modules_behind_modules_are_known() {
    check::<Fortran>(
        "extract-local-variable",
        "```before
module far
  type t
  end type
end module far
module near
  use far
end module near
program p
  use near
  print *, $01 + 1$0
end program p
```
```with
name=far
```
```refuses
the name of a module that is known here
```
",
    );
}

/// `storm fortran-split --seed 12 --only safe-delete --index 43`
#[test]
fn a_generic_of_the_same_name_keeps_its_procedure() {
    check::<Fortran>(
        "safe-delete",
        "```before
module m
  private
  type, public :: t
    integer :: v = 0
  contains
    final :: clear
  end type t
  interface clear
    module procedure clear
  end interface clear
contains
  subroutine clear$0(x)
    type(t), intent(inout) :: x
    x%v = -1
  end subroutine clear
end module m
```
```refuses
a generic interface bears the same name; delete that first
```
",
    );
}

/// `storm fortran-split --seed 12 --only extract-local-variable --index 108`
#[test]
fn a_procedure_pointer_has_its_name_already() {
    check::<Fortran>(
        "extract-local-variable",
        "```before
program p
  procedure(say), pointer :: proc
  proc => say
  call proc($0'Hello'$0)
contains
  subroutine say(message)
    character(len=*), intent(in) :: message
    print *, message
  end subroutine say
end program p
```
```with
name=proc
```
```refuses
`proc` is already declared here
```
",
    );
}

/// `storm fortran-split --seed 13 --only rename --index 7`
#[test]
fn a_type_parameter_hides_nothing() {
    check::<Fortran>(
        "rename",
        "```before
module m
  integer, parameter :: short = 4
  type :: t(k$0)
    integer, kind :: k = 8
    real(k) :: x
  end type t
end module m
```
```with
to=short
```
```refuses
`short` around the type may be taken for its parameter
```
",
    );
}

/// `storm fortran-split --seed 13 --only rename --index 27`
#[test]
fn operators_have_letters_only() {
    check::<Fortran>(
        "rename",
        "```before
module m
  interface operator(.plus$0.)
    module procedure add
  end interface
contains
  integer function add(a, b)
    logical, intent(in) :: a, b
    add = merge(1, 0, a .or. b)
  end function add
end module m
```
```with
to=plus_2
```
```refuses
`plus_2` is no operator: their names have letters only
```
",
    );
}

/// `storm fortran-fixed --seed 13 --only extract-local-variable --index 75`
#[test]
fn complex_literals_have_constants() {
    check::<Fortran>(
        "extract-local-variable",
        "```before
program p
  complex :: z
  z = ($01.0$0, 2.0)
end program p
```
```with
name=re
```
```refuses
the parts of a complex literal are constants
```
",
    );
}

/// `storm fortran-split --seed 14 --only extract-procedure --index 292`
#[test]
fn a_new_procedure_hides_nothing() {
    check::<Fortran>(
        "extract-procedure",
        "```before
module m
  interface get
    module procedure :: get_int
  end interface
contains
  subroutine get_int(val)
    integer, intent(out) :: val
$0    val = 10
$0    print *, val
  end subroutine
end module
```
```with
name=get
```
```refuses
`get` already means something here
```
",
    );
}

/// `storm fortran-fixed --seed 14 --only add-empty-subprogram --index 18`
#[test]
fn block_data_contains_nothing() {
    check::<Fortran>(
        "add-empty-subprogram",
        "```before
block data
  integer :: x(4)
  common /blk/ x$0
  data x(2) /8/
end block data
```
```with
name=s
```
```refuses
BLOCK DATA cannot contain procedures
```
",
    );
}

/// `storm fortran-fixed --seed 21 --only rename --index 71`
#[test]
fn what_is_allocated_is_not_named_as_a_type() {
    check::<Fortran>(
        "rename",
        "```before
program p
  integer, allocatable :: y$0(:)
  allocate(y(5))
end program p
```
```with
to=real
```
```refuses
ALLOCATE would take `real` for a type
```
",
    );
}

/// `storm fortran-fixed --seed 21 --only introduce-implicit-none --index 74`
#[test]
fn an_external_that_is_handed_over_may_be_a_function() {
    check::<Fortran>(
        "introduce-implicit-none",
        "```before
subroutine a()
  external f
  call sub$0(f)
end subroutine a
```
```refuses
nothing but its implicit type says that this may be a function
```
",
    );
}
