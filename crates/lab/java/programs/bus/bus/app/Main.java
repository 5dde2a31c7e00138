package bus.app;

import static bus.fn.Act.Ranked.at;

import bus.core.Event;
import bus.core.Event.Num;
import bus.core.Hub;
import bus.fn.Act;
import bus.fn.Try;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class Main {
    static final List<String> OUT = new ArrayList<>();
    private int total;

    static class Loud extends Hub {
        private int calls;

        @Override
        public <E extends Event<?>> Entry<E> on(Class<E> type, Act<? super E> act) {
            calls++;
            return super.on(type, act.and(e -> OUT.add("loud" + count)));
        }

        int calls() {
            return calls;
        }
    }

    void add(Event<? extends Number> e) {
        total += e.payload().intValue();
    }

    void add(Event.Text t) {
        total += t.size();
    }

    static String read(Hub h) throws IOException {
        if (h.log().isEmpty()) throw new IOException("empty");
        return h.log();
    }

    static <T, R> List<R> each(List<? extends T> in, Function<? super T, ? extends R> f) {
        return in.stream().<R>map(f).collect(Collectors.toList());
    }

    static <A, B, C> C both(A a, B b, BiFunction<? super A, ? super B, C> f) {
        return f.apply(a, b);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) throws Exception {
        Main m = new Main();
        Hub hub = new Loud();
        Hub plain = new Hub();
        for (Hub h : List.of(hub, plain)) {
            h.on(Event.Text.class, at(2, m::add));
            h.on(Event.Text.class, t -> OUT.add(t.payload()));
            h.on(Num.class, (Act<Num>) n -> m.add((Event<? extends Number>) n));
            h.on(Event.Text.class, () -> t -> OUT.add("made " + t.size()));
        }
        try {
            hub.with(Main::read);
        } catch (IOException e) {
            OUT.add(e.getMessage());
        }
        int n = hub.<Event<?>>post(e -> e.payload() != null, new Event.Text("abc"), new Num<>(4), new Num<>(2.5));
        n += plain.post(e -> e.size() > 3, new Event.Text("abc"), new Event.Text("x", 1, 'c'));
        OUT.add(n + " " + m.total + " " + Event.made());
        OUT.add(hub.<String, IOException>with(Main::read));
        hub.with(h -> OUT.add(h.log()), 2);
        Try<String, Integer, RuntimeException> len = Try.of(String::length);
        Function<String, Integer> q = Try.<String, RuntimeException>same().then(Integer::parseInt).quiet(-1);
        OUT.add(len.then(x -> x * 2).apply("four") + " " + q.apply("12") + q.apply("zz"));
        List<Event.Text> texts = each(List.of("q", "b", "m"), Event.Text::new);
        OUT.add(texts.stream().sorted().map(Event::payload).collect(Collectors.joining(",")));
        Function<Object[], Event.Text> ctor = Event.Text::new;
        OUT.add(ctor.apply(new Object[] {1, 2}).payload());
        OUT.add("" + both(3, "x", (a, b) -> b.repeat(a)) + both("abc", 1, String::charAt));
        for (Hub.Entry<?> e : hub) OUT.add("hits " + e.hits() + (e.hub() == hub));
        OUT.add("" + ((Loud) hub).calls() + hub.log() + plain.log());
        OUT.add(Stream.of(new Num<>(1), new Num<>(7)).mapToDouble(Num::twice).sum() + "");
        OUT.forEach(System.out::println);
    }
}
