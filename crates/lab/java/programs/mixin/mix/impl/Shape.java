package mix.impl;

import mix.api.Sized;

public sealed interface Shape extends Sized permits Shape.Dot, Shape.Line, Area {
    int DIM = 2;

    int span();

    default Shape twice() {
        return new Line(span(), span() * DIM);
    }

    record Dot(int x) implements Shape {
        static final Dot ZERO = new Dot(0);
        static int made;

        public Dot {
            made++;
            x = Math.max(x, 0);
        }

        Dot(String text) {
            this(Integer.parseInt(text));
        }

        public static Dot of(int x) {
            return x == 0 ? ZERO : new Dot(x);
        }

        public int span() {
            return DIM - 1;
        }
    }

    record Line(int from, int to) implements Shape {
        public Line {
            if (from > to) {
                int t = from;
                from = to;
                to = t;
            }
        }

        public int from() {
            return from + 1;
        }

        public int span() {
            return to - from() + this.from;
        }

        @Override
        public int size() {
            return Shape.super.size() + to();
        }
    }
}
