package plant.util;

public class Log {
    public static final String SEP = "/";
    public static int lines = 1;
    protected StringBuilder text = new StringBuilder();
    private static Scope scope;

    public Log(String name) { write(name); }

    public void write(String line) { text.append(SEP).append(line); lines++; }
    public void write(Object line) { text.append(line); }
    public int size() { return text.length(); }
    public static int log(int n) { return lines *= n; }
    public static Scope open(String name) { return scope = new Scope(name, scope); }

    public static final class Scope implements AutoCloseable {
        private final String name;
        private final Scope outer;
        private Scope(String name, Scope outer) { this.name = name; this.outer = outer; lines += depth(); }
        public int depth() { return outer == null ? 1 : outer.depth() + 1; }
        @Override public void close() { scope = outer; lines += name.length() * 10; }
    }
}
