package yard.one;

public class Alpha {
    public static final int WIDTH = 8;
    public static int COUNT = Hidden.count();
    static final int DEEP = WIDTH * 100;
    protected static int last = 1;

    public static String pick(int n) { return "ai" + n + last++; }
    public static int both(int n) { return n + DEEP; }
    public static int both(String n) { return n.length(); }
    static int one() { return last; }
}

class Hidden {
    private static int count = 20;
    static int count() { return ++count + Alpha.DEEP; }
}
