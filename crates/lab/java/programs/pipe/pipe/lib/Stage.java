package pipe.lib;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Function;

public interface Stage<I, O> {
    O run(I in) throws Fail;

    default String title() {
        return "stage";
    }

    default <P> Stage<I, P> to(Stage<? super O, ? extends P> next) {
        Objects.requireNonNull(next);
        return new Stage<I, P>() {
            @Override
            public P run(I in) throws Fail {
                return next.run(Stage.this.run(in));
            }

            @Override
            public String title() {
                return Stage.this.title() + ">" + next.title();
            }
        };
    }

    default Stage<I, O> or(Function<? super Fail, ? extends O> alt) {
        return in -> {
            try {
                return run(in);
            } catch (Fail f) {
                return alt.apply(f);
            }
        };
    }

    default Stage<I, O> or(O other) {
        return or(f -> other);
    }

    static <T, S extends Stage<? super T, ? extends T>> T twice(S s, T t) throws Fail {
        return s.run(s.run(t));
    }

    static <O> Stage<Object, O> calling(Callable<? extends O> c) {
        return x -> {
            try {
                return c.call();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new Fail(e);
            }
        };
    }

    class Fail extends Exception {
        public final int depth;

        public Fail(Throwable cause) {
            super(cause.getMessage());
            depth = cause instanceof Fail f ? f.depth + 1 : 0;
        }

        public Fail(String m) {
            super(m);
            depth = 0;
        }
    }
}
