package pipe.impl;

import pipe.lib.Stage;

public abstract class Named<I extends Comparable<I>, O> implements Stage<I, O> {
    protected String title;
    protected int runs = 0;
    I best;

    protected Named(String title) {
        this.title = title;
    }

    protected abstract O work(I in) throws Fail;

    @Override
    public final O run(I in) throws Fail {
        runs++;
        if (best == null || in.compareTo(best) > 0) best = in;
        return work(in);
    }

    @Override
    public String title() {
        return title + runs;
    }

    public I best() {
        return best;
    }

    protected static <T> T check(T t, boolean ok, Object... why) throws Fail {
        if (ok) return t;
        String m = "";
        for (Object w : why) m += w;
        throw new Fail(m);
    }
}
