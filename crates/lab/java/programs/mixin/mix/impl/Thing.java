package mix.impl;

import mix.api.Both;
import mix.api.Named;
import mix.api.Sized;

public class Thing extends Base implements Both, Comparable<Thing> {
    private final Builder from;
    int inits = 3;

    private Thing(Builder from) {
        super(from.name);
        this.from = from;
        next = from.next;
    }

    @Override
    void init() {
        inits += 5;
        super.init();
    }

    public String name() {
        return name + inits;
    }

    @Override
    public String label() {
        return super.label() + Both.super.label() + from.weight;
    }

    @Override
    public int extra() {
        return Both.super.extra() + super.extra();
    }

    protected boolean accepts(String s) {
        return s.startsWith(name);
    }

    static String make(String s) {
        return "S" + s + Base.make(s);
    }

    static String make(CharSequence s) {
        return "C" + s;
    }

    @Override
    public int compareTo(Thing o) {
        return from.weight - o.from.weight;
    }

    public static Builder builder() {
        return new Builder();
    }

    public static final class Builder {
        private String name = "?";
        private int weight = Named.SIZE;
        private Base next;

        private Builder() { }

        public Builder name(String name) {
            this.name = name;
            return this;
        }

        public Builder weight(int weight) {
            this.weight += weight;
            return this;
        }

        Builder next(Base next) {
            this.next = next;
            return this;
        }

        public Thing build() {
            return new Thing(this);
        }
    }

    boolean[] tests() {
        Object o = this;
        return new boolean[] {accepts(this), accepts(o), accepts(name), accepts((Object) null), accepts((Base) o)};
    }
}
