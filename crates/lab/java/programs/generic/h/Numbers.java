package h;

import g.Store;
import java.util.List;

public class Numbers<N extends Number & Comparable<N>> extends Store<N, N> {
    protected double scale = 1.5;
    N biggest;
    @Override protected N key(N n) { return n; }
    public N largest() { for (N n : items) if (biggest == null || n.compareTo(biggest) > 0) biggest = n; return biggest; }
    public double sum() { double s = 0; for (N n : items) s += n.doubleValue() * scale; return s; }
    protected N echo(N n) { last = n; return n; }
    public List<N> doubled() { return map(n -> echo(n)); }
    @SuppressWarnings("unchecked") N cast(Object o) { return (N) o; }
    public String show(N n) { return "N" + n; }
    public boolean both(N a) { put(a); return pick(a) == a; }
    class Cursor {
        int at;
        N next() { return items.get(at++); }
        boolean more() { return at < items.size(); }
    }
    Cursor cursor() { return new Cursor(); }
}
