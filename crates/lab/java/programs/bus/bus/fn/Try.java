package bus.fn;

import java.util.function.Function;

@FunctionalInterface
public interface Try<A, B, X extends Exception> {
    B apply(A a) throws X;

    default <C> Try<A, C, X> then(Try<? super B, ? extends C, ? extends X> next) {
        return a -> next.apply(apply(a));
    }

    default Function<A, B> quiet(B other) {
        return a -> {
            try {
                return apply(a);
            } catch (Exception e) {
                return other;
            }
        };
    }

    static <A, B> Try<A, B, RuntimeException> of(Function<? super A, ? extends B> f) {
        return f::apply;
    }

    static <A, X extends Exception> Try<A, A, X> same() {
        return a -> a;
    }
}
