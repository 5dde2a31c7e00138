package k.deep;

import k.Slab;
import k.Marked;

public class Tile extends Slab implements Marked {
    protected int tiles = 8;
    @Override public int wide() { return super.wide() + tiles; }
    public int floor() { return tiles * h; }
    @Override public int low() { return 9; }
    protected int inner(Tile other) { return other.h + other.tiles; }
    public int outer() { return inner(this) + new Object() { int q = h; int get() { return q + tiles; } }.get(); }
    public String name() { return NAME; }
}
