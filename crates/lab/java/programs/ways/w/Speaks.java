package w;

public interface Speaks {
    int LOUD = 3;
    default String say() { return "s" + volume(); }
    default int volume() { return LOUD; }
    int rank();
}
