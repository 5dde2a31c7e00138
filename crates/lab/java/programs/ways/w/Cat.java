package w;

public class Cat extends Being implements Sings {
    private int lives = 9;
    @Override public String sing(int n) { return n == 0 ? voice : "mi" + sing(n - 1); }
    public String bark() { return "no" + lives; }
    public int jump(int n) { return n * lives; }
    @Override public int volume() { return Sings.super.volume() + pitch(); }
    int weight() { return 4; }
    public static int herd(Cat... all) { int s = 0; for (Cat c : all) s += c.lives; return s; }
    private String purr() { return "rr" + weight(); }
    public String purrs() { return purr() + purr(); }
    @Override public int rank() { return super.rank() * 2; }
}
