package cy.b;

/** Not {@link cy.a.Node.Empty}. */
public class Empty {
    public static final Empty ONLY = new Empty();
    static int asked;

    private Empty() {
        asked = 5;
    }

    public static String twin(cy.a.Node n) {
        asked++;
        return n instanceof Leaf l ? Leaf.twin(l) + asked : "none" + asked;
    }
}
