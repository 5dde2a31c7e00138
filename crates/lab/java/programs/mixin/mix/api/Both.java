package mix.api;

public interface Both extends Named, Sized {
    int SIZE = 30;

    @Override
    default String label() {
        return Named.super.label() + Sized.super.label() + Named.SEP + SIZE;
    }

    @Override
    default int extra() {
        return Sized.super.extra() + SIZE;
    }
}
