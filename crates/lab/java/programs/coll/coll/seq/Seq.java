package coll.seq;

import java.util.Comparator;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;

public abstract class Seq<T> implements Iterable<T> {
    protected static int created = 0;

    protected Seq() {
        created++;
    }

    public abstract int size();

    public abstract T at(int i);

    public T first() {
        if (isEmpty()) throw new NoSuchElementException("first");
        return at(0);
    }

    public boolean isEmpty() {
        return size() == 0;
    }

    public <R> Seq<R> map(Function<? super T, ? extends R> f) {
        Seq<T> me = this;
        return new Seq<R>() {
            @Override
            public int size() {
                return me.size();
            }

            @Override
            public R at(int i) {
                return f.apply(me.at(i));
            }
        };
    }

    public Seq<T> filter(Predicate<? super T> p) {
        Linked<T> out = new Linked<>();
        for (T t : this) if (p.test(t)) out.add(t);
        return out;
    }

    public <A> A fold(A start, BiFunction<? super A, ? super T, ? extends A> f) {
        A a = start;
        for (T t : this) a = f.apply(a, t);
        return a;
    }

    public Seq<T> sorted(Comparator<? super T> c) {
        T[] all = toArray();
        java.util.Arrays.sort(all, c);
        return of(all);
    }

    @SuppressWarnings("unchecked")
    protected T[] toArray() {
        T[] r = (T[]) new Object[size()];
        int n = 0;
        for (T t : this) r[n++] = t;
        return r;
    }

    public <A> A[] toArray(IntFunction<A[]> make) {
        A[] r = make.apply(size());
        System.arraycopy(toArray(), 0, r, 0, r.length);
        return r;
    }

    @Override
    public Iterator<T> iterator() {
        return new Walk();
    }

    class Walk implements Iterator<T> {
        int at;

        @Override
        public boolean hasNext() {
            return at < size();
        }

        @Override
        public T next() {
            return at(at++);
        }
    }

    @SafeVarargs
    public static <T> Seq<T> of(T... ts) {
        return new Arr<>(ts);
    }

    public static Seq<Integer> of(int from, int to) {
        Linked<Integer> l = new Linked<>();
        for (int i = from; i < to; i++) l.add(i);
        return l;
    }

    public static int created() {
        return created;
    }
}
