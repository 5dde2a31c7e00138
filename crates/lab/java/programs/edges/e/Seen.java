package e;

public class Seen {
    String see(Object o) { return "o"; }
    String see(Top<?> t) { return "t" + t.base; }
    String see(Near n) { return "n" + n.wide(); }
    String see(CharSequence c) { return "c" + c.length(); }
}
