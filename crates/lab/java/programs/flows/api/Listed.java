package api;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;

public class Listed<T extends Comparable<? super T>> implements Source<T>, Comparable<Listed<T>> {
    protected final List<? extends T> all;
    protected int offset;
    private static long taken;
    public static int limit = 100;

    public Listed(List<? extends T> all, int offset) { this.all = all; this.offset = offset; }

    protected Listed(Listed<? extends T> other) { this(other.all, other.offset + 1); }

    @Override public T take(int at) throws FileNotFoundException {
        if (at + offset > limit) throw new FileNotFoundException("at " + at);
        taken++;
        return all.get((at + offset) % all.size());
    }

    @Override public int size() { return all.size(); }

    @Override public int compareTo(Listed<T> o) { return size() - o.size() + weight(offset, o.offset); }

    protected int weight(int mine, int theirs) { return mine - theirs; }

    public static long taken() { return taken; }

    public Listed<T> skip(short by, byte more, char last) {
        Listed<T> next = new Listed<>(this);
        next.offset += by;
        next.offset -= more;
        next.offset ^= last & 3;
        return next;
    }

    protected T first(T other) {
        try { return take(0); } catch (IOException e) { return other; }
    }

    public final int count(T what, boolean same) {
        int n = 0;
        for (T t : all) if (same ? t.equals(what) : t.compareTo(what) != 0) n++;
        return n;
    }

    public sealed interface Node permits Leaf, Fork { int sum(int by); }

    public record Leaf(int value) implements Node { @Override public int sum(int by) { return value * by; } }

    public record Fork(Node left, Node right) implements Node {
        static int forks;
        public Fork { forks++; }
        public Fork(int a, int b) { this(new Leaf(a), new Leaf(b)); }
        @Override public int sum(int by) { return left.sum(by) + right.sum(by + 1); }
        public static int forks() { return forks; }
    }
}
