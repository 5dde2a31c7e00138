//! What the storms over programs in several files and in fixed form once found accepted although it does not compile or
//! prints something else; each with the storm that showed it.

use super::Fortran;
use reweave_refactor_testing::check;

struct Found {
    /// What is so in Fortran, or in `gfortran`.
    since: &'static str,
    /// As `cargo xtask storm` takes it.
    by: &'static str,
    refactoring: &'static str,
    with: &'static str,
    refuses: &'static str,
    before: &'static str,
}

#[test]
fn what_the_storms_found_is_refused() {
    for found in FOUND {
        let Found {
            since,
            by,
            refactoring,
            with,
            refuses,
            before,
        } = found;
        // Told only when the case fails.
        println!("{since}: storm {by}");
        let with = if with.is_empty() {
            String::new()
        } else {
            format!("```with\n{with}\n```\n")
        };
        let page = format!("```before\n{before}```\n{with}```refuses\n{refuses}\n```\n");
        check::<Fortran>(refactoring, &page);
    }
}

/// `fortran-fixed --seed 22 --only rename --index 10`: a keyword is that of the interface in sight, whose arguments may have
/// other names than the procedure's.
#[test]
fn keywords_are_those_of_the_interface() {
    let page = |external: &str, interface: &str, keyword: &str| {
        format!(
            "subroutine s(n)
  integer, intent(in) :: n
  interface
    pure integer function pick(a, {interface})
      integer, intent(in) :: a
      logical, intent(in) :: {interface}
    end function pick
  end interface
  print *, pick(1, {keyword}=n > 1)
end subroutine s
pure integer function pick(a, {external})
  integer, intent(in) :: a
  logical, intent(in) :: {external}
  pick = merge(a, 2, {external})
end function pick
"
        )
    };
    let with = "```with\nto=flag\n```\n";
    for (external, interface, after) in [
        ("mask", "mask", page("flag", "mask", "mask")),
        ("other", "mask", page("other", "flag", "flag")),
    ] {
        let before = page(external, interface, interface);
        let asked = if external == interface {
            before.replace("merge(a, 2, mask", "merge(a, 2, mask$0")
        } else {
            before.replace("pick(1, mask", "pick(1, mask$0")
        };
        let page = format!("```before\n{asked}```\n{with}```after\n{after}```\n");
        check::<Fortran>("rename", &page);
    }
}

/// A namelist, DATA and a statement function know the type of what they list: its declaration goes above them.
#[test]
fn what_is_listed_is_declared_above() {
    for list in ["namelist /inp/ n, NAME", "data NAME /2/", "f(y) = y + NAME"] {
        let page = |name: &str, declaration: &str| {
            let list = list.replace("NAME", name);
            format!("subroutine s(n)\n{declaration}  {list}\n  print *, {name}\nend subroutine s\n")
        };
        let before = page("mm", "").replace("*, mm", "*, mm$0");
        let after = page("da", "  integer :: da\n");
        let text = format!("```before\n{before}```\n```with\nto=da\n```\n```after\n{after}```\n");
        check::<Fortran>("rename", &text);
    }
}

/// `fortran --seed 34 --only change-signature --index 570`: inside a function its name with parentheses is a part of the result.
#[test]
fn a_part_of_the_result_is_no_call() {
    for (ty, part) in [("integer :: f(2)", "f(1)"), ("character(3) :: f", "f(1:2)")] {
        let page = |asked: &str, dummies: &str, actuals: &str, declared: &str| {
            format!(
                "program p\n  print *, f{actuals}\ncontains\n  function f{asked}{dummies}\n{declared}    \
                 integer :: n\n    {ty}\n    print *, {part}, n\n  end function f\nend program p\n"
            )
        };
        let before = page("$0", "(n)", "(1)", "");
        let after = page("", "(n, k)", "(1, 7)", "    integer, intent(in) :: k\n");
        let with = "```with\nadd=integer, intent(in) :: k\nvalue=7\nat=2\n```\n";
        let text = format!("```before\n{before}```\n{with}```after\n{after}```\n");
        check::<Fortran>("change-signature", &text);
    }
}

