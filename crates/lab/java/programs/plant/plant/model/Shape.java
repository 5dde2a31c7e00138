package plant.model;

public sealed interface Shape permits Circle, Square, Shape.Dot {
    int UNIT = 11;
    enum Size { SMALL, BIG }

    default Size size() { return Size.SMALL; }

    static Shape unit() { return new Dot(); }

    final class Dot implements Shape {
        @Override public Size size() { return Size.BIG; }
    }
}
