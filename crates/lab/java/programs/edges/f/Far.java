package f;

import e.More;
import e.Top;

public class Far extends Top<Integer> implements More {
    protected int count = 5;
    public Far(int n) { held = n; base += n; }
    @Override public int near() { return held; }
    String twin() { return "" + held + base; }
    public int first() { return list(1, 2, 3).get(0) + cmp(this); }
    @Override protected boolean less(Integer a, Integer b) { return !super.less(a, b); }
    public int locked() { return count--; }
    public boolean lower(Integer n) { return less(n, held); }
    protected int sum(Integer a, int b) { return a + b; }
    public int sums() { return sum(1, 2); }
    @Override public int wide() { return More.super.wide() + MANY + MOST; }
    protected String name(Integer i) { return "ni" + i; }
    public String names() { return name(3) + shown(); }
}
