package yard.two;

public class Saw extends yard.one.Tool {
    public Saw() { super(3); grip += 2; }
    int teeth() { return grip + extra() + teeth; }
    private int teeth = super.edge();
    @Override protected int extra() { return grip == 0 ? 9 : super.extra(); }
}
