package toll.err;

public class TollException extends Exception {
    protected final int code;

    public TollException(String message, int code) {
        super(message);
        this.code = code;
    }

    public int code() {
        return code;
    }

    public static class Blocked extends TollException {
        public Blocked(String message) {
            super("blocked " + message, 11);
        }

        @Override
        public int code() {
            return super.code() * 2;
        }
    }

    public static final class Unpaid extends TollException {
        final byte cents;

        public Unpaid(byte cents) {
            super("unpaid " + cents, cents);
            this.cents = cents;
        }

        public byte cents() {
            return cents;
        }
    }
}
