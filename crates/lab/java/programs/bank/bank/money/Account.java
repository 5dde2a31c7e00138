package bank.money;

/** Counts, and is no {@link bank.Account}. */
public class Account extends bank.Account {
    int fee = 4;
    protected static int opened = 7;

    public Account() {
        super(Money.Unit.EURO);
        opened += bank.Account.opened;
    }

    @Override
    protected int fee(int amount) {
        return amount > fee ? fee : fee++;
    }

    public String sum() {
        kind |= KIND_CARD;
        return balance.cents() + "/" + moves + "/" + unit.up().factor + "/" + kind + "/" + fee() + "/" + opened;
    }

    public bank.Account.Audited audit() {
        return () -> this;
    }
}
