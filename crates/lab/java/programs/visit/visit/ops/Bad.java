package visit.ops;

public class Bad extends Exception {
    private final int code;
    public int retries = 1;

    public Bad(String m, int code) {
        super(m);
        this.code = code;
    }

    public int code() {
        return code;
    }

    public static <X extends Throwable> RuntimeException sneak(Throwable t) throws X {
        @SuppressWarnings("unchecked")
        X x = (X) t;
        throw x;
    }
}
