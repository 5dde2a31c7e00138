package build.parts;

import build.base.Builder;
import build.base.Sized;

public class Box implements Sized<Box> {
    final String head;
    final int width;
    int opened;

    protected Box(Make<?> make) {
        head = make.head();
        width = make.width;
    }

    @Override
    public int size() {
        return width;
    }

    public String text() {
        return head + ":" + width + extra();
    }

    protected String extra() {
        return "";
    }

    public int open() {
        return ++opened;
    }

    public static Make<?> start() {
        return new Plain();
    }

    private static final class Plain extends Make<Plain> {
        @Override
        protected Plain self() {
            return this;
        }
    }

    public abstract static class Make<S extends Make<S>> extends Builder<Box, S> {
        int width = 1;
        static int started = 0;

        protected Make() {
            started++;
        }

        public S width(int width) {
            this.width = width;
            return self();
        }

        public S width(Integer width, int times) {
            this.width = width * times;
            return self();
        }

        @Override
        protected String head() {
            return "box " + super.head();
        }

        @Override
        public Box build() {
            return new Box(this);
        }

        public static int started() {
            return started;
        }
    }
}
