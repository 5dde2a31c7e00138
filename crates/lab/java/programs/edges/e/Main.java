package e;

import f.Far;
import f.Further;

public class Main {
    static abstract class Low<X> { X x; abstract X get(); X twice() { get(); return get(); } }
    static class Lower extends Low<StringBuilder> {
        Lower() { x = new StringBuilder("l"); }
        @Override StringBuilder get() { return x.append(x.length()); }
        String text() { return twice().toString() + get(); }
        static int lows = 3;
        static int low(int n) { return n + lows; }
    }
    static class Lowest extends Lower implements More {
        int lows = 30;
        @Override public int near() { return lows + Lower.lows + low(1); }
        @Override String text() { return "lowest" + super.text(); }
    }
    public static void main(String[] args) throws Exception {
        Near n = new Near();
        Far far = new Far(6);
        Further further = new Further();
        Seen seen = new Seen();
        System.out.println(n.wide() + n.twin() + n.shown() + n.many(1, "a") + n.helped(3) + n.over(new Near()) + n.tried() + n.sum(1, 2) + n.locked());
        System.out.println(n.visit(seen) + far.visit(seen) + n.quiet() + n.open() + n.shut() + n.less("a", "b") + n.list("x", "y") + n.swap("z") + n.keep("k"));
        System.out.println(far.near() + far.first() + " " + far.locked() + far.lower(3) + far.sums() + far.wide() + far.names() + far.shown() + far.limit());
        System.out.println(further.near() + " " + further.sums() + further.names() + further.made(1) + further.wide() + n.name("q") + n.cmp(new Near()));
        n.later().run();
        n.check();
        System.out.println(n.base + new Lower().text() + new Lowest().text() + new Lowest().near() + new Lowest().wide() + (n.self() == n) + seen.see(n));
    }
}
