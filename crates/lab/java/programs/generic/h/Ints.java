package h;

import java.util.function.BinaryOperator;

public class Ints extends Numbers<Integer> {
    BinaryOperator<Integer> op = (a, b) -> a * b;
    int total;
    @Override public Integer largest() { return super.largest() + 1; }
    public Integer fold() { Integer r = 1; for (Integer i : items) r = op.apply(r, i); return r; }
    public int low(Integer x) { return x > total ? total : x; }
    public int low(int x) { return -x; }
    public int lows() { return low(3) + low(Integer.valueOf(3)) + low(last); }
    @Override protected Integer echo(Integer n) { total += n; return super.echo(n); }
    Integer stepped(Integer n) { return n + 1; }
    Cursor own() { return new Cursor() { @Override Integer next() { return super.next() * 10; } int twice() { return at * 2; } }; }
}
