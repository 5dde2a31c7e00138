package yard.two;

import java.util.ArrayList;
import java.util.List;

public abstract class Sink<T> {
    public final List<T> seen = new ArrayList<>();
    protected abstract void take(T t);
    public void put(T t) { take(t); size++; }
    private int size;
    public int size() { return size; }
    public int getSize() { return size; }
    public void setSize(int size) { this.size = size; }
}
