package depot.core;

import java.io.Serializable;
import java.util.Objects;

@Level(value = Limits.HIGH, owner = Item.class)
public abstract class Item implements Limits, Cloneable, Serializable, Comparable<Item> {
    private static final long serialVersionUID = 1L;
    private static int made;
    static final StringBuilder LOG = new StringBuilder();

    static {
        LOG.append("[static ").append(made).append(']');
    }

    protected String name = "item";
    protected int count = LOW;
    int[][] grid = {{1, 2}, {3}};
    transient int serial;

    {
        serial = ++made;
        LOG.append("<").append(count).append(">");
    }

    protected Item() {
        this("none");
    }

    protected Item(String name) {
        this.name = name;
        LOG.append(describe());
    }

    protected abstract String describe();

    protected int weight() {
        return count * 2 + grid.length;
    }

    protected static String kind() {
        return "Kind:item";
    }

    int hidden() {
        return 7 + serial;
    }

    protected void add(long n) {
        count += n;
        LOG.append('L');
    }

    protected void add(Integer n) {
        count += n * 10;
        LOG.append('I');
    }

    public static String log() {
        return LOG.toString();
    }

    @Override
    public Item clone() {
        try {
            Item copy = (Item) super.clone();
            copy.grid = grid.clone();
            copy.grid[0] = grid[0].clone();
            copy.serial = ++made;
            return copy;
        } catch (CloneNotSupportedException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @Override
    public int compareTo(Item other) {
        int byName = name.compareTo(other.name);
        return byName != 0 ? byName : Integer.compare(count, other.count);
    }

    @Override
    public boolean equals(Object o) {
        if (this == o) return true;
        if (!(o instanceof Item that)) return false;
        return name.equals(that.name) && count == that.count;
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, count);
    }

    @Override
    public String toString() {
        return name + "x" + count + MARK + describe();
    }
}
