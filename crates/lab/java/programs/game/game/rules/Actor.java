package game.rules;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.IntBinaryOperator;
import java.util.function.ToIntFunction;

public interface Actor<A extends Actor<A, W>, W extends Actor.World<A>> {
    W world();

    A act(W world);

    default int power(Stat... stats) {
        int r = 0;
        for (Stat s : stats) r = s.applyAsInt(r, base(s));
        return r;
    }

    int base(Stat s);

    interface World<A> extends Iterable<A> {
        int turn();

        default <R extends Comparable<R>> A best(java.util.function.Function<? super A, R> f) {
            A best = null;
            for (A a : this) if (best == null || f.apply(a).compareTo(f.apply(best)) > 0) best = a;
            return best;
        }

        default int total(ToIntFunction<? super A> f) {
            int[] r = {turn()};
            forEach(a -> r[0] += f.applyAsInt(a));
            return r[0];
        }
    }

    enum Stat implements IntBinaryOperator {
        FORCE(Integer::sum) {
            @Override
            int bonus() {
                return 2;
            }
        },
        SPEED((a, b) -> a * b),
        LUCK(Math::max) {
            private int used;

            @Override
            public int applyAsInt(int a, int b) {
                used++;
                return super.applyAsInt(a, b) + used;
            }
        };

        private final IntBinaryOperator op;
        static final Map<Stat, Integer> seen = new EnumMap<>(Stat.class);

        Stat(IntBinaryOperator op) {
            this.op = op;
        }

        int bonus() {
            return 0;
        }

        @Override
        public int applyAsInt(int a, int b) {
            seen.merge(this, 1, Integer::sum);
            return op.applyAsInt(a, b) + bonus();
        }

        public static int seen(Stat s) {
            return seen.getOrDefault(s, 0);
        }
    }
}