/// `fortran-fixed --seed 23 --only change-signature --index 166`: a character function that is only typed where it is called
/// was taken for a variable.
#[test]
fn a_typed_name_calls_a_function() {
    check::<Fortran>(
        "change-signature",
        "```before
program p
  character(2) :: f
  print *, f(1)
end program p
function f$0(i)
  character(2) :: f
  integer :: i
  f = 'ab'
end function f
```
```with
add=integer, intent(in) :: k
value=7
```
```after
program p
  character(2) :: f
  print *, f(1, 7)
end program p
function f(i, k)
  integer, intent(in) :: k
  character(2) :: f
  integer :: i
  f = 'ab'
end function f
```
",
    );
}

/// Found by reading, not by a storm: what stood on several lines of fixed form comes to stand in other columns.
#[test]
fn literals_of_fixed_form_are_joined_and_cut_anew() {
    check::<Fortran>(
        "extract-local-variable",
        "```before
//- a.f
      program p
      integer n
      n = 1
      print *, $0'a literal that is far too long for one line of fixed
     & form'$0, n
      end program p
```
```with
name=words
type=character(len=61)
```
```after
//- a.f
      program p
      integer n
      character(len=61) :: words
      n = 1
      words =
     &  'a literal that is far too long for one line of fixed     form'
      print *, words, n
      end program p
```
",
    );
}

/// Found by reading, not by a storm.
#[test]
fn a_label_is_no_indentation() {
    check::<Fortran>(
        "rename",
        "```before
//- a.f
10    n$0 = 1
      print *, n
      end
```
```with
to=x
```
```after
//- a.f
      integer :: x
10    x = 1
      print *, x
      end
```
",
    );
}

const FOUND: &[Found] = &[
    Found {
        since: "a generic may extend an intrinsic",
        by: "fortran-split --seed 1 --only rename --index 109",
        refactoring: "rename",
        with: "to=other",
        refuses: "may mean the `dble` of the language",
        before: "module m
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
",
    },
    Found {
        since: "a submodule knows the name of its module",
        by: "fortran-split --seed 1 --only add-empty-subprogram --index 213",
        refactoring: "add-empty-subprogram",
        with: "name=m",
        refuses: "the name of a module that is known here",
        before: "module m
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
",
    },
    Found {
        since: "a module knows its own name",
        by: "fortran-split --seed 9 --only rename --index 56",
        refactoring: "rename",
        with: "to=s",
        refuses: "the name of a module that is known here",
        before: "module m$0
  abstract interface
    subroutine s()
    end subroutine
  end interface
end module m
",
    },
    Found {
        since: "modules behind modules are known",
        by: "fortran-split --seed 9 --only extract-local-variable --index 93",
        refactoring: "extract-local-variable",
        with: "name=far",
        refuses: "the name of a module that is known here",
        before: "module far
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
",
    },
    Found {
        since: "a generic of the same name keeps its procedure",
        by: "fortran-split --seed 12 --only safe-delete --index 43",
        refactoring: "safe-delete",
        with: "",
        refuses: "a generic interface bears the same name; delete that first",
        before: "module m
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
",
    },
    Found {
        since: "a procedure pointer has its name already",
        by: "fortran-split --seed 12 --only extract-local-variable --index 108",
        refactoring: "extract-local-variable",
        with: "name=proc",
        refuses: "`proc` is already declared here",
        before: "program p
  procedure(say), pointer :: proc
  proc => say
  call proc($0'Hello'$0)
contains
  subroutine say(message)
    character(len=*), intent(in) :: message
    print *, message
  end subroutine say
end program p
",
    },
    Found {
        since: "a type parameter hides nothing",
        by: "fortran-split --seed 13 --only rename --index 7",
        refactoring: "rename",
        with: "to=short",
        refuses: "`short` around the type may be taken for its parameter",
        before: "module m
  integer, parameter :: short = 4
  type :: t(k$0)
    integer, kind :: k = 8
    real(k) :: x
  end type t
end module m
",
    },
    Found {
        since: "operators have letters only",
        by: "fortran-split --seed 13 --only rename --index 27",
        refactoring: "rename",
        with: "to=plus_2",
        refuses: "`plus_2` is no operator: their names have letters only",
        before: "module m
  interface operator(.plus$0.)
    module procedure add
  end interface
contains
  integer function add(a, b)
    logical, intent(in) :: a, b
    add = merge(1, 0, a .or. b)
  end function add
end module m
",
    },
    Found {
        since: "complex literals have constants",
        by: "fortran-fixed --seed 13 --only extract-local-variable --index 75",
        refactoring: "extract-local-variable",
        with: "name=re",
        refuses: "the parts of a complex literal are constants",
        before: "program p
  complex :: z
  z = ($01.0$0, 2.0)
end program p
",
    },
    Found {
        since: "a new procedure hides nothing",
        by: "fortran-split --seed 14 --only extract-procedure --index 292",
        refactoring: "extract-procedure",
        with: "name=get",
        refuses: "`get` already means something here",
        before: "module m
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
",
    },
    Found {
        since: "block data contains nothing",
        by: "fortran-fixed --seed 14 --only add-empty-subprogram --index 18",
        refactoring: "add-empty-subprogram",
        with: "name=s",
        refuses: "BLOCK DATA cannot contain procedures",
        before: "block data
  integer :: x(4)
  common /blk/ x$0
  data x(2) /8/
end block data
",
    },
    Found {
        since: "what is allocated is not named as a type",
        by: "fortran-fixed --seed 21 --only rename --index 71",
        refactoring: "rename",
        with: "to=real",
        refuses: "ALLOCATE would take `real` for a type",
        before: "program p
  integer, allocatable :: y$0(:)
  allocate(y(5))
end program p
",
    },
    Found {
        since: "an external that is handed over may be a function",
        by: "fortran-fixed --seed 21 --only introduce-implicit-none --index 74",
        refactoring: "introduce-implicit-none",
        with: "",
        refuses: "nothing but its implicit type says that this may be a function",
        before: "subroutine a()
  external f
  call sub$0(f)
end subroutine a
",
    },
    Found {
        since: "a pointer to procedures without an interface may be one to functions",
        by: "fortran-fixed --seed 37 --only introduce-implicit-none --index 107",
        refactoring: "introduce-implicit-none",
        with: "",
        refuses: "nothing but its implicit type says that this may be a function",
        before: "program p$0
  procedure(), pointer :: ifunc => null()
  ifunc => inegate
  print *, iapply(ifunc, 42)
contains
  integer function inegate(n)
    integer, intent(in) :: n
    inegate = -n
  end function
  integer function iapply(ip, n)
    procedure(), pointer, intent(in) :: ip
    integer, intent(in) :: n
    iapply = ip(n)
  end function
end program
",
    },
    Found {
        since: "an internal procedure takes calls by `%` of what has its name",
        by: "fortran-split --seed 35 --only add-empty-subprogram --index 37",
        refactoring: "add-empty-subprogram",
        with: "name=do_bump",
        refuses: "this runs `do_bump`, and an internal procedure has that name here",
        before: "module m
  type t
    integer :: k = 1
  contains
    procedure :: bump => do_bump
  end type
contains
  subroutine do_bump(self, by)
    class(t), intent(inout) :: self
    integer, intent(in) :: by
    self%k = self%k + by
  end subroutine
  subroutine go$0(c)
    class(t), intent(inout) :: c
    call c%bump(2)
  end subroutine
end module
",
    },
    Found {
        since: "a module hides what the language has",
        by: "fortran-fixed --seed 23 --only rename --index 82",
        refactoring: "rename",
        with: "to=abs",
        refuses: "the name of a module that is known here",
        before: "module m$0
  integer :: v = -3
end module
program p
  use m
  print *, abs(v)
end program p
",
    },
    Found {
        since: "a submodule knows its own name",
        by: "fortran-fixed --taken --seed 101 --only rename --index 48",
        refactoring: "rename",
        with: "to=s",
        refuses: "the name of a submodule that is known here",
        before: "module m
  interface
    module subroutine s()
    end subroutine
  end interface
end module
submodule (m) n$0
contains
  module procedure s
  end procedure
end submodule
",
    },
    Found {
        since: "a type is no procedure",
        by: "fortran-split --taken --seed 102 --only add-empty-subprogram --index 67",
        refactoring: "add-empty-subprogram",
        with: "name=t",
        refuses: "`t` is already declared here",
        before: "module m$0
  type t
  end type
contains
  subroutine s
  end subroutine
end module
",
    },
    Found {
        since: "a submodule hides nothing of its module",
        by: "fortran-split --taken --seed 102 --only add-empty-subprogram --index 74",
        refactoring: "add-empty-subprogram",
        with: "name=t",
        refuses: "the name of something in the module above",
        before: "module m
  type t
  end type
  interface
    module subroutine s()
    end subroutine
  end interface
end module
submodule (m)$0 n
contains
  module procedure s
  end procedure
end submodule
",
    },
    Found {
        since: "no module is in COMMON",
        by: "fortran --taken --seed 104 --only rename --index 226",
        refactoring: "rename",
        with: "to=m",
        refuses: "no such name can be in COMMON",
        before: "module m
contains
  subroutine s
    integer :: a$0
    common /c/ a
    a = 1
  end subroutine
end module
",
    },
    Found {
        since: "what CONTAINS gives is not there before it",
        by: "fortran --taken --seed 104 --only rename --index 289",
        refactoring: "rename",
        with: "to=m",
        refuses: "the name of a module that is known here",
        before: "module m
contains
  integer function f(i)
    integer :: i
    f = g(i)
  contains
    integer function g$0(i)
      integer :: i
      g = i
    end function
  end function
end module
",
    },
    Found {
        since: "an interface is not there before it",
        by: "fortran --taken --seed 104 --only extract-procedure --index 42",
        refactoring: "extract-procedure",
        with: "name=pick",
        refuses: "`pick` is also a subroutine around this unit",
        before: "pure integer function pick(n)
  integer, intent(in) :: n
  pick = n
end function
program p
$0  print *, 1
$0  print *, size(f(2))
contains
  function f(n)
    integer, intent(in) :: n
    real :: f(pick(n))
    interface
      pure integer function pick(n)
        integer, intent(in) :: n
      end function
    end interface
    f = 1
  end function
end program
",
    },
    Found {
        since: "a bound has the type of its letter until it is declared",
        by: "fortran-fixed --seed 31 --only rename --index 109",
        refactoring: "rename",
        with: "to=x",
        refuses: "implicit real",
        before: "subroutine s(n)
  real :: a(n)
  integer, intent(in) :: n$0
  a = 1
  print *, a
end subroutine
",
    },
    Found {
        since: "the object takes a dummy of its own",
        by: "fortran-split --seed 31 --only extract-local-variable --index 142",
        refactoring: "extract-local-variable",
        with: "name=copy",
        refuses: "the variable itself, not its value, is wanted here",
        before: "module m
  type :: t
  contains
    procedure :: double
  end type
contains
  subroutine double(me, from, to)
    class(t), intent(in) :: me
    real, intent(in) :: from
    real, intent(out) :: to
    to = 2 * from
  end subroutine
  subroutine s(x)
    class(t), intent(in) :: x
    real :: r
    call x%double(1.0, $0r$0)
    print *, r
  end subroutine
end module
",
    },
    Found {
        since: "the object may take any dummy",
        by: "fortran-split --seed 31 --only extract-local-variable --index 142",
        refactoring: "extract-local-variable",
        with: "name=copy",
        refuses: "the variable itself, not its value, is wanted here",
        before: "module m
  type :: t
  contains
    procedure, pass(me) :: half
  end type
contains
  subroutine half(to, me)
    real, intent(out) :: to
    class(t), intent(in) :: me
    to = 0.5
  end subroutine
  subroutine s(x)
    class(t), intent(in) :: x
    real :: r
    call x%half($0r$0)
    print *, r
  end subroutine
end module
",
    },
];
