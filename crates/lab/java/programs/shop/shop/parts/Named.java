package shop.parts;

public abstract class Named {
    private final String name;

    protected Named(String name) { this.name = name; }

    public String name() { return name; }
}
