package visit.ast;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

public sealed interface Expr<V> extends Iterable<Expr<V>> permits Lit, Bin, Call {
    <R, X extends Exception> R accept(Visitor<? super V, R, X> v) throws X;

    default int depth() {
        int d = 0;
        for (Expr<V> e : this) d = Math.max(d, e.depth());
        return d + 1;
    }

    @Override
    default Iterator<Expr<V>> iterator() {
        return List.<Expr<V>>of().iterator();
    }

    interface Visitor<V, R, X extends Exception> {
        R lit(Lit<? extends V> l) throws X;

        R bin(Bin<? extends V> b) throws X;

        default R call(Call<? extends V> c) throws X {
            R last = null;
            for (Expr<? extends V> e : c) last = e.accept(widen());
            return last;
        }

        @SuppressWarnings("unchecked")
        default <W> Visitor<W, R, X> widen() {
            return (Visitor<W, R, X>) this;
        }
    }

    static <V> Expr<V> of(V v) {
        return new Lit<>(v);
    }

    @SafeVarargs
    static <V> Expr<V> call(String f, Expr<V>... args) {
        return new Call<>(f, Arrays.asList(args));
    }
}
