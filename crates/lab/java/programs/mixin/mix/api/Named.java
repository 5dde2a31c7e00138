package mix.api;

public interface Named {
    String SEP = ":";
    int SIZE = 2;

    String name();

    default String label() {
        return "named" + SEP + name() + pad(SIZE);
    }

    private String pad(int n) {
        return "~".repeat(n);
    }

    static Named of(String text) {
        return () -> text + SEP;
    }

    interface Visitor<R> {
        R visit(Named named);

        default R both(Named a, Named b) {
            visit(a);
            return visit(b);
        }
    }
}
