package shop.parts;

public final class Rates {
    public static final int BASE = 10;
    static final int STEP = BASE / 2;

    private Rates() { }

    public static int of(int n) { return n * STEP; }

    public static int of(int... all) {
        int sum = BASE;
        for (int each : all) sum += each;
        return sum;
    }
}
