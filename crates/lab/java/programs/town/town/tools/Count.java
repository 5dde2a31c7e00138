package town.tools;

public class Count {
    public static int total = start();
    private static int begun = 5;

    static int start() { return begun + 3; }

    /** Adds. See {@link #total} and {@link Extra#add(String)}. */
    public static int add(int n) { return total += n; }

    public static int add(int... all) {
        int sum = begun;
        for (int n : all) sum += n;
        return sum;
    }

    public static String add(long n) { return "long" + n; }

    public interface Made { int made(); }

    public static int made() { Made made = () -> 77; return made.made(); }
}
