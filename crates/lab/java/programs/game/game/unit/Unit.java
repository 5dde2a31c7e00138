package game.unit;

import game.rules.Actor;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

public abstract class Unit<U extends Unit<U>> implements Actor<Unit<?>, Unit.Field>, Comparable<Unit<?>> {
    protected final Field field;
    protected int health = 10;
    public int x, y;
    private Optional<U> friend = Optional.empty();

    protected Unit(Field field) {
        this.field = field;
        field.units.add(this);
    }

    protected abstract U me();

    public U at(int x, int y) {
        this.x = x;
        this.y = y;
        return me();
    }

    public U with(U friend) {
        this.friend = Optional.of(friend);
        return me();
    }

    @Override
    public Field world() {
        return field;
    }

    @Override
    public int base(Stat s) {
        return switch (s) {
            case FORCE -> health;
            case SPEED -> x + y;
            default -> {
                int k = friend.map(f -> f.health).orElse(1);
                yield k / 2;
            }
        };
    }

    public Optional<U> friend() {
        return friend.filter(f -> f.health > 0);
    }

    protected void hurt(int by) {
        health = Math.max(0, health - by);
    }

    public int health() {
        return health;
    }

    @Override
    public int compareTo(Unit<?> o) {
        return health != o.health ? Integer.compare(health, o.health) : x - o.x;
    }

    public static class Field implements Actor.World<Unit<?>> {
        final List<Unit<?>> units = new ArrayList<>();
        int turn;
        public static String border = "#";

        @Override
        public int turn() {
            return turn;
        }

        public void next() {
            turn++;
            for (Unit<?> u : this) u.act(this).hurt(1);
        }

        @Override
        public Iterator<Unit<?>> iterator() {
            return new ArrayList<>(units).iterator();
        }

        public <T extends Unit<T>> List<T> only(Class<T> c) {
            List<T> r = new ArrayList<>();
            for (Unit<?> u : units) if (c.isInstance(u)) r.add(c.cast(u));
            return r;
        }
    }
}
