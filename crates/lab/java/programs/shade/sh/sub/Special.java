package sh.sub;

import sh.*;

public class Special extends Config {
    static int mode = 77;
    protected int value = 5;
    private final Store<String> store = new Store<>();

    public Special() {
        super("special");
        super.value += value;
    }

    @Override
    public int get(String key) {
        int value = super.get(key);
        return value + this.value + super.value + mode;
    }

    int sum(Special other) {
        return other.value + ((Config) other).get("a") + get(name);
    }

    protected String fill(int n) {
        StringBuilder text = new StringBuilder();
        int i = 0;
        try {
            do {
                store.push("k" + i, "m" + -i);
                if (i == 2) continue;
                text.append(store.max());
            } while (++i < n);
        } catch (IllegalStateException e) {
            text.append(e.getMessage());
            i += 100;
        } finally {
            value += i;
        }
        return text.append(i).toString();
    }

    public static final class Lock implements AutoCloseable {
        private static int open;
        private final String name;

        Lock(String name) {
            this.name = name;
            open++;
        }

        int open() {
            return open;
        }

        @Override
        public void close() throws Broken {
            if (--open > 0) throw new Broken(name);
        }
    }

    static class Broken extends Exception {
        private final String name;

        Broken(String name) {
            super("broken " + name);
            this.name = name;
        }

        String name() {
            return name + getSuppressed().length;
        }
    }

    String locks() {
        String name = "";
        try (Lock a = new Lock(this.name); Lock b = new Lock("b")) {
            name += a.open() + b.name;
            throw new IllegalArgumentException(name);
        } catch (Broken e) {
            return e.name();
        } catch (IllegalArgumentException e) {
            Throwable first = e.getSuppressed()[0];
            return name + e.getMessage() + (first instanceof Broken broken ? broken.name() + broken.name : "?");
        }
    }
}
