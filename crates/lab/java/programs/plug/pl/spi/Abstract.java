package pl.spi;

public abstract class Abstract implements Plugin {
    private static int ids = 0;
    protected static String prefix = "abs";
    protected final int id = ++ids;
    protected int state = initial();
    private String note;

    protected int initial() {
        return 1;
    }

    @Override
    public final String id() {
        return prefix + id + suffix();
    }

    String suffix() {
        return "!";
    }

    protected void note(String note) {
        this.note = this.note == null ? note : this.note + "," + note;
    }

    protected final void note(int number) {
        note("i" + number);
    }

    protected void note(Object... all) {
        for (Object one : all) note("v" + one);
    }

    public String note() {
        return note;
    }

    public abstract static class Stateful<S extends Comparable<S>> extends Abstract {
        protected S state;
        private int changes;

        protected Stateful(S state) {
            this.state = state;
            super.state += 10;
        }

        protected boolean change(S to) {
            if (state.compareTo(to) == 0) return false;
            state = to;
            changes++;
            return true;
        }

        @Override
        String suffix() {
            return super.suffix() + changes;
        }
    }
}
