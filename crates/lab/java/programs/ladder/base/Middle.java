package base;

public class Middle extends Node {
    protected int extra = 5;
    int seen = level + extra;
    protected String word = "mid";
    static int built = 100;

    public Middle(int level) {
        super(level);
        extra += seen;
    }

    @Override
    protected void prepare() {
        super.prepare();
        extra = 50;
    }

    @Override
    public int value() { return super.value() + extra; }

    protected int shift(int by) { return by + seen; }

    int shift(long by) { return (int) by - 1; }

    public int depth() { return super.twice(level) + this.twice(2L > 1 ? 3 : 4); }

    public String describe() { return word + describe(level); }

    private String describe(int n) { return "<" + n + ">"; }

    @Override
    String tag(Object o) { return "m" + super.tag(o); }

    String tag(String s) { return "s" + s; }

    static int build() { return ++built; }

    public Middle self() { return this; }

    public int same(Node other) { return other instanceof Middle m ? m.extra : other.level; }
}
