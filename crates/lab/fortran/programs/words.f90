module words
  implicit none
  character(len=*), parameter :: blank = ' '
contains
  subroutine next_word(line, start, word, found)
    character(len=*), intent(in) :: line
    integer, intent(inout) :: start
    character(len=*), intent(out) :: word
    logical, intent(out) :: found
    integer :: finish
    word = blank
    found = .false.
    do while (start <= len(line))
      if (line(start:start) /= blank) exit
      start = start + 1
    end do
    if (start > len(line)) return
    finish = index(line(start:), blank)
    if (finish == 0) finish = len(line) - start + 2
    word = line(start:start + finish - 2)
    start = start + finish
    found = .true.
  end subroutine next_word

  pure logical function is_palindrome(text)
    character(len=*), intent(in) :: text
    integer :: i, length
    length = len_trim(text)
    is_palindrome = .true.
    do i = 1, length / 2
      if (text(i:i) /= text(length + 1 - i:length + 1 - i)) is_palindrome = .false.
    end do
  end function is_palindrome
end module words

program count_words
  use words, only: next => next_word, is_palindrome
  implicit none
  character(len=40) :: line
  character(len=12) :: word
  integer :: at, count
  logical :: found
  line = 'level noon word  radar end'
  at = 1
  count = 0
  do
    call next(line, at, word, found)
    if (.not. found) exit
    count = count + 1
    print '(i3, 1x, a, l2)', count, trim(word), is_palindrome(word)
  end do
  select case (count)
  case (:3)
    print *, 'few'
  case (4:6)
    print *, 'some'
  case default
    print *, 'many'
  end select
end program count_words
