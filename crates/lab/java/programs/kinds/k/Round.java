package k;

public record Round(int r) implements Shape, Comparable<Round> {
    static int count = 3;
    public Round { if (r < 0) throw new IllegalArgumentException("neg"); count++; }
    @Override public int area() { return 3 * r * r; }
    @Override public <R> R accept(Visitor<R> v) { return v.round(this); }
    @Override public int compareTo(Round other) { return Integer.compare(r, other.r); }
    public int wide() { return r + r; }
    int half() { return r / SIDES; }
    static Round unit() { return new Round(1); }
}
