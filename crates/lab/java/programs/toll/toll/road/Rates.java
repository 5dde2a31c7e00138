package toll.road;

public final class Rates {
    public static final int BASE = 3, LIMIT = BASE * 400;
    public static final String FREE = "free";
    static int asked;
    private static final int[][] TABLE;

    static {
        int[][] table = new int[3][];
        for (int i = 0; i < table.length; i++) {
            table[i] = new int[i + 1];
            for (int j = 0; j <= i; j++) table[i][j] = i * BASE + j;
        }
        TABLE = table;
    }

    private Rates() { }

    public static int rate(int i, int j) {
        asked++;
        return TABLE[i][j];
    }

    public static int rate(int i, long j) {
        asked += 2;
        return TABLE[i][(int) j] * 100;
    }

    public static int rate(int i, Object... js) {
        return i + js.length;
    }

    static int[] row(int i)[] {
        return new int[][] {TABLE[i], {asked}};
    }
}
