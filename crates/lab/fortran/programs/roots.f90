module roots
  implicit none
  abstract interface
    real function curve(x)
      real, intent(in) :: x
    end function curve
  end interface
  integer, save :: steps = 0
contains
  real function bisect(f, low, high, limit)
    procedure(curve) :: f
    real, intent(in) :: low, high
    real, intent(in), optional :: limit
    real :: a, b, middle, close
    close = 1.0e-3
    if (present(limit)) close = limit
    a = low
    b = high
    steps = 0
    search: do
      middle = 0.5 * (a + b)
      steps = steps + 1
      if (b - a < close) exit search
      if (f(a) * f(middle) <= 0.0) then
        b = middle
      else
        a = middle
      end if
    end do search
    bisect = middle
  end function bisect

  real function parabola(x)
    real, intent(in) :: x
    parabola = x * x - 2.0
  end function parabola

  real function line(x)
    real, intent(in) :: x
    line = 3.0 * x - 1.5
  end function line
end module roots

program solve
  use roots
  implicit none
  print '(f7.3, i4)', bisect(parabola, 0.0, 2.0), steps
  print '(f7.3)', bisect(line, low=0.0, high=1.0, limit=0.01)
  print '(i4)', steps
end program solve
