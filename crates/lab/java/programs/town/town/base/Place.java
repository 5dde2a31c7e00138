package town.base;

public class Place {
    public static int made;
    protected int size;

    protected Place(int size) { this.size = size; made += step(); }

    protected int size() { return size * 2; }

    protected static int made() { return made + 100; }

    static int step() { return Helper.STEP; }

    public static class Part {
        private final String text;
        static int count;
        public Part(String text) { this.text = text; count++; }
        public String text() { return text + count; }
        protected int units() { return text.length(); }
    }

    private static class Helper { static final int STEP = 2; }
}
