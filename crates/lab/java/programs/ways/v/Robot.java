package v;

import w.Dog;
import w.Sings;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

public class Robot extends Dog implements Sings {
    protected int power = 100;
    private final IntUnaryOperator drain = n -> power -= n;
    @Override public String sing(int n) { return "bip" + drain.applyAsInt(n); }
    @Override public int volume() { return super.volume() + Sings.super.volume(); }
    protected int charge(int by) { power += by; return power; }
    protected int charge(long by) { return -1; }
    public int charged() { return charge(5) + charge(5L) + LEGS; }
    @Override public int run() { return super.run() + power; }
    public Supplier<String> barker() { return super::bark; }
    public Supplier<Integer> runner() { return this::run; }
    @Override protected int legs() { return 6; }
    protected int steps(Robot r) { return r.legs() + r.power; }
    public int walk() { return steps(this) + steps(new Robot()); }
    public int rankTwice() { int r = rank(); r += rank(); return r; }
}
