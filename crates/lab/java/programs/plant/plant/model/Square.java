package plant.model;

public final class Square implements Shape {
    private int side;
    public Square(int side) { this.side = side; }
    public int side() { return side; }
    public Square side(int side) { this.side = side; return this; }
}
