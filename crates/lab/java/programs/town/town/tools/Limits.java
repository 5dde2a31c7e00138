package town.tools;

public interface Limits {
    int LOW = 2;
    int HIGH = LOW + 7;
    String NAME = "n" + HIGH;

    int limit();

    default int twice() { return limit() * 2 + own(); }

    private int own() { return HIGH; }

    static Limits of(int n) { return () -> n + LOW; }
}
