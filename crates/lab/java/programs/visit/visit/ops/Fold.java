package visit.ops;

import visit.ast.Bin;
import visit.ast.Call;
import visit.ast.Expr;
import visit.ast.Lit;

public abstract class Fold<V, R> implements Expr.Visitor<V, R, Bad> {
    protected int steps;
    protected static final int LIMIT = 40;

    protected abstract R zero();

    protected abstract R plus(R a, R b) throws Bad;

    protected R step(R r) throws Bad {
        if (++steps > LIMIT) throw new Bad("limit", steps);
        return r;
    }

    @Override
    public R bin(Bin<? extends V> b) throws Bad {
        return step(plus(go(b.left()), go(b.right())));
    }

    @Override
    public R call(Call<? extends V> c) throws Bad {
        R r = zero();
        for (var e : c.args()) r = plus(r, go(e));
        return step(r);
    }

    protected final R go(Expr<? extends V> e) throws Bad {
        return e.accept(this.widen());
    }

    public static <V> Fold<V, Integer> counting() {
        return new Fold<>() {
            private int own;

            @Override
            protected Integer zero() {
                return own;
            }

            @Override
            protected Integer plus(Integer a, Integer b) {
                own++;
                return a + b;
            }

            @Override
            public Integer lit(Lit<? extends V> l) {
                return 1;
            }
        };
    }
}
