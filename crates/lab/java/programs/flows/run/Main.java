package run;

import api.Listed;
import api.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class Main extends Listed<String> {
    static int calls;
    static final int[] box = {0};
    int depth = 3;
    volatile long ticks;
    private final Map<String, Integer> seen = new HashMap<>();
    static Integer shared = 127;
    float rate = 0.1f;

    Main(String... all) { super(Arrays.asList(all), calls++); }

    class Step {
        final int from;
        int to = depth;
        Step(int from) { this.from = from; ticks += from; }
        Step next(int by) { return new Step(to + by) { @Override int score(int n) { return super.score(n) + from; } }; }
        int score(int n) { return from * n + to++; }
    }

    @Override protected int weight(int mine, int theirs) { return super.weight(theirs, mine) + 1; }

    @Override protected String first(String other) { return super.first(other) + depth; }

    static int bump(int by) { return box[0] += by; }

    static int use(int a, int b) { return a * 10 + b; }

    static long mix(long a, int b, double c) { return a + b + (long) c; }

    static String name(Object o) { return "o" + o; }
    static String name(Number n) { return "n" + n; }
    static String name(double d) { return "d" + d; }
    static String name(Character c) { return "c" + c; }

    static <T> T or(T a, Supplier<? extends T> b) { return a != null ? a : b.get(); }

    static int apply(IntBinaryOperator op, int... all) {
        int r = 0;
        for (int a : all) r = op.applyAsInt(r, a);
        return r;
    }

    static int parse(String s, int other) {
        try { return Integer.parseInt(s); } catch (NumberFormatException e) { return other; } finally { bump(1); }
    }

    static List<? extends Comparable<?>> mixed(boolean b) { return b ? List.of(1, 2) : List.of("x"); }

    static Optional<Integer> half(int n) { return n % 2 == 0 ? Optional.of(n / 2) : Optional.empty(); }

    static boolean check(int n, boolean... flags) { boolean r = n > 0; for (boolean f : flags) r &= f; return r; }

    static byte fold(byte a, short b, char c) { a ^= b; a += c; return a--; }

    static float share(float part, int of) { return part / of; }

    int walk(int n) { return n <= 0 ? depth : walk(n - 1) + (n % 2 == 0 ? depth++ : --depth); }

    int remember(String key, int n) { Integer old = seen.put(key, n); return old == null ? -1 : old; }

    public static void main(String[] args) throws IOException {
        Main m = new Main("b", "a", "d", "c");
        Step step = m.new Step(2);
        System.out.println(step.score(3) + " " + step.next(4).score(5) + " " + m.ticks + m.depth + m.walk(5) + m.first("q"));
        System.out.println(use(box[0], bump(2)) + " " + use(bump(3), box[0]) + " " + use(calls, new Main("z").size()) + mix(calls, 2, 2.75));
        System.out.println(name(1) + name('c') + name(2L) + name(1.5f) + name("s") + name(shared) + name((Object) 4) + name(box[0]));
        System.out.println(m.most("a") + m.map(String::length).most(0) + m.map(s -> s.charAt(0)).take(2) + Source.of(3, 9, 4).most(5));
        List<Object> all = new ArrayList<>(List.of(1));
        System.out.println(m.into(all, s -> s.compareTo("b") > 0).size() + "" + all + Listed.taken());
        System.out.println(Source.group(List.of("x", "yy", "zz"), String::length) + "" + Source.curry(Main::use).apply(4).apply(5));
        System.out.println(Source.larger(3, 4) + Source.larger(2.5, 1.5) + Source.<Integer>twice(n -> use(n, 1)).apply(2) + or(null, () -> "b" + calls));
        System.out.println(apply(Math::max, 3, 8, 2) + apply((a, b) -> use(a, b), 1, 2) + apply(Main::use, 4) + parse("12", 3) + parse("x", bump(1)));
        System.out.println(mixed(true).get(0) + "" + mixed(false).get(0) + half(8).flatMap(Main::half).map(n -> n + 0.5).orElse(1.0) + half(3).isPresent());
        System.out.println(check(1) + "" + check(1, true, false) + fold((byte) 120, (short) 300, 'k') + share(1, 3) + (m.rate + m.rate) + m.rate * 3);
        System.out.println(m.compareTo(new Main("e")) + m.count("a", true) + m.count("a", false) + m.skip((short) 3, (byte) 1, 'b').take(0));
        System.out.println(m.remember("k", 3) + m.remember("k", 4) + (shared == m.seen.merge("s", 127, Integer::sum) ? "same" : "other"));
        System.out.println(IntStream.of(1, 2, 3).map(n -> use(n, n)).mapToObj(Integer::toString).collect(Collectors.joining(",")));
        Function<Integer, Step> make = m.new Step(1)::next;
        BiFunction<Main, Integer, Integer> walk = Main::walk;
        System.out.println(make.apply(2).score(1) + walk.apply(m, 2) + Stream.of(1, 2).map(make).mapToInt(s -> s.score(2)).sum());
        Listed.Node node = new Listed.Fork(new Listed.Fork(1, 2), new Listed.Leaf(3));
        System.out.println(node.sum(2) + (node instanceof Listed.Fork f ? f.right().sum(1) : 0) + Listed.Fork.forks());
        Listed.limit -= 98;
        try { m.take(4); } catch (IOException e) { System.out.println(e.getMessage() + Listed.limit); }
        int i = 0;
        i += i++ + use(i, i = 4) + i;
        shared++;
        m.rate += 1.0;
        m.ticks <<= 2;
        char c = 'a';
        c += use(0, 1);
        System.out.println(i + "" + shared + m.rate + m.ticks + c + (char) use(9, 9) + (i > 3 ? use(1, 1) : 'c') + (i > 3 ? 'd' : 100));
    }
}
