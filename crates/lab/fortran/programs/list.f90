module lists
  implicit none
  type :: node
    integer :: value
    type(node), pointer :: next => null()
  end type node
contains
  subroutine push(head, value)
    type(node), pointer, intent(inout) :: head
    integer, intent(in) :: value
    type(node), pointer :: fresh
    allocate (fresh)
    fresh%value = value
    fresh%next => head
    head => fresh
  end subroutine push

  recursive integer function length(head) result(count)
    type(node), pointer, intent(in) :: head
    count = 0
    if (associated(head)) count = 1 + length(head%next)
  end function length

  subroutine reverse(head)
    type(node), pointer, intent(inout) :: head
    type(node), pointer :: previous, current, following
    nullify (previous)
    current => head
    do while (associated(current))
      following => current%next
      current%next => previous
      previous => current
      current => following
    end do
    head => previous
  end subroutine reverse

  subroutine show(head)
    type(node), pointer, intent(in) :: head
    type(node), pointer :: current
    current => head
    do while (associated(current))
      print '(i4)', current%value
      current => current%next
    end do
  end subroutine show
end module lists

program linked
  use lists
  implicit none
  type(node), pointer :: first
  integer :: i
  nullify (first)
  do i = 1, 5
    call push(first, i * i)
  end do
  call reverse(first)
  call show(first)
  print *, length(first)
end program linked
