package game.play;

import static game.rules.Actor.Stat.*;

import game.rules.Actor;
import game.rules.Actor.Stat;
import game.unit.*;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class Main {
    static class Paladin extends Knight {
        private final Mage helper;
        int prayers = 0;

        Paladin(Unit.Field f, Mage helper) {
            super(f);
            this.helper = helper;
            shield *= 2;
        }

        @Override
        public int base(Stat s) {
            return s == LUCK ? prayers++ : super.base(s);
        }

        Knight pray() {
            helper.heal(this);
            return at(x + 1, y);
        }
    }

    static <A extends Actor<? super A, W> & Comparable<? super A>, W extends Actor.World<? super A>> int rate(A a, W w) {
        return a.power(FORCE, SPEED) + w.turn() + a.compareTo(a);
    }

    static String show(Unit<?> u) {
        String kind = u instanceof Paladin p && p.prayers > 0 ? "P" + p.prayers
                : u instanceof Knight k ? "K" + k.shield()
                : u instanceof Mage m ? "M" + m.mana() : Unit.Field.border;
        return kind + "(" + u.x + "," + u.y + ")" + u.health();
    }

    static String show(Iterable<? extends Unit<?>> us) {
        StringJoiner j = new StringJoiner(" ", Unit.Field.border, "!");
        us.forEach(u -> j.add(show(u)));
        return j.toString();
    }

    static int count = 0;

    public static void main(String[] args) {
        Unit.Field f = new Unit.Field();
        Knight k = new Knight(f).at(1, 2);
        Mage m = new Mage(f, Mage.fire(2), Mage.fire(1).again()).at(0, 3);
        m.learn(() -> count++).learn(u -> m.heal(u));
        Paladin p = new Paladin(f, m);
        p.at(2, 2).with(k).with(p);
        Mage second = Stream.<Function<Unit.Field, Mage>>of(Mage::new).map(g -> g.apply(f)).findFirst().get();
        second.with(m).learn(Mage.fire(1).andThen(u -> count += u.health()));
        Runnable[] steps = {f::next, p::pray, () -> k.at(k.y, k.x), f::next};
        for (Runnable r : steps) {
            r.run();
            System.out.println(f.turn() + show(f) + count);
        }
        System.out.println(show(f.only(Mage.class)) + show(f.best(Function.identity())) + f.total(Unit::health));
        System.out.println(rate(k, f) + " " + p.power(FORCE, LUCK, SPEED, LUCK) + " " + m.power() + second.power(LUCK));
        System.out.println(Stat.seen(LUCK) + " " + Stat.seen(SPEED) + Knight.knights());
        List<Unit<?>> order = new ArrayList<>();
        f.forEach(order::add);
        order.sort(Comparator.comparing((Unit<?> u) -> u.power(SPEED, FORCE)).reversed().thenComparing(Comparator.naturalOrder()));
        System.out.println(show(order));
        Map<Integer, Integer> by = order.stream().collect(Collectors.toMap(u -> u.y, Unit::health, Integer::sum, TreeMap::new));
        System.out.println(by);
        BiFunction<Knight, Knight, Knight> join = Knight::with;
        System.out.println(show(join.apply(k, p)) + k.friend().map(Unit::health).orElse(-1));
        ToIntBiFunction<Unit<?>, Stat[]> pow = Unit::power;
        System.out.println(pow.applyAsInt(k, new Stat[] {FORCE}) + pow.applyAsInt(m, Stat.values()));
    }
}
