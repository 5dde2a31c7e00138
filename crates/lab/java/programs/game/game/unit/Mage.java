package game.unit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

public class Mage extends Unit<Mage> {
    public interface Spell extends Consumer<Unit<?>> {
        default Spell again() {
            return u -> {
                accept(u);
                accept(u);
            };
        }

        @Override
        default Spell andThen(Consumer<? super Unit<?>> c) {
            return Consumer.super.andThen(c)::accept;
        }
    }

    private final Deque<Spell> spells = new ArrayDeque<>();
    int mana = 5;

    public Mage(Field f, Spell... known) {
        super(f);
        for (Spell s : known) learn(s);
    }

    public Mage learn(Spell s) {
        spells.push(s);
        return me();
    }

    public Mage learn(Runnable r) {
        return learn((Spell) u -> r.run());
    }

    public static Spell fire(int power) {
        return u -> u.hurt(power);
    }

    public void heal(Unit<?> u) {
        u.health += mana;
    }

    @Override
    protected Mage me() {
        return this;
    }

    @Override
    public Unit<?> act(Field w) {
        Unit<?> u = w.best(Unit::health);
        if (mana-- > 0 && !spells.isEmpty()) {
            Spell s = spells.poll();
            s.accept(u);
            spells.add(s);
        }
        return friend().<Unit<?>>map(f -> f).orElse(this);
    }

    public int mana() {
        return mana;
    }
}
