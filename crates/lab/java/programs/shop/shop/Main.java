package shop;

import static shop.parts.Rates.of;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import shop.parts.Item;
import shop.parts.Rates;

/** A basket with prices. See {@link Item#price()}. */
public class Main {
    private static int counter;
    protected final List<Item> items = new ArrayList<>();

    enum Size { SMALL, LARGE { @Override int factor() { return 3; } }; int factor() { return 1; } }

    record Line(String name, int price) {
        Line {
            counter++;
        }
        int doubled() { return price * 2; }
    }

    <T extends Comparable<? super T>> T largest(List<? extends T> of, T start) {
        T best = start;
        for (T each : of) {
            if (each.compareTo(best) > 0) best = each;
        }
        return best;
    }

    int sum(Function<? super Item, Integer> by) {
        int sum = 0;
        for (Item item : items) sum += by.apply(item);
        return sum;
    }

    static String describe(Object o) { return "object"; }

    static String describe(String s) { return "text " + s; }

    public static void main(String[] args) {
        Main main = new Main();
        main.items.add(new Item("pen", 3));
        main.items.add(new Item("ink", 4) {
            @Override public int price() { return super.price() + Rates.BASE; }
        });
        System.out.println(main.sum(Item::price) + " " + main.sum(i -> i.name().length()));
        System.out.println(main.largest(List.of(2, 7, 5), 1));
        main.items.sort(Comparator.comparing(Item::price).reversed());
        Line line = new Line(main.items.get(0).name(), of(2));
        System.out.println(line.name() + line.doubled() + counter);
        for (Size size : Size.values()) {
            switch (size) {
                case SMALL -> System.out.println("s" + size.factor());
                case LARGE -> System.out.println("l" + size.factor());
            }
        }
        System.out.println(describe(line.name()) + describe(line));
    }
}
