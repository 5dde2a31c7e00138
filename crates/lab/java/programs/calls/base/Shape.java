package base;

import java.io.IOException;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Constructors that call each other, overloads, families. */
public abstract class Shape implements Comparable<Shape> {
    protected final int width;
    protected long height;
    private static int made;

    protected Shape(int width) { this(width, 2 * width); made++; }

    protected Shape(int width, long height) { this.width = width; this.height = height; start(); }

    protected Shape() { this(1); }

    protected void start() { }

    protected abstract int area(int scale);

    public int area() { return area(1); }

    static int made() { return made; }

    public static int total() { return made(); }

    @Override public int compareTo(Shape o) { return area() - o.area(); }

    public String tell(Object o) { return "object"; }

    public String tell(String s) { return "text"; }

    public String tell(Integer n) { return "box"; }

    public String tell(long n) { return "long"; }

    public String tell(char c) { return "char" + c; }

    public String tell(int... all) { return "many" + all.length; }

    public String tell(String s, Object... rest) { return "rest" + rest.length; }

    protected char letter(char c, int by) { return (char) (c + by); }

    public short little(short a, byte b) { a += b; return a; }

    public int half(int n) { return n / 2; }

    protected double ratio(int a, int b) { return a / b; }

    public static int shift(int a, int by) { return a << by; }

    public static String join(int a, long b, char c, float d) { return "" + a + b + c + d; }

    public int over(int a) { return a * a; }

    public Object boxed(int a) { return a; }

    public boolean same(Integer a, Integer b) { return a == b; }

    public <T extends Comparable<? super T>> T best(List<? extends T> all, T start) {
        T best = start;
        for (T each : all) if (each.compareTo(best) > 0) best = each;
        return best;
    }

    public static <A, B, C> Function<A, C> then(Function<? super A, ? extends B> f, Function<? super B, ? extends C> g) {
        return a -> g.apply(f.apply(a));
    }

    public static <T, R> R fold(Iterable<? extends T> all, R start, BiFunction<? super R, ? super T, ? extends R> by) {
        R now = start;
        for (T each : all) now = by.apply(now, each);
        return now;
    }

    public void risky(int n) throws IOException { if (n > 2) throw new IOException("n" + n); }

    public int safe(int n) {
        try { risky(n); return 0; } catch (IOException e) { return e.getMessage().length(); }
    }

    public int again(int n) throws IOException {
        try { plain(n); risky(n); } catch (Exception e) { throw e; } finally { height++; }
        return n;
    }

    public int quiet(int n) {
        try { return plain(n); } catch (Exception e) { throw e; }
    }

    public int plain(int n) { return n + 1; }
}
