package yard.one;

public abstract class Tool {
    public int edge;
    protected int grip = 4;
    protected Tool(int edge) { this.edge = edge + extra(); }
    protected int extra() { return 1; }
    public int edge() { return edge + Alpha.last; }
}
