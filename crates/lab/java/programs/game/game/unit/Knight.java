package game.unit;

public class Knight extends Unit<Knight> {
    protected int shield = 2;
    static int knights;

    public Knight(Field f) {
        super(f);
        knights++;
    }

    @Override
    protected Knight me() {
        return this;
    }

    @Override
    protected void hurt(int by) {
        super.hurt(by - shield-- < 0 ? 0 : by);
    }

    @Override
    public Unit<?> act(Field w) {
        x++;
        Unit<?> target = w.best(u -> u == this ? -1 : u.y);
        return target instanceof Knight k && k.shield > 0 ? k.me() : target;
    }

    public int shield() {
        return shield;
    }

    public static int knights() {
        return knights;
    }
}
