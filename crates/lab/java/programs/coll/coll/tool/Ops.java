package coll.tool;

import coll.seq.Linked;
import coll.seq.Seq;
import java.util.Comparator;
import java.util.function.BinaryOperator;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

public class Ops {
    static int used;
    protected static final Comparator<CharSequence> LENGTH = Comparator.comparingInt(CharSequence::length);

    public static <T extends Comparable<? super T>> T max(Seq<? extends T> s) {
        used++;
        T best = s.first();
        for (T t : s) best = larger(best, t);
        return best;
    }

    static <T extends Comparable<? super T>> T larger(T a, T b) {
        return a.compareTo(b) < 0 ? b : a;
    }

    public static <T> int sum(Seq<T> s, ToIntFunction<? super T> f) {
        return s.fold(0, (a, t) -> a + f.applyAsInt(t));
    }

    public static <T> long sumLong(Seq<T> s, ToLongFunction<? super T> f) {
        return s.<Long>fold(0L, (a, t) -> a + f.applyAsLong(t));
    }

    public static <S extends CharSequence> Seq<S> byLength(Seq<S> s) {
        return s.sorted(LENGTH);
    }

    public static <A, B> Seq<Pair<A, B>> zip(Seq<? extends A> a, Seq<? extends B> b) {
        Linked<Pair<A, B>> out = new Linked<>();
        var bs = b.iterator();
        for (A x : a) {
            if (!bs.hasNext()) break;
            out.add(new Pair<>(x, bs.next()));
        }
        return out;
    }

    public static <T> void copy(Seq<? extends T> from, Linked<? super T> to) {
        from.forEach(to::add);
    }

    public static void swap(Seq<?> s, StringBuilder out) {
        swapped(s, out);
    }

    private static <T> void swapped(Seq<T> s, StringBuilder out) {
        T a = s.at(0);
        T b = s.at(s.size() - 1);
        out.append(b).append(a);
    }

    public static int used() {
        return used;
    }

    public record Pair<A, B>(A left, B right) {
        static int pairs;

        public Pair {
            pairs++;
        }

        public Pair<B, A> flip() {
            return new Pair<>(right, left);
        }

        public <C> C with(java.util.function.BiFunction<? super A, ? super B, ? extends C> f) {
            return f.apply(left, right);
        }

        public static <T> Pair<T, T> twice(T t) {
            return new Pair<>(t, t);
        }

        public static int pairs() {
            return pairs;
        }
    }

    public interface Monoid<T> extends BinaryOperator<T> {
        default T zero() {
            return null;
        }

        default T all(Seq<? extends T> s) {
            T z = zero();
            for (T t : s) z = z == null ? t : apply(z, t);
            return z;
        }

        static <T> Monoid<T> of(T zero, BinaryOperator<T> op) {
            return new Monoid<T>() {
                @Override
                public T zero() {
                    return zero;
                }

                @Override
                public T apply(T a, T b) {
                    return op.apply(a, b);
                }
            };
        }
    }
}
