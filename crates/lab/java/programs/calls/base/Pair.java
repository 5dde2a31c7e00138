package base;

import java.util.Objects;

public record Pair<A, B>(A first, B second, int... rest) {
    static int checks;

    public Pair {
        Objects.requireNonNull(first);
        checks += rest.length;
    }

    public Pair(A first, B second, boolean swap) { this(first, second, swap ? 1 : 0, 5); }

    public static int checks() { return checks; }

    public <C> Pair<A, C> with(C second) { return new Pair<>(first, second, rest); }

    public static <A, B> Pair<A, B> of(A a, B b) { return new Pair<>(a, b); }

    public int sum() { int s = 0; for (int r : rest) s += r; return s; }

    public enum Kind {
        ONE(1), TWO(2, "b"), NONE { @Override int rate(int n) { return -n; } }, MANY(9, "x", "y", "z");

        private final int n;
        private final String[] names;

        Kind(int n, String... names) { this.n = n; this.names = names; }

        Kind() { this(7); }

        int rate(int n) { return n * this.n + names.length; }

        public static int sum(int by) { int s = 0; for (Kind k : values()) s += k.rate(by); return s; }
    }
}
