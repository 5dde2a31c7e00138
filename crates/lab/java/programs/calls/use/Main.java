package use;

import static base.Shape.fold;
import static base.Shape.then;

import base.Pair;
import base.Shape;
import base.Square;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class Main {
    static final StringBuilder out = new StringBuilder();
    static int step;

    static int next() { return ++step; }

    static int mark(String s, int n) { out.append(s).append(n); return n; }

    static int order(int a, int b, int c) { return a * 100 + b * 10 + c; }

    static String show(Object... all) { return "o" + all.length; }

    static String show(int a, Object b) { return "i" + a + b; }

    static String show(long a, Integer b) { return "l" + a + b; }

    static String pick(Supplier<?> s) { return "supplier"; }

    static String pick(Callable<?> c) throws Exception { return "callable" + c.call(); }

    static String pick(Runnable r) { r.run(); return "runnable"; }

    static char grade(int n) { return n > 2 ? 'A' : 'B'; }

    static byte low(int n) { return (byte) n; }

    static Integer maybe(int n) { return n > 1 ? n : null; }

    static int position(List<Integer> list, int at) { list.remove(at); return list.size(); }

    static List<? extends Number> numbers(int n) { return n > 1 ? List.of(1, 2.5) : List.of(3L); }

    static <T> List<T> listOf(T a, T b) { return List.of(a, b); }

    static int sum(int[] a, int b[], int... c) { return a.length + b.length + c.length; }

    static long count(long n) { return n; }

    static String cond(boolean b, int i, char c) { return "" + (b ? i : c) + (b ? 1 : 'c') + (b ? i : null); }

    static int choose(int n, String s) {
        return switch (s) {
            case "a" -> n;
            case "b" -> { int k = n * 2; yield k; }
            default -> throw new IllegalStateException(s + n);
        };
    }

    static int sw(int n) { switch (n) { case 1: return 5; case 'a': return 6; default: return n; } }

    static void fail(int n) throws IOException { if (n > 1) throw new IOException("f" + n); }

    static String wrap(Callable<Integer> c) {
        try { return "" + c.call(); } catch (Exception e) { return e.getMessage(); }
    }

    static IntFunction<String> lift(int n) { return m -> { int k = n + m; return "k" + k; }; }

    interface Op { int of(int a, int b); default Op flip() { return (a, b) -> of(b, a); } }

    static int run(Op op, int n) { return op.of(n, 3) + op.flip().of(n, 4); }

    static Shape anon(int w, String name) {
        return new Square(w) {
            int calls = mark(name, w);
            @Override protected int area(int scale) { calls++; return super.area(scale + next()) + calls; }
            int twice(int n) { return twice(n, calls); }
            @Override public int side() { return twice(3); }
        };
    }

    static class Closer implements AutoCloseable {
        final int n;
        Closer(int n) throws IOException { this.n = n; fail(n); }
        @Override public void close() throws IOException { mark("close", n); }
    }

    public static void main(String[] args) throws Exception {
        Square s = new Square(3);
        Shape t = anon(2, "anon");
        System.out.println(s.area() + " " + t.area() + " " + s.side() + s.grown(4) + Shape.total() + new Square().side());
        System.out.println(s.tell(null, 1) + s.tell('c') + s.tell(1) + s.tell(1L) + s.tell("x") + s.tell(s) + s.tell() + s.tell(1, 2));
        System.out.println(s.tell((Object) "x") + s.tell(Integer.valueOf(3)) + s.tell((short) 3) + s.tell(grade(3)) + s.tell(maybe(2)));
        System.out.println(order(mark("a", 1), mark("b", next()), step) + order(step, next(), 4) + out.toString());
        System.out.println(show(1, "z") + show(1L, 2) + show(1) + show(1L, null) + show("x", 1, 2) + show((Object[]) new String[2]));
        System.out.println(pick(() -> { out.append("r"); }) + pick((Supplier<Integer>) Main::next) + pick((Callable<Integer>) () -> order(1, 2, 3)));
        System.out.println(grade(3));
        System.out.println(low(300) + grade(1) + "" + grade(1) + low(3) + maybe(3) + s.half(7) + s.over(50000) + s.boxed(3) + s.same(3, 3));
        System.out.println(Shape.join(1, 2, 'c', 1.5f) + s.little((short) 5, (byte) 6) + (s.boxed(4) instanceof Integer) + Shape.shift(1, 33));
        System.out.println(position(new ArrayList<>(List.of(5, 6, 7, 1)), 1) + numbers(2).get(1).intValue() + count(next()) + sw('a') + sw(2));
        System.out.println(listOf(1, 2.5).get(1).doubleValue() + sum(new int[2], new int[1], 4, 5) + cond(true, 66, 'q') + cond(false, 66, 'q').length());
        System.out.println(choose(4, "a") + choose(5, "b") + lift(3).apply(4) + run((a, b) -> a - b, 9) + run(Math::max, 2) + run(Main::minus, 8));
        System.out.println(Stream.of(3, 1, 2).map(Main::maybe).map(String::valueOf).collect(Collectors.joining("-")));
        System.out.println(IntStream.range(0, 4).mapToObj(Main::grade).map(c -> c + "!").collect(Collectors.toList()));
        System.out.println(Stream.of(s, t).sorted(Comparator.comparing(Shape::area).reversed().thenComparingInt(q -> q.plain(1))).mapToInt(Shape::area).boxed().collect(Collectors.toList()));
        Function<Integer, String> f = then(Main::maybe, n -> "n" + n);
        ToIntFunction<String> len = String::length;
        BinaryOperator<Integer> add = (a, b) -> order(a, b, 0);
        System.out.println(f.apply(5) + fold(List.of(1, 2, 3), 0L, (a, b) -> a + count(b)) + fold(List.of("x", "yy"), "", (a, b) -> a + len.applyAsInt(b)) + add.apply(1, 2));
        System.out.println(s.best(List.of(4, 9), 5) + wrap(() -> { fail(2); return 1; }) + wrap(() -> s.again(1)) + s.safe(3) + s.quiet(2) + s.thrown());
        try (Closer c = new Closer(1); var d = new Closer(0)) { out.append(c.n + d.n); fail(c.n + 1); } catch (IOException e) { out.append(e.getMessage()); }
        Pair<String, Integer> p = new Pair<>("k", 2, true);
        System.out.println(p.first() + p.with(2.5).second() + p.sum() + Pair.of(1, 'c').second() + Pair.checks() + Pair.Kind.sum(3) + p.with("s").rest().length);
        Supplier<Square> make = Square::new;
        Function<Integer, Square> sized = Square::new;
        System.out.println(make.get().area() + sized.apply(5).area() + out.toString() + Stream.of(1, 2).map(Pair.Kind.class.getEnumConstants().length > 2 ? n -> order(n, 1, 1) : n -> n).collect(Collectors.toList()));
        try { Stream.of(1).forEach(n -> { try { fail(n + 1); } catch (IOException e) { throw new UncheckedIOException(e); } }); } catch (UncheckedIOException e) { System.out.println(e.getCause().getMessage()); }
        long wide = order(1, 2, 3) * 1000000; wide += order(3, 3, 3); int narrow = 5; narrow += count(7); narrow <<= count(2); char ch = 'a'; ch += order(0, 0, 1);
        int[] cells = new int[order(0, 0, 5)]; cells[s.half(5)] = ch; Object o = grade(3); Comparable<?> cmp = s.half(9); double ratio = s.half(9) / 8; long hash = s.boxed(9).hashCode();
        System.out.println(wide + " " + narrow + ch + cells[2] + o + cmp + ratio + hash + (s.half(4) == 2 ? grade(3) : 0) + (s.half(4) == 2 ? grade(3) : order(0, 0, 1)));
    }

    static int minus(int a, int b) { return a - b; }
}
