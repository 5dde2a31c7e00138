package coll.seq;

class Arr<T> extends Seq<T> {
    private final T[] ts;
    protected int reads;

    @SafeVarargs
    Arr(T... ts) {
        this.ts = ts;
    }

    @Override
    public int size() {
        return ts.length;
    }

    @Override
    public T at(int i) {
        reads++;
        return ts[i];
    }

    int reads() {
        return reads;
    }
}
