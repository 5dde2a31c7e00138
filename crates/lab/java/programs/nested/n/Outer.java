package n;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

public class Outer {
    int size = 5;
    static int steps = 2;
    String mark() { return "outer" + size; }
    int width(int n) { return n + size; }

    abstract class Part implements Comparable<Part> {
        int weight = 1;
        abstract int size();
        String mark() { return "part" + Outer.this.mark(); }
        @Override public int compareTo(Part o) { return weight - o.weight; }
        int deep() { return size + size(); }
    }

    class Wheel extends Part {
        int size = 8;
        private int turns;
        @Override int size() { return size + Outer.this.size; }
        int turn() { turns += steps; return turns + width(turns); }
        @Override String mark() { return "wheel" + super.mark() + size; }
        int spin(int by) { return new Object() { int total = size; int go() { return total + by + turns; } }.go(); }
        int rim() { return weight + size(); }
    }

    class Door extends Part {
        List<Integer> opened = new ArrayList<>();
        @Override int size() { return opened.size(); }
        int turn() { opened.add(weight); return opened.size(); }
        int width(int n) { return -n; }
        int rim() { return weight + size(); }
        int wide() { return width(3); }
    }

    static class Loose {
        int size = 3;
        static int made;
        Loose() { made++; }
        int width(int n) { return n * size; }
    }

    static class Tight extends Loose implements Iterable<Integer> {
        int inner = 4;
        static final int MOST = 3;
        int used() { return inner + width(2); }
        @Override public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int at = 0;
                @Override public boolean hasNext() { return at < MOST; }
                @Override public Integer next() { return at++ * inner; }
            };
        }
        record Pair(int a, int b) { int sum() { return a + b + MOST; } }
        Pair pair() { return new Pair(inner, size); }
        enum Mode { ON, OFF; Mode flip() { return this == ON ? OFF : ON; } }
        int mode(Mode m) { return switch (m) { case ON -> 1; case OFF -> inner; }; }
    }

    static class Firm extends Tight {
        @Override int used() { return super.used() + inner; }
        int both() { return used() + made; }
        <T extends Comparable<T>> T larger(T a, T b) { return a.compareTo(b) > 0 ? a : b; }
    }

    String all() {
        Wheel w = new Wheel();
        Door d = new Door();
        Firm f = new Firm();
        StringBuilder b = new StringBuilder();
        b.append(w.turn()).append(' ').append(w.turn()).append(w.mark()).append(w.spin(2)).append(w.deep()).append(w.rim());
        b.append(d.turn()).append(d.turn()).append(d.wide()).append(d.mark()).append(d.deep()).append(d.rim()).append(w.compareTo(d));
        for (int i : f) b.append(i).append(',');
        b.append(f.both()).append(f.pair().sum()).append(f.mode(Tight.Mode.ON.flip())).append(f.larger(2, 3)).append(Loose.made).append(f.width(1));
        class Here extends Loose { int size = 70; int local() { return size + super.size + Outer.this.size + b.length(); } }
        return b.toString() + new Here().local();
    }

    public static void main(String[] args) {
        System.out.println(new Outer().all());
    }
}
