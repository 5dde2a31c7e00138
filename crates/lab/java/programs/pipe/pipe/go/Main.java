package pipe.go;

import static pipe.lib.Result.lift;

import java.util.*;
import java.util.function.*;
import java.util.stream.*;
import pipe.impl.*;
import pipe.lib.Result;
import pipe.lib.Stage;
import pipe.lib.Stage.Fail;

public class Main {
    private static final StringBuilder LOG = new StringBuilder();
    static int n;

    static class Tally<K> extends TreeMap<K, Integer> {
        int total;

        Tally<K> add(K k) {
            merge(k, 1, Integer::sum);
            total++;
            return this;
        }

        Tally<K> join(Tally<? extends K> o) {
            o.forEach((k, c) -> merge(k, c, Integer::sum));
            total += o.total;
            return this;
        }

        static <T, K> Collector<T, ?, Tally<K>> by(Function<? super T, ? extends K> f) {
            return Collector.of(Tally::new, (t, x) -> t.add(f.apply(x)), Tally::join);
        }
    }

    static void note(Runnable r) {
        LOG.append('r');
        r.run();
    }

    static <T> T note(Supplier<T> s) {
        LOG.append('s');
        return s.get();
    }

    static void say(Object o) {
        System.out.println(++n + " " + o);
    }

    int level = 3;

    int deeper(int by) {
        return level += by;
    }

    Integer deeper(Integer by) {
        return level -= by;
    }

    <T extends Number> Function<T, Integer> deep() {
        return t -> this.deeper(t.intValue());
    }

    public static void main(String[] args) throws Exception {
        Parse p = new Parse(), hex = new Parse(Parse::hex);
        Scale<Integer> s = new Scale<>(i -> i * 2, 100);
        Scale<Integer> strict = new Scale.Strict<Integer>(i -> i + 3).limit(40);
        Stage<String, Integer> line = p.to(s).to(strict);
        say(line.title());
        for (String in : List.of("4", "6", "2", "zz", "60", "")) {
            Result<Integer> r;
            try {
                r = Main.<String, Integer>lifted(line).apply(in);
                say(r.map(i -> i + 0.5).map(Object::toString).or("?") + r.uses());
                say(r.tap(i -> LOG.append(i)).tap(() -> LOG.append(',')).match(String::valueOf, Exception::getMessage));
            } catch (NullPointerException e) {
                say("null");
            }
        }
        say(hex.to(Integer::toBinaryString).or("none").run("1f") + hex.or(f -> f.depth - 1).run("xyz"));
        say(p.best() + s.best() + strict.best() + line.title() + p.runs());
        say(Stage.twice(new Scale<>(d -> d * 1.5, 20), 4.0));
        say(Stage.calling(() -> note(() -> "called")).run(1));
        note(() -> LOG.append('!'));
        note(() -> {
            LOG.append('?');
        });
        try {
            lift(p).apply("nope").orThrow(Fail::new);
        } catch (Fail f) {
            say(f.getMessage() + f.depth);
        }
        Main m = new Main();
        IntUnaryOperator up = m::deeper;
        UnaryOperator<Integer> down = m::deeper;
        say(up.applyAsInt(4) + " " + down.apply(2) + " " + m.<Long>deep().apply(9L) + m.deeper((Integer) 1));
        Tally<Character> t = Stream.of("pear", "plum", "fig").collect(Tally.by(w -> w.charAt(0)));
        Tally<Comparable<?>> wide = new Tally<>();
        say(t + " " + t.total + wide.join(t).total);
        Result<? extends Number> any = n > 5 ? Result.ok(1) : Result.ok(2.0);
        say(any.flat(x -> x.intValue() > 0 ? Result.ok(x.doubleValue()) : Result.err(new Fail("neg"))).or(() -> 0.0));
        Map<Boolean, Long> parts = IntStream.range(0, 9).mapToObj(i -> lift(p).apply(i % 3 == 0 ? "x" : "" + i))
                .collect(Collectors.partitioningBy(r -> r.<Boolean>match(x -> true, e -> false), Collectors.counting()));
        say(parts);
        say(LOG);
    }

    private static <I, T> Function<I, Result<T>> lifted(Stage<? super I, ? extends T> s) {
        return lift(s);
    }
}
