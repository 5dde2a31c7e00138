package o;

public class Mid extends Top {
    static int order = Log.note("s");
    protected int twice = base * 2;
    int id = Log.note("m");
    int plain = 7;
    Integer boxed = 5;
    int[] cells = {1, 2, 3};
    int snapshot = Log.next();
    final int constant = 12;
    int after = plain + fixed;
    private int lazy;
    int unset;

    { lazy = plain + 1; plain++; }

    public Mid(int base) { super(base); unset += 3; }

    @Override
    protected void setUp() { plain = 30; unset = 4; Log.note("u" + boxed + constant); }

    static int ordered() { return order; }

    static int helper(int n) { return n + 1; }

    int read() { return plain + twice + after + lazy + unset; }

    int cell(int i) { return cells[i] + snapshot + id; }

    @Override
    public int total() { return super.total() + third(); }

    protected int parts() { return super.third() + super.shared; }

    int sixth() { return super.total(); }
}
