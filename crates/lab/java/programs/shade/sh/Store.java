package sh;

import java.util.Iterator;
import java.util.NoSuchElementException;

public class Store<T extends Comparable<T>> implements Iterable<T> {
    private Entry<T> head;
    protected int size;
    int limit = 8;

    static class Entry<T> {
        T value;
        Entry<T> next;
        final int size;

        Entry(T value, Entry<T> next) {
            this.value = value;
            this.next = next;
            size = next == null ? 1 : next.size + 1;
        }
    }

    public Store<T> push(T value) {
        if (size >= limit) throw new Full("size " + size);
        head = new Entry<>(value, head);
        size++;
        return this;
    }

    @SafeVarargs
    public final Store<T> push(T first, T... rest) {
        push(first);
        for (T t : rest) push(t);
        return this;
    }

    public T max() {
        T best = null;
        for (T t : this) if (best == null || t.compareTo(best) > 0) best = t;
        return best;
    }

    @Override
    public Iterator<T> iterator() {
        return new Iterator<T>() {
            private Entry<T> next = head;

            public boolean hasNext() {
                return next != null;
            }

            public T next() {
                if (next == null) throw new NoSuchElementException();
                T value = next.value;
                next = next.next;
                return value;
            }
        };
    }

    static class Full extends IllegalStateException {
        Full(String s) {
            super("full:" + s);
        }
    }
}
