package base;

public interface Weighed {
    int UNIT = 7;

    int weight();

    default int heavy() { return weight() * UNIT + extra(); }

    default String shown() { return "w" + heavy(); }

    private int extra() { return 1; }

    static int sum(Weighed... all) {
        int sum = 0;
        for (Weighed each : all) sum += each.weight();
        return sum;
    }
}
