package build.base;

public interface Sized<T extends Sized<T>> extends Comparable<T> {
    int size();

    @Override
    default int compareTo(T o) {
        return Integer.compare(size(), o.size());
    }

    static <T extends Sized<? super T> & Comparable<? super T>> T larger(T a, T b) {
        return a.size() >= b.size() ? a : b;
    }

    default boolean fits(Sized<?> in) {
        return size() <= in.size();
    }
}
