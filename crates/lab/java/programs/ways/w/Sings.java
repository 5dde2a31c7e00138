package w;

public interface Sings {
    int HIGH = 8;
    String sing(int n);
    default int pitch() { return HIGH; }
    default int volume() { return 5; }
    static Sings plain() { return n -> "la" + n; }
}
