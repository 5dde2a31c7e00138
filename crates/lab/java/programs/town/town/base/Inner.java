package town.base;

public class Inner {
    private static int last = 1;

    public static class Place {
        private final int value;
        public Place(int value) { this.value = value + last; last = value; }
        public int value() { return value + Helper.more(last) + new town.base.Place.Part("p").units(); }
    }
}

class Helper {
    static int more(int n) { return n + OFFSET; }
    static final int OFFSET = 1 << 3;
}
