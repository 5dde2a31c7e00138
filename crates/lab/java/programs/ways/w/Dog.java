package w;

public class Dog extends Being implements Speaks {
    protected static final int TAIL = 1;
    private static final String SOUND = "wuff";
    protected String voice = SOUND;
    private int barks;
    public static String kind() { return "dog"; }
    @Override public int volume() { return Speaks.super.volume() + TAIL; }
    @Override protected void grow() { barks++; }
    public String bark() { barks += LEGS; return voice + super.voice + barks; }
    public String bark(String... more) { return bark() + more.length; }
    @Override protected Dog other(Being b) { return this; }
    @Override String token() { return "d" + super.token(); }
    protected String call(Dog d) { return "D"; }
    public String calls() { return call(this) + call((Being) this) + call((Object) this); }
    public int run() { return switch (barks % 3) { case 0 -> LEGS; case TAIL -> 7; default -> legs(); }; }
    public int jump(int n) { return n > 0 ? n + jump(n - 1) : age(); }
    int weight() { return 30; }
}
