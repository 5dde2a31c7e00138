package depot.core;

public interface Limits {
    int LOW = 3;
    int HIGH = LOW * 4;
    String TAG = "limit" + LOW;
    char MARK = 'm';

    default int clamp(int value) {
        return within(value) ? value : edge(value);
    }

    private int edge(int value) {
        return value < LOW ? LOW : HIGH;
    }

    private boolean within(int value) {
        return value >= LOW && value <= HIGH;
    }

    static int spread() {
        return HIGH - LOW;
    }
}
