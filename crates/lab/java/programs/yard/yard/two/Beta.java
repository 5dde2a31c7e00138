package yard.two;

import yard.one.Alpha;

public class Beta extends Alpha {
    public static int one = last + 1;
    public static final int DEEP = 5;
    public static int COUNT_;
    public static String pick(String s) { return s + DEEP; }
    public static String pick(Object s) { return "o" + COUNT; }
    public static String pick(char c) { return "c" + both("xyz"); }
}
