//! What the storms over programs in several files and in fixed form once found accepted although it does not compile or
//! prints something else; each with the command that showed it.

use super::Fortran;
use crate::testing::check;

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

/// `storm fortran-fixed --seed 22 --only rename --index 10`
#[test]
fn keywords_are_those_of_the_interface() {
    check::<Fortran>(
        "rename",
        "```before
pure integer function pick(a, b, mask$0)
  integer, intent(in) :: a, b
  logical, intent(in) :: mask
  pick = merge(a, b, mask)
end function pick
subroutine s(n)
  integer, intent(in) :: n
  integer :: res(pick(1, 2, mask=n > 1))
  interface
    pure integer function pick(a, b, mask)
      integer, intent(in) :: a, b
      logical, intent(in) :: mask
    end function pick
  end interface
  res = 1
end subroutine s
```
```with
to=flag
```
```refuses
the keyword may be that of an interface, which is not renamed
```
",
    );
}
