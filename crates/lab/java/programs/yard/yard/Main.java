package yard;

import static yard.one.Alpha.*;
import static yard.two.Beta.*;
import static yard.two.Beta.pick;

import java.util.ArrayList;
import java.util.List;
import java.util.function.*;
import yard.one.*;
import yard.two.*;

public class Main {
    static int one = 3;
    static class Tool extends yard.two.Tool {
        Tool() { super(2); }
        int grip() { return grip + Nested.DEPTH + reach(); }
        static class Low { int low() { return Nested.DEPTH; } }
        class Up extends Nested { int up() { return depth() + grip + Tool.this.grip(); } }
    }

    static <T extends yard.one.Tool & Comparable<T>> T last(List<? extends T> all) {
        T best = null;
        for (T each : all) if (best == null || each.compareTo(best) > 0) best = each;
        return best;
    }

    static String kind(Object o) { return "o"; }
    static String kind(yard.one.Tool t) { return "one" + t.edge; }
    static String kind(yard.two.Tool t) { return "two" + t.size(); }

    static int sum(int... all) { int sum = 0; for (int each : all) sum += each; return sum; }

    @Note(Alpha.WIDTH + one_)
    static int noted() { return WIDTH; }
    static final int one_ = 4;

    interface Step { int step(int n); default Step then(Step next) { return n -> next.step(step(n)); } }

    static int nest(int n) {
        Step step = k -> k + n;
        class Step2 implements Step {
            int n = 50;
            public int step(int k) { return k + n + one; }
        }
        Step other = new Step2().then(step).then(new Step() {
            int k = 7;
            public int step(int n) { int k = n * 2; return k + this.k; }
        });
        return other.step(n);
    }

    static Object wrap(Object o) {
        Object n = o instanceof Integer i && i > 2 ? i + 1 : o;
        if (o instanceof String s) { n = s + s.length(); }
        while (!(n instanceof String s)) { n = String.valueOf(n); }
        return s + one;
    }

    public static void main(String[] args) throws Exception {
        Tool tool = new Tool();
        System.out.println(tool.grip() + " " + tool.new Up().up() + " " + new Tool.Low().low() + " " + kind(tool) + kind(new Axe(4)) + kind("x"));
        System.out.println(last(List.of(new Axe(1), new Axe(5), new Axe(3))).edge());
        System.out.println(pick(1) + pick("a") + pick('c') + both(2) + " " + COUNT + " " + Alpha.COUNT + WIDTH + DEEP);
        System.out.println(nest(3) + " " + wrap(5) + wrap("q") + wrap(2L) + " " + noted());
        System.out.println(Main.class.getDeclaredMethod("noted").getAnnotation(Note.class).value());
        Supplier<yard.one.Tool> make = Saw::new;
        Function<Integer, Axe> axes = Axe::new;
        System.out.println(make.get().edge + axes.apply(6).edge() + sum() + sum(1, 2));
        System.out.println(new Outer().new Mid().deep() + Outer.Mid.LEVEL + Outer.tag());
        int one = Main.one + 1;
        one: for (;;) { for (int two = 0; ; two++) { if (two > one) break one; Main.one += two; } }
        System.out.println(one + Main.one + yard.two.Beta.one);
        System.out.println(Flag.read("b").weight() + Flag.A.weight() + Flag.total);
        Sink<String> sink = new Sink<>() { protected void take(String s) { seen.add(s + seen.size()); } };
        sink.put("u"); sink.put("v");
        System.out.println(sink.seen + " " + sink.size());
    }
}

class Outer {
    static String tag = "tag";
    int deep = 1;
    static String tag() { return tag + Mid.LEVEL; }
    class Mid {
        static final int LEVEL = 2;
        int deep = 10;
        class In { int deep = 100; int all() { return deep + Mid.this.deep + Outer.this.deep + LEVEL; } }
        int deep() { return new In().all() + this.deep; }
    }
}

enum Flag {
    A(1), B(2) { @Override int weight() { return super.weight() * 10 + total; } };
    static int total;
    static { for (Flag flag : values()) total += flag.base; }
    private final int base;
    Flag(int base) { this.base = base; }
    int weight() { return base; }
    static Flag read(String text) { return text.equals("b") ? B : A; }
}

@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
@interface Note { int value(); int[] more() default { Alpha.WIDTH }; }
