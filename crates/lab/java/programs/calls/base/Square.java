package base;

import java.util.function.IntUnaryOperator;

public class Square extends Shape {
    protected int corner = 4;
    private final IntUnaryOperator grow = n -> n + corner;

    public Square(int size) { super(size); corner++; }

    public Square() { corner += 2; }

    { corner *= 10; }

    @Override protected void start() { corner = 3; }

    @Override protected int area(int scale) { return (int) (width * height) * scale; }

    @Override public String tell(Object o) { return "square" + super.tell(o); }

    @Override public int plain(int n) { return super.plain(n) * 2; }

    public int grown(int n) { return grow.applyAsInt(n); }

    protected int twice(int n, int m) { int k = n; n = m; return k * 10 + n; }

    public int side() { return twice(corner++, corner++) + twice(corner, --corner); }

    public interface Visitor<R, X extends Exception> {
        R visit(Shape shape, int depth) throws X;
        default R both(Shape a, Shape b) throws X { visit(a, 1); return visit(b, 2); }
    }

    public <R, X extends Exception> R accept(Visitor<R, X> visitor) throws X { return visitor.visit(this, 0); }

    public int thrown() {
        int a = accept((shape, depth) -> shape.plain(depth));
        try {
            return a + accept((s, d) -> { s.risky(d); return s.again(d + 3); });
        } catch (java.io.IOException e) {
            return a - e.getMessage().length();
        }
    }
}
