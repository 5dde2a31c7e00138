package core;

import java.util.ArrayList;
import java.util.List;

/** Constants, and what depends on them being some. */
public class Fixed {
    public static final int LIMIT = 65;
    public static final String MARK = "ab";
    public static final boolean LOUD = true;
    public static final char SIGN = 'k';
    public static final long BIG = 5;
    static final List<String> LOG = new ArrayList<>();
    static int loads = note("fixed");
    public final int own = 66;
    public final List<String> parts;
    final int late;

    public Fixed(int late) {
        this.late = late;
        parts = new ArrayList<>();
        parts.add("p" + this.late + own);
    }

    static int note(String s) { LOG.add(s); return LOG.size(); }

    public static String log() { return LOG + "" + loads; }

    static class Lazy {
        static final int SIZE = 3;
        static final Integer BOX = 4;
        static int count = note("lazy");
    }

    public static int lazy() { return Lazy.SIZE; }
    public static int lazier() { return Lazy.BOX + Lazy.count; }

    public String narrow(boolean yes) {
        byte b = LIMIT;
        byte plus = LIMIT + 1;
        char c = yes ? LIMIT : 'z';
        Object o = yes ? 'z' : LIMIT;
        int set;
        if (LOUD) set = 4;
        final int mine = own;
        byte from = own;
        boolean same = (MARK + "c") == "abc";
        switch (set) { case 4: set++; break; default: }
        return b + plus + "" + c + o + set + mine + from + same + (SIGN + 1) + (char) (SIGN + 1) + BIG / 2;
    }

    int ends() { while (LOUD) { if (late > 2) return 1; return 2; } }
}
