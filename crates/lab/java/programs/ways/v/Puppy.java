package v;

import w.Dog;

public class Puppy extends Dog {
    private int power = 2;
    int charge(int by) { return by * power; }
    @Override public String bark() { return "wi" + super.bark() + charge(3); }
    int weight() { return 3; }
    public int heavy() { return weight() + age(); }
    @Override public String say() { return "p" + super.say(); }
    public static String kind() { return "puppy"; }
    public int walk() { return power--; }
}
