package plant.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import plant.util.*;

/** An order of {@link Line}s, made by {@link Builder#build()}. */
public final class Order {
    private static int next = 100;
    private final List<Line> lines;
    private final int discount;

    private Order(Builder builder) {
        this.lines = builder.lines;
        this.discount = builder.discount;
    }

    public static int next() { return next++; }
    public static Builder builder() { return new Builder(); }
    public List<Line> lines() { return Collections.unmodifiableList(lines); }

    public int total() {
        int total = -discount;
        for (Line line : lines) total += line.cost;
        return total;
    }

    public static class Builder {
        private final List<Line> lines = new ArrayList<>();
        private int discount = Defaults.DISCOUNT;
        public Builder line(String name, int cost) { lines.add(new Line(name, cost)); return this; }
        public Builder discount(int discount) { this.discount = discount; return this; }
        public Order build() { Log.lines++; return new Order(this); }
    }

    public record Line(String name, int cost) implements Comparable<Line> {
        public static final Line ZERO = new Line("zero", 0);
        private static int made;

        public Line {
            name = name.trim();
            made += cost;
            if (cost < 0) throw new IllegalArgumentException(name);
        }

        Line(String name) { this(name, Defaults.COST); }
        public int cost() { return cost + made; }
        @Override public int compareTo(Line other) { return Integer.compare(cost, other.cost); }
    }

    public enum Status {
        OPEN(1) { @Override public Status next() { return SENT; } },
        SENT(2) { @Override public Status next() { return DONE; } },
        DONE(3);

        private static final Status[] ALL = values();
        private final int code;
        Status(int code) { this.code = code; }
        public Status next() { return this; }
        public int code() {
            switch (this) {
                case OPEN: return code;
                case DONE: return code * Defaults.COST;
                default: return code + ALL.length;
            }
        }
        public static Status of(int code) {
            for (Status status : ALL) if (status.code == code) return status;
            return OPEN;
        }
    }
}

class Defaults {
    static final int COST = 6;
    static final int DISCOUNT = COST - 5;
}
