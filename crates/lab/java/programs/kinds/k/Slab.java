package k;

import java.io.IOException;
import java.util.function.Function;
import java.util.function.Supplier;

public non-sealed class Slab extends Flat implements Marked {
    int w;
    { w = start() + 4; }
    int start() { return h; }
    @Override int width() { return w; }
    @Override protected Slab copy() throws IOException { if (w > 100) throw new IOException("big"); return new Slab(); }
    public int wide() { return w + mark(); }
    Supplier<Integer> lazily() { return this::width; }
    Function<Slab, Integer> each() { return Slab::wide; }
    @Override public int mark() { return Marked.super.mark() + 1; }
    int plus(int... all) { int s = h; for (int i : all) s += i; return s; }
    int plus(int one) { return one - 1; }
}
