package cy.b;

import cy.a.Node;
import cy.a.Node.Empty;

class Leaf extends Node.Empty implements Cloneable {
    private static final int TIMES = cy.a.Marks.STEP + 1;
    private int value;

    Leaf(Node parent, int value) {
        this.parent = parent;
        this.value = value * TIMES;
        this.value >>>= 1;
        this.value |= STEP;
    }

    int value() {
        return value++;
    }

    @Override
    public boolean equals(Object o) {
        return o != null && o.getClass() == getClass() && ((Leaf) o).value == value;
    }

    @Override
    public int hashCode() {
        return value * 31 + (int) BIG;
    }

    @Override
    protected Leaf clone() throws CloneNotSupportedException {
        return (Leaf) super.clone();
    }

    static String twin(Leaf leaf) {
        try {
            Leaf other = leaf.clone();
            boolean same = other.equals(leaf);
            other.value();
            return same + "/" + other.equals(leaf) + "/" + (other.hashCode() - leaf.hashCode());
        } catch (CloneNotSupportedException e) {
            return "no";
        }
    }
}
