package p;

import o.Log;
import o.Top;

public class Other extends Top {
    int late = 3;
    int mine = Log.note("o");
    public Other() { super(2); }
    @Override protected void setUp() { late = 1; }
    public int sum() { return late + mine; }
    @Override protected int third() { return late; }
    int hidden() { return late + 1; }
    String named() { return "other"; }
}
