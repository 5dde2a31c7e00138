package k;

public sealed abstract class Flat implements Shape permits Flat.Box, Slab {
    protected int h = 2;
    private static int flats;
    Flat() { flats++; }
    @Override public <R> R accept(Visitor<R> v) { return v.flat(this); }
    public static int flats() { return flats; }
    abstract int width();
    @Override public int area() { return h * width(); }
    protected Object copy() throws Exception { throw new Exception("none"); }
    CharSequence label() { return "flat" + h; }

    static final class Box extends Flat {
        private final int w = 6;
        int used = 1;
        @Override int width() { return w; }
        @Override protected Box copy() { return new Box(); }
        @Override String label() { return "box" + super.label() + edge(); }
        int edge() { return w - h; }
        public int wide() { return w; }
        void use() { used++; h += used; }
        class Lid {
            int top = w + 1;
            int over() { return top + h + edge(); }
        }
        Lid lid() { return new Lid(); }
    }
}
