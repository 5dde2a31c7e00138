package k;

public enum Kind implements Shape, Base {
    SMALL(1) {
        int factor() { return 2; }
        @Override public int area() { return own + factor(); }
    },
    LARGE(5) {
        private int grown = 3;
        int factor() { return grown++; }
        @Override public int area() { return own * factor() + grown; }
        @Override public int mark() { return super.mark() + 1; }
    };

    final int own;
    protected int changed;
    Kind(int own) { this.own = own; }
    @Override public <R> R accept(Visitor<R> v) { return v.kind(this); }
    @Override public int mark() { return own + changed; }
    int bump() { return ++changed; }
}
