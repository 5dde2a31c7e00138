package build.base;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

public abstract class Builder<T, S extends Builder<T, S>> {
    protected String name = "none";
    protected final List<String> tags = new ArrayList<>();
    protected int steps;

    protected abstract S self();

    public abstract T build();

    public S name(String name) {
        this.name = name;
        steps++;
        return self();
    }

    public S tag(String... more) {
        for (String m : more) tags.add(m);
        steps++;
        return self();
    }

    public S when(boolean yes, Consumer<? super S> then) {
        if (yes) then.accept(self());
        return self();
    }

    public S when(boolean yes, UnaryOperator<S> then, S other) {
        return yes ? then.apply(self()) : other;
    }

    public final <R extends Builder<?, R>> R into(R other) {
        return other.name(name).tag(tags.toArray(String[]::new));
    }

    protected String head() {
        return name + tags + steps;
    }

    public static <T, S extends Builder<T, S>> T make(S start, Consumer<S> fill) {
        fill.accept(start);
        return start.build();
    }
}
