package toll.err;

public class Fatal extends RuntimeException {
    public Fatal(Throwable cause) {
        super("fatal:" + cause.getMessage(), cause);
    }
}
