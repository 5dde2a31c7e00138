package build.parts;

import java.util.function.IntSupplier;

public class Crate extends Box {
    private final Lid<?> lid;
    public String mark = "m";

    private Crate(Make m) {
        super(m);
        lid = m.lid;
    }

    @Override
    protected String extra() {
        return " lid " + lid.value() + mark + super.extra();
    }

    public int lidSize() {
        return lid.size.getAsInt() + size();
    }

    public static class Lid<V extends CharSequence> {
        private final V value;
        final IntSupplier size;

        public Lid(V value) {
            this.value = value;
            this.size = value::length;
        }

        V value() {
            return value;
        }
    }

    public static class Make extends Box.Make<Make> {
        private Lid<?> lid = new Lid<>("flat");

        public <V extends CharSequence> Make lid(V v) {
            lid = new Lid<>(v);
            return this;
        }

        @Override
        protected Make self() {
            return this;
        }

        @Override
        public Crate build() {
            return new Crate(this);
        }
    }
}
