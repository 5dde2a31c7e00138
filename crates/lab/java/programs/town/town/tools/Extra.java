package town.tools;

import static town.tools.Limits.*;

public final class Extra {
    private Extra() { }

    public enum Kind {
        FIRST(LOW), SECOND(HIGH) { @Override int by(int n) { return n + base + own(); } private int own() { return 4; } }, THIRD;
        final int base;
        Kind() { this(0); }
        Kind(int base) { this.base = base; }
        int by(int n) { return n * base; }
    }

    public static String add(String text) { return text + ALL[0] + Kind.SECOND.by(2); }

    static final int[] ALL = { LOW, HIGH };

    @Mark(value = LOW, names = { NAME, "x" + NAME })
    public static String deep() {
        class Local {
            int HIGH = 1000;
            int sum() { return HIGH + Limits.HIGH + LOW; }
        }
        return "d" + new Local().sum() + marks();
    }

    @Mark(HIGH)
    static int marks() {
        int sum = ALL.length;
        return sum;
    }
}

@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
@interface Mark {
    int value();
    String[] names() default { };
}
