package k;

@FunctionalInterface
public interface Base {
    int mark();
    static int of(Base b) { return b.mark() * 2; }
}
