package toll.road;

import toll.err.Fatal;
import toll.err.TollException;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

class Toll extends Gate {
    private int depth = 40;
    static int created = 500;
    String letter = "L";

    Toll(StringBuilder trace) {
        super(trace);
        created++;
    }

    @Override
    int pass(String what) throws TollException {
        if (what.equals("deep")) throw new TollException("deep" + depth++, depth);
        return super.pass(what) + depth;
    }

    IntSupplier counter(int depth) {
        class Step implements IntSupplier {
            int level = depth;

            @Override
            public int getAsInt() {
                level += Toll.this.level;
                return level + Toll.this.depth + depth + super.hashCode() * 0;
            }
        }
        Step step = new Step();
        return () -> {
            int level = step.getAsInt();
            return level + this.level + step.level;
        };
    }

    Supplier<String> names() {
        enum Size {
            SMALL(1) { int grow() { return size + 1; } },
            BIG(10) { int grow() { return size * 2; } };

            final int size;

            Size(int size) {
                this.size = size;
            }

            abstract int grow();
        }
        record Pair(Size first, int depth) {
            Pair {
                if (depth < 0) depth = -depth;
            }

            static Pair of(int depth) {
                return new Pair(depth > 0 ? Size.BIG : Size.SMALL, depth);
            }

            int sum() {
                return first.grow() + depth;
            }
        }
        return new Supplier<>() {
            int depth = -3;

            @Override
            public String get() {
                return letter + ((Gate) Toll.this).letter + Pair.of(depth).sum() + "," + Pair.of(Toll.this.depth).sum() + switchOver(Size.BIG);
            }

            private String switchOver(Size size) {
                switch (size) {
                    case SMALL: return "s";
                    case BIG: return "b" + created + Gate.created;
                }
                return "";
            }
        };
    }

    static int tidy(StringBuilder trace) {
        try {
            return trace.length() + rateAll();
        } finally {
            trace.append("tidy").append(Rates.asked);
        }
    }

    private static int rateAll() {
        int j = 1;
        long l = 1;
        return Rates.rate(2, j) + Rates.rate(2, l) + Rates.rate(2, 'a', 'b') + Rates.rate(1, (short) 1) + Rates.row(2)[0][1];
    }

    static void rethrow(RuntimeException given) throws Fatal {
        try {
            throw given;
        } catch (final Fatal e) {
            throw e;
        } catch (IllegalStateException | IllegalArgumentException e) {
            System.out.println("state " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        StringBuilder trace = new StringBuilder();
        try (Gate gate = Gate.get(trace); Toll toll = new Toll(trace)) {
            System.out.println(gate.enter("open", "free", "shut", "odd", "none"));
            System.out.println(toll.enter("open", "shut", "none", FREE(), "open"));
            IntSupplier counter = toll.counter(5);
            System.out.println(counter.getAsInt() + " " + counter.getAsInt());
            System.out.println(toll.names().get());
            System.out.println(toll.enter("odd", "deep"));
        } catch (Fatal e) {
            System.out.println(e.getMessage() + ((TollException) e.getCause()).code());
        }
        System.out.println(tidy(trace));
        rethrow(new IllegalStateException("one"));
        rethrow(new IllegalArgumentException("two"));
        try {
            rethrow(new Fatal(new TollException.Unpaid((byte) 300)));
        } catch (Fatal e) {
            System.out.println(e.getMessage() + ((TollException.Unpaid) e.getCause()).cents());
        }
        System.out.println(trace);
    }

    private static String FREE() {
        return Rates.FREE;
    }
}
