module accounts
  implicit none
  private
  integer, parameter :: most = 8
  type, public :: account
    integer :: number = 0
    real :: balance = 0.0
  end type account
  type(account), save :: all_accounts(most)
  integer, save :: how_many = 0
  public :: open_account, pay, balance_of, total
contains
  integer function open_account(start) result(number)
    real, intent(in) :: start
    number = 0
    if (how_many < most) then
      how_many = how_many + 1
      number = how_many
      all_accounts(number)%number = number
      all_accounts(number)%balance = start
    end if
  end function open_account

  subroutine pay(from, to, amount, done)
    integer, intent(in) :: from, to
    real, intent(in) :: amount
    logical, intent(out) :: done
    done = all_accounts(from)%balance >= amount
    if (.not. done) return
    all_accounts(from)%balance = all_accounts(from)%balance - amount
    all_accounts(to)%balance = all_accounts(to)%balance + amount
  end subroutine pay

  real function balance_of(number)
    integer, intent(in) :: number
    balance_of = all_accounts(number)%balance
  end function balance_of

  real function total()
    integer :: i
    total = 0.0
    do i = 1, how_many
      total = total + balance_of(i)
    end do
  end function total
end module accounts

program bank
  use accounts
  implicit none
  integer :: ours, theirs
  logical :: done
  ours = open_account(100.0)
  theirs = open_account(20.0)
  call pay(ours, theirs, 30.5, done)
  print '(l2, 2f8.2)', done, balance_of(ours), balance_of(theirs)
  call pay(theirs, ours, 500.0, done)
  print '(l2, 2f8.2)', done, balance_of(ours), balance_of(theirs)
  print '(f8.2)', total()
end program bank
