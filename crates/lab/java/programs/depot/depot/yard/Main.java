package depot.yard;

import depot.core.*;
import static depot.core.Item.log;
import java.util.TreeSet;
import java.util.Set;

public class Main {
    static int code(int level) {
        switch (level) {
            case Limits.LOW:
                return 1;
            case Limits.HIGH:
                return 2;
            case Level.DEFAULT:
                return 3;
            default:
                return 0;
        }
    }

    @Level(tags = Limits.TAG)
    static class Marked extends depot.core.Item {
        @Override
        protected String describe() {
            return "marked" + count;
        }

        int twice() {
            return weight() * 2;
        }
    }

    public static void main(String[] args) throws Exception {
        Item outer = new Item(new Crate(null));
        System.out.println(outer);
        System.out.println(outer.totals());
        Item.Slot slot = outer.slot();
        System.out.println(slot.show() + slot.count);
        System.out.println(outer.new Slot().show());
        Marked marked = new Marked();
        System.out.println(marked.twice() + " " + marked);
        depot.core.Item copy = marked.clone();
        System.out.println(copy.equals(marked) + " " + (copy.hashCode() == marked.hashCode()));
        depot.core.Item anon = new depot.core.Item("anon") {
            int count = 9;

            @Override
            protected String describe() {
                return "anon" + count + super.count + super.weight();
            }
        };
        System.out.println(anon + Crate.kinds());
        Set<depot.core.Item> all = new TreeSet<>();
        all.add(outer);
        all.add(marked);
        all.add(anon);
        all.add(copy);
        for (depot.core.Item one : all) System.out.println(one);
        for (int i = 0; i < 14; i++) System.out.print(code(i));
        System.out.println();
        Level level = depot.core.Item.class.getAnnotation(Level.class);
        System.out.println(level.value() + " " + level.tags().length);
        Level other = Marked.class.getAnnotation(Level.class);
        System.out.println(other.value() + other.tags()[0]);
        System.out.println(log());
    }
}
