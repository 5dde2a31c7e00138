package bus.fn;

public interface Act<E> extends Comparable<Act<?>> {
    void on(E event);

    default int rank() {
        return 0;
    }

    @Override
    default int compareTo(Act<?> o) {
        return Integer.compare(rank(), o.rank());
    }

    default Act<E> and(Act<? super E> next) {
        return e -> {
            on(e);
            next.on(e);
        };
    }

    interface Ranked<E> extends Act<E> {
        @Override
        int rank();

        static <E> Ranked<E> at(int rank, Act<? super E> act) {
            return new Ranked<>() {
                @Override
                public int rank() {
                    return rank;
                }

                @Override
                public void on(E event) {
                    act.on(event);
                }
            };
        }
    }
}
