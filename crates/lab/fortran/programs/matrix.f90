module matrices
  implicit none
  integer, parameter :: wp = kind(1.0d0)
contains
  function identity(n) result(one)
    integer, intent(in) :: n
    real(wp) :: one(n, n)
    integer :: i
    one = 0.0_wp
    do i = 1, n
      one(i, i) = 1.0_wp
    end do
  end function identity

  function power(base, exponent) result(product)
    real(wp), intent(in) :: base(:, :)
    integer, intent(in) :: exponent
    real(wp) :: product(size(base, 1), size(base, 2))
    integer :: step
    product = identity(size(base, 1))
    do step = 1, exponent
      product = matmul(product, base)
    end do
  end function power

  real(wp) function trace(a)
    real(wp), intent(in) :: a(:, :)
    integer :: i
    trace = sum([(a(i, i), i = 1, size(a, 1))])
  end function trace
end module matrices

program fibonacci
  use matrices
  implicit none
  real(wp), allocatable :: step(:, :), result(:, :)
  integer :: n
  allocate (step(2, 2))
  step = reshape([1.0_wp, 1.0_wp, 1.0_wp, 0.0_wp], [2, 2])
  do n = 1, 10, 3
    result = power(step, n)
    print '(i4, 2f8.1)', n, result(1, 2), trace(result)
  end do
  deallocate (step)
end program fibonacci
