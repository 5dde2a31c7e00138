package build.run;

import static build.base.Builder.make;
import static java.util.stream.Collectors.*;

import build.base.*;
import build.parts.Box;
import build.parts.Crate;
import java.util.*;
import java.util.function.*;

public class Main {
    static int at = 0;

    static void say(Object o) {
        System.out.println(at++ + " " + o);
    }

    static void say(Supplier<?> s) {
        System.out.println(at++ + " supplied " + s.get());
    }

    static class Odd extends Box.Make<Odd> {
        int odd = 3;

        @Override
        protected Odd self() {
            return this;
        }

        @Override
        public Odd width(int w) {
            return super.width(w + odd);
        }

        Odd twice() {
            return width(odd).width(odd, 2);
        }

        @Override
        public Box build() {
            Box.Make<Odd> me = this;
            return new Box(me) {
                private int extra = odd;

                @Override
                protected String extra() {
                    return "odd" + extra + Odd.this.steps + name;
                }
            };
        }
    }

    static <B extends Box & Sized<Box>> int sum(Collection<? extends B> all, ToIntFunction<? super B> f) {
        int r = 0;
        for (B b : all) r += f.applyAsInt(b);
        return r;
    }

    public static void main(String[] args) {
        var crate = new Crate.Make().name("c").lid("round").width(4).tag("a", "b").build();
        say(crate.text());
        say(crate::text);
        Box box = make(new Odd(), o -> o.twice().name("odd"));
        say(box.text());
        Box plain = Box.start().name("p").width(2, 5).build();
        say(plain::open);
        say(plain.open());
        say(Sized.larger(plain, box).text());
        say(plain.compareTo(crate) + " " + crate.fits(plain));
        List<Box> all = new ArrayList<>(List.of(crate, box, plain));
        Collections.sort(all);
        say(all.stream().map(Box::text).collect(joining("|")));
        say(sum(all, Box::size) + sum(List.of(crate), Crate::lidSize));
        Map<Boolean, List<Integer>> by = all.stream()
                .collect(partitioningBy(b -> b instanceof Crate c && c.lidSize() > 2, mapping(Box::size, toList())));
        say(by);
        Supplier<Crate.Make> fresh = Crate.Make::new;
        say(fresh.get().when(true, m -> m.tag("w")).when(false, m -> m.name("z"), fresh.get()).build().text());
        say(new Odd().name("from").tag("x").into(fresh.get()).lid(new StringBuilder("sb")).build().text());
        Function<String, Crate.Lid<String>> lids = Crate.Lid::new;
        say(lids.apply("q") != null);
        crate.mark += "k";
        say(crate.text() + Box.Make.started());
        Comparator<Box> cmp = Comparator.<Box, Integer>comparing(b -> -b.size()).thenComparing(Box::text);
        say(all.stream().sorted(cmp).map(b -> b.text().substring(0, 5)).collect(toList()));
    }
}
