package bus.core;

import bus.fn.Act;
import bus.fn.Try;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

public class Hub implements Iterable<Hub.Entry<?>> {
    private final Map<Class<?>, List<Entry<?>>> entries = new LinkedHashMap<>();
    protected int count;
    String log = "";

    public class Entry<E extends Event<?>> {
        final Act<? super E> act;
        final Class<E> type;
        int hits;

        Entry(Class<E> type, Act<? super E> act) {
            this.type = type;
            this.act = act;
            count++;
        }

        boolean fire(Event<?> e) {
            if (!type.isInstance(e)) return false;
            act.on(type.cast(e));
            hits += 1;
            e.seen++;
            return true;
        }

        public int hits() {
            return hits;
        }

        public Hub hub() {
            return Hub.this;
        }
    }

    public <E extends Event<?>> Entry<E> on(Class<E> type, Act<? super E> act) {
        Entry<E> e = new Entry<>(type, act);
        entries.computeIfAbsent(type, k -> new ArrayList<>()).add(e);
        return e;
    }

    public <E extends Event<?>> Entry<E> on(Class<E> type, Supplier<? extends Consumer<? super E>> made) {
        Consumer<? super E> c = made.get();
        return on(type, (Act<E>) c::accept);
    }

    @SafeVarargs
    public final <E extends Event<?>> int post(Predicate<? super E> filter, E... events) {
        int n = 0;
        for (E e : events) {
            if (!filter.test(e)) {
                log += "-";
                continue;
            }
            for (Entry<?> x : this) n += x.fire(e) ? 1 : 0;
            log += e.label().charAt(0);
        }
        return n;
    }

    public <R, X extends Exception> R with(Try<? super Hub, ? extends R, X> work) throws X {
        R r = work.apply(this);
        log += "w";
        return r;
    }

    public void with(Act<? super Hub> work, int times) {
        for (int i = 0; i < times; i++) work.on(this);
    }

    public String log() {
        return log;
    }

    @Override
    public Iterator<Entry<?>> iterator() {
        List<Entry<?>> all = new ArrayList<>();
        entries.values().forEach(all::addAll);
        Collections.sort(all, (a, b) -> a.act.compareTo(b.act));
        return all.iterator();
    }
}
