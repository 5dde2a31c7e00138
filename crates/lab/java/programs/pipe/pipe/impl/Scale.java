package pipe.impl;

import java.util.function.UnaryOperator;

public class Scale<N extends Number & Comparable<N>> extends Named<N, N> {
    protected UnaryOperator<N> op;
    int limit;

    public Scale(UnaryOperator<N> op, int limit) {
        super("scale");
        this.op = op;
        this.limit = limit;
    }

    @Override
    protected N work(N in) throws Fail {
        N r = op.apply(in);
        return check(r, r.intValue() <= limit, limit, "<", r);
    }

    public Scale<N> limit(int limit) {
        this.limit = limit;
        return this;
    }

    public static class Strict<N extends Number & Comparable<N>> extends Scale<N> {
        public Strict(UnaryOperator<N> op) {
            super(op, 10);
            title = "strict";
        }

        @Override
        protected N work(N in) throws Fail {
            return check(super.work(in), in.compareTo(best) >= 0, "less");
        }

        @Override
        public Strict<N> limit(int limit) {
            super.limit(limit / 2);
            return this;
        }
    }
}
