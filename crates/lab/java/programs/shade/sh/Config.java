package sh;

import java.util.ArrayList;
import java.util.List;

public class Config {
    static final List<String> EVENTS = new ArrayList<>();
    public static final Config DEFAULT = new Config("default");
    private static int counter = log("counter", 10);
    static int mode = counter + 1;
    protected final String name;
    protected int value = log("value", counter);

    {
        log("init", value);
    }

    static {
        log("static", mode);
        mode *= 2;
    }

    public Config(String name) {
        this.name = name;
        counter++;
        log(name, counter);
    }

    static int log(String what, int n) {
        EVENTS.add(what + n);
        return n;
    }

    public int get(String key) {
        return switch (key) {
            case Keys.A -> value;
            case Keys.B, Keys.C -> mode;
            case "d" -> {
                int value = this.value * 3;
                yield value + Keys.Inner.DEEP;
            }
            default -> counter;
        };
    }

    public Config with(int value) {
        Config made = new Config(name + value) {
            @Override
            public int get(String key) {
                return super.get(key) + value + Config.this.value;
            }
        };
        made.value = value;
        return made;
    }

    static class Keys {
        static final String A = "a";
        static final String B = A + "b";
        protected static final String C = "c" + Inner.DEEP;

        static class Inner {
            static final int DEEP = 4;
        }
    }

    interface Listener {
        void changed(Config config, int old);

        default Listener then(Listener next) {
            return (config, old) -> {
                changed(config, old);
                next.changed(config, old);
            };
        }
    }
}
