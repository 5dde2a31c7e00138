package plant.model;

public record Circle(int radius) implements Shape {
    static final int UNIT = 5;
    public Circle { radius += Square.UNIT; }
    public int radius() { return radius + UNIT; }
}
