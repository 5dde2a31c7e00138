package e;

public class Near extends Top<String> {
    static final int MANY = 6;
    int count = 2;
    { held = "near"; }
    int wide() { return count + MANY; }
    String twin() { return held + base; }
    public String shown() { return "near" + wide(); }
    @SafeVarargs final <A> int many(A... all) { return all.length + count; }
    @Override protected int helped(int n) { return super.helped(n) + 1; }
    int over(Near n) { return n.count - count; }
    int tried() { try { check(); return 1; } catch (Exception x) { return 2; } }
    int sum(int... all) { int s = MANY; for (int a : all) s += a; return s; }
    synchronized int locked() { return ++count; }
    protected String name(Object o) { return "no" + o; }
}
