package k;

public interface Marked extends Base {
    @Override default int mark() { return 20 + low(); }
    default int low() { return 2; }
    String NAME = "marked";
}
