package pl.spi;

public interface Plugin extends Comparable<Plugin> {
    int ORDER = 5;
    String PREFIX = "p" + ORDER;

    @Info
    String id();

    @Info(value = PREFIX, order = ORDER + Info.FIRST)
    default int order() {
        return ORDER;
    }

    @Override
    default int compareTo(Plugin other) {
        int c = Integer.compare(order(), other.order());
        return c == 0 ? id().compareTo(other.id()) : c;
    }

    static Plugin named(String id) {
        return named(id, ORDER * 2);
    }

    static Plugin named(String id, int order) {
        return new Plugin() {
            @Override
            public String id() {
                return PREFIX + id;
            }

            @Override
            public int order() {
                return order + Plugin.super.order();
            }
        };
    }

    @interface Info {
        int FIRST = 1;

        String value() default PREFIX + "info";

        int order() default FIRST;

        Kind[] kinds() default {Kind.OLD, Kind.NEW};

        enum Kind { OLD, NEW }
    }
}
