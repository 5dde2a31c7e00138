package api;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Where values come from: wildcards, captured types, bounds, bridges. */
public interface Source<T extends Comparable<? super T>> {
    T take(int at) throws IOException;

    int size();

    default <R extends Comparable<? super R>> Source<R> map(Function<? super T, ? extends R> by) {
        Source<T> self = this;
        return new Source<R>() {
            @Override public R take(int at) throws IOException { return by.apply(self.take(at)); }
            @Override public int size() { return self.size(); }
        };
    }

    default T most(T start) throws IOException {
        T best = start;
        for (int i = 0; i < size(); i++) {
            T next = take(i);
            best = next.compareTo(best) > 0 ? next : best;
        }
        return best;
    }

    default List<? super T> into(Collection<? super T> all, Predicate<? super T> which) {
        List<T> taken = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            try {
                T t = take(i);
                if (which.test(t)) taken.add(t);
            } catch (IOException e) {
                all.clear();
            }
        }
        all.addAll(taken);
        return new ArrayList<Object>(taken);
    }

    @SafeVarargs
    static <E extends Comparable<? super E>> Source<E> of(E... all) {
        return new Listed<>(List.of(all), 0);
    }

    static <K extends Comparable<K>, V> Map<K, List<V>> group(List<? extends V> all, Function<? super V, ? extends K> key) {
        Map<K, List<V>> map = new TreeMap<>();
        for (V v : all) map.computeIfAbsent(key.apply(v), k -> new ArrayList<>()).add(v);
        return map;
    }

    static <A, B, C> Function<A, Function<B, C>> curry(BiFunction<? super A, ? super B, ? extends C> f) {
        return a -> b -> f.apply(a, b);
    }

    static <N extends Number & Comparable<N>> N larger(N a, N b) { return a.compareTo(b) >= 0 ? a : b; }

    static <X> UnaryOperator<X> twice(UnaryOperator<X> f) { return x -> f.apply(f.apply(x)); }
}
