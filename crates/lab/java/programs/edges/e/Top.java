package e;

import java.util.Arrays;
import java.util.List;

public abstract class Top<T extends Comparable<T>> implements Has {
    protected int base = 3;
    protected T held;
    private static final int SECRET = 17;
    static final class Helper { int twice(int n) { return n * 2; } }
    private static int hidden(int n) { return n - 1; }
    protected int cmp(Top<T> other) { return base - other.base; }
    protected boolean less(T a, T b) { return a.compareTo(b) < 0; }
    @SafeVarargs protected final List<T> list(T... all) { return Arrays.asList(all); }
    protected int helped(int n) { return new Helper().twice(n) + SECRET; }
    int quiet() { return hidden(base); }
    protected String visit(Seen s) { return s.see(this) + s.see(held); }
    public int open() { return base * 2; }
    protected T swap(T next) { T old = held; held = next; return old; }
    protected <S extends T> T keep(S one) { held = one; return held; }
    protected void check() throws Exception { if (base < 0) throw new Exception("neg"); }
    protected Runnable later() { return () -> base += 2; }
    public int limit() { return MOST; }
    protected Object self() { return this; }
}
