package mix;

import mix.api.*;
import mix.impl.*;
import mix.impl.Shape.Dot;
import static mix.impl.Shape.Line;
import static mix.impl.Thing.builder;

public class Main {
    private static String out = "";

    static class Probe extends Area implements Named {
        int total = cells.length;

        public String name() {
            return "probe" + total + cells[0].length;
        }

        public String label() {
            return Named.super.label();
        }
    }

    static abstract class Counting<R> implements Named.Visitor<R> {
        protected int calls;

        public R visit(Named named) {
            calls++;
            out += named.label() + ";";
            return result(named);
        }

        abstract R result(Named named);
    }

    static String tell(Shape shape) {
        if (shape instanceof Dot dot && dot.x() > 0) return "dot" + dot.x();
        if (shape instanceof Line line) return "line" + line.from() + line.to() + line.size();
        return "other" + shape.span() + shape.size();
    }

    public static void main(String[] args) {
        Thing first = builder().name("first").weight(4).build();
        Thing second = Thing.builder().weight(1).name("second").build();
        System.out.println(first.label() + " " + second.name() + " " + first.compareTo(second));
        System.out.println(first.size() + " " + second.extra());
        Counting<Integer> counting = new Counting<>() {
            int calls = 10;

            @Override
            Integer result(Named named) {
                return named.name().length() * calls-- + super.calls;
            }
        };
        System.out.println(counting.both(first, Named.of("x")) + " " + counting.calls);
        System.out.println(counting.both(new Probe(), second) + out);
        Shape[] shapes = {Dot.of(0), Dot.of(5), new Line(8, 2), new Area(), new Probe(), new Line(1, 2).twice()};
        for (Shape shape : shapes) System.out.println(tell(shape) + tell(shape.twice()));
        System.out.println(Inside.run());
    }
}
