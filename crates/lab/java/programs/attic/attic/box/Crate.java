package attic.box;

public class Crate extends Base implements Sized {
    public static int count = 1;
    static final String EMPTY = "";
    private final String text;
    private static final class Idle { }
    public Crate(String text) { super(2); this.text = text; count += size(); }
    @Override public int size() { return base() + text.length() + DEPTH; }
    public Lid lid() { return new Lid(this) { @Override public int open() { return super.open() + part(); } private int part() { return 1; } public int spare() { return 0; } }; }
    public static class Lid {
        private final Crate crate;
        protected Lid(Crate crate) { this.crate = crate; }
        public int open() { return crate.size() + Base.made; }
        public String text() { return crate.text + EMPTY; }
        static int opened() { return Base.made; }
    }
    public static class Small extends Crate {
        static final int DEPTH = 5;
        public Small() { super("s" + EMPTY); }
        @Override public int base() { return DEPTH; }
        @Override public int size() { return super.size() + 1; }
        static int sized(Small small) { return small.size() + helper(); }
        private static int helper() { return 3; }
    }
}

interface Sized { int DEPTH = 2; int size(); default int base() { return 1; } static int of(Sized sized) { return sized.size(); } }

class Base {
    static int made;
    private final int base;
    Base(int base) { this.base = base; made++; }
    public int base() { return base * 10; }
    public int base(int n) { return base + n; }
    static class Idle extends Base { Idle() { super(1); } }
}
