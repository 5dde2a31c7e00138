package e;

public interface Has {
    int MOST = 9;
    default int open() { return -1; }
    default int shut() { return open() + 1; }
}
