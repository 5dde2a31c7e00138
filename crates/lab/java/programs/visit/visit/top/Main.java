package visit.top;

import static visit.ast.Expr.call;
import static visit.ast.Expr.of;

import java.util.Optional;
import java.util.function.BinaryOperator;
import visit.ast.*;
import visit.ops.*;

public class Main {
    static final class Eval<N extends Number> extends Fold<N, Double> {
        double start = 0.5;
        private final BinaryOperator<Double> how;

        Eval(BinaryOperator<Double> how) {
            this.how = how;
        }

        @Override
        protected Double zero() {
            return start;
        }

        @Override
        protected Double plus(Double a, Double b) throws Bad {
            if (a.isNaN()) throw new Bad("nan", steps);
            return how.apply(a, b);
        }

        @Override
        public Double lit(Lit<? extends N> l) {
            return l.value().doubleValue();
        }

        static <N extends Number> Optional<Double> eval(Expr<N> e, BinaryOperator<Double> how) {
            try {
                return Optional.ofNullable(e.accept(new Eval<N>(how)));
            } catch (Bad b) {
                return Optional.empty();
            }
        }
    }

    static int size(Expr<?> e) {
        if (e instanceof Lit<?> l && l.value() instanceof String s) return s.length();
        if (!(e instanceof Bin<?> b)) return e instanceof Call<?> c ? c.arity() * 10 : -1;
        return size(b.left()) + size(b.right());
    }

    static String kind(Object o) {
        return switch (o instanceof Expr<?> e ? e.depth() : 0) {
            case 0 -> "none";
            case 1 -> {
                var d = ((Expr<?>) o).depth();
                yield "leaf" + d;
            }
            default -> "tree";
        };
    }

    static <T extends Comparable<? super T>> T max(Expr<? extends T> e) throws RuntimeException {
        return e.accept(new Expr.Visitor<T, T, RuntimeException>() {
            @Override
            public T lit(Lit<? extends T> l) {
                return l.value();
            }

            @Override
            public T bin(Bin<? extends T> b) {
                T l = max(b.left()), r = max(b.right());
                return l.compareTo(r) >= 0 ? l : r;
            }
        }.widen());
    }

    public static void main(String[] args) throws Bad {
        Expr<Integer> sum = new Bin<>('+', of(3), new Bin<>('*', of(4), call("f", of(1), of(2))));
        Expr<String> words = new Bin<>('.', of("ab"), new Call<>("g", of("cde")));
        System.out.println(sum.depth() + " " + size(words) + " " + size(sum) + kind(sum) + kind(of(1)) + kind("x"));
        System.out.println(Eval.eval(sum, Double::sum).map(d -> d * 2).orElse(-1.0));
        System.out.println(Eval.eval(sum, (a, b) -> a * b).map(String::valueOf).orElseGet(() -> "none"));
        System.out.println(max(sum) + max(words));
        Show<Object> show = new Show<>(String::valueOf);
        System.out.println(show.all(sum, words) + show.steps());
        show.sep("_").sep("~");
        System.out.println(show.all(words, sum, words, sum, words, sum, words, sum));
        System.out.println(sum.accept(Fold.<Number>counting()) + words.<Integer, Bad>accept(Fold.counting()));
        for (Expr<Integer> e : sum) System.out.print(e.depth() + ";");
        System.out.println(((Bin<String>) words).swap().accept(new Show<>(s -> s.toUpperCase())));
        System.out.println(new Lit<>(1).same(of(1)) + " " + Lit.hits + new Call<>("h", of('c')).name());
        try {
            throw Bad.<RuntimeException>sneak(new Bad("sneaky", 7));
        } catch (Exception e) {
            System.out.println(e.getMessage() + (e instanceof Bad b ? b.code() + b.retries++ : 0));
        }
    }
}
