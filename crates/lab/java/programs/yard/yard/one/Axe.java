package yard.one;

public class Axe extends Tool implements Comparable<Axe> {
    private static int made;
    public Axe(int edge) { super(edge); made++; }
    @Override protected int extra() { return made + Limits.LEAST; }
    @Override public int compareTo(Axe axe) { return Integer.compare(edge, axe.edge); }
    interface Limits { int LEAST = Alpha.WIDTH - 1; }
}
