package repo.query;

import java.util.*;
import java.util.function.*;
import java.util.stream.*;
import repo.data.Entity;
import repo.data.Key;

public class Repo<K extends Key<K>, E extends Entity<K>> implements Iterable<E> {
    protected final SortedMap<K, E> rows = new TreeMap<>();
    private final List<BiConsumer<? super K, ? super E>> hooks = new ArrayList<>();

    public Repo<K, E> hook(BiConsumer<? super K, ? super E> h) {
        hooks.add(h);
        return this;
    }

    public Repo<K, E> hook(Consumer<? super E> h) {
        return hook((k, e) -> h.accept(e));
    }

    @SafeVarargs
    public final Repo<K, E> save(E... es) {
        for (E e : es) {
            rows.put(e.key(), e);
            hooks.forEach(h -> h.accept(e.key(), e));
        }
        return this;
    }

    public Optional<E> find(K key) {
        return Optional.ofNullable(rows.get(key));
    }

    public Optional<E> find(Predicate<? super E> p) {
        return stream().filter(p).findFirst();
    }

    public Stream<E> stream() {
        return StreamSupport.stream(spliterator(), false);
    }

    public Query from() {
        return new Query(e -> true);
    }

    @Override
    public Iterator<E> iterator() {
        Iterator<Map.Entry<K, E>> it = rows.entrySet().iterator();
        return new Iterator<E>() {
            int left = rows.size();

            @Override
            public boolean hasNext() {
                return left > 0 && it.hasNext();
            }

            @Override
            public E next() {
                left--;
                return it.next().getValue();
            }
        };
    }

    public class Query {
        final Predicate<? super E> where;
        Comparator<? super E> order;

        Query(Predicate<? super E> where) {
            this.where = where;
        }

        public Query where(Predicate<? super E> more) {
            Query q = new Query(e -> where.test(e) && more.test(e));
            q.order = order;
            return q;
        }

        public <C extends Comparable<? super C>> Query by(Function<? super E, ? extends C> f) {
            Comparator<E> c = Comparator.comparing(f);
            order = order == null ? c : c.thenComparing(order);
            return this;
        }

        public <R> List<R> list(Function<? super E, ? extends R> f) {
            Stream<E> s = stream().filter(where);
            return (order != null ? s.sorted(order) : s).<R>map(f).collect(Collectors.toList());
        }

        public <G, A, R> Map<G, R> group(Function<? super E, ? extends G> g, Collector<? super E, A, R> c) {
            return stream().filter(where).collect(Collectors.groupingBy(g, TreeMap::new, c));
        }

        public <J extends Key<J>, F extends Entity<J>> Repo<J, F>.Query join(Repo<J, F> other, BiPredicate<? super E, ? super F> on) {
            return other.new Query(f -> Repo.this.stream().anyMatch(e -> where.test(e) && on.test(e, f)));
        }
    }
}
