program life
  implicit none
  integer, parameter :: rows = 6, columns = 6
  logical :: board(rows, columns), next(rows, columns)
  integer :: round
  board = .false.
  board(2, 3) = .true.
  board(3, 3) = .true.
  board(4, 3) = .true.
  board(4, 4) = .true.
  do round = 1, 3
    call advance(board, next)
    board = next
    call show(board)
    print '(a, i3)', 'alive', count(board)
  end do
contains
  subroutine advance(old, new)
    logical, intent(in) :: old(:, :)
    logical, intent(out) :: new(:, :)
    integer :: i, j, around
    do j = 1, size(old, 2)
      do i = 1, size(old, 1)
        around = neighbours(old, i, j)
        new(i, j) = around == 3 .or. (old(i, j) .and. around == 2)
      end do
    end do
  end subroutine advance

  integer function neighbours(cells, row, column)
    logical, intent(in) :: cells(:, :)
    integer, intent(in) :: row, column
    integer :: i, j
    neighbours = 0
    do j = max(1, column - 1), min(size(cells, 2), column + 1)
      do i = max(1, row - 1), min(size(cells, 1), row + 1)
        if (i == row .and. j == column) cycle
        if (cells(i, j)) neighbours = neighbours + 1
      end do
    end do
  end function neighbours

  subroutine show(cells)
    logical, intent(in) :: cells(:, :)
    character(len=columns) :: line
    integer :: i, j
    do i = 1, size(cells, 1)
      do j = 1, size(cells, 2)
        line(j:j) = merge('#', '.', cells(i, j))
      end do
      print '(a)', line
    end do
  end subroutine show
end program life
