package attic;

import attic.box.*;
import attic.box.Crate.Lid;
import java.util.*;
import java.util.function.*;

public class Main {
    private static int unread = 3;
    static int effect = Trace.hit(5);
    private final int spare = Trace.hit(2);
    static final int LIMIT = 4, REST = LIMIT + 1, IDLE = 9;
    int a = 1, b = a + 1, c;
    static String name(Object o) { return "o"; }
    static String name(String s) { return "s"; }
    static String name(Integer i) { return "i"; }
    static String name(CharSequence c) { return "c"; }
    static int wide(long n) { return 1; }
    static int wide(int n) { return 2; }
    static int wide(Integer n) { return 3; }
    static int wide(int... n) { return 4; }
    static int wide(double n) { return 5; }

    interface Shape { int area(); default int twice() { return area() * 2; } }
    static class Flat implements Shape { public int area() { return 3; } @Override public int twice() { return 7; } }
    static class Wide extends Flat { @Override public int area() { return 30; } @Override public int twice() { return super.twice() + 1; } }
    static class Idle { static { Trace.hit(100); } int n = 5; static int zero() { return 0; } }
    static class Parent { int size = 3; int size() { return size; } protected Object clone() { return this; } }
    static class Child extends Parent { int size = 4; int own() { return size; } int shown() { return size() + super.size; } }
    static class Grand extends Child { int sum() { return size + own(); } @Override public String toString() { return "g" + size; } }
    static class Res implements AutoCloseable { @Override public void close() { Trace.hit(9); } void flush() { } }
    static class Ordered implements Comparable<Ordered> {
        final int key;
        Ordered(int key) { this.key = key; }
        @Override public int compareTo(Ordered other) { return key - other.key; }
        @Override public boolean equals(Object o) { return o instanceof Ordered other && other.key == key; }
        @Override public int hashCode() { return key; }
        public boolean equals(Ordered o) { return false; }
    }
    enum Level { LOW, MIDDLE, HIGH; static final Level FIRST = LOW; int up() { return ordinal() + values().length; } @Override public String toString() { return "l" + ordinal(); } }
    record Pair(int left, int right) {
        static final Pair NONE = new Pair(0, 0);
        Pair(int both) { this(both, both); }
        public int left() { return left + 1; }
        int sum() { return left + right; }
        @Override public String toString() { return "p" + left; }
    }
    @interface Tag { int value() default LIMIT; String text() default "x"; }
    static class Holder<T extends Number> {
        private T held;
        Holder(T held) { this.held = held; }
        T get() { return held; }
        void set(T held) { this.held = held; }
        <S extends T> void put(S s) { set(s); Trace.hit(1); }
    }

    static int locals(int n) {
        int unused = 5;
        int effects = Trace.hit(3);
        final int shadow = LIMIT;
        int first = 1, second = 2;
        String text = "t" + n;
        int shown = n;
        { int inner = shown + 1; shown += 2; }
        Runnable idle = () -> Trace.hit(50);
        for (int i = 0, k = 3; i < 2; i++) { int step = i; n += second; }
        class Local { int shown = 8; int get() { return shown; } }
        switch (n) { case 1: int late = 3; break; default: late = 4; n += late; }
        return n + first;
    }

    @Tag public static void main(String[] args) throws Exception {
        System.out.println(name("x") + name(1) + name('c') + name(new StringBuilder()) + wide(1) + wide(1L) + wide((short) 1) + wide('c') + wide(1f) + wide());
        Shape shape = new Wide();
        System.out.println(shape.twice() + new Flat().twice() + new Child().shown() + new Grand().sum() + " " + new Grand());
        try (Res res = new Res()) { Trace.hit(4); }
        System.out.println(new TreeSet<>(List.of(new Ordered(3), new Ordered(1))).first().key + " " + new Ordered(2).equals((Object) new Ordered(2)) + new Ordered(2).equals(new Ordered(2)) + new HashSet<>(Arrays.asList(new Ordered(5), new Ordered(5))).size());
        System.out.println(Level.HIGH.up() + " " + Level.LOW + new Pair(3).sum() + new Pair(1, 2) + Pair.NONE.left());
        System.out.println(locals(2) + " " + REST + new Main().b + Trace.total());
        Lid lid = new Crate("in").lid();
        System.out.println(lid.open() + lid.text() + Crate.count + new Crate.Small().lid().open());
        Holder<Integer> holder = new Holder<>(4);
        holder.put(6);
        System.out.println(holder.get() + Trace.total());
    }
}

class Trace {
    private static int total;
    static int hit(int n) { total = total * 3 % 1000 + n; return total; }
    static int hit(Integer n) { return -1; }
    static int total() { return total; }
}
