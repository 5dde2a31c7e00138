package bank;

import bank.money.Money;
import bank.money.Money.Unit;

public class Main {
    static class Outer {
        static int n = 1;
        int m = 2;

        static int up() {
            return n++;
        }

        class In extends Outer {
            int m = 5;

            int all() {
                return m + super.m * 10 + Outer.this.m * 100 + up() * 1000;
            }
        }
    }

    static class Lower extends Outer {
        static int n = 50;

        static int up() {
            return n += Outer.n;
        }

        In in() {
            m++;
            return new In();
        }
    }

    public static void main(String[] args) {
        bank.money.Account account = new bank.money.Account();
        account.put(3);
        account.put(Money.ZERO);
        account.put(Money.of(2, Unit.EURO).times(1.5));
        System.out.println(account.sum() + account.audit().suspicious());
        Card card = new Card(account);
        card.put("text");
        card.put('c');
        card.put(5L);
        card.put((short) 40);
        Card copy = card.clone();
        System.out.println(card.pin(0) + copy.pin(2) + " " + card + copy);
        System.out.println(Account.Plain.SHARED + Account.last().kindText() + (Account.last() == Account.Plain.SHARED));
        card.frozen = true;
        Account asAccount = card;
        System.out.println(asAccount.kindText() + asAccount.fee() + asAccount.moves + Account.opened);
        System.out.println(Money.made() + " " + Money.of(1, Unit.EURO).equals(new Money(100, null)) + Money.ZERO.compareTo(Money.of(3, null)));
        Lower lower = new Lower();
        System.out.println(lower.in().all() + " " + Lower.up() + " " + Outer.up() + " " + lower.new In().all());
        System.out.println(Unit.KILO.use() + Unit.CENT.use() + Unit.CENT.use());
    }
}
