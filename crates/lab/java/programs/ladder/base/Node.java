package base;

import java.util.ArrayList;
import java.util.List;

public abstract class Node implements Weighed {
    protected int level = 1;
    private int hits;
    int inside = 3;
    public static final int LIMIT = 40;
    protected static int made;

    protected Node(int level) {
        this.level = level;
        made++;
        prepare();
    }

    protected void prepare() { hits += 2; }

    public int value() { return level * 10 + hits; }

    protected int twice(int n) { return n * 2; }

    protected long twice(long n) { return n * 3; }

    String tag(Object o) { return "o" + inside; }

    public final int sealedValue() { return value() + count(inside); }

    private int count(int n) { return n + hits; }

    public List<Integer> all() {
        List<Integer> list = new ArrayList<>();
        list.add(value());
        return list;
    }

    @Override
    public int weight() { return level + LIMIT; }
}
