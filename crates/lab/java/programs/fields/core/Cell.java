package core;

import java.util.function.Function;
import java.util.function.Supplier;

/** A generic holder with accessors that are not what they seem. */
public class Cell<T> {
    public T value;
    protected T backup;
    Cell<T> next;
    public int x, y[] = {5, 6};
    double z = 0.5;
    static int made;
    public static Cell<String> last;

    public Cell(T value) { this.value = value; made++; }

    double getX() { return x; }
    int getMade() { return made * 100; }
    public T getBackup() { return next == null ? null : next.backup; }
    Cell<T> setZ(double z) { this.z = z; return this; }
    Cell<T> getNext() { return next; }
    int setX(int x) { this.x = x; return 1; }

    public <R> Cell<R> map(Function<? super T, ? extends R> by) { return new Cell<>(by.apply(value)); }

    public class Look {
        T value = Cell.this.value;
        T getValue() { return null; }
        public String both() { return value + "/" + Cell.this.value + "/" + x + made + backup; }
        int getY() { return y[0]++ + y.length; }
    }

    public Supplier<T> lazy() {
        return new Supplier<T>() {
            T setValue(T t) { return t; }
            @Override public T get() { T old = value; backup = old; x = x + 1; return old; }
        };
    }

    public static <E extends Comparable<E>> E max(Cell<? extends E> a, Cell<E> b) {
        return a.value.compareTo(b.value) > 0 ? a.value : b.value;
    }

    public static void fill(Cell<? super Integer> into, Cell<?> from) {
        into.value = 41;
        Object o = from.value;
        from.value = null;
        into.x += o == null ? 1 : 2;
        last = new Cell<>("l" + o);
        last.next = last;
        last.next.next.x++;
        Cell.last.value += "e";
    }
}
