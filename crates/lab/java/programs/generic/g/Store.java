package g;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

public abstract class Store<K extends Comparable<K>, V> implements Source<V> {
    protected final List<V> items = new ArrayList<>();
    protected K last;
    protected abstract K key(V v);
    public void put(V v) { items.add(v); last = key(v); }
    @Override public V first() { return items.get(0); }
    protected V pick(K k) { for (V v : items) if (key(v).compareTo(k) == 0) return v; return null; }
    public <R> List<R> map(Function<? super V, ? extends R> f) { List<R> out = new ArrayList<>(); for (V v : items) out.add(f.apply(v)); return out; }
    protected String show(Object o) { return "O" + o; }
    protected Comparator<V> order() { return Comparator.comparing(this::key); }
    @SafeVarargs protected final int count(V... all) { return all.length; }
    protected Map.Entry<K, V> entry(V v) { return Map.entry(key(v), v); }
    public int compareKeys(V a, V b) { return key(a).compareTo(key(b)); }
}
