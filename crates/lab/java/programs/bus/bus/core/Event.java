package bus.core;

public abstract class Event<P extends Comparable<? super P>> implements Comparable<Event<P>> {
    protected final P payload;
    static int made;
    public int seen;

    protected Event(P payload) {
        this.payload = payload;
        made++;
    }

    public P payload() {
        return payload;
    }

    public static int made() {
        return made;
    }

    protected abstract String label();

    @Override
    public int compareTo(Event<P> o) {
        return payload.compareTo(o.payload);
    }

    public static class Text extends Event<String> {
        public Text(String s) {
            super(s);
        }

        public Text(Object... parts) {
            this(join(parts));
        }

        private static String join(Object... parts) {
            StringBuilder b = new StringBuilder();
            for (Object o : parts) b.append(o).append('/');
            return b.toString();
        }

        @Override
        protected String label() {
            return "text " + payload + payload().length();
        }

        public int size() {
            return payload.length();
        }
    }

    public static class Num<N extends Number & Comparable<N>> extends Event<N> {
        public Num(N n) {
            super(n);
        }

        @Override
        protected String label() {
            return "num " + payload.intValue() + " " + twice();
        }

        public double twice() {
            return payload().doubleValue() * 2;
        }
    }
}
