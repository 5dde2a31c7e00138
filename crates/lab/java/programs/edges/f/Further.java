package f;

public class Further extends Far {
    private int count = 50;
    public Further() { super(4); }
    @Override public int near() { return super.near() + count; }
    protected int sum(int a, int b) { return a - b; }
    @Override public int sums() { return super.sums() * 10 + sum(1, 2) + sum(Integer.valueOf(1), 2); }
    protected String name(int i) { return "nn" + i; }
    @Override public String names() { return super.names() + name(3) + name((Integer) 3); }
    public int counts() { return count + super.count + chain(0); }
    int chain(int n) { return n; }
    protected Far made() { return new Far(2) { @Override public int near() { return count + 1; } int own() { return count; } }; }
    public int made(int n) { return made().near() + n; }
    @Override protected Further self() { return this; }
    int chain() { return self().self().counts(); }
}
