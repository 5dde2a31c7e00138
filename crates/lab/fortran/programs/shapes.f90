module shapes
  implicit none
  type, abstract :: shape
    character(len=8) :: name = 'shape'
  contains
    procedure(measure), deferred :: area
    procedure :: tell
  end type shape

  abstract interface
    real function measure(this)
      import :: shape
      class(shape), intent(in) :: this
    end function measure
  end interface

  type, extends(shape) :: square
    real :: side = 1.0
  contains
    procedure :: area => square_area
  end type square

  type, extends(shape) :: circle
    real :: radius = 1.0
  contains
    procedure :: area => circle_area
  end type circle
contains
  subroutine tell(this)
    class(shape), intent(in) :: this
    print '(a, f8.3)', trim(this%name), this%area()
  end subroutine tell

  real function square_area(this)
    class(square), intent(in) :: this
    square_area = this%side * this%side
  end function square_area

  real function circle_area(this)
    class(circle), intent(in) :: this
    real, parameter :: pi = 3.14159
    circle_area = pi * this%radius ** 2
  end function circle_area
end module shapes

program draw
  use shapes, only: square, circle, shape
  implicit none
  type(square), target :: box
  type(circle), target :: ring
  class(shape), pointer :: current
  integer :: turn
  box%name = 'box'
  box%side = 2.5
  ring%name = 'ring'
  do turn = 1, 2
    if (turn == 1) then
      current => box
    else
      current => ring
    end if
    call current%tell()
  end do
end program draw
