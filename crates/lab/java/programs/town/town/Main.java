package town;

import static town.tools.Count.*;
import static town.tools.Count.add;
import static town.tools.Extra.add;
import static town.tools.Extra.Kind;
import static town.tools.Limits.LOW;

import java.util.*;
import java.util.function.*;
import town.base.*;
import town.tools.Count;
import town.tools.Limits;

/** Uses {@link Count#add(int)}, {@link town.base.Place#size} and {@link Limits#HIGH}. */
public class Main extends Place {
    static final String TAG = "t" + LOW;
    static int tools = 7;
    private static final int WIDE = LOW * 2 + Limits.HIGH;
    private int size = 40;

    Main(int size) { super(size + 1); this.size += size; }

    /** Hides the one above: {@link Place.Part}. */
    static class Part {
        final int weight;
        Part(int weight) { this.weight = weight; }
        int weight() { return weight + LOW; }
    }

    class Room extends Place.Part {
        int size = 3;
        Room() { super("room"); }
        int both() { return size + Main.this.size + Main.super.size(); }
        @Override protected int units() { return super.units() * 2 + size(); }
    }

    @Override protected int size() { return size + super.size; }

    static <Part extends Comparable<Part>> Part most(List<Part> parts) {
        Part best = parts.get(0);
        for (Part part : parts) if (part.compareTo(best) > 0) best = part;
        return best;
    }

    static int label(Kind kind) {
        switch (kind) {
            case FIRST: return LOW;
            case SECOND: return WIDE;
            default: return -1;
        }
    }

    static String label(int n) {
        switch (n) {
            case LOW: return "low";
            case Limits.HIGH: return "high";
            case WIDE: return TAG;
            default: return "none";
        }
    }

    int locals(int size) {
        Function<Integer, Integer> add = n -> n + size + this.size;
        BinaryOperator<Integer> both = (left, right) -> left * right + tools;
        size:
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < 3; k++) {
                if (k == 2) continue size;
                if (i == 2) break size;
                calls += add.apply(i) + both.apply(i, k);
            }
        }
        return new Object() {
            int size = 100;
            int calls() { return size + locals.apply(size) + calls; }
            final Function<Integer, Integer> locals = n -> n + this.size + Main.this.size;
        }.calls();
    }

    int calls;

    static String test(Object o) {
        if (o instanceof String text && text.length() > LOW) return "s" + text.length();
        if (!(o instanceof Integer number)) return "x";
        return "n" + (number + tools);
    }

    public static void main(String[] args) {
        Main main = new Main(5);
        Room room = main.new Room();
        Part part = new Part(4);
        Place.Part other = new Place.Part("oak");
        System.out.println(room.both() + " " + room.units() + " " + part.weight() + " " + other.text());
        System.out.println(main.locals(2) + " " + main.locals(3) + " " + main.size());
        System.out.println(add(1) + " " + add("ab") + " " + add(1, 2) + " " + add(2L));
        System.out.println(label(Kind.FIRST) + label(Kind.SECOND) + label(Kind.THIRD) + label(2) + label(9) + label(13));
        System.out.println(most(List.of(3, 9, 4)) + " " + test("abcd") + test(4) + test('c'));
        System.out.println(Count.total + " " + total + " " + Place.made + " " + made());
        System.out.println(town.tools.Extra.deep() + new town.base.Inner.Place(3).value());
        Limits limits = new Limits() { @Override public int limit() { return Main.WIDE + HIGH; } };
        System.out.println(limits.limit() + limits.twice() + Limits.of(3).limit());
    }
}

class Helper {
    static int made() { return Place.made * 3; }
    static int total = 12;
}
