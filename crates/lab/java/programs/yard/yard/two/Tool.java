package yard.two;

import yard.one.*;

public class Tool {
    protected final int grip;
    private static int made = 0;
    public Tool(int grip) { this.grip = grip; made++; }
    protected int reach() { return grip * made + new Saw().teeth(); }

    public int size() { return made; }
    protected static class Nested {
        public static final int DEPTH = Alpha.WIDTH;
        protected int depth() { return DEPTH + made; }
        public Nested() { }
    }
}
