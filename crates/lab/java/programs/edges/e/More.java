package e;

public interface More {
    int MANY = 4;
    default int wide() { return MANY; }
    int near();
    default String shown() { return "more" + near(); }
}
