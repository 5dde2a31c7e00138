package pipe.lib;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

public abstract sealed class Result<T> permits Result.Ok, Result.Err {
    private int uses;

    private Result() {}

    public abstract <R> R match(Function<? super T, ? extends R> ok, Function<? super Exception, ? extends R> err);

    public <R> Result<R> map(Function<? super T, ? extends R> f) {
        use();
        return match(t -> new Ok<R>(f.apply(t)), Err::new);
    }

    public <R> Result<R> flat(Function<? super T, Result<? extends R>> f) {
        use();
        return match(t -> f.apply(t).map(Function.identity()), Result::err);
    }

    public Result<T> tap(Consumer<? super T> c) {
        if (this instanceof Ok<T> ok) c.accept(ok.value);
        return this;
    }

    public Result<T> tap(Runnable r) {
        r.run();
        return this;
    }

    public T or(T t) {
        return match(x -> x, e -> t);
    }

    public T or(Supplier<? extends T> s) {
        return match(x -> x, e -> s.get());
    }

    public <X extends Exception> T orThrow(Function<? super Exception, X> f) throws X {
        if (this instanceof Err<T> e) throw f.apply(e.error);
        return ((Ok<T>) this).value;
    }

    protected void use() {
        uses++;
    }

    public int uses() {
        return uses;
    }

    public static <T> Result<T> ok(T t) {
        return new Ok<>(t);
    }

    public static <T> Result<T> err(Exception e) {
        return new Err<>(e);
    }

    public static <I, T> Function<I, Result<T>> lift(Stage<? super I, ? extends T> s) {
        return i -> {
            try {
                return ok(s.run(i));
            } catch (Stage.Fail f) {
                return err(f);
            }
        };
    }

    static final class Ok<T> extends Result<T> {
        final T value;

        Ok(T value) {
            this.value = value;
        }

        @Override
        public <R> R match(Function<? super T, ? extends R> ok, Function<? super Exception, ? extends R> err) {
            return ok.apply(value);
        }
    }

    static final class Err<T> extends Result<T> {
        final Exception error;

        Err(Exception error) {
            this.error = error;
        }

        @Override
        public <R> R match(Function<? super T, ? extends R> ok, Function<? super Exception, ? extends R> err) {
            return err.apply(error);
        }

        @Override
        protected void use() {
            super.use();
            super.use();
        }
    }
}
