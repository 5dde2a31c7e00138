package mix.api;

public interface Sized {
    String SEP = "#";

    default int size() {
        return SIZES[1] + extra();
    }

    int[] SIZES = {4, 5, 6};

    default int extra() {
        return 1;
    }

    default String label() {
        return "sized" + SEP + size();
    }
}
