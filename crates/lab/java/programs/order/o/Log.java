package o;

public final class Log {
    public static final StringBuilder TEXT = new StringBuilder();
    static int next = 1;
    private Log() { }
    public static int note(String s) { TEXT.append(s).append(next).append(' '); return next++; }
    public static int next() { return next; }
}
