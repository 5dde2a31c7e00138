package bank.money;

import java.io.Serializable;

public record Money(long cents, Unit unit) implements Serializable, Comparable<Money> {
    public static final Money ZERO = of(0, Unit.CENT);
    private static int made;

    public Money {
        made++;
        if (unit == null) unit = Unit.CENT;
        cents *= unit.factor;
    }

    private Money(int cents) {
        this(cents, null);
    }

    public static Money of(int amount, Unit unit) {
        return unit == Unit.CENT ? new Money(amount) : new Money(amount, unit);
    }

    public static int made() {
        return made;
    }

    public Money plus(Money other) {
        return new Money(cents + other.cents, Unit.CENT);
    }

    public Money times(double by) {
        long cents = this.cents;
        cents *= by;
        return new Money(cents, null);
    }

    @Override
    public int compareTo(Money other) {
        return Long.signum(cents - other.cents());
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Money m && m.cents == cents;
    }

    @Override
    public int hashCode() {
        return (int) (cents ^ cents >>> 32);
    }

    public enum Unit {
        CENT(1), EURO(100), KILO(EURO.factor * 1000);

        public final int factor;
        private int used;

        Unit(int factor) {
            this.factor = factor;
        }

        public int use() {
            return used += factor;
        }

        public Unit up() {
            return switch (this) {
                case CENT -> EURO;
                case EURO, KILO -> KILO;
            };
        }
    }
}
