package ext;

import base.Middle;
import base.Node;
import java.util.function.IntSupplier;

public class Leaf extends Middle {
    private int leaves = 4;
    protected int extra = 9;
    int bonus = value() + 1;
    static final String MARK = "leaf";
    static int grown = start();

    public Leaf(int level) {
        super(level);
        leaves++;
    }

    static int start() { return 11; }

    @Override
    protected void prepare() {
        leaves += 70;
        bonus = 3;
        super.prepare();
    }

    @Override
    public int value() { return super.value() + leaves; }

    @Override
    protected int shift(int by) { return super.shift(by) + extra + super.extra; }

    public int grow(int by) {
        grown += by;
        return grown + level + shift(by);
    }

    public int peek() { return super.value(); }

    public String word() { return word + MARK; }

    protected int twice(Integer n) { return n * 5; }

    public int calls() { return twice(3) + twice(Integer.valueOf(3)) + (int) twice(3L); }

    public IntSupplier later() { return () -> leaves + super.value(); }

    @Override
    public Leaf self() { return this; }

    public int compare(Leaf other) { return leaves - other.leaves + other.level; }

    int bonus() { return bonus; }
}
