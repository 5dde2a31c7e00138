package o;

public abstract class Top {
    protected int first = Log.note("a");
    protected int base;
    protected int shared = 2;
    public static int statics = 4;
    protected final int fixed;

    protected Top(int base) {
        this.base = base;
        fixed = base + 1;
        setUp();
        Log.note("b");
    }

    protected abstract void setUp();

    protected int third() { return base * 3; }

    public int total() { return first + base + shared + fixed; }
}
