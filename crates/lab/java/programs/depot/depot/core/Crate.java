package depot.core;

public class Crate extends Item {
    protected String name = "crate";
    private final Item inner;

    public Crate(Item inner) {
        super("boxed");
        this.inner = inner;
    }

    @Override
    protected String describe() {
        return "{" + name + "/" + super.name + "/" + (inner == null ? "-" : inner.describe()) + "}";
    }

    protected static String kind() {
        return "Kind:crate" + Item.kind().length();
    }

    @Override
    int hidden() {
        return super.hidden() * 2 + (inner == null ? 0 : inner.hidden());
    }

    @Override
    protected int weight() {
        int own = super.weight();
        return inner == null ? own : own + inner.weight() + inner.grid[0][0];
    }

    public static String kinds() {
        return kind() + "," + Item.kind();
    }

    public int peek() {
        return hidden();
    }
}
