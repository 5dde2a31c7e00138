package p;

import o.Log;
import o.Mid;

public class End extends Mid {
    int late = 3;
    int copy = late + shared;
    int viaThis = this.twice + 1;
    static final int[] TABLE = {4, 5};
    static int touched = Log.note("e");
    private String name = "n";

    public End() { super(6); late = late + Log.note("x"); }

    @Override
    protected void setUp() { super.setUp(); late = 8; name = "set" + late; shared++; }

    @Override
    protected int third() { return 1000 + super.third(); }

    static int counted() { return TABLE.length; }

    public int sum() { return late + copy + viaThis + TABLE[0] + parts(); }

    public String named() { return name; }

    protected int hidden() { return base + first; }

    protected int parts(int n) { return n + hidden(); }
}
