package pipe.impl;

import java.util.function.ToIntFunction;

public class Parse extends Named<String, Integer> {
    private final ToIntFunction<String> how;
    public static int base = 10;

    public Parse() {
        this(Parse::plain);
    }

    public Parse(ToIntFunction<String> how) {
        super("parse");
        this.how = how;
    }

    private static int plain(String s) {
        return Integer.parseInt(s, base);
    }

    public static int hex(String s) {
        return Integer.parseInt(s, base + 6);
    }

    @Override
    protected Integer work(String in) throws Fail {
        try {
            return how.applyAsInt(in.trim());
        } catch (NumberFormatException e) {
            return check(null, in.isEmpty(), "bad ", in, runs);
        }
    }

    public int runs() {
        return runs;
    }
}
