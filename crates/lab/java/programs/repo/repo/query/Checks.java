package repo.query;

import java.util.function.Predicate;
import java.util.function.ToIntFunction;

public final class Checks {
    public static int asked = 0;

    private Checks() {}

    public static <T> Predicate<T> over(ToIntFunction<? super T> f, int min) {
        return t -> {
            asked++;
            return f.applyAsInt(t) > min;
        };
    }

    @SafeVarargs
    public static <T> Predicate<T> all(Predicate<? super T>... ps) {
        Predicate<T> r = t -> true;
        for (Predicate<? super T> p : ps) r = r.and(p::test);
        return r;
    }

    public static <T> Predicate<T> not(Predicate<T> p) {
        return Predicate.not(p);
    }

    static <T, P extends Predicate<? super T>> boolean none(P p, Iterable<? extends T> in) {
        for (T t : in) if (p.test(t)) return false;
        return true;
    }

    public static <T> boolean none(Iterable<T> in, Predicate<? super T> p) {
        return none(p, in);
    }
}
