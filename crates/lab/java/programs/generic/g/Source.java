package g;

public interface Source<T> {
    T first();
    default T orElse(T other) { T f = first(); return f == null ? other : f; }
    default <S extends T> T max(S a, T b) { return a.hashCode() > b.hashCode() ? a : b; }
}
