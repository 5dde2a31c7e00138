package o;

public class Probe extends Mid {
    public Probe() { super(1); }
    @Override int read() { return super.read() + cell(1) + parts() + sixth() + helper(after); }
    int again() { return read() + ordered(); }
    public static int run() { Probe p = new Probe(); return p.again() + p.snapshot + p.cells.length + p.boxed; }
}
