module sorting
  implicit none
  interface swap
    module procedure swap_integers, swap_reals
  end interface swap
contains
  subroutine swap_integers(a, b)
    integer, intent(inout) :: a, b
    integer :: kept
    kept = a
    a = b
    b = kept
  end subroutine swap_integers

  subroutine swap_reals(a, b)
    real, intent(inout) :: a, b
    real :: kept
    kept = a
    a = b
    b = kept
  end subroutine swap_reals

  recursive subroutine quick(values, low, high)
    integer, intent(inout) :: values(:)
    integer, intent(in) :: low, high
    integer :: i, j, middle
    if (low >= high) return
    middle = values((low + high) / 2)
    i = low
    j = high
    do
      do while (values(i) < middle)
        i = i + 1
      end do
      do while (values(j) > middle)
        j = j - 1
      end do
      if (i <= j) then
        call swap(values(i), values(j))
        i = i + 1
        j = j - 1
      end if
      if (i > j) exit
    end do
    call quick(values, low, j)
    call quick(values, i, high)
  end subroutine quick
end module sorting

program sorted
  use sorting
  implicit none
  integer :: values(9), i
  real :: left, right
  values = [5, 3, 9, 1, 7, 2, 8, 6, 4]
  call quick(values, 1, size(values))
  print '(9i3)', (values(i), i = 1, size(values))
  left = 1.5
  right = 2.5
  call swap(left, right)
  print '(2f5.1)', left, right
  print *, all(values(2:) >= values(:8))
end program sorted
