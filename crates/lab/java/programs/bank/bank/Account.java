package bank;

import bank.money.Money;
import bank.money.Money.Unit;
import static bank.money.Money.*;

public abstract class Account {
    public static final int KIND_CASH = 1, KIND_CARD = KIND_CASH << 1, KIND_BOTH = KIND_CASH | KIND_CARD;
    private static Account last;
    public static int opened;
    protected Money balance = ZERO;
    protected int kind, moves = 1;
    public final Unit unit;
    volatile boolean frozen;

    protected Account(Unit unit) {
        this(unit, KIND_CASH);
    }

    Account(Unit unit, int kind) {
        this.unit = unit;
        this.kind = kind;
        last = this;
        opened++;
    }

    protected abstract int fee(int amount);

    public int fee() {
        return fee(moves);
    }

    public void put(int amount) {
        balance = balance.plus(of(amount - fee(amount), unit));
        moves++;
    }

    public void put(Money money) {
        balance = money.plus(balance);
        moves += 2;
    }

    void put(Object anything) {
        moves--;
    }

    public static Account last() {
        return last;
    }

    String kindText() {
        switch (kind) {
            case KIND_CASH: return "cash";
            case KIND_CARD: return "card";
            case KIND_BOTH:
                if (frozen) break;
            default: return "other" + unit.factor;
        }
        return "frozen";
    }

    public static class Plain extends Account {
        static final Plain SHARED = new Plain();

        Plain() {
            super(Unit.CENT);
        }

        protected int fee(int amount) {
            return amount / 10;
        }

        public String toString() {
            return "plain" + balance.cents() + kindText() + moves;
        }
    }

    public interface Audited {
        int LIMIT = 20;

        Account account();

        default boolean suspicious() {
            Account account = account();
            return account.moves > LIMIT / 5 || account.balance.cents() > LIMIT * LIMIT;
        }
    }
}
