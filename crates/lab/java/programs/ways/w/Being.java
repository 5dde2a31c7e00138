package w;

import java.io.IOException;

public abstract class Being {
    protected static final int LEGS = 4;
    protected static int born = 0;
    private int age = 1;
    protected String voice = "hm";
    public Being() { born = born + 1; }
    public int age() { return age; }
    protected void grow() throws IOException { if (age > 50) throw new IOException("old"); age += 2; }
    public static String kind() { return "being"; }
    protected Being other(Being b) { return b; }
    protected int legs() { return LEGS; }
    public int rank() { return age + legs(); }
    Object token() { return "t"; }
    protected String call(Object o) { return "O"; }
    protected String call(Being b) { return "B"; }
}
