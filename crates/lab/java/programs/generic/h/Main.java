package h;

import g.Source;
import g.Words;
import java.util.List;

public class Main {
    static <T> String firstOf(Source<? extends T> s) { return "f" + s.first(); }
    public static void main(String[] args) {
        Words w = new Words();
        w.put("pear "); w.put("fig"); w.put("banana");
        Ints n = new Ints();
        for (int i : new int[] {4, 7, 2}) n.put(i);
        Numbers<Double> d = new Numbers<>();
        d.put(2.5); d.put(0.5);
        System.out.println(firstOf(w) + firstOf(n) + w.shown() + w.joined(List.of("a", "bc")) + w.longest() + w.self().has("fig"));
        System.out.println(n.largest() + " " + n.sum() + n.doubled() + n.fold() + " " + n.low(5) + n.lows() + n.total);
        System.out.println(d.largest() + " " + d.sum() + d.doubled() + d.both(9.0) + d.show(1.0) + d.cast(3.0));
        Numbers<Integer>.Cursor c = n.cursor();
        while (c.more()) System.out.println(c.next() + n.own().next());
        System.out.println(w.orElse("x") + n.orElse(3) + n.max(1, 2) + w.map(String::length) + n.stepped(8) + w.compareKeys("a", "bb"));
    }
}
